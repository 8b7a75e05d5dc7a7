// @ts-check
// Making moves by touching the board, where a game is written down and in a line: cards, then the place. The pad below says in words what will be written.
// What may be touched is told by the page (pages/recording/touch_data.py); every rule is asked of the server when it is written.
import { putState, turnTo } from "./mode.js";
import { touchedAt } from "./record_board.js";
import { answered, moved, placed, sentFrom, takenBack, touchedOnly } from "./record_entry.js";
import { ends, meant, nothing } from "./record_moves.js";
import { drawPad, json, part } from "./record_pad.js";
import { Kept, post, whenBack } from "./record_send.js";
import { atOnce, begun, behind, forgetNews, now, startWaiting, texts, unseen } from "./record_state.js";

const draw = () => drawPad({ touch, name, answer, unsay, leaveRest, choose, again: () => void flush(true), discard, showNews });

// ---- touching ------------------------------------------------------------------------------------------------------

/** @param {string} key */
function touch(key) {
  if (now.busy || !key) return;
  if (now.question) {
    answer(key.replace(/^slot:/, ""));
    return;
  }
  if (!now.data) return;
  now.picked = { ...nothing(), touched: [...now.picked.touched, key] };
  if (!behind() && ends(now.data, now.picked, key, atOnce(now.data))) void write();
  else draw();
}

/** @param {string} key */
function untouch(key) {
  const at = now.picked.touched.lastIndexOf(key);
  if (at < 0) return;
  now.picked = { ...nothing(), touched: now.picked.touched.filter((_, nth) => nth !== at) };
  draw();
}

/** One of the moves that the touches leave, or that stands beside them; once more takes the choice back. @param {number} nth */
function choose(nth) {
  now.picked.chosen = now.picked.chosen === nth ? null : nth;
  now.picked.names = [];
  draw();
}

/** @param {string} card */
function name(card) {
  now.picked.names = [...now.picked.names, card];
  draw();
}

/** @param {string} key */
function answer(key) {
  if (!now.question || now.busy) return;
  now.answers = [...now.answers, key];
  if (now.question.least === 1 && now.question.most === 1) void write();
  else draw();
}

/** @param {number} at */
function unsay(at) {
  now.answers = now.answers.filter((_, nth) => nth !== at);
  draw();
}

/** What is not chosen yet was not seen. */
function leaveRest() {
  now.answers = [...now.answers, ...Array((now.question?.most ?? now.answers.length) - now.answers.length).fill("?")];
  draw();
}

/** @param {MouseEvent | KeyboardEvent} event */
function onBoard(event) {
  const found = touchedAt(event.target);
  if (!found.length || (event instanceof KeyboardEvent && event.key !== "Enter" && event.key !== " ")) return;
  event.preventDefault();
  const able = found.find(({ it }) => it.hasAttribute("data-lit") || it.hasAttribute("data-touched"));
  if (!able) part("hint").textContent = found.map(({ it }) => it.title).find(Boolean) ?? texts().nothing ?? "";
  else if (able.it.hasAttribute("data-touched")) now.question ? ((now.answers = now.answers.filter((key) => `slot:${key}` !== able.key)), draw()) : untouch(able.key);
  else touch(able.key);
}

function clear() {
  if (now.question) {
    location.assign(now.question.back);
    return;
  }
  now.picked = nothing();
  const page = unseen();
  if (page && !begun()) show(page);
  else draw();
}

/** Show what is new; what was touched stays touched where it still can be. */
function showNews() {
  const page = unseen();
  const { touched, chosen } = now.picked;
  const says = chosen === null ? "" : now.data?.moves[chosen][2];
  if (!page || now.busy || now.question || behind()) return;
  show(page);
  if (!now.data) return;
  const again = { ...nothing(), touched };
  if (!touched.length || meant(now.data, again).fit.length) now.picked = again;
  const nth = now.data.moves.findIndex((move) => move[2] === says);
  if (says && nth >= 0) now.picked.chosen = nth;
  draw();
}

/** Writing a game down by keys alone: Enter writes, Backspace takes back, letters look for a card. */
function startRecordKeys() {
  addEventListener("keydown", (event) => {
    const target = event.target;
    if (event.defaultPrevented || event.isComposing || !(target instanceof HTMLElement) || !document.getElementById("pad")) return;
    const typing = target.matches("input, textarea, select");
    const find = /** @type {HTMLInputElement | null} */ (document.querySelector("#choices input[type=search]"));
    if (event.key === "Escape") clear();
    else if (event.key.toLowerCase() === "z" && (event.ctrlKey || event.metaKey) && !typing) undo();
    else if (event.ctrlKey || event.metaKey || event.altKey || typing) return;
    else if (event.key === "Enter" && !target.closest("button, a, summary, [role=button]")) void (/** @type {HTMLButtonElement} */ (document.getElementById("write")).disabled || write());
    else if (event.key === "Backspace") undo();
    else if (find && /^\p{L}$/u.test(event.key)) return void find.focus(); // the letter goes into the field
    else return;
    event.preventDefault();
  });
}

// ---- writing -------------------------------------------------------------------------------------------------------

