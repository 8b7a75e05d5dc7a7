// @ts-check
// The steps of a record as they are fetched: what changes with a step, the neighbours ahead of their time, each read once.
import { whenIdle } from "./pace.js";

/** Steps fetched ahead or lately, by the address of what changes. Small: a finished record does not change, but the reader's patience is short.
 * @type {Map<string, Promise<string>>} */
const pages = new Map();
const KEPT = 24;

/** Of a step's page, the address of what changes from step to step. @param {string} address @param {boolean} whole @returns {string} */
function regionsAt(address, whole) {
  const url = new URL(address, location.href);
  url.pathname += `/steps/${url.searchParams.get("at") ?? "0"}`;
  url.searchParams.delete("at");
  if (!whole) url.searchParams.set("short", "on");
  return url.href;
}

/** Pages that were read ahead, each for one use. @type {Map<string, Document>} */
const read = new Map();
/** The step that is to be read ahead. @type {string | null} */
let wanted = null;

/** What changes at a step, as HTML; if not `whole`, the turns that both its neighbours show too are only named in it.
 * @param {string} address of the step's page @param {boolean} [whole] @returns {Promise<string>} */
export function fetchStep(address, whole = false) {
  const from = regionsAt(address, whole);
  const known = pages.get(from);
  if (known) return known;
  const page = fetch(from, { headers: { Accept: "text/html" } }).then((answer) => {
    if (!answer.ok) throw new Error(`${answer.status} for ${address}`);
    return answer.text();
  });
  pages.set(from, page);
  page.catch(() => pages.delete(from));
  for (const oldest of pages.keys()) {
    if (pages.size <= KEPT) break;
    pages.delete(oldest);
  }
  return page;
}

/** Whether a step was fetched without what its neighbours show too. @param {string} address @returns {boolean} */
export const isAhead = (address) => pages.has(regionsAt(address, false));

/** Keep nothing of what was fetched: it was written for other choices of the reader. */
export function forget() {
  pages.clear();
  read.clear();
  wanted = null;
}

/** Read a page, or take it as it was read ahead. @param {string} address @param {string} html @returns {Document} */
export function readStep(address, html) {
  const page = read.get(address);
  read.delete(address);
  if (address === wanted) wanted = null; // it is no longer ahead
  return page ?? new DOMParser().parseFromString(html, "text/html");
}

/** Fetch the steps that a hand leads to next, and read the one that lies on its way: to read takes as long as to put in place. Of a reader
 * who walks the step behind that one is fetched, too, so that an answer may take as long as two steps.
 * @param {(string | null)[]} neighbours addresses, null for none @param {string | null} next one of them
 * @param {(page: Document) => string | null} behind of the page of `next` the address that lies behind it on the same way, null for none that is wanted
 * @param {(page: Document) => void} expected is told the page of `next` as soon as it was read */
export function fetchAhead(neighbours, next, behind, expected) {
  wanted = next;
  for (const address of read.keys()) if (address !== next) read.delete(address);
  for (const address of [next, ...neighbours.filter((neighbour) => neighbour !== next)]) {
    if (!address) continue;
    fetchStep(address).then(
      (html) => address === next && setTimeout(() => readAhead(address, html, behind, expected), 0),
      () => undefined, // it was only a guess; the visit itself will say what is wrong
    );
  }
}

/** @param {string} address @param {string} html @param {(page: Document) => string | null} behind @param {(page: Document) => void} expected */
function readAhead(address, html, behind, expected) {
  if (address !== wanted) return;
  const page = readStep(address, html);
  read.set(address, page);
  const further = behind(page);
  if (further) fetchStep(further).catch(() => undefined);
  whenIdle(() => read.get(address) === page && expected(page));
}
