// @ts-check
// A step in passing: its board is shown while the pointer rests on a line of the narration or is drawn along the bar, and the page
// stays where it is. What moves over a board would tell nothing here, so nothing moves.
import { patch } from "./patch.js";
import { fetchStep } from "./steps.js";

/** Milliseconds that a pointer rests on a line before its step is asked for: who only crosses the narration asks for nothing. */
const PATIENCE = 110;

/** The board as it stood, while another one is shown. @type {Element | null} */
let kept = null;
/** Counts what is asked for, so that a slow answer never shows after a later wish. */
let wish = 0;
let timer = 0;

/** @returns {boolean} whether another step's board is shown now */
export function isPreviewed() {
  return kept !== null;
}

/** Show the page's own board again, if another one is shown. */
export function endPreview() {
  clearTimeout(timer);
  wish += 1;
  const board = document.getElementById("board");
  if (kept && board) patch(board, kept);
  kept = null;
}

/** Show the board of a step in passing. @param {string} address @param {string} words what it is, in a tag on the board */
export async function preview(address, words) {
  clearTimeout(timer);
  const mine = ++wish;
  const html = await fetchStep(address).catch(() => "");
  const board = document.getElementById("board");
  const fresh = html && new DOMParser().parseFromString(html, "text/html").getElementById("board");
  if (mine !== wish || !board || !fresh) return; // it was only a look: a step that cannot be had is not shown
  kept ??= /** @type {Element} */ (board.cloneNode(true));
  fresh.dataset.preview = words;
  patch(board, fresh);
}

/** Show it once the pointer rests. @param {string} address @param {string} words @param {number} [patience] milliseconds */
export function previewSoon(address, words, patience = PATIENCE) {
  clearTimeout(timer);
  timer = setTimeout(() => void preview(address, words), patience);
}

export function startPreview() {
  /** @param {PointerEvent} event */
  const lineOf = (event) => (event.pointerType === "mouse" && event.target instanceof Element ? event.target.closest("#narration a.line") : null);
  // a line that comes to lie below a resting mouse, because the narration moved on, was not pointed at
  let [x, y] = [-1, -1];
  addEventListener("pointermove", (event) => ([x, y] = [event.clientX, event.clientY]));
  addEventListener("pointerover", (event) => {
    if (event.clientX === x && event.clientY === y) return;
    const line = lineOf(event);
    if (!(line instanceof HTMLAnchorElement)) return;
    if (line.hasAttribute("aria-current")) return endPreview();
    previewSoon(line.href, line.dataset.words ?? "");
  });
  addEventListener("pointerout", (event) => {
    const line = lineOf(event);
    if (line && !(event.relatedTarget instanceof Node && line.contains(event.relatedTarget))) endPreview();
  });
}
