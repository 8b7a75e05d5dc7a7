// @ts-check
// The keys of a line: along it, among what was tried instead, and to its ends; each is a link of the page.

/** @type {Record<string, string>} */
const KEYS = { ArrowLeft: "back", ArrowRight: "on", ArrowUp: "up", ArrowDown: "down", Home: "first", End: "last" };

export function startLine() {
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.target instanceof HTMLElement && event.target.matches("input, textarea, select")) return;
    const name = KEYS[event.key];
    const link = name && document.querySelector(`#line-ways [data-line="${name}"]`);
    if (!(link instanceof HTMLAnchorElement)) return;
    event.preventDefault();
    location.assign(link.href);
  });
}
