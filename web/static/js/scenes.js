// @ts-check
// What happens at a step beside cards that change their place: an attack strikes, cards are drawn, dice roll, a bar drains. All is read from
// what stands on the page before and after the step, so it shows nothing else: a card that is drawn is a back, whoever draws it.

/** @typedef {Map<string, number>} Counts by place */
/** @typedef {{ now: string, due: boolean, dice: Map<string, string>, hands: Counts, decks: Counts, piles: Counts, figures: Map<string, number[]> }} Scene what a step is compared by */
/** @typedef {{ element: Element, frames: Keyframe[], kind: string, delay?: number, share?: number, clone?: boolean }} Act
 * what moves, how, and the part of the time in which it does; a `clone` is there as long as it moves */

/** Of many cards that are drawn so many are seen to move. */
const MOST_DRAWN = 4;
/** How much of the way a card strikes out. */
const REACH = 0.45;

/** Attack and life of a card of the field, as they stand on it. @param {Element} card @returns {number[]} */
const figuresOf = (card) => [...(card.parentElement?.querySelectorAll(":scope > .bears .sign b") ?? [])].map((it) => Number.parseInt(it.textContent ?? "", 10));

/** @param {ParentNode} root @returns {Scene} */
export function sceneIn(root) {
  const all = (/** @type {string} */ wanted) => /** @type {HTMLElement[]} */ ([...root.querySelectorAll(wanted)]);
  const counts = (/** @type {string} */ wanted) => new Map(all(wanted).map((it) => [it.dataset.place ?? "", Number(it.dataset.n)]));
  const now = all("#board .card[data-now][data-slot]");
  return {
    now: now.map((it) => it.dataset.slot).join(),
    due: root.querySelector("#board .due") !== null,
    dice: new Map(all("#board [data-dice]").map((it) => [it.dataset.dice ?? "", all(`#board [data-dice="${it.dataset.dice}"] .die`).map((die) => die.dataset.pips).join()])),
    hands: counts('#board [data-place^="hand-"][data-n]'),
    decks: counts("#board .stock.draw [data-place][data-n]"),
    piles: counts("#board .stock.discard [data-place][data-n]"),
    figures: new Map(all("#board .lies > .card[data-slot]").map((it) => [it.dataset.slot ?? "", figuresOf(it)])),
  };
}

/** A card and what stands on it. @param {Element} card @returns {Element[]} */
const whole = (card) => [card, ...(card.parentElement?.querySelectorAll(":scope > .bears") ?? [])];

// Blows move by `translate`, which goes with whatever transform a card has or is in: added to a transform they would be painted frame by frame,
// with the board around them, in the thread that takes the next key.

/** A blow from the middle of one thing towards that of another. @param {Element} striker @param {Element} struck @returns {Act[]} */
function blow(striker, struck) {
  const [from, to] = [striker.getBoundingClientRect(), struck.getBoundingClientRect()];
  if (!from.width || !to.width) return [];
  const [x, y] = [REACH * (to.x + to.width / 2 - from.x - from.width / 2), REACH * (to.y + to.height / 2 - from.y - from.height / 2)];
  const frames = [{ offset: 0, translate: "none" }, { offset: 0.45, translate: `${x}px ${y}px` }, { offset: 1, translate: "none" }];
  return whole(striker).map((element) => ({ element, kind: "strike", frames }));
}

/** What is struck is shaken by the blow. @param {Element | null} struck @returns {Act[]} */
function shaken(struck) {
  const frames = ["none", "5%", "-4%", "none"].map((translate) => ({ translate }));
  return struck ? whole(struck).map((element) => ({ element, kind: "shake", delay: 0.4, share: 0.6, frames })) : [];
}

/** Attacks: an attacker in the middle against the card that it meets, a card of the field against another, a royal and what is played against it.
 * @param {Scene} was @param {Scene} is @param {ParentNode} root @returns {Act[]} */
