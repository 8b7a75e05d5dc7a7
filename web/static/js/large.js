// @ts-check
// Large cards or the usual size. The choice is a cookie, so that the server writes it into the page and nothing jumps.

const YEAR = 365 * 24 * 3600;

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
