// @ts-check
// Movement from one step to the next, laid over a board that already stands at its step. Only what changed its place moves, and
// what moves is a place (slot s14, attacker, the strength), never a face and never a card in a hand: one that enters a hand is gone at once.
import { pace } from "./pace.js";

/** @typedef {{ element: HTMLElement, sign: string, box: DOMRect | null, card: number }} Spot A place, what lies there as text, where it was, and how wide its cards were. */

/** More movements than these tell nothing any more. */
const MOST = 14;
const EASING = "cubic-bezier(.22, .8, .26, 1)";
const reduced = matchMedia("(prefers-reduced-motion: reduce)");

/** Where a card lies: its pile, and how many are drawn before it. @param {Element} card @returns {string} */
function lyingAt(card) {
  const row = card.closest("li")?.parentElement;
  return `${row?.getAttribute("aria-label")} ${[...(row?.children ?? [])].findIndex((place) => place.contains(card))}`;
}

/** What is to be seen of a card, without the number of its place: that changes when another card leaves. @param {Element} card @returns {string} */
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
    spots.set(slot ? `slot-${slot}` : (place ?? "now-line"), { element, sign, box: null, card: 0 });
  }
  return spots;
}

/** @param {string} token @returns {number} milliseconds of a duration of the style sheets */
function lasting(token) {
  const text = getComputedStyle(document.documentElement).getPropertyValue(token).trim();
  return Number.parseFloat(text) * (text.endsWith("ms") ? 1 : 1000);
}

/** Whether a place shows no single card that could move. @param {string} name */
const isNoCard = (name) => name.startsWith("hand-");

/** @param {HTMLElement | undefined} element */
const liesUp = (element) => element?.dataset.face === "up";

/** The movement that is shown now: what moves, and the layer of what has left. @type {{ animations: Animation[], layer: HTMLElement | null }} */
let shown = { animations: [], layer: null };

/** End what still moves; the page has stood at its step all the while. */
export function settle() {
  for (const animation of shown.animations) animation.cancel();
  for (const element of document.querySelectorAll("#board [data-moves]")) element.removeAttribute("data-moves");
  shown.layer?.remove();
  shown = { animations: [], layer: null };
  document.getElementById("board")?.removeAttribute("data-moving");
}

/** @param {HTMLElement} element @param {Keyframe[]} frames @param {string} token of the duration @param {KeyframeAnimationOptions} [how] */
function move(element, frames, token, how = {}) {
  element.setAttribute("data-moves", "");
  const animation = element.animate(frames, { duration: lasting(token), easing: EASING, fill: "backwards", ...how });
  if (pace.playing) animation.playbackRate = pace.speed;
  shown.animations.push(animation);
  return animation;
}

/** From the middle of one box to the middle of another, as seen from the second. @param {DOMRect} from @param {DOMRect} to @param {number} [size] */
function between(from, to, size = 1) {
  const [x, y] = [from.x + from.width / 2 - to.x - to.width / 2, from.y + from.height / 2 - to.y - to.height / 2];
  return `translate(${x}px, ${y}px) scale(${size})`;
}

/** A picture of what has left, or of the side that is turned away, where it was. It lies in a layer that the board's styles reach.
 * @param {Spot} was @param {HTMLElement} picture @returns {HTMLElement | null} */
