// @ts-check
// The things on the board that can be touched: which key each bears, and how it looks.

/** Cards, places and dice, the inner ones first. */
const THINGS = "#board .card, #board [data-pile], #board .die";

/** The key of what is used up. */
export const USED = "used";

/** @param {Element} it @returns {string} its key, "" for none */
export function keyOf(it) {
  if (!(it instanceof HTMLElement)) return "";
  if (it.matches(".die")) {
    const seat = /** @type {HTMLElement | null} */ (it.closest("[data-dice]"))?.dataset.dice;
    return it.hasAttribute("data-struck") ? USED : seat ? `die:${seat}/${it.dataset.pips}` : "";
  }
  if (it.dataset.pile) return `place:${it.dataset.pile}`;
  if (it.dataset.slot) return `slot:${it.dataset.slot}`;
  const hand = /** @type {HTMLElement | null} */ (it.closest('[data-place^="hand-"]'));
  if (!hand || !it.matches(".card")) return "";
  const [, face] = /\/cards\/([^?/]+)/.exec(it.getAttribute("href") ?? it.dataset.href ?? "") ?? [];
  const key = it.dataset.card ?? face ?? (it.dataset.face === "down" ? "?" : "");
  return key && `hand:${hand.dataset.place?.slice("hand-".length)}/${key}`;
}

/** @returns {HTMLElement[]} */
export const things = () => [...document.querySelectorAll(THINGS)].filter((it) => it instanceof HTMLElement);

/** A place holds cards, which are touched themselves: for keys and for who hears the page the touch of the place is a button of its own in it.
 * @param {HTMLElement} place @param {boolean} able @param {boolean} on @param {string} words */
function stop(place, able, on, words) {
  const old = /** @type {HTMLButtonElement | null} */ (place.querySelector(":scope > .lay"));
  if (!able) return void old?.remove();
  const button = old ?? document.createElement("button");
  button.type = "button";
  button.className = "lay";
  button.setAttribute("aria-pressed", `${on}`);
  const own = place.getAttribute("aria-label") ?? "";
  button.setAttribute("aria-label", [words, words.includes(own) ? "" : own].filter(Boolean).join(", ") || (place.querySelector("h2, h3, h4")?.textContent ?? "").trim());
  if (!old) place.prepend(button);
}

/** A die is a picture in a picture as long as it is not touched: now it is a button in a group. @param {HTMLElement} it @param {(key: string) => string} words */
function name(it, words) {
  const dice = /** @type {HTMLElement | null} */ (it.closest("[data-dice]"));
  dice?.setAttribute("role", "group");
  it.setAttribute("aria-label", words(`die:${dice?.dataset.dice}/${it.dataset.pips}`));
}

/** @param {HTMLElement} it a card or a die @param {boolean} able @param {boolean} on @param {string} says why it cannot be touched, or what a touch does besides */
function dress(it, able, on, says) {
  const label = it.matches(".card") ? it.getAttribute("aria-label") : null;
  if (label) {
    // a picture has its name as an attribute; a button's name holds the words that are seen on it
    const words = document.createElement("span");
    words.className = "sr";
    words.textContent = label;
    it.prepend(words);
    it.removeAttribute("aria-label");
  }
  it.setAttribute("role", "button");
  it.title = says;
  it.setAttribute("aria-pressed", `${on}`);
  it.setAttribute("aria-disabled", `${!able}`);
  it.toggleAttribute("data-dim", !able);
  if (able) it.tabIndex = 0;
  else it.removeAttribute("tabindex");
  // where a card leads without a script is no way out of a touch
  if (it.matches("a[href]")) {
    it.dataset.href = it.getAttribute("href") ?? "";
    it.removeAttribute("href");
  }
}

/** Mark what may be touched, what is, and why the rest cannot be.
 * @param {Set<string>} lit @param {string[]} touched @param {(key: string) => string} why @param {(key: string) => string} words of a place or a die
 * @param {(key: string) => string} [does] what a touch does besides marking a thing */
export function light(lit, touched, why, words, does = () => "") {
  const left = [...touched];
  for (const it of things()) {
    const key = keyOf(it);
    const at = left.indexOf(key);
    const on = key !== "" && at >= 0;
    if (on) left.splice(at, 1);
    const able = on || lit.has(key);
    it.toggleAttribute("data-touched", on);
    it.toggleAttribute("data-lit", able && !on);
    if (it.matches(".die")) name(it, words);
    if (it.matches(".card, .die")) dress(it, able, on, able ? (on ? "" : does(key)) : why(key));
    else stop(it, able, on, words(key));
  }
}

/** The keys of a touch, the innermost thing first. @param {EventTarget | null} target @returns {{ it: HTMLElement, key: string }[]} */
export function touchedAt(target) {
  const found = [];
  let it = target instanceof Element ? target.closest(THINGS) : null;
  while (it instanceof HTMLElement) {
    found.push({ it, key: keyOf(it) });
    it = it.parentElement?.closest(THINGS) ?? null;
  }
  return found;
}

/** Mark the card on the table that a question is about. @param {string} slot */
export function asked(slot) {
  for (const it of document.querySelectorAll("#board [data-asked]")) it.removeAttribute("data-asked");
  if (slot) document.querySelector(`#board [data-slot="${CSS.escape(slot)}"]`)?.setAttribute("data-asked", "");
}
