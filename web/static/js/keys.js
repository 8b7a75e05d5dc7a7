// @ts-check
// The keyboard. Keys are permanent once shipped: the design's other keys do nothing yet, and nothing else may take them.
import { follow } from "./swap.js";

const LETTERS = "kiebitz-letter-keys";

/** Keys that are no letters, with Shift where it belongs to the key. @type {Record<string, () => void>} */
const KEYS = {
  ArrowLeft: () => follow("back"),
  ArrowRight: () => follow("on"),
  "Shift+ArrowLeft": () => follow("back-turn"),
  "Shift+ArrowRight": () => follow("on-turn"),
  Home: () => follow("first"),
  End: () => follow("last"),
};

/** Single characters, which can be switched off. @type {Record<string, () => void>} */
const CHARACTERS = { v: nextViewer, g: goTo, "?": () => document.getElementById("keys")?.togglePopover() };

function nextViewer() {
  const radios = /** @type {HTMLInputElement[]} */ ([...document.querySelectorAll('#viewpoint input[name="as"]')]);
  const next = radios[(radios.findIndex((radio) => radio.checked) + 1) % radios.length];
  if (!next) return;
  next.checked = true;
  next.form?.requestSubmit();
}

function goTo() {
  const field = /** @type {HTMLInputElement | null} */ (document.querySelector('#where input[name="at"]'));
  field?.focus();
  field?.select();
}

/** @param {EventTarget | null} target */
function isTyping(target) {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));
}

/** Storage may be closed to us; then letters are keys. @returns {boolean} */
function lettersAreKeys() {
  try {
    return localStorage.getItem(LETTERS) !== "off";
  } catch {
    return true;
  }
}

/** @param {KeyboardEvent} event @returns {(() => void) | undefined} */
function meaning(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const named = KEYS[(event.shiftKey ? "Shift+" : "") + event.key];
  if (named) return named;
  // "?" needs Shift on most keyboards; a capital letter is another key than its small one
  return lettersAreKeys() && Object.hasOwn(CHARACTERS, event.key) ? CHARACTERS[event.key] : undefined;
}

export function startKeys() {
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing || isTyping(event.target)) return;
    const act = meaning(event);
    if (!act) return;
    event.preventDefault();
    act();
  });
  const tick = /** @type {HTMLInputElement | null} */ (document.querySelector("[data-letter-keys]"));
  if (!tick) return;
  tick.checked = lettersAreKeys();
  tick.addEventListener("change", () => {
    try {
      localStorage.setItem(LETTERS, tick.checked ? "on" : "off");
    } catch {
      tick.checked = true; // it cannot be kept, so it is not pretended
    }
  });
}
