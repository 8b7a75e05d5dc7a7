// @ts-check
// The keyboard. Keys are permanent once shipped: the design's other keys do nothing yet, and nothing else may take them.
import { lettersAreKeys, startLetterSwitch, toggleLarge } from "./choices.js";
import { writeNote } from "./note.js";
import { changeSpeed, togglePlay } from "./play.js";
import { endPreview, isPreviewed } from "./preview.js";
import { changeStride, follow } from "./swap.js";

/** Keys that are no letters, with Shift where it belongs to the key. @type {Record<string, () => void>} */
const KEYS = {
  ArrowLeft: () => follow("back"),
  ArrowRight: () => follow("on"),
  "Shift+ArrowLeft": () => follow("back-turn"),
  "Shift+ArrowRight": () => follow("on-turn"),
  PageUp: () => follow("back-round"),
  PageDown: () => follow("on-round"),
  Home: () => follow("first"),
  End: () => follow("last"),
  " ": togglePlay,
  Escape: endPreview,
};

/** Single characters, which can be switched off. @type {Record<string, () => void>} */
const CHARACTERS = {
  b: () => follow("on-turning"),
  B: () => follow("back-turning"),
  s: () => void changeStride(),
  v: nextViewer,
  x: () => follow("hindsight"),
  l: toggleLarge,
  c: writeNote,
  w: () => /** @type {HTMLElement | null} */ (document.querySelector("[data-what-if]"))?.click(),
  g: () => goTo(),
  "[": () => follow("back-round"),
  "]": () => follow("on-round"),
  "<": () => changeSpeed(-1),
  ">": () => changeSpeed(1),
  "?": () => document.getElementById("keys")?.togglePopover(),
  ...Object.fromEntries([..."0123456789"].map((digit) => [digit, () => goTo(digit)])),
};

/** Elements that have a use of their own for a key: a button is pressed by Space, the narration turns its own pages.
 * @type {Record<string, string>} */
const OWN = { " ": "button, summary", PageUp: "#narration", PageDown: "#narration" };

function nextViewer() {
  const radios = /** @type {HTMLInputElement[]} */ ([...document.querySelectorAll('#viewpoint input[name="as"]')]);
  const next = radios[(radios.findIndex((radio) => radio.checked) + 1) % radios.length];
  if (!next) return;
  next.checked = true;
  next.form?.requestSubmit();
}

/** Open the sheet with the field for a number. @param {string} [digit] typed already */
function goTo(digit) {
  const field = /** @type {HTMLInputElement | null} */ (document.querySelector("#where input[type=number]"));
  document.getElementById("place")?.showPopover();
  field?.focus();
  if (digit && field) field.value = digit;
  else field?.select();
}

/** @param {EventTarget | null} target */
function isTyping(target) {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));
}

/** @param {KeyboardEvent} event @returns {(() => void) | undefined} */
function meaning(event) {
  // AltGr writes brackets on many keyboards, and there it is Control and Alt
  const writes = event.getModifierState("AltGraph");
  if (event.metaKey || (!writes && (event.ctrlKey || event.altKey))) return undefined;
  if (event.key === "Escape" && !isPreviewed()) return undefined;
  const own = OWN[event.key];
  if (own && event.target instanceof Element && event.target.closest(own)) return undefined;
  const named = KEYS[(event.shiftKey ? "Shift+" : "") + event.key];
  if (named) return named;
  // "?" needs Shift on most keyboards; a capital letter is another key than its small one
  return lettersAreKeys() && Object.hasOwn(CHARACTERS, event.key) ? CHARACTERS[event.key] : undefined;
}

export function startKeys() {
  addEventListener("keydown", (event) => {
    if (!document.getElementById("transport") || event.defaultPrevented || event.isComposing || isTyping(event.target)) return;
    if (document.querySelector("dialog[open]")) return;
    const act = meaning(event);
    if (!act) return;
    event.preventDefault();
    act();
  });
  startLetterSwitch();
}
