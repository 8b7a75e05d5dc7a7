// @ts-check
// The pad below the board: it says in words what will be written, offers what the board cannot show, and what is kept while nobody answers.
import { asked, keyOf, light, things } from "./record_board.js";
import { touchedWords } from "./record_entry.js";
import { meant, named, of, reason, running, sentence } from "./record_moves.js";
import { nameGrid } from "./record_names.js";
import { atOnce, begun, behind, now, texts, unseen, wordsOf, writes } from "./record_state.js";

/** @typedef {import("./record_moves.js").Data} Data */
/** @typedef {import("./record_entry.js").Question} Question */
/** @typedef {import("./record_send.js").Entry} Entry */
/** @typedef {{ touch: (key: string) => void, name: (card: string) => void, answer: (key: string) => void, unsay: (nth: number) => void, leaveRest: () => void,
 *   choose: (nth: number) => void, again: () => void, discard: () => void, showNews: () => void }} Acts what the pad's buttons do */

/** So many things that may be touched next are named. */
const FEW = 3;

export const part = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @param {ParentNode} where @param {string} id @returns {any} */
export function json(where, id) {
  const found = where.querySelector(`#${id}`);
  return found ? JSON.parse(found.textContent ?? "null") : null;
}

/** @param {string} words @param {() => void} act @param {string} [kind] */
function chip(words, act, kind = "chip") {
  const button = document.createElement("button");
  button.type = "button";
  button.className = kind;
  button.textContent = words;
  button.addEventListener("click", act);
  return button;
}

/** What the button that writes says. @param {string} words @param {boolean} ready */
function say(words, ready) {
  const button = /** @type {HTMLButtonElement} */ (part("write"));
  /** @type {HTMLElement} */ (button.firstElementChild).textContent = words;
  button.hidden = !words;
  button.toggleAttribute("data-long", words.length > 60);
  button.disabled = !ready;
}

/** What is kept and why. @param {Entry[]} entries @param {{ away: boolean, stopped: string }} why @param {Record<string, string>} texts
 * @param {() => void} again @param {() => void} discard */
function drawKept(entries, { away, stopped }, texts, again, discard) {
  const line = part("away");
  line.hidden = !entries.length;
  line.replaceChildren();
  if (!entries.length) return;
  const many = entries.length === 1 ? texts.kept_one : texts.kept_many.replace("{n}", `${entries.length}`);
  const first = stopped ? `${texts.stopped} ${entries[0].words} ${stopped}` : away ? texts.away : texts.sending;
  line.append(`${first} ${many} `);
  if (stopped || away) line.append(chip(texts.try, again));
  if (stopped) line.append(chip(texts.discard, discard));
}

/** How often the pad was drawn: who waits for it sees that something happened. */
let drawn = Date.now();

/** @param {Acts} acts */
export function drawPad(acts) {
  const pad = document.getElementById("pad");
  if (!pad) return; // it is asked back whether the game ends
  const { busy, question, data } = now;
  pad.dataset.state = busy ? "busy" : question ? "asked" : "ready";
  pad.dataset.drawn = `${(drawn += 1)}`;
  drawKept(now.kept.entries, now, texts(), acts.again, acts.discard);
  drawNews(acts);
  part("choices").replaceChildren();
  if (question) drawQuestion(question, acts);
  else if (data) drawMoves(data, acts);
}

/** That the game went on since this page was made, beside a choice that is begun on it. @param {Acts} acts */
function drawNews(acts) {
  const main = /** @type {HTMLElement | null} */ (document.querySelector("main[data-news]"));
  const old = document.getElementById("news");
  if (!main || !unseen() || !begun()) return void old?.remove();
  if (old) return;
  const line = document.createElement("p");
  line.id = "news";
  line.className = "away news";
  line.setAttribute("role", "status");
  const [says, button] = (main.dataset.newsWords ?? "").split("|");
  line.append(`${says} `, chip(button, acts.showNews));
  part("hint").before(line);
}

