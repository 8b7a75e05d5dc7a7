// @ts-check
// Notes on the replay: what they mark is drawn over the board, and their form stands beside it, where a touch marks and a drag draws an arrow.
import { complain } from "./mode.js";
import { pause } from "./play.js";
import { forget } from "./steps.js";
import { addressOf, control, visitStep } from "./swap.js";

/** @typedef {{ t: "spot", place: string, tone?: number } | { t: "arrow", start: string, end: string }} Mark */
const SVG = "http://www.w3.org/2000/svg";
/** Milliseconds without a key after which the draft is looked at. */
const PAUSE = 400;
/** A pointer that moved less than so many px has touched and not dragged. */
const STILL = 10;

const board = () => document.getElementById("board");
const panel = () => /** @type {HTMLDialogElement | null} */ (document.getElementById("note-panel"));
const form = () => /** @type {HTMLFormElement | null} */ (document.getElementById("note-form"));
const field = () => /** @type {HTMLInputElement | null} */ (form()?.elements.namedItem("marks"));

/** @param {string | undefined} text @returns {Mark[]} */
function read(text) {
  try {
    return JSON.parse(text ?? "[]");
  } catch {
    return [];
  }
}

/** Where a place is drawn: a slot by its card, a pile by its tray, hands and decks by their cards. @param {string} place @returns {Element | null} */
function elementOf(place) {
  const name = CSS.escape(place);
  return board()?.querySelector(`[data-slot="${name}"], [data-pile="${name}"], [data-place="${CSS.escape(place.replaceAll(":", "-"))}"]`) ?? null;
}

/** The place under an element of the board, if one may be marked there. @param {EventTarget | Element | null} target @returns {string | null} */
function placeAt(target) {
  const known = new Set((field()?.dataset.places ?? "").split(" "));
  for (let it = target instanceof Element ? target : null; it && it.id !== "board"; it = it.parentElement) {
    const { slot, pile, place } = /** @type {HTMLElement} */ (it).dataset;
    const found = [slot, pile, ...[...known].filter((one) => place !== undefined && one.replaceAll(":", "-") === place)].find((one) => one && known.has(one));
    if (found) return found;
  }
  return null;
}

