// @ts-check
// What a review says comes after the step, as what is against the rules does: its signs on the bar, and turning points by their worth.
import { markBar } from "./breaches.js";

/** Milliseconds that a reader rests before it is asked for. */
const REST = 700;
/** What was found, by address; asked for once. @type {Map<string, Promise<Element | null>>} */
const found = new Map();

/** @returns {{ place: HTMLElement, address: string } | null} */
function asked() {
  const place = document.querySelector("[data-reviewed]");
  const address = place instanceof HTMLElement ? place.dataset.reviewed : "";
  return place instanceof HTMLElement && address ? { place, address } : null;
}

/** @param {string} address @returns {Promise<Element | null>} */
async function fetchFound(address) {
  await new Promise((resolve) => setTimeout(resolve, REST));
  const answer = await fetch(address, { headers: { Accept: "text/html" } });
  const text = answer.ok ? await answer.text() : "";
  const list = new DOMParser().parseFromString(text, "text/html").querySelector("[data-reviewed-found]");
  return list?.hasAttribute("data-none") ? null : list;
}

async function show() {
  const here = asked();
  if (!here) return;
  let answer = found.get(here.address);
  if (!answer) found.set(here.address, (answer = fetchFound(here.address).catch(() => null)));
  const list = await answer;
  const now = asked();
  if (!list || now?.address !== here.address) return;
  markBar(list, "slip");
  now.place.replaceChildren(document.importNode(list, true));
}

export function startReviewed() {
  addEventListener("kiebitz-step", () => void show());
  void show();
}
