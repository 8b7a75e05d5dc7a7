// @ts-check
// Movement from one step to the next. Only what changes gets a name, and a name is a place (slot-s14, attacker, draw, hand-A),
// never a face and never a card in a hand: a card that enters a hand dissolves into it.
import { pace } from "./pace.js";

/** @typedef {{ element: HTMLElement, sign: string }} Spot A place, and what lies there as text: two that differ have changed. */

/** More names than these cost more than they tell; then the whole page cross-fades. */
const MOST_NAMES = 14;
const reduced = matchMedia("(prefers-reduced-motion: reduce)");

/** Where a card lies: its pile, and how many are drawn before it. @param {Element} card @returns {string} */
function lyingAt(card) {
  const row = card.closest("li")?.parentElement;
  return `${row?.getAttribute("aria-label")} ${[...(row?.children ?? [])].findIndex((place) => place.contains(card))}`;
}

/** What is to be seen of a card, without the number of its place: that changes when another card dialogs. @param {Element} card @returns {string} */
function faceOf(card) {
  const data = [...card.attributes].filter(({ name }) => name.startsWith("data-"));
  return [card.childElementCount, ...data.map(({ name, value }) => `${name}=${value}`)].join(" ");
}

/** @param {ParentNode} root @returns {Map<string, Spot>} */
function spotsIn(root) {
  /** @type {Map<string, Spot>} */
  const spots = new Map();
  const elements = /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("#board [data-place], #board [data-slot], #board .tally[data-when=now] b"));
  for (const element of elements) {
    const { slot, place, n = "" } = element.dataset;
    const cards = slot ? [element] : [...element.querySelectorAll(".card")];
    const sign = [n, slot ? lyingAt(element) : "", element.textContent, ...cards.map(faceOf)].join("|");
    spots.set(slot ? `slot-${slot.replaceAll(".", "_")}` : (place ?? "now-line"), { element, sign });
  }
  return spots;
}

/** @param {Iterable<[string, Spot]>} spots @returns {Map<string, DOMRect>} */
function boxesOf(spots) {
  return new Map([...spots].map(([name, spot]) => [name, spot.element.getBoundingClientRect()]));
}

/** @param {string} token @returns {number} milliseconds of a duration of the style sheets */
function lasting(token) {
  const text = getComputedStyle(document.documentElement).getPropertyValue(token).trim();
  return Number.parseFloat(text) * (text.endsWith("ms") ? 1 : 1000);
}

/** @param {string} pseudo @param {Keyframe[]} frames @param {number} duration @param {number} [delay] */
function move(pseudo, frames, duration, delay = 0) {
  document.documentElement.animate(frames, { pseudoElement: `::view-transition-${pseudo}`, duration, delay, easing: "cubic-bezier(.22, .8, .26, 1)", fill: "both" });
}

/** @param {DOMRect} box @param {DOMRect} size @returns {Keyframe} the place of a card of this size in the middle of the box */
function middleOf(box, size) {
  return { transform: `translate(${box.x + (box.width - size.width) / 2}px, ${box.y + (box.height - size.height) / 2}px)` };
}

/** A card that was not on the table glides out of the place it comes from. @param {string} name @param {HTMLElement} element
 * @param {Map<string, DOMRect>} before @param {DOMRect} here */
function enter(name, element, before, here) {
  const source = /** @type {HTMLElement | null} */ (element.closest("[data-from]"))?.dataset.from;
  const from = source && before.get(source);
  if (from) move(`group(${name})`, [middleOf(from, here), middleOf(here, here)], lasting("--d-glide"));
}

/** Where cards go that leave at this step: to the discard pile, or to the place that says it took them. @param {Map<string, Spot>} now */
function taking(now) {
  const took = /** @type {HTMLElement | null} */ (document.querySelector("#board [data-took] [data-place]"))?.dataset.place;
  return took && now.has(took) ? took : "discard";
}

/** A card that dialogs the table glides there. @param {string} name @param {DOMRect} here @param {DOMRect | undefined} to */
function leave(name, here, to) {
  if (to) move(`group(${name})`, [middleOf(here, here), middleOf(to, here)], lasting("--d-glide"));
}

/** A card is turned over: the other side appears at the half. @param {string} name */
function turn(name) {
  const half = lasting("--d-turn") / 2;
  move(`old(${name})`, [{ transform: "rotateY(0)", opacity: 1 }, { transform: "rotateY(90deg)", opacity: 1, offset: 0.99 }, { transform: "rotateY(90deg)", opacity: 0 }], half);
  move(`new(${name})`, [{ transform: "rotateY(-90deg)", opacity: 1 }, { transform: "rotateY(0)", opacity: 1 }], half, half);
}

/** @param {Spot | undefined} spot */
const liesUp = (spot) => spot?.element.dataset.face === "up";

/** The movement that is shown now. @type {ViewTransition | null} */
let shown = null;

/** End what still moves; the page has stood at its step all the while. */
export function settle() {
  shown?.skipTransition();
  shown = null;
}

/** Swap the page by `put` and show how it changed: `forward` with the cards that move, else as a cross-fade.
 * @param {Document} fresh the page to come @param {() => void} put @param {boolean} forward @returns {Promise<void>} when the page stands */
export async function changing(fresh, put, forward) {
  settle();
  if (!document.startViewTransition || reduced.matches || document.hidden) return put();
  const old = forward ? spotsIn(document) : new Map();
  const coming = forward ? spotsIn(fresh) : new Map();
  let names = [...new Set([...old.keys(), ...coming.keys()])].filter((name) => old.get(name)?.sign !== coming.get(name)?.sign);
  if (names.length > MOST_NAMES) names = [];
  const before = boxesOf(old);
  for (const name of names) if (old.has(name)) old.get(name).element.style.viewTransitionName = name;
  /** @type {Map<string, Spot>} */
  let now = new Map();
  const transition = document.startViewTransition(() => {
    put();
    now = names.length ? spotsIn(document) : now;
    for (const name of names) {
      const spot = now.get(name);
      if (spot) spot.element.style.viewTransitionName = name;
    }
    if (forward) document.getElementById("board")?.setAttribute("data-moving", "");
  });
  shown = transition;
  transition.ready.then(() => {
    const after = boxesOf(now);
    const gone = after.get(taking(now));
    for (const name of names) {
      const [was, is, here, there] = [old.get(name), now.get(name), after.get(name), before.get(name)];
      if (!was && is && here) enter(name, is.element, before, here);
      else if (was && !is && there) leave(name, there, gone);
      else if (name.startsWith("slot-") && liesUp(was) !== liesUp(is)) turn(name);
    }
    if (!pace.playing) return;
    for (const animation of document.getAnimations()) animation.playbackRate = pace.speed;
  }, skipped);
  transition.finished.finally(() => {
    for (const { element } of now.values()) element.style.viewTransitionName = "";
    if (shown === transition) {
      shown = null;
      document.getElementById("board")?.removeAttribute("data-moving");
    }
  }).catch(skipped);
  return transition.updateCallbackDone;
}

/** A movement that was ended, or that the browser did not begin, is no failure: the page stands. */
function skipped() {
  return undefined;
}
