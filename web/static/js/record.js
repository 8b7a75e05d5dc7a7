// @ts-check
// Making moves by touching the board, where a game is written down and in a line: cards, then the place. The pad below says in words what will be written.
// What may be touched is told by the page (pages/recording/touch_data.py); every rule is asked of the server when it is written.
import { putState, turnTo } from "./mode.js";
import { asked, keyOf, light, things, touchedAt } from "./record_board.js";
import { answered, moved, placed, sentFrom, takenBack, touchedOnly, touchedWords } from "./record_entry.js";
import { ends, meant, named, nothing, of, reason, running, sentence } from "./record_moves.js";
import { nameGrid } from "./record_names.js";
import { chip, drawKept, json, part, say, startRecordKeys } from "./record_pad.js";
import { Kept, post, whenBack } from "./record_send.js";
import { forgetNews, startWaiting, unseen } from "./record_wait.js";

/** @typedef {import("./record_moves.js").Data} Data */
/** @typedef {import("./record_entry.js").Question} Question */

/** So many things that may be touched next are named. */
const FEW = 3;

let picked = nothing();
/** @type {string[]} what has been chosen for a question */
let answers = [];
/** @type {Data | null} */
let data = null;
/** @type {Question | null} */
let question = null;
/** @type {Kept} */
let kept = new Kept("");
let path = "";
let busy = false;
/** Whether what stands beside the moves is shown. */
let besides = false;
let away = false;
/** Whether the last move was taken back: the next one is confirmed by the button, so that what a touch would write too early can be chosen. */
let careful = false;
/** The words of the server for what could not be written. */
let stopped = "";

/** @type {Record<string, string>} */
let said = {};
const texts = () => (said = (question ?? data)?.texts ?? said);
/** How often the pad was drawn: who waits for it sees that something happened. */
let drawn = Date.now();

/** Whether moves are kept that come before this one: then the board lags behind the table, and everything may be touched. */
const behind = () => kept.entries.length > 0;

