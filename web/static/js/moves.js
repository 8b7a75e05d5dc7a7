// @ts-check
// Movement from one step to the next, laid over a board that already stands at its step. Only what changed its place moves, and what moves is
// a place (slot s14, attacker, the strength), never a face; a card that enters a hand is a back until it is there.
import { pace } from "./pace.js";
import { isExpected } from "./patch.js";
import { discarded, drawn, happening, sceneIn } from "./scenes.js";

/** @typedef {{ element: HTMLElement, sign: string, box: DOMRect | null, card: number, cards?: Map<string, DOMRect> }} Spot A place, what lies there as
 * text, where it was, how wide its cards were, and of a hand where the cards lay that are seen. */

/** More movements than these tell nothing any more. */
const MOST = 14;
/** Pixels that a thing has at least moved: less is the frame of a card that is raised. */
const LEAST = 3;
/** Milliseconds that cards move at most. */
const LONGEST = 250;
const EASING = "cubic-bezier(.22, .8, .26, 1)";
const reduced = matchMedia("(prefers-reduced-motion: reduce)");

/** Where a card lies: its pile, and how many are drawn before it. @param {Element} card @returns {string} */
function lyingAt(card) {
  const row = card.closest("li")?.parentElement;
  return `${row?.getAttribute("aria-label")} ${[...(row?.children ?? [])].findIndex((place) => place.contains(card))}`;
}

/** What is to be seen of a card, without the number of its place: that changes when another card leaves. @param {Element} card @returns {string} */
function faceOf(card) {
  const data = card.getAttributeNames().filter((name) => name.startsWith("data-") && name !== "data-moves");
  return [card.childElementCount, ...data.map((name) => `${name}=${card.getAttribute(name)}`)].join(" ");
}

/** @param {ParentNode} root @param {boolean} [signed] whether what lies there is asked, too @returns {Map<string, Spot>} */
function spotsIn(root, signed = true) {
  /** @type {Map<string, Spot>} */
  const spots = new Map();
  const elements = /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("#board [data-place], #board [data-slot], #board .tally[data-when=now] b"));
  for (const element of elements) {
    const { slot, place, n = "" } = element.dataset;
    const cards = !signed ? [] : slot ? [element] : [...element.querySelectorAll(".card")];
    const sign = signed ? [n, slot ? lyingAt(element) : "", element.textContent, ...cards.map(faceOf)].join("|") : "";
    spots.set(slot ? `slot-${slot}` : (place ?? "now-line"), { element, sign, box: null, card: 0 });
  }
  return spots;
}

/** What lies on this page and on the one that is expected, read before the key. @type {{ page: Document | null, old: Map<string, Spot>, coming: Map<string, Spot> }} */
const foreseen = { page: null, old: new Map(), coming: new Map() };

/** Read what lies on this page and on the one that probably comes next. @param {Document} page */
export function foresee(page) {
  if (reduced.matches) return;
  Object.assign(foreseen, { page, old: spotsIn(document), coming: spotsIn(page) });
}

/** @param {Document} fresh @returns {[Map<string, Spot>, Map<string, Spot>]} what lies on this page, and on the page to come */
function compared(fresh) {
  const { page, old, coming } = foreseen;
  foreseen.page = null;
  return page === fresh && isExpected(fresh, document.getElementById("board")) ? [old, coming] : [spotsIn(document), spotsIn(fresh)];
}

/** @typedef {{ glide: number, turn: number, scene: number }} Times in milliseconds */

/** @returns {Times} what the style sheets say */
function times() {
  const tokens = getComputedStyle(document.documentElement);
  const of = (/** @type {string} */ token) => {
    const text = tokens.getPropertyValue(token).trim();
    return Number.parseFloat(text) * (text.endsWith("ms") ? 1 : 1000);
  };
  return { glide: of("--d-glide"), turn: of("--d-turn"), scene: of("--d-scene") };
}

/** Whether a place shows no single card that could move. @param {string} name */
const isNoCard = (name) => name.startsWith("hand-");

/** @param {HTMLElement | undefined} element */
const liesUp = (element) => element?.dataset.face === "up";

/** The movement that is shown now: what moves, and what is there only as long as it moves. @type {{ animations: Animation[], passing: Element[] }} */
let shown = { animations: [], passing: [] };

/** End what still moves; the page has stood at its step all the while. */
export function settle() {
  for (const animation of shown.animations) animation.cancel();
  for (const element of document.querySelectorAll("#board [data-moves]")) element.removeAttribute("data-moves");
  for (const element of shown.passing) element.remove();
  shown = { animations: [], passing: [] };
  document.getElementById("board")?.removeAttribute("data-moving");
}

/** @param {Element} element @param {Keyframe[]} frames @param {number} duration @param {string} [kind] @param {KeyframeAnimationOptions} [how] */
function move(element, frames, duration, kind = "place", how = {}) {
  element.setAttribute("data-moves", kind);
  const animation = element.animate(frames, { duration, easing: EASING, fill: "backwards", ...how });
  if (pace.playing) animation.playbackRate = pace.speed;
  shown.animations.push(animation);
  return animation;
}

