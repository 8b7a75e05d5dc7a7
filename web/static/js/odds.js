// @ts-check
// The odds beside the board: fetched when their tab is shown, and anew at each step; what is shown is never older than the board.
import { shownTab } from "./tabs.js";

/** Milliseconds that a step must last before its odds are computed: who pages through the game asks for nothing. */
const PATIENCE = 180;

/** @type {AbortController | undefined} */
let asking;
let timer = 0;

/** @param {HTMLElement} panel @param {FormData} [form] strength and way of an attack, which takes longer to compute */
async function load(panel, form) {
  const place = panel.querySelector("[data-place-odds]");
  const link = panel.querySelector("a[data-odds-at]");
  if (!place || !(link instanceof HTMLAnchorElement)) return;
  asking?.abort();
  asking = new AbortController();
  const { signal } = asking;
  const address = new URL(link.href);
  for (const [name, value] of form ?? []) address.searchParams.set(name, String(value));
  place.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(address.href, { headers: { Accept: "text/html" }, signal });
    const odds = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-odds]");
    if (signal.aborted) return;
    const typing = place.contains(document.activeElement) ? document.activeElement : null;
    const within = typing?.closest("form")?.getAttribute("data-odds-form"), name = typing?.getAttribute("name");
    if (odds) place.replaceChildren(document.adoptNode(odds));
    const again = `form[data-odds-form="${within}"] ${name ? `[name="${name}"]` : "button"}`;
    if (odds && within) /** @type {HTMLElement | null} */ (place.querySelector(again))?.focus();
    else if (!odds) place.replaceChildren(link.cloneNode(true)); // the page itself says what is wrong
    place.setAttribute("aria-busy", "false");
  } catch {
    if (!signal.aborted) place.replaceChildren(link.cloneNode(true));
  }
}

export function startOdds() {
  const panel = document.getElementById("odds");
  if (!panel) return;
  let seen = "";
  const later = () => {
    clearTimeout(timer);
    const address = panel.querySelector("a[data-odds-at]")?.getAttribute("href") ?? "";
    if (shownTab() !== panel.id || address === seen) return;
    panel.querySelector("[data-place-odds]")?.setAttribute("aria-busy", "true");
    timer = setTimeout(() => {
      seen = address;
      void load(panel);
    }, PATIENCE);
  };
  panel.addEventListener("submit", (event) => {
    if (!(event.target instanceof HTMLFormElement)) return;
    event.preventDefault();
    void load(panel, new FormData(event.target));
  });
  addEventListener("kiebitz-tab", later);
  addEventListener("kiebitz-step", later);
  later();
}
