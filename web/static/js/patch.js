// @ts-check
// Puts fresh content in place of old by changing only what differs: what stays as it is keeps its style, layout and painting,
// which is most of what a step would cost otherwise.

/** How many places further a part that stayed is looked for, where parts before it have left. */
const AHEAD = 12;

/** What makes a part the same one at the next step: the slot of its card, the turn, or its own id. @param {Node} node @returns {string} */
function keyOf(node) {
  if (!(node instanceof Element)) return "";
  const card = node.localName === "li" ? node.firstElementChild : node;
  return card?.getAttribute("data-slot") ?? node.getAttribute("data-turn") ?? node.id;
}

/** The name of a part that was not sent, because it stays as it is. @param {Node} node @returns {string | null} */
const staying = (node) => (node instanceof Element ? node.getAttribute("data-stays") : null);

/** @param {Node} old @param {Node} wanted @returns {boolean} */
function equals(old, wanted) {
  const name = staying(wanted);
  return name === null ? old.isEqualNode(wanted) : old instanceof Element && old.getAttribute("data-same") === name;
}

/** Whether all that `fresh` only names is in `old`, so that it can be put in its place. @param {ParentNode} old @param {ParentNode} fresh @returns {boolean} */
export function fits(old, fresh) {
  const named = [...fresh.querySelectorAll("[data-stays]")];
  if (!named.length) return true;
  const there = new Set([...old.querySelectorAll("[data-same]")].map((part) => part.getAttribute("data-same")));
  return named.every((part) => there.has(part.getAttribute("data-stays")));
}

/** @param {Node} old @param {Node} fresh */
function isSame(old, fresh) {
  return old.nodeName === fresh.nodeName && keyOf(old) === keyOf(fresh);
}

/** @typedef {() => void} Edit a change of one node */

/** @param {Element} old @param {Element} fresh @param {Edit[]} edits */
function compareAttributes(old, fresh, edits) {
  // by their names: a list of attributes makes an object of each
  for (const name of old.getAttributeNames()) if (!fresh.hasAttribute(name)) edits.push(() => old.removeAttribute(name));
  for (const name of fresh.getAttributeNames()) {
    const value = /** @type {string} */ (fresh.getAttribute(name));
    if (old.getAttribute(name) !== value) edits.push(() => old.setAttribute(name, value));
  }
  if (old instanceof HTMLInputElement && fresh instanceof HTMLInputElement) {
    // what was typed or chosen is no attribute
    edits.push(() => {
      if (old.value !== fresh.value) old.value = fresh.value;
      if (old.checked !== fresh.checked) old.checked = fresh.checked;
    });
  }
}

/** The child of `old`, from a place on, that goes on as `wanted`: it is equal, or its key says so; -1 for none near.
 * @param {ChildNode[]} old @param {number} from @param {Node} wanted @returns {number} */
function goesOn(old, from, wanted) {
  const most = staying(wanted) === null ? Math.min(old.length, from + AHEAD) : old.length;
  for (let at = from; at < most; at += 1) if (equals(old[at], wanted)) return at;
  if (!keyOf(wanted)) return -1;
  for (let at = from; at < old.length; at += 1) if (isSame(old[at], wanted)) return at;
  return -1;
}

/** @param {Element} old @param {Element} fresh @param {Edit[]} edits */
function compareChildren(old, fresh, edits) {
  const [before, after] = [[...old.childNodes], [...fresh.childNodes]];
  let first = 0;
  while (first < before.length && first < after.length && equals(before[first], after[first])) first += 1;
  let [oldEnd, freshEnd] = [before.length, after.length];
  while (oldEnd > first && freshEnd > first && equals(before[oldEnd - 1], after[freshEnd - 1])) [oldEnd, freshEnd] = [oldEnd - 1, freshEnd - 1];
  const stays = before[oldEnd] ?? null;
  const between = before.slice(first, oldEnd);
  let at = 0;
  for (const wanted of after.slice(first, freshEnd)) {
    const found = goesOn(between, at, wanted);
    if (found > at) for (const gone of between.slice(at, found)) edits.push(() => gone.remove());
    if (found >= 0) at = found;
    const here = between[at];
    if (here && (found >= 0 || isSame(here, wanted))) {
      if (staying(wanted) === null) compare(here, wanted, edits);
      at += 1;
    } else edits.push(() => old.insertBefore(wanted, here ?? stays));
  }
  for (const gone of between.slice(at)) edits.push(() => gone.remove());
}

/** @param {Node} old @param {Node} fresh @param {Edit[]} edits */
function compare(old, fresh, edits) {
  if (old.isEqualNode(fresh)) return;
  if (old instanceof Element && fresh instanceof Element) {
    compareAttributes(old, fresh, edits);
    compareChildren(old, fresh, edits);
  } else edits.push(() => (old.nodeValue = fresh.nodeValue));
}

/** What makes `old` equal to `fresh`; nothing is changed yet. @param {Element} old @param {Element} fresh @returns {Edit[]} */
function editsOf(old, fresh) {
  /** @type {Edit[]} */
  const edits = [];
  compare(old, fresh, edits);
  return edits;
}

/** @param {Edit[]} edits */
function carryOut(edits) {
  for (const edit of edits) edit();
}

/** Make `old` equal to `fresh`, which is used up. @param {Element} old @param {Element} fresh */
export const patch = (old, fresh) => carryOut(editsOf(old, fresh));

// To compare two pages takes longer than to change one, so it is done while the reader looks, for the page that the next key leads to. Where a
// part was changed in between it is compared again.

/** What a movement writes on a part of the page, and takes away before the page is changed. */
const MOTION = ["data-moves", "data-moving"];

/** The page that is expected, and for each part of this page what makes it that one's. @type {{ page: Document | null, edits: Map<Element, Edit[]> }} */
const expected = { page: null, edits: new Map() };

/** @param {MutationRecord[]} changes */
function changed(changes) {
  for (const { target, attributeName } of changes) {
    if (MOTION.includes(attributeName ?? "")) continue;
    const part = (target instanceof Element ? target : target.parentElement)?.closest("[data-region]");
    if (part) expected.edits.delete(part);
  }
}

const watch = new MutationObserver(changed);

/** The parts of this page that another one has, too. @param {Document} page @returns {[Element, Element][]} */
function shared(page) {
  const both = [...document.querySelectorAll("[data-region]")].map((old) => [old, page.getElementById(old.id)]);
  return /** @type {[Element, Element][]} */ (both.filter(([, fresh]) => fresh));
}

/** Compare this page with the one that probably comes next. @param {Document} page */
export function expect(page) {
  watch.disconnect();
  Object.assign(expected, { page, edits: new Map() });
  if (!fits(document, page)) return;
  for (const [old, fresh] of shared(page)) {
    watch.observe(old, { subtree: true, childList: true, attributes: true, characterData: true });
    expected.edits.set(old, editsOf(old, fresh));
  }
}

/** Whether a part stands as it stood when a page was expected. @param {Document} page @param {Element | null} part @returns {boolean} */
export function isExpected(page, part) {
  changed(watch.takeRecords());
  return page === expected.page && part !== null && expected.edits.has(part);
}

/** Put the parts of a page in the place of this one's. @param {Document} page, which is used up */
export function turnTo(page) {
  for (const [old, fresh] of shared(page)) carryOut((isExpected(page, old) && expected.edits.get(old)) || editsOf(old, fresh));
  watch.disconnect();
  Object.assign(expected, { page: null, edits: new Map() });
}