function attacks(was, is, root) {
  const cards = /** @type {HTMLElement[]} */ ([...root.querySelectorAll("#board .card[data-now][data-slot]")]);
  const royal = root.querySelector("#board .stands .card");
  const due = root.querySelector("#board .due");
  if (royal) {
    const seat = due?.getAttribute("data-seat");
    const side = !was.due && seat ? root.querySelector(`#board .side[data-seat="${seat}"]`) : null;
    return [...(side ? blow(royal, side) : []), ...shaken(root.querySelector("#board .health[data-changed]") && royal)];
  }
  const attacker = root.querySelector('#board [data-place="attacker"]');
  const seat = root.querySelector("#now-said .device")?.getAttribute("data-seat");
  const own = cards.find((card) => card.closest(".side")?.getAttribute("data-seat") === seat);
  const struck = cards.find((card) => card !== own || attacker);
  const striker = attacker ?? (cards.length > 1 ? own : null);
  const began = is.now !== was.now && striker && struck ? blow(striker, struck) : [];
  const fewer = (/** @type {[string, number[]]} */ [slot, figures]) => figures.some((n, nth) => n < (was.figures.get(slot)?.[nth] ?? n));
  const hurt = [...is.figures].filter(fewer).map(([slot]) => root.querySelector(`#board .card[data-slot="${slot}"]`));
  return [...began, ...[...new Set([...hurt, began.length ? (struck ?? null) : null])].flatMap(shaken)];
}

/** @param {Scene} was @param {Scene} is @param {ParentNode} root @returns {Act[]} */
function rolls(was, is, root) {
  const rolled = [...is.dice].filter(([seat, pips]) => pips && was.dice.get(seat) !== pips).map(([seat]) => seat);
  const dice = rolled.flatMap((seat) => [...root.querySelectorAll(`#board [data-dice="${seat}"] .die`)]);
  return dice.map((element, nth) => ({ element, kind: "roll", frames: [{ transform: `translateY(-60%) rotate(${nth % 2 ? 1 : -1}turn)`, opacity: 0.4 }, { transform: "none", opacity: 1 }] }));
}

/** What a bar lost leaves it to the left, and its outline comes after. @param {ParentNode} root @returns {Act[]} */
function drains(root) {
  const lost = [...root.querySelectorAll("#board .meter[data-changed] .scale .step")];
  return lost.flatMap((element) => [
    { element, kind: "drain", clone: true, frames: [{ transform: "none" }, { transform: "scaleX(0)" }] },
    { element, kind: "drain", frames: [{ opacity: 0 }, { opacity: 1 }] },
  ]);
}

/** Everything that happens at a step where it stands. @param {Scene} was @param {Scene} is @param {ParentNode} root the page after the step @returns {Act[]} */
export function happening(was, is, root) {
  return [...attacks(was, is, root), ...rolls(was, is, root), ...drains(root)];
}

/** By how much each place has more at a step, and has less if `sign` is -1. @param {Counts} was @param {Counts} is @param {1 | -1} sign @returns {[string, number][]} */
const gained = (was, is, sign) => [...is].map(([place, n]) => /** @type {[string, number]} */ ([place, sign * (n - (was.get(place) ?? 0))])).filter(([, by]) => by > 0);

/** Cards on their way from decks to hands, by the counts that stand beside both. @param {Scene} was @param {Scene} is @returns {{ from: string, to: string }[]} */
export function drawn(was, is) {
  const decks = gained(was.decks, is.decks, -1);
  const ways = gained(was.hands, is.hands, 1).flatMap(([hand, more]) => {
    // where every seat has a deck of its own it is the one that bears the seat's name
    const [from, less] = decks.find(([place]) => place.endsWith(hand.slice("hand".length))) ?? decks[0] ?? ["", 0];
    return Array(Math.min(more, less)).fill({ from, to: hand });
  });
  return ways.slice(0, MOST_DRAWN);
}

/** A hand that has fewer cards and an open pile that has more, where it is one of each. @param {Scene} was @param {Scene} is @returns {{ from: string, to: string }[]} */
export function discarded(was, is) {
  const [from, ...others] = gained(was.hands, is.hands, -1);
  const [to, ...more] = gained(was.piles, is.piles, 1);
  return from && to && !others.length && !more.length ? [{ from: from[0], to: to[0] }] : [];
}