/** @param {Data} data @param {Acts} acts */
function drawMoves(data, acts) {
  const { picked, busy } = now;
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
  if (whole.length > 1 || (picked.touched.length === 0 && fit.length > 1)) for (const nth of whole) choices.append(choice(data, nth, acts));
  const notHere = [...next].filter((key) => !here.has(key));
  const names = notHere.filter((key) => key.startsWith("name:") || key.startsWith("hand:"));
  for (const key of notHere) if (!names.includes(key)) choices.append(chip(words.get(key) ?? key, () => acts.touch(key)));
  if (names.length) choices.append(nameGrid(names.map((key) => [key.replace(/^.*[:/]/, ""), words.get(key) ?? key, 1]), data.texts, (face) => acts.touch(names.find((key) => key.endsWith(`:${face}`) || key.endsWith(`/${face}`)) ?? ""), data.suits));
  if (holes.length > picked.names.length && data.names.length) {
    const able = holes[picked.names.length] === "?" && holes.length > 1 ? [["?", "", 1]] : [];
    choices.append(nameGrid(/** @type {[string, string, number][]} */ ([...able, ...data.names.map(([key, title]) => [key, title, 1])]), data.texts, acts.name, data.suits));
  }
  drawBeside(data, choices, acts);
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

/** @param {Data} data @param {number} nth @param {Acts} acts */
function choice(data, nth, acts) {
  const button = chip(data.moves[nth][2], () => acts.choose(nth));
  button.setAttribute("aria-pressed", `${now.picked.chosen === nth}`);
  return button;
}

/** What stands beside the moves of the game: talk, a draw, giving up. @param {Data} data @param {HTMLElement} choices @param {Acts} acts */
function drawBeside(data, choices, acts) {
  const beside = [...data.moves.keys()].filter((nth) => data.moves[nth][4] === 1);
  const more = part("more");
  more.hidden = !beside.length || now.picked.touched.length > 0;
  more.setAttribute("aria-expanded", `${now.besides && !more.hidden}`);
  if (now.besides && !more.hidden) choices.append(...beside.map((nth) => choice(data, nth, acts)));
}

/** @param {Question} question @param {Acts} acts */
function drawQuestion(question, acts) {
  const { answers, busy } = now;
  const { options, least, most } = question;
  const slots = new Set(options.map(([key]) => `slot:${key}`));
  light(slots, answers.map((key) => `slot:${key}`), () => question.asks, wordsOf);
  asked(question.slot);
  const words = new Map(options.map(([key, title]) => [key, key === "?" ? question.texts.unseen : title]));
  const choices = part("choices");
  if (answers.length) {
    const list = document.createElement("div");
    list.className = "answers";
    answers.forEach((key, nth) => list.append(chip(`${words.get(key)} ×`, () => acts.unsay(nth), "chip on")));
    choices.append(list);
  }
  if (answers.length < most) {
    const left = options.map(([key, title, times]) => /** @type {[string, string, number]} */ ([key, title, times - answers.filter((it) => it === key).length]));
    choices.append(nameGrid(left, question.texts, acts.answer, question.suits));
    if (most > 1 && words.has("?")) choices.prepend(chip(question.texts.rest_unseen, acts.leaveRest));
  }
  part("clear").hidden = false;
  for (const id of ["undo", "more"]) document.getElementById(id)?.setAttribute("hidden", "");
  part("hint").textContent = [now.data ? question.asks : "", most > 1 ? of(/** @type {any} */ (question), `${answers.length}`, most) : ""].filter(Boolean).join(" · ");
  const said = answers.length ? answers.map((key) => words.get(key)).join(", ") : least === 0 ? question.texts.none : "";
  say(said ? question.texts.write.replace("{words}", said) : question.texts.which, !busy && answers.length >= least && answers.length <= most);
}
