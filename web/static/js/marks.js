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
function markBar(list, kind) {
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

// What a review says comes after the step, as what is against the rules does: its signs on the bar, and turning points by their worth.

/** What was found, by address; asked for once. @type {Map<string, Promise<Element | null>>} */
const reviews = new Map();

/** @returns {{ place: HTMLElement, address: string } | null} */
function reviewAsked() {
  const place = document.querySelector("[data-reviewed]");
  const address = place instanceof HTMLElement ? place.dataset.reviewed : "";
  return place instanceof HTMLElement && address ? { place, address } : null;
}

/** @param {string} address @returns {Promise<Element | null>} */
async function fetchReview(address) {
  await new Promise((resolve) => setTimeout(resolve, REST));
  const answer = await fetch(address, { headers: { Accept: "text/html" } });
  const text = answer.ok ? await answer.text() : "";
  const list = new DOMParser().parseFromString(text, "text/html").querySelector("[data-reviewed-found]");
  return list?.hasAttribute("data-none") ? null : list;
}

async function showReview() {
  const here = reviewAsked();
  if (!here) return;
  let answer = reviews.get(here.address);
  if (!answer) reviews.set(here.address, (answer = fetchReview(here.address).catch(() => null)));
  const list = await answer;
  const now = reviewAsked();
  if (!list || now?.address !== here.address) return;
  markBar(list, "slip");
  now.place.replaceChildren(document.importNode(list, true));
}

export function startReviewed() {
  addEventListener("kiebitz-step", () => void showReview());
  void showReview();
}
