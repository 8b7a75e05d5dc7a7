// @ts-check
// The odds beside the board: fetched when the panel is open, and anew at each step; what is shown is never older than the board.
import { showPresent } from "./present.js";

const KEPT = "kiebitz-odds";
/** Milliseconds that a step must last before its odds are computed: who pages through the game asks for nothing. */
const PATIENCE = 180;

/** @type {AbortController | undefined} */
let asking;
let timer = 0;

/** @param {HTMLDetailsElement} panel @param {FormData} [form] strength and way of an attack, which takes longer to compute */
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
  if (!(panel instanceof HTMLDetailsElement)) return;
  const later = () => {
    clearTimeout(timer);
    if (!panel.open) return;
    panel.querySelector("[data-place-odds]")?.setAttribute("aria-busy", "true");
    timer = setTimeout(() => void load(panel), PATIENCE);
  };
  try {
    panel.open = localStorage.getItem(KEPT) === "open";
  } catch {
    // it stays closed
  }
  panel.addEventListener("toggle", () => {
    showPresent(); // the columns have changed their width
    later();
    try {
      localStorage.setItem(KEPT, panel.open ? "open" : "closed");
    } catch {
      // it is as the page opens it
    }
  });
  panel.addEventListener("submit", (event) => {
    if (!(event.target instanceof HTMLFormElement)) return;
    event.preventDefault();
    void load(panel, new FormData(event.target));
  });
  addEventListener("kiebitz-step", later);
  later();
}