async function write() {
  const made = now.question ? answered(now.question, now.answers) : !now.data ? null : behind() ? touchedOnly(now.data, now.picked) : moved(now.data, now.picked);
  if (!made || now.busy) return;
  if (now.question) now.kept.addFirst(made);
  else now.kept.add(made);
  now.picked = nothing();
  now.answers = [];
  now.question = null;
  now.careful = false;
  await flush(true);
}

function undo() {
  if (!now.data || now.busy) return;
  if (behind()) {
    now.kept.entries = now.kept.entries.slice(0, -1);
    now.stopped = "";
    draw();
    return;
  }
  if (now.data.undo === null) return;
  now.careful = true;
  now.kept.add(takenBack(now.data));
  void flush(true);
}

/** The first of what is kept is thrown away. */
function discard() {
  now.kept.entries = now.kept.entries.slice(1);
  now.stopped = "";
  draw();
  void flush(true);
}

/** Send what is kept, in its order, until nobody answers, something is asked or refused. @param {boolean} wished whether somebody wants it now */
async function flush(wished = false) {
  if (now.busy || now.question || !now.kept.entries.length || (!wished && (now.stopped || !now.away))) return;
  now.busy = true;
  now.stopped = "";
  let refusal = "";
  while (now.kept.entries.length) {
    const [first, ...rest] = now.kept.entries;
    const onItsOwn = !now.data; // a question that came as a page gives way to the next one
    const given = placed(first);
    const { fields } = given || !now.data ? first : sentFrom(first);
    if (!given) now.kept.entries = [{ ...first, fields }, ...rest]; // what is tried once is tried the same way again
    draw();
    const answer = await post(now.path, fields);
    now.away = answer === null;
    if (!answer) break;
    const refused = answer.status >= 400;
    if (!refused) now.kept.entries = rest;
    now.question = json(answer.page, "question");
    now.answers = [...(now.question?.proposed ?? [])];
    if (now.question) {
      now.kept.entries = rest;
      if (onItsOwn) show(answer.page);
      break;
    }
    if (answer.led && new URL(answer.led).pathname !== location.pathname) {
      now.busy = false;
      if (answer.page.querySelector("main[data-mode]")) void turnTo(answer.page, answer.led);
      else location.assign(answer.led);
      return;
    }
    const whole = answer.page.getElementById("pad") !== null;
    if (whole || !refused) show(answer.page, answer.led);
    if (refused) {
      if (whole) tellWrong();
      const told = whole ? document.querySelector(".alert[role=alert]") : answer.page.querySelector("main h1 ~ p");
      const why = told?.textContent?.trim() ?? "";
      if (whole && given && !rest.length) {
        now.kept.entries = []; // it stands above the page, and nothing waits behind it
        refusal = why; // and beside the thumb, where the page is scrolled
      } else now.stopped = why;
      break;
    }
    if (!now.data) break; // it is asked back
  }
  now.busy = false;
  draw();
  if (refusal) part("hint").textContent = refusal;
  if (now.question && matchMedia("(pointer: fine)").matches) part("pad").focus({ preventScroll: true });
}

/** What is wrong stands beside a card in the list of a page without a script: here it is said above the board. */
function tellWrong() {
  const wrong = [...document.querySelectorAll("noscript .wrong")].map((it) => it.textContent?.trim());
  const alert = document.querySelector(".alert[role=alert] > span");
  if (alert && wrong.length) alert.textContent = [...new Set(wrong)].join(" ");
}

/** Put another state of the page in the place of this one. @param {Document} page @param {string} [led] its address, where that is another */
export function show(page, led = "") {
  const main = page.querySelector("main");
  if (!main) return;
  if (main.matches("[data-mode]")) putState(page);
  else document.querySelector("main")?.replaceWith(document.adoptNode(main));
  document.title = page.title;
  if (led && led !== location.href) history.pushState(null, "", led);
  begin();
}

/** Take up what the page says now. */
function begin() {
  forgetNews();
  now.data = json(document, "touch-data");
  now.question = json(document, "question");
  now.picked = nothing();
  now.answers = [...(now.question?.proposed ?? [])];
  now.besides = false;
  const pad = document.getElementById("pad");
  if (!pad) {
    now.data = null;
    return;
  }
  now.path = pad.dataset.path ?? location.pathname;
  const main = /** @type {HTMLElement | null} */ (document.querySelector("main[data-record]"));
  now.kept = new Kept(main?.dataset.record ?? now.path);
  part("write").addEventListener("click", () => void write());
  part("clear").addEventListener("click", (event) => (event.preventDefault(), clear()));
  document.getElementById("undo")?.addEventListener("click", undo);
  document.getElementById("more")?.addEventListener("click", () => ((now.besides = !now.besides), draw()));
  document.getElementById("board")?.addEventListener("click", onBoard);
  document.getElementById("board")?.addEventListener("keydown", onBoard);
  draw();
}

let started = false;

/** Take up the board that can be touched here: of a page, and of each that comes in its place. */
export function startRecord() {
  begin();
  if (!started) startRecordKeys();
  now.away = behind();
  if (!started) whenBack(() => void flush());
  if (!started) startWaiting({ begun, show, tell: draw, over: () => (now.kept.entries = []) });
  started = true;
  void flush(true);
}