/** @param {string} name @param {Record<string, string | number>} attributes */
function shape(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

/** @param {DOMRect} from @param {DOMRect} to @param {DOMRect} zero */
function arrow(from, to, zero) {
  const [x1, y1, x2, y2] = [from.x + from.width / 2 - zero.x, from.y + from.height / 2 - zero.y, to.x + to.width / 2 - zero.x, to.y + to.height / 2 - zero.y];
  const long = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [dx, dy] = [(x2 - x1) / long, (y2 - y1) / long];
  const [bx, by] = [x2 - dx * 14, y2 - dy * 14];
  return [
    shape("path", { d: `M${x1} ${y1}L${bx} ${by}` }),
    shape("path", { class: "head", d: `M${x2} ${y2}L${bx - dy * 8} ${by + dx * 8}L${bx + dy * 8} ${by - dx * 8}Z` }),
  ];
}

/** @param {Mark} mark @param {DOMRect} zero */
function drawn(mark, zero) {
  const boxes = (mark.t === "spot" ? [mark.place] : [mark.start, mark.end]).map((place) => elementOf(place)?.getBoundingClientRect());
  const [first, second] = boxes;
  if (!first) return [];
  if (mark.t === "spot") {
    const box = { x: first.x - zero.x - 3, y: first.y - zero.y - 3, width: first.width + 6, height: first.height + 6, rx: 6 };
    return [shape("rect", { ...box, "data-tone": mark.tone ?? 0 })];
  }
  return second ? arrow(first, second, zero) : [];
}

/** Draw what the notes of this step mark; while one is written, what that one marks. */
export function drawMarks() {
  const here = board();
  if (!here) return;
  document.getElementById("board-marks")?.remove();
  const written = form() ? read(field()?.value) : null;
  const marks = written ?? [...document.querySelectorAll("#narration [data-marks]")].flatMap((note) => read(note.getAttribute("data-marks") ?? "[]"));
  if (!marks.length) return;
  const svg = shape("svg", { id: "board-marks", class: "board-marks", "aria-hidden": "true" });
  const zero = here.getBoundingClientRect();
  svg.append(...marks.flatMap((mark) => drawn(mark, zero)));
  here.append(svg);
}

/** Mark a place, or two with an arrow; what is marked already is marked no more. @param {Mark} mark */
function toggle(mark) {
  const input = field();
  if (!input) return;
  const marks = read(input.value);
  const same = (/** @type {Mark} */ one) => JSON.stringify(one) === JSON.stringify(mark);
  const kept = marks.filter((one) => !same(one) && !(one.t === "spot" && mark.t === "spot" && one.place === mark.place));
  input.value = JSON.stringify(kept.length === marks.length ? [...marks, mark] : kept);
  drawMarks();
  later();
}

let timer = 0;
let asked = 0;

function later() {
  clearTimeout(timer);
  timer = setTimeout(() => void look(), PAUSE);
}

/** Ask what would become of the note as it stands. */
async function look() {
  const it = form();
  const place = it?.querySelector("[data-place-draft]");
  if (!it || !place) return;
  const mine = ++asked;
  try {
    const answer = await fetch(it.dataset.draft ?? "", { method: "POST", body: new URLSearchParams(/** @type {any} */ (new FormData(it))) });
    const told = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("draft");
    if (mine === asked && told) place.replaceChildren(document.adoptNode(told));
  } catch {
    // it is said again at the next key
  }
}

const isEmpty = () => !form()?.querySelector("textarea")?.value.trim() && !read(field()?.value).length;

function close() {
  const open = panel();
  if (!open?.open) return;
  open.close();
  open.firstElementChild?.replaceChildren();
  open.removeAttribute("data-folded");
  board()?.removeAttribute("data-marking");
  drawMarks();
}

/** @param {string} address */
async function open(address) {
  const it = panel();
  if (!it) return location.assign(address);
  pause();
  try {
    const answer = await fetch(address, { headers: { Accept: "text/html" } });
    const found = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("note-form");
    if (!found) throw new Error(`no form at ${address}`);
    it.firstElementChild?.replaceChildren(document.adoptNode(found));
  } catch {
    return location.assign(address);
  }
  if (!it.open) it.show();
  board()?.setAttribute("data-marking", "");
  drawMarks();
  it.querySelector("textarea")?.focus();
}

export function writeNote() {
  const address = addressOf(control("note"));
  if (address) void open(address);
}

/** What is kept without a question, so that the replay stays and shows it. */
const KEEPS = ["write", "remove"];

/** Keep the note that is written beside the board; its step is shown. What is refused says why, and what was typed stays.
 * @param {HTMLFormElement} it @param {HTMLElement | null} by the button */
async function save(it, by) {
  let answer, page;
  try {
    answer = await fetch(it.action, { method: "POST", body: new URLSearchParams(/** @type {any} */ (new FormData(it, by))), headers: { Accept: "text/html" } });
    page = new DOMParser().parseFromString(await answer.text(), "text/html");
  } catch {
    it.dataset.plain = ""; // the browser itself says what is wrong
    return it.requestSubmit(by);
  }
  if (!answer.ok && complain(page, it)) return;
  if (!page.getElementById("transport")) return location.assign(answer.url);
  forget();
  close();
  await visitStep(answer.url);
  control("note")?.focus({ preventScroll: true });
}

/** While a note is written the board is for marking: a touch marks, a drag from one place to another draws an arrow. */
function startMarking() {
  /** @type {{ id: number, place: string | null, x: number, y: number } | null} */
  let begun = null;
  const marking = (/** @type {Event} */ event) => board()?.hasAttribute("data-marking") && event.target instanceof Element && event.target.closest("#board");
  addEventListener("click", (event) => void (marking(event) && (event.preventDefault(), event.stopPropagation())), true);
  addEventListener("dragstart", (event) => void (marking(event) && event.preventDefault()), true);
  addEventListener("pointerdown", (event) => {
    if (!marking(event)) return;
    event.stopPropagation();
    if (event.target instanceof Element && event.target.hasPointerCapture?.(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
    begun = { id: event.pointerId, place: placeAt(event.target), x: event.clientX, y: event.clientY };
  }, true);
  addEventListener("pointercancel", () => (begun = null));
  addEventListener("pointerup", (event) => {
    const was = begun;
    begun = null;
    if (!was?.place || was.id !== event.pointerId) return;
    const end = placeAt(document.elementFromPoint(event.clientX, event.clientY));
    if (Math.hypot(event.clientX - was.x, event.clientY - was.y) < STILL) toggle({ t: "spot", place: was.place, tone: 0 });
    else if (end && end !== was.place) toggle({ t: "arrow", start: was.place, end });
  }, true);
}

let started = false;

/** Take up the notes of the page: what they mark, and the form of one that stands beside the board. */
export function startNotes() {
  if (form()) board()?.setAttribute("data-marking", "");
  drawMarks();
  if (started) return;
  started = true;
  addEventListener("resize", drawMarks);
  addEventListener("kiebitz-step", () => {
    if (isEmpty()) close(); // what was typed stays, and says of which step it is
    drawMarks();
  });
  startMarking();
  addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest("a[data-note-form]") : null;
    if (!(link instanceof HTMLAnchorElement) || !panel()) return;
    event.preventDefault();
    void open(link.href);
  });
  document.addEventListener("click", (event) => {
    const it = panel();
    if (!(event.target instanceof Element) || !event.target.closest("#note-form")) return;
    if (event.target.closest("[data-unmark]") && field()) {
      /** @type {HTMLInputElement} */ (field()).value = "[]";
      drawMarks();
      later();
    } else if (it && event.target.closest("[data-fold]")) {
      it.toggleAttribute("data-folded");
      it.scrollTop = 0;
    } else if (it && event.target.closest("[data-close]")) {
      event.preventDefault();
      close();
    }
  });
  const ofForm = (/** @type {Event} */ event) => event.target instanceof Element && event.target.closest("#note-form") !== null;
  for (const sort of ["input", "change"]) document.addEventListener(sort, (event) => ofForm(event) && later());
  document.addEventListener("submit", (event) => {
    if (!ofForm(event)) return;
    forget();
    const { submitter, target } = event;
    if (!(target instanceof HTMLFormElement) || "plain" in target.dataset || !panel()?.contains(target) || !KEEPS.includes(submitter?.getAttribute("value") ?? "")) return;
    event.preventDefault();
    void save(target, submitter);
  });
  addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
  });
}
