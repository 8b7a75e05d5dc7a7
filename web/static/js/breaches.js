// @ts-check
// What is against the rules comes after the step: judging a whole record is no part of showing its table. Without a script a link leads there.

/** Milliseconds that a reader rests on a step before it is asked for. */
const REST = 700;
const SVG = "http://www.w3.org/2000/svg";

/** What was found, by address. @type {Map<string, Promise<Element | null>>} */
const found = new Map();
/** Where nothing is in the whole record: nothing is asked there any more. @type {Map<string, Element>} */
const clean = new Map();
/** What was found last: its marks stay on the bar until those of this step are there. @type {{ eyes: string, list: Element } | null} */
let last = null;
let waiting = 0;

/** @returns {HTMLElement | null} */
const place = () => document.querySelector("[data-breaches]");

/** The address, and what it is without its step: the record through these eyes, as long as it is now.
 * @returns {{ address: string, eyes: string } | null} */
function asked() {
  const link = place()?.querySelector("a[rel]");
  if (!(link instanceof HTMLAnchorElement)) return null;
  const eyes = new URL(link.href);
  eyes.searchParams.delete("at");
  return { address: link.href, eyes: `${eyes.href} ${document.getElementById("overview")?.dataset.count}` };
}

/** @param {string} address @returns {Promise<Element | null>} */
function fetchFound(address) {
  let answer = found.get(address);
  if (!answer) {
    answer = fetch(address, { headers: { Accept: "text/html" } })
      .then((got) => (got.ok ? got.text() : ""))
      .then((text) => new DOMParser().parseFromString(text, "text/html").querySelector("[data-breaches-found]"));
    answer.catch(() => found.delete(address));
    found.set(address, answer);
  }
  return answer;
}

/** Put on the bar what was found up to its step. @param {Element} list @param {string} kind how it is drawn */
export function markBar(list, kind) {
  const bar = document.getElementById("overview");
  for (const old of bar?.querySelectorAll(`.${kind}`) ?? []) old.remove();
  for (const one of /** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll("li[data-x]"))) {
    if (Number(one.dataset.at) > Number(bar?.dataset.at)) continue;
    const drawn = document.createElementNS(SVG, "rect");
    const says = one.querySelector("a > span:last-child")?.textContent ?? "";
    const named = { class: kind, x: one.dataset.x, y: "2", width: "6", height: "6", "data-at": one.dataset.at, "data-step-number": one.dataset.stepNumber, "data-says": says };
    for (const [name, value] of Object.entries(named)) drawn.setAttribute(name, value ?? "");
    bar?.append(drawn);
  }
}

/** @param {Element} list @param {string} eyes */
function show(list, eyes) {
  last = { eyes, list };
  markBar(list, "finding");
  place()?.replaceChildren(document.importNode(list, true));
}

function ask() {
  clearTimeout(waiting);
  const here = asked();
  if (!here) return;
  const nothing = clean.get(here.eyes);
  if (nothing) return show(nothing, here.eyes);
  if (last?.eyes === here.eyes) markBar(last.list, "finding");
  waiting = window.setTimeout(async () => {
    try {
      const list = await fetchFound(here.address);
      if (!list) return;
      if (list.hasAttribute("data-clean")) clean.set(here.eyes, list);
      if (asked()?.address === here.address) show(list, here.eyes);
    } catch {
      // the link stays
    }
  }, found.has(here.address) ? 0 : REST);
}

export function startBreaches() {
  addEventListener("kiebitz-step", ask);
  ask();
}
