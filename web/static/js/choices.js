// @ts-check
// How somebody reads: paper or lamplight, large cards, single letters as keys. Theme and size are cookies, so that the server writes them into the
// page and nothing flashes or jumps; letters are kept in the browser.

const YEAR = 365 * 24 * 3600;

/** @returns {"light" | "dark"} */
function shown() {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === "light" || chosen === "dark") return chosen;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

export function startTheme() {
  document.addEventListener("click", ({ target }) => {
    if (!(target instanceof Element) || !target.closest("[data-theme-switch]")) return;
    const next = shown() === "dark" ? "light" : "dark";
    document.documentElement.dataset.theme = next;
    document.cookie = `theme=${next}; path=/; max-age=${YEAR}; samesite=lax`;
  });
}

export function toggleLarge() {
  const root = document.documentElement;
  const large = root.toggleAttribute("data-large");
  document.cookie = `large=${large ? "on" : "off"}; path=/; max-age=${YEAR}; samesite=lax`;
}

export function startLarge() {
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (!(event.target instanceof Element) || !event.target.closest("a[data-large-switch]")) return;
    event.preventDefault();
    toggleLarge();
  });
}

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