/** Something that is there only while it moves. @param {Element} passing @param {Animation} animation */
function goesWith(passing, animation) {
  shown.passing.push(passing);
  animation.finished.then(() => passing.remove(), () => undefined);
}

/** From the middle of one box to the middle of another, as seen from the second. @param {DOMRect} from @param {DOMRect} to @param {number} [size] */
function between(from, to, size = 1) {
  const [x, y] = [from.x + from.width / 2 - to.x - to.width / 2, from.y + from.height / 2 - to.y - to.height / 2];
  return `translate(${x}px, ${y}px) scale(${size})`;
}

/** A layer over the board, which the board's styles reach. @param {DOMRect} board @returns {Element} */
function layerOver({ x, y, width, height }) {
  const layer = document.createElement("div");
  layer.className = "board moving";
  layer.inert = true;
  const table = layer.appendChild(Object.assign(document.createElement("div"), { className: "table" }));
  Object.assign(layer.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` });
  document.body.append(layer);
  shown.passing.push(layer);
  return table;
}

/** Where things lie before and after a step. */
class Change {
  /** @param {Map<string, Spot>} old @param {Map<string, Spot>} now @param {DOMRect} board @param {Times} times */
  constructor(old, now, board, times) {
    this.old = old;
    this.now = now;
    this.board = board;
    this.times = times;
    /** What is to move; nothing does before all that lies still was measured. @type {(() => void)[]} */
    this.acts = [];
    /** @type {Set<Element>} */
    this.moved = new Set();
    const took = /** @type {HTMLElement | null} */ (document.querySelector("#board [data-took] [data-place]"))?.dataset.place;
    /** Where cards go that leave at this step: to the discard pile, or to the place that says it took them. */
    this.taking = now.get(took && now.has(took) ? took : "discard")?.element.getBoundingClientRect();
  }

  /** A picture of what has left, or of the side that is turned away, where it was. @param {DOMRect} box @param {number} card its width @param {HTMLElement} picture */
  ghost(box, card, picture) {
    this.layer ??= layerOver(this.board);
    const [left, top] = [box.x - this.board.x, box.y - this.board.y];
    Object.assign(picture.style, { left: `${left}px`, top: `${top}px`, width: `${box.width}px`, height: `${box.height}px` });
    for (const each of [picture, .../** @type {NodeListOf<HTMLElement>} */ (picture.querySelectorAll(".card"))]) each.style.setProperty("--cw", `${card}px`);
    this.layer.append(picture);
    return picture;
  }

  /** A card that was not on the table glides out of the place it comes from: out of where it lay in a hand that was seen.
   * @param {HTMLElement} element @param {string} [source] */
  enter(element, source = /** @type {HTMLElement | null} */ (element.closest("[data-from]"))?.dataset.from ?? "") {
    const place = this.old.get(source);
    const name = nameOf(element.matches(".card") ? element : element.querySelector(".card"));
    const from = (name && place?.cards?.get(name)) || place?.box;
    const here = element.getBoundingClientRect();
    if (from?.width && here.width) this.plan(element, () => move(element, [{ transform: between(from, here) }, { transform: "none" }], this.times.glide));
  }

  /** A card that leaves the table glides to where it goes. @param {Spot} was @param {HTMLElement} picture */
  leave(was, picture) {
    const [from, to] = [was.box, this.taking];
    if (!from || !to) return;
    this.acts.push(() => this.flies(this.ghost(from, was.card, picture), [{ transform: "none" }, { transform: between(to, from) }], this.times.glide));
  }

  /** A card is turned over: the other side appears at the half. @param {Spot} was @param {HTMLElement} picture @param {HTMLElement} element */
  turn(was, picture, element) {
    const { box } = was;
    const half = this.times.turn / 2;
    if (!box) return;
    this.plan(element, () => {
      this.flies(this.ghost(box, was.card, picture), [{ transform: "rotateY(0)" }, { transform: "rotateY(90deg)" }], half);
      move(element, [{ transform: "rotateY(-90deg)" }, { transform: "rotateY(0)" }], half, "place", { delay: half });
    });
  }

  /** @param {Spot} was @param {HTMLElement} element */
  shift(was, element) {
    const here = element.getBoundingClientRect();
    const { box } = was;
    if (!box || (Math.abs(box.x - here.x) < LEAST && Math.abs(box.y - here.y) < LEAST)) return;
    this.plan(element, () => move(element, [{ transform: between(box, here, here.width ? box.width / here.width : 1) }, { transform: "none" }], this.times.glide));
  }

  /** Attacks, dice and bars, where nothing else moves, and cards that are drawn or thrown away.
   * @param {import("./scenes.js").Scene} was @param {import("./scenes.js").Scene} is */
  play(was, is) {
    const { scene } = this.times;
    for (const { from, to } of discarded(was, is)) this.enter(/** @type {Spot} */ (this.now.get(to)).element, from);
    for (const { element, frames, kind, delay = 0, share = 1, clone } of happening(was, is, document)) {
      if (this.moved.has(element)) continue;
      const how = { duration: scene * share, delay: scene * delay };
      this.acts.push(() => {
        if (!clone) return void move(element, frames, scene, kind, how);
        const copy = /** @type {Element} */ (element.cloneNode(true));
        copy.setAttribute("class", `${kind}s`);
        element.before(copy);
        goesWith(copy, move(copy, frames, scene, kind, how));
      });
    }
    this.draw(drawn(was, is));
  }

  /** Cards that are drawn are backs on their way. @param {{ from: string, to: string }[]} ways */
  draw(ways) {
    const back = document.querySelector('#board .card[data-face="down"] > .back');
    const lasts = 0.75 * this.times.glide;
    ways.forEach(({ from, to }, nth) => {
      const [box, hand] = [this.old.get(from)?.box, this.now.get(to)?.element.getBoundingClientRect()];
      if (!back || !box?.width || !hand?.width) return;
      const picture = document.createElement("span");
      picture.className = "card";
      picture.dataset.face = "down";
      picture.append(back.cloneNode(true));
      const frames = [{ transform: "none", opacity: 1 }, { transform: between(hand, box), opacity: 0.6 }];
      const delay = ((this.times.glide - lasts) * nth) / ways.length;
      this.acts.push(() => this.flies(this.ghost(box, box.width, picture), frames, lasts, "draw", { delay }));
    });
  }

  /** @param {Element} element @param {() => void} act */
  plan(element, act) {
    this.moved.add(element);
    this.acts.push(act);
  }

  /** @param {Element} ghost @param {Keyframe[]} frames @param {number} duration @param {string} [kind] @param {KeyframeAnimationOptions} [how] */
  flies(ghost, frames, duration, kind, how) {
    goesWith(ghost, move(ghost, frames, duration, kind, how));
  }
}

/** The name of a card that is seen. @param {Element | null} card */
const nameOf = (card) => /\/cards\/([^?/]+)/.exec(card?.getAttribute("href") ?? "")?.[1] ?? "";

/** @param {Spot} spot of a hand @returns {Map<string, DOMRect>} where each card lies that is seen in it */
const heldIn = ({ element }) => new Map([...element.querySelectorAll(".card")].map((card) => [nameOf(card), card.getBoundingClientRect()]));

/** Until when cards move from the step before, or would have if nobody had gone on. */
let busy = 0;

/** Whether the reader goes on before cards could have come to rest. Who steps that fast looks for a place: cards that set out and are stopped tell
 * nothing then, and cost the next frame most of its time. @returns {boolean} */
function skims() {
  const now = performance.now();
  const soon = now < busy;
  busy = now + LONGEST;
  return soon && !pace.playing;
}

/** Swap the page by `put`, then show how it changed: `forward` with the cards that move, else not at all.
 * @param {Document} fresh the page to come @param {() => void} put @param {boolean} forward */
export function changing(fresh, put, forward) {
  settle();
  if (skims() || !forward || reduced.matches || document.hidden) return put();
  const [old, coming] = compared(fresh);
  const names = [...new Set([...old.keys(), ...coming.keys()])].filter((name) => old.get(name)?.sign !== coming.get(name)?.sign);
  if (names.length > MOST) return put();
  const was = sceneIn(document);
  for (const spot of old.values()) spot.box = spot.element.getBoundingClientRect();
  for (const name of names) {
    const spot = old.get(name);
    // seven letters wide, whatever the shape of the place that a card fills
    if (spot) spot.card = 7 * Number.parseFloat(getComputedStyle(spot.element.matches(".card") ? spot.element : (spot.element.querySelector(".card") ?? spot.element)).fontSize);
  }
  for (const name of names.filter(isNoCard)) {
    const spot = old.get(name);
    if (spot) spot.cards = heldIn(spot);
  }
  // the page is changed in place: what may have to be shown once more is copied before
  const pictures = new Map(names.filter((name) => !isNoCard(name)).map((name) => [name, /** @type {HTMLElement | undefined} */ (old.get(name)?.element.cloneNode(true))]));
  put();
  const now = spotsIn(document, false);
  const board = document.getElementById("board");
  if (!board) return;
  const change = new Change(old, now, board.getBoundingClientRect(), times());
  for (const name of names.filter((name) => !isNoCard(name))) {
    const [was, is, picture] = [old.get(name), now.get(name), pictures.get(name)];
    if (!was && is) change.enter(is.element);
    else if (was && !is && picture?.matches("[data-slot], [data-place]")) change.leave(was, picture);
    else if (was && is && picture && name.startsWith("slot-") && liesUp(picture) !== liesUp(is.element)) change.turn(was, picture, is.element);
    else if (was && is) change.shift(was, is.element);
  }
  change.play(was, sceneIn(document));
  board.setAttribute("data-moving", "");
  for (const act of change.acts) act();
  // the signs of movement go with it: taken away at the next step, they would have the page laid out once more before it is changed
  const mine = shown;
  void Promise.allSettled(mine.animations.map((animation) => animation.finished)).then(() => mine === shown && settle());
}
