// @ts-check
// A list is one stop of the Tab key, however many links it has: up and down lead inside it, Tab leads past it, and whoever
// comes to it by Tab stands at what is present there. Left and right stay the keys of the steps.

/** Each is one stop. Its entry is what `data-enter` marks, else what is present, else its first link. */
const LISTS = ".doors, .menu nav, .lang, .tools, .about, .choices, .rail-tabs, .acts, #board, #narration, #transport, #choices";
const STOPS = 'a[href], button, input:not([type="hidden"]), select, textarea, summary, [tabindex="0"]';

/** Whether Tab was pressed just now: a click into a list stays where it was. */
let tabbing = false;

/** @param {ParentNode} where @returns {HTMLElement[]} what can take the focus, in the order of the page */
function stopsIn(where) {
  const all = /** @type {HTMLElement[]} */ ([...where.querySelectorAll(STOPS)]);
  return all.filter((it) => it.tabIndex >= 0 && it.checkVisibility() && !it.matches(":disabled"));
}

/** @param {Element} list @returns {HTMLElement | undefined} */
function entryOf(list) {
  return list.querySelector("[data-enter]") ?? list.querySelector("a[aria-current]") ?? stopsIn(list)[0];
}

/** Leave a list: to the next stop of the page, or the one before. @param {Element} list @param {boolean} back @returns {boolean} */
function leave(list, back) {
  const side = back ? Node.DOCUMENT_POSITION_PRECEDING : Node.DOCUMENT_POSITION_FOLLOWING;
  const outside = stopsIn(document).filter((it) => !list.contains(it) && !it.contains(list) && list.compareDocumentPosition(it) & side);
  const next = back ? outside.at(-1) : outside[0];
  next?.focus();
  return next !== undefined;
}

/** @param {Element} list @param {Element} here @param {number} by */
function walk(list, here, by) {
  const stops = stopsIn(list);
  const at = stops.indexOf(/** @type {HTMLElement} */ (here));
  (at < 0 ? entryOf(list) : stops[at + by])?.focus();
}

export function startLists() {
  addEventListener("keydown", (event) => {
    tabbing = event.key === "Tab";
    const here = document.activeElement;
    const list = here?.closest(LISTS);
    if (event.defaultPrevented || !here || !list || event.altKey || event.ctrlKey || event.metaKey) return;
    if (tabbing && leave(list, event.shiftKey)) event.preventDefault();
    else if (!event.shiftKey && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      walk(list, here, event.key === "ArrowDown" ? 1 : -1);
      event.preventDefault();
    }
  });
  addEventListener("pointerdown", () => (tabbing = false), true);
  addEventListener("focusin", (event) => {
    const list = event.target instanceof Element ? event.target.closest(LISTS) : null;
    if (!tabbing || !list || (event.relatedTarget instanceof Node && list.contains(event.relatedTarget))) return;
    tabbing = false;
    entryOf(list)?.focus();
  });
}
