// @ts-check
// Whether single letters are keys: who dictates, or hits keys by chance, switches them off in the list of keys.

const LETTERS = "kiebitz-letter-keys";

/** Storage may be closed to us; then letters are keys. @returns {boolean} */
export function lettersAreKeys() {
  try {
    return localStorage.getItem(LETTERS) !== "off";
  } catch {
    return true;
  }
}

export function startLetterSwitch() {
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
