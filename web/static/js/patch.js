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

/** @param {Element} old @param {Element} fresh */
function patchAttributes(old, fresh) {
  // by their names: a list of attributes makes an object of each
  for (const name of old.getAttributeNames()) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const name of fresh.getAttributeNames()) {
    const value = /** @type {string} */ (fresh.getAttribute(name));
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  if (old instanceof HTMLInputElement && fresh instanceof HTMLInputElement) {
    // what was typed or chosen is no attribute
    if (old.value !== fresh.value) old.value = fresh.value;
    if (old.checked !== fresh.checked) old.checked = fresh.checked;
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

/** @param {Element} old @param {Element} fresh */
function patchChildren(old, fresh) {
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
    if (found > at) for (const gone of between.slice(at, found)) gone.remove();
    if (found >= 0) at = found;
    const here = between[at];
    if (here && (found >= 0 || isSame(here, wanted))) {
      if (staying(wanted) === null) patch(here, wanted);
      at += 1;
    } else old.insertBefore(wanted, here ?? stays);
  }
  for (const gone of between.slice(at)) gone.remove();
}

/** Make `old` equal to `fresh`, which is used up. @param {Node} old @param {Node} fresh */
export function patch(old, fresh) {
  if (old.isEqualNode(fresh)) return;
  if (!(old instanceof Element) || !(fresh instanceof Element)) {
    old.nodeValue = fresh.nodeValue;
    return;
  }
  patchAttributes(old, fresh);
  patchChildren(old, fresh);
}