/** What a place or a die is called. @param {string} key @returns {string} */
const wordsOf = (key) => data?.keys.find(([other]) => other === key)?.[1] ?? (key.startsWith("die:") ? texts().die.replace("{pips}", key.replace(/.*\//, "")) : "");

/** Whether a touch of this thing writes the move. @param {Data} data @param {string} key */
const writes = (data, key) => ends(data, { ...picked, touched: [...picked.touched, key] }, key, atOnce(data));

/** @param {Data} data */
const atOnce = (data) => data.at_once && !careful;

// ---- drawing -------------------------------------------------------------------------------------------------------

function draw() {
  const pad = document.getElementById("pad");
  if (!pad) return; // it is asked back whether the game ends
  pad.dataset.state = busy ? "busy" : question ? "asked" : "ready";
  pad.dataset.drawn = `${(drawn += 1)}`;
  drawKept(kept.entries, { away, stopped }, texts(), () => void flush(true), discard);
  drawNews();
  part("choices").replaceChildren();
  if (question) drawQuestion(question);
  else if (data) drawMoves(data);
}

/** Whether something is chosen, sent or kept, so that the page must stay as it is. */
const begun = () => busy || question !== null || behind() || picked.touched.length > 0 || picked.chosen !== null || picked.names.length > 0;

/** That the game went on since this page was made, beside a choice that is begun on it. */
function drawNews() {
  const main = /** @type {HTMLElement | null} */ (document.querySelector("main[data-news]"));
  const old = document.getElementById("news");
  if (!main || !unseen() || !begun()) return void old?.remove();
  if (old) return;
  const line = document.createElement("p");
  line.id = "news";
  line.className = "away news";
  line.setAttribute("role", "status");
  const [says, button] = (main.dataset.newsWords ?? "").split("|");
  line.append(`${says} `, chip(button, showNews));
  part("hint").before(line);
}

/** Show what is new; what was touched stays touched where it still can be. */
function showNews() {
  const page = unseen();
  const { touched, chosen } = picked;
  const says = chosen === null ? "" : data?.moves[chosen][2];
  if (!page || busy || question || behind()) return;
  show(page);
  if (!data) return;
  const again = { ...nothing(), touched };
  if (!touched.length || meant(data, again).fit.length) picked = again;
  const nth = data.moves.findIndex((move) => move[2] === says);
  if (says && nth >= 0) picked.chosen = nth;
  draw();
}

/** @param {Data} data */
function drawMoves(data) {
  const { fit, whole, next, move } = meant(data, picked);
  const free = behind();
  const here = new Set(things().map(keyOf));
  const words = new Map(data.keys);
  light(free ? here : next, picked.touched, (key) => reason(data, picked, key), wordsOf, (key) => (!free && atOnce(data) && writes(data, key) ? data.texts.at_once : ""));
  const chosen = picked.touched.length > 0 || picked.chosen !== null || picked.names.length > 0;
  part("clear").hidden = !chosen;
  part("undo").hidden = chosen || (data.undo === null && !free);
  if (free) {
    part("more").hidden = true;
    say(chosen ? data.texts.keep.replace("{words}", touchedWords(data, picked)) : data.texts.touch, chosen && !busy);
    part("hint").textContent = "";
    return;
  }
  const holes = move === null ? "" : data.moves[move][1];
  const sum = running(data, picked);
  const choices = part("choices");
  if (whole.length > 1 || (picked.touched.length === 0 && fit.length > 1)) for (const nth of whole) choices.append(choice(data, nth));
  const unseen = [...next].filter((key) => !here.has(key));
  const names = unseen.filter((key) => key.startsWith("name:") || key.startsWith("hand:"));
  for (const key of unseen) if (!names.includes(key)) choices.append(chip(words.get(key) ?? key, () => touch(key)));
  if (names.length) choices.append(nameGrid(names.map((key) => [key.replace(/^.*[:/]/, ""), words.get(key) ?? key, 1]), data.texts, (face) => touch(names.find((key) => key.endsWith(`:${face}`) || key.endsWith(`/${face}`)) ?? ""), data.suits));
  if (holes.length > picked.names.length && data.names.length) {
    const able = holes[picked.names.length] === "?" && holes.length > 1 ? [["?", "", 1]] : [];
    choices.append(nameGrid(/** @type {[string, string, number][]} */ ([...able, ...data.names.map(([key, title]) => [key, title, 1])]), data.texts, name, data.suits));
  }
  drawBeside(data, choices);
  const ready = move !== null && named(data.moves[move], picked.names);
  const hint = move === null && chosen ? (whole.length > 1 ? data.texts.choose : goesOn(data, next)) : ready || move === null ? "" : data.texts.which;
  const count = holes.length > 1 && picked.names.length ? of(data, `${picked.names.length}`, holes.length) : "";
  const enough = data.owed && atOnce(data) ? data.texts.enough : "";
  part("hint").textContent = [sum, count, hint, enough].filter(Boolean).join(" · ");
  if (move !== null) say(sentence(data, move, picked.names), ready && !busy);
  else say(chosen ? touchedWords(data, picked) : data.idle || (fit.length ? data.texts.touch : part("hint").textContent ?? ""), false);
}

/** What a move that is begun still needs. @param {Data} data @param {Set<string>} next @returns {string} */
function goesOn(data, next) {
  if (next.size > FEW) return data.texts.go_on;
  const last = [...next].every((key) => writes(data, key));
  return (last ? data.texts.go_on_last : data.texts.go_on_to).replace("{what}", [...next].map(wordsOf).join(", "));
}

/** @param {Data} data @param {number} nth */
function choice(data, nth) {
  const button = chip(data.moves[nth][2], () => {
    picked.chosen = picked.chosen === nth ? null : nth;
    picked.names = [];
    draw();
  });
  button.setAttribute("aria-pressed", `${picked.chosen === nth}`);
  return button;
}

/** What stands beside the moves of the game: talk, a draw, giving up. @param {Data} data @param {HTMLElement} choices */
function drawBeside(data, choices) {
  const beside = [...data.moves.keys()].filter((nth) => data.moves[nth][4] === 1);
  const more = part("more");
  more.hidden = !beside.length || picked.touched.length > 0;
  more.setAttribute("aria-expanded", `${besides && !more.hidden}`);
  if (besides && !more.hidden) choices.append(...beside.map((nth) => choice(data, nth)));
}

/** @param {Question} question */
function drawQuestion(question) {
  const { options, least, most } = question;
  const slots = new Set(options.map(([key]) => `slot:${key}`));
  light(slots, answers.map((key) => `slot:${key}`), () => question.asks, wordsOf);
  asked(question.slot);
  const words = new Map(options.map(([key, title]) => [key, key === "?" ? question.texts.unseen : title]));
  const choices = part("choices");
  if (answers.length) {
    const list = document.createElement("div");
    list.className = "answers";
    answers.forEach((key, nth) => list.append(chip(`${words.get(key)} ×`, () => (answers.splice(nth, 1), draw()), "chip on")));
    choices.append(list);
  }
  if (answers.length < most) {
    const left = options.map(([key, title, times]) => /** @type {[string, string, number]} */ ([key, title, times - answers.filter((it) => it === key).length]));
    choices.append(nameGrid(left, question.texts, answer, question.suits));
    if (most > 1 && words.has("?")) choices.prepend(chip(question.texts.rest_unseen, () => ((answers = [...answers, ...Array(most - answers.length).fill("?")]), draw())));
  }
  part("clear").hidden = false;
  for (const id of ["undo", "more"]) document.getElementById(id)?.setAttribute("hidden", "");
  part("hint").textContent = [data ? question.asks : "", most > 1 ? of(/** @type {any} */ (question), `${answers.length}`, most) : ""].filter(Boolean).join(" · ");
  const said = answers.length ? answers.map((key) => words.get(key)).join(", ") : least === 0 ? question.texts.none : "";
  say(said ? question.texts.write.replace("{words}", said) : question.texts.which, !busy && answers.length >= least && answers.length <= most);
}

/** The first of what is kept is thrown away. */
function discard() {
  kept.entries = kept.entries.slice(1);
  stopped = "";
  draw();
  void flush(true);
}

// ---- touching ------------------------------------------------------------------------------------------------------

/** @param {string} key */
function touch(key) {
  if (busy || !key) return;
  if (question) {
    answer(key.replace(/^slot:/, ""));
    return;
  }
  if (!data) return;
  picked = { ...nothing(), touched: [...picked.touched, key] };
  if (!behind() && ends(data, picked, key, atOnce(data))) void write();
  else draw();
}

/** @param {string} key */
function untouch(key) {
  const at = picked.touched.lastIndexOf(key);
  if (at < 0) return;
  picked = { ...nothing(), touched: picked.touched.filter((_, nth) => nth !== at) };
  draw();
}

/** @param {string} card */
function name(card) {
  picked.names = [...picked.names, card];
  draw();
}

/** @param {string} key */
function answer(key) {
  if (!question || busy) return;
  answers = [...answers, key];
  if (question.least === 1 && question.most === 1) void write();
  else draw();
}

/** @param {MouseEvent | KeyboardEvent} event */
function onBoard(event) {
  const found = touchedAt(event.target);
  if (!found.length || (event instanceof KeyboardEvent && event.key !== "Enter" && event.key !== " ")) return;
  event.preventDefault();
  const able = found.find(({ it }) => it.hasAttribute("data-lit") || it.hasAttribute("data-touched"));
  if (!able) part("hint").textContent = found.map(({ it }) => it.title).find(Boolean) ?? texts().nothing ?? "";
  else if (able.it.hasAttribute("data-touched")) question ? ((answers = answers.filter((key) => `slot:${key}` !== able.key)), draw()) : untouch(able.key);
  else touch(able.key);
}

function clear() {
  if (question) {
    location.assign(question.back);
    return;
  }
  picked = nothing();
  const page = unseen();
  if (page && !begun()) show(page);
  else draw();
}

// ---- writing -------------------------------------------------------------------------------------------------------

async function write() {
  const made = question ? answered(question, answers) : !data ? null : behind() ? touchedOnly(data, picked) : moved(data, picked);
  if (!made || busy) return;
  if (question) kept.addFirst(made);
  else kept.add(made);
  picked = nothing();
  answers = [];
  question = null;
  careful = false;
  await flush(true);
}

function undo() {
  if (!data || busy) return;
  if (behind()) {
    kept.entries = kept.entries.slice(0, -1);
    stopped = "";
    draw();
    return;
  }
  if (data.undo === null) return;
  careful = true;
  kept.add(takenBack(data));
  void flush(true);
}

/** Send what is kept, in its order, until nobody answers, something is asked or refused. @param {boolean} wished whether somebody wants it now */
async function flush(wished = false) {
  if (busy || question || !kept.entries.length || (!wished && (stopped || !away))) return;
  busy = true;
  stopped = "";
  let refusal = "";
  while (kept.entries.length) {
    const [first, ...rest] = kept.entries;
    const onItsOwn = !data; // a question that came as a page gives way to the next one
    const given = placed(first);
    const { fields } = given || !data ? first : sentFrom(first);
    if (!given) kept.entries = [{ ...first, fields }, ...rest]; // what is tried once is tried the same way again
    draw();
    const answer = await post(path, fields);
    away = answer === null;
    if (!answer) break;
    const refused = answer.status >= 400;
    if (!refused) kept.entries = rest;
    question = json(answer.page, "question");
    answers = [...(question?.proposed ?? [])];
    if (question) {
      kept.entries = rest;
      if (onItsOwn) show(answer.page);
      break;
    }
    if (answer.led && new URL(answer.led).pathname !== location.pathname) {
      busy = false;
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
        kept.entries = []; // it stands above the page, and nothing waits behind it
        refusal = why; // and beside the thumb, where the page is scrolled
      } else stopped = why;
      break;
    }
    if (!data) break; // it is asked back
  }
  busy = false;
  draw();
  if (refusal) part("hint").textContent = refusal;
  if (question && matchMedia("(pointer: fine)").matches) part("pad").focus({ preventScroll: true });
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
  data = json(document, "touch-data");
  question = json(document, "question");
  picked = nothing();
  answers = [...(question?.proposed ?? [])];
  besides = false;
  const pad = document.getElementById("pad");
  if (!pad) {
    data = null;
    return;
  }
  path = pad.dataset.path ?? location.pathname;
  const main = /** @type {HTMLElement | null} */ (document.querySelector("main[data-record]"));
  kept = new Kept(main?.dataset.record ?? path);
  part("write").addEventListener("click", () => void write());
  part("clear").addEventListener("click", (event) => (event.preventDefault(), clear()));
  document.getElementById("undo")?.addEventListener("click", undo);
  document.getElementById("more")?.addEventListener("click", () => ((besides = !besides), draw()));
  document.getElementById("board")?.addEventListener("click", onBoard);
  document.getElementById("board")?.addEventListener("keydown", onBoard);
  draw();
}

let started = false;

/** Take up the board that can be touched here: of a page, and of each that comes in its place. */
export function startRecord() {
  begin();
  if (!started) startRecordKeys({ clear, undo, write });
  away = behind();
  if (!started) whenBack(() => void flush());
  if (!started) startWaiting({ begun, show, tell: draw, over: () => (kept.entries = []) });
  started = true;
  void flush(true);
}
