// @ts-check
// A line without a new page for each move: its keys and buttons lead along it, among what was tried instead, and to its ends. Each is a link.
import { lettersAreKeys, startLetterSwitch } from "./choices.js";
import { show } from "./record.js";

/** @type {Record<string, string>} */
const KEYS = { ArrowLeft: "back", ArrowRight: "on", ArrowUp: "up", ArrowDown: "down", Home: "first", End: "last" };
/** Single characters; while a card is looked for by its name, letters are part of it. @type {Record<string, () => void>} */
const CHARACTERS = {
  d: () => follow(wayTo("beside")),
  n: () => document.getElementById("keep")?.togglePopover(),
  "?": () => document.getElementById("keys")?.togglePopover(),
};

/** Where what is said of the table stands beside it. */
const SIDE = "(width >= 1100px)";

/** Counts visits, so that a slow answer never overtakes a later wish. */
let visit = 0;

/** @param {string} name @returns {HTMLAnchorElement | null} */
const wayTo = (name) => document.querySelector(`a[href][data-line="${name}"]`);

/** Whether an address is this line's. @param {string} address */
const isHere = (address) => new URL(address, location.href).pathname === location.pathname;

/** @param {HTMLAnchorElement | null} link */
function follow(link) {
  if (!link) return;
  if (isHere(link.href)) void lead(link.href, true);
  else location.assign(link.href);
}

/** @param {string} address @param {boolean} push */
async function lead(address, push) {
  const mine = ++visit;
  let page;
  try {
    const answer = await fetch(address, { headers: { Accept: "text/html" } });
    if (!answer.ok) throw new Error(`${answer.status} for ${address}`);
    page = new DOMParser().parseFromString(await answer.text(), "text/html");
  } catch {
    if (mine === visit) location.assign(address);
    return;
  }
  if (mine !== visit) return;
  const held = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.line : undefined;
  show(page, push ? address : "");
  if (held) wayTo(held)?.focus({ preventScroll: true });
}

/** Whether a line, or what is like one, is shown now. */
const isShown = () => document.querySelector("main.trying") !== null;

let started = false;

export function startLine() {
  startLetterSwitch();
  if (started) return;
  started = true;
  addEventListener("keydown", (event) => {
    if (!isShown() || event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const { target } = event;
    if (target instanceof HTMLElement && target.matches("input, textarea, select")) return;
    const finding = document.querySelector("#choices input[type=search]") !== null && event.key !== "?";
    const link = event.shiftKey ? null : wayTo(KEYS[event.key] ?? "");
    const act = link ? () => follow(link) : !finding && lettersAreKeys() && Object.hasOwn(CHARACTERS, event.key) ? CHARACTERS[event.key] : undefined;
    if (!act) return;
    event.preventDefault();
    act();
  });
  document.addEventListener("click", (event) => {
    const brief = document.querySelector(".brief");
    // it lies over the places
    if (brief instanceof HTMLDetailsElement && event.target instanceof Element && event.target.closest(".centre") && !matchMedia(SIDE).matches) brief.open = false;
    const link = event.target instanceof Element ? event.target.closest("main a[href], .pad a[href]") : null;
    if (!isShown() || !(link instanceof HTMLAnchorElement) || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || !isHere(link.href)) return;
    event.preventDefault();
    follow(link);
  });
  addEventListener("popstate", () => isShown() && (isHere(location.href) && wayTo("back") ? void lead(location.href, false) : location.reload()));
}
