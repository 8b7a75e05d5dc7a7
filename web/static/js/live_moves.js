// @ts-check
// A learner answers which move by touching the board: the list of moves says what is meant, and is the way without a board.
import { keyOf, light, things, touchedAt } from "./record_board.js";
import { meant, nothing } from "./record_moves.js";

/** @typedef {import("./record_moves.js").Data} Data */

let picked = nothing();
/** The question that is touched for. */
let poll = "";
let lit = false;

/** @returns {HTMLSelectElement | null} the list of moves, while one is asked for */
const list = () => document.querySelector(".live-page select[data-touches]");

/** @param {HTMLSelectElement} select the moves in it, without the line before them that says that none is chosen */
const moves = (select) => [...select.options].slice(1);

/** @param {HTMLSelectElement} select @returns {Data} the moves in the list as those of a page where a game is written */
function offered(select) {
  /** @type {string[][]} */
  const touches = JSON.parse(select.dataset.touches ?? "[]");
  const keys = [...new Set(touches.flat())];
  const words = moves(select).map((option) => option.text);
  return /** @type {any} */ ({
    keys: keys.map((key) => [key, ""]),
    moves: touches.map((of, nth) => [of.map((key) => keys.indexOf(key)), "", words[nth], "", 0, 0]),
  });
}

/** Mark what may be touched next, and say in the list what is meant. */
function draw() {
  const select = list();
  const now = select?.dataset.poll ?? "";
  if (now !== poll) [picked, poll] = [nothing(), now];
  if (!select) {
    if (lit) for (const it of things()) for (const name of ["data-lit", "data-touched", "data-dim", "role", "tabindex", "aria-pressed", "aria-disabled"]) it.removeAttribute(name);
    lit = false;
    return;
  }
  const { fit, next, move } = meant(offered(select), picked);
  for (const [nth, option] of moves(select).entries()) option.hidden = option.disabled = !fit.includes(nth);
  if (move !== null && picked.touched.length) select.selectedIndex = move + 1;
  else if (!fit.includes(select.selectedIndex - 1)) select.selectedIndex = 0;
  light(next, picked.touched, () => "", () => "");
  lit = true;
}

/** @param {Event} event */
function touch(event) {
  if (!list() || (event instanceof KeyboardEvent && event.key !== "Enter" && event.key !== " ")) return;
  const found = touchedAt(event.target);
  if (!found.length) return;
  event.preventDefault();
  const able = found.find(({ it }) => it.hasAttribute("data-lit") || it.hasAttribute("data-touched"));
  if (!able) return;
  const key = keyOf(able.it);
  if (able.it.hasAttribute("data-touched")) picked.touched.splice(picked.touched.indexOf(key), 1);
  else picked.touched.push(key);
  draw();
}

/** @param {HTMLElement} page */
export function startLiveMoves(page) {
  page.addEventListener("click", touch);
  page.addEventListener("keydown", touch);
  draw();
  return draw;
}