function ghost(was, picture) {
  const board = document.getElementById("board");
  if (!was.box || !board) return null;
  if (!shown.layer) {
    const layer = document.createElement("div");
    layer.className = "board moving";
    layer.inert = true;
    layer.append(Object.assign(document.createElement("div"), { className: "table" }));
    const { x, y, width, height } = board.getBoundingClientRect();
    Object.assign(layer.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` });
    document.body.append(layer);
    shown.layer = layer;
  }
  const { x, y } = shown.layer.getBoundingClientRect();
  Object.assign(picture.style, { left: `${was.box.x - x}px`, top: `${was.box.y - y}px`, width: `${was.box.width}px`, height: `${was.box.height}px` });
  for (const card of [picture, .../** @type {NodeListOf<HTMLElement>} */ (picture.querySelectorAll(".card"))]) card.style.setProperty("--cw", `${was.card}px`);
  shown.layer.firstElementChild?.append(picture);
  return picture;
}

/** Where cards go that leave at this step: to the discard pile, or to the place that says it took them. @param {Map<string, Spot>} now */
function taking(now) {
  const took = /** @type {HTMLElement | null} */ (document.querySelector("#board [data-took] [data-place]"))?.dataset.place;
  return now.get(took && now.has(took) ? took : "discard")?.element.getBoundingClientRect();
}

/** A card that was not on the table glides out of the place it comes from. @param {HTMLElement} element @param {Map<string, Spot>} old */
function enter(element, old) {
  const source = /** @type {HTMLElement | null} */ (element.closest("[data-from]"))?.dataset.from;
  const from = source && old.get(source)?.box;
  if (from) move(element, [{ transform: between(from, element.getBoundingClientRect()) }, { transform: "none" }], "--d-glide");
}

/** A card that leaves the table glides to where it goes. @param {Spot} was @param {HTMLElement} picture @param {DOMRect | undefined} to */
function leave(was, picture, to) {
  const gone = was.box && to && ghost(was, picture);
  if (gone) move(gone, [{ transform: "none" }, { transform: between(to, was.box) }], "--d-glide").finished.then(() => gone.remove(), () => undefined);
}

/** A card is turned over: the other side appears at the half. @param {Spot} was @param {HTMLElement} picture @param {HTMLElement} element */
function turn(was, picture, element) {
  const half = lasting("--d-turn") / 2;
  const gone = ghost(was, picture);
  if (!gone) return;
  move(gone, [{ transform: "rotateY(0)" }, { transform: "rotateY(90deg)" }], "--d-turn", { duration: half }).finished.then(() => gone.remove(), () => undefined);
  move(element, [{ transform: "rotateY(-90deg)" }, { transform: "rotateY(0)" }], "--d-turn", { duration: half, delay: half });
}

/** @param {Spot} was @param {HTMLElement} element */
function shift(was, element) {
  const here = element.getBoundingClientRect();
  if (!was.box || (Math.abs(was.box.x - here.x) < 1 && Math.abs(was.box.y - here.y) < 1)) return;
  move(element, [{ transform: between(was.box, here, here.width ? was.box.width / here.width : 1) }, { transform: "none" }], "--d-glide");
}

/** Swap the page by `put`, then show how it changed: `forward` with the cards that move, else not at all.
 * @param {Document} fresh the page to come @param {() => void} put @param {boolean} forward */
export function changing(fresh, put, forward) {
  settle();
  if (!forward || reduced.matches || document.hidden) return put();
  const [old, coming] = [spotsIn(document), spotsIn(fresh)];
  const names = [...new Set([...old.keys(), ...coming.keys()])].filter((name) => old.get(name)?.sign !== coming.get(name)?.sign);
  for (const spot of old.values()) {
    spot.box = spot.element.getBoundingClientRect();
    // seven letters wide, whatever the shape of the place that a card fills
    spot.card = 7 * Number.parseFloat(getComputedStyle(spot.element.matches(".card") ? spot.element : (spot.element.querySelector(".card") ?? spot.element)).fontSize);
  }
  // the page is changed in place: what may have to be shown once more is copied before
  const pictures = new Map(names.filter((name) => !isNoCard(name)).map((name) => [name, /** @type {HTMLElement | undefined} */ (old.get(name)?.element.cloneNode(true))]));
  put();
  const now = spotsIn(document);
  document.getElementById("board")?.setAttribute("data-moving", "");
  const gone = taking(now);
  for (const name of names.length > MOST ? [] : names) {
    const [was, is, picture] = [old.get(name), now.get(name), pictures.get(name)];
    if (isNoCard(name)) continue;
    if (!was && is) enter(is.element, old);
    else if (was && !is && picture?.matches("[data-slot], [data-place]")) leave(was, picture, gone);
    else if (was && is && picture && name.startsWith("slot-") && liesUp(picture) !== liesUp(is.element)) turn(was, picture, is.element);
    else if (was && is) shift(was, is.element);
  }
}
