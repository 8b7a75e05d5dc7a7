// @ts-check
// What is worked out only when somebody looks: the odds, parts of the board, and why a step is as it is. Without a script a link leads there.
import { shownTab } from "./tabs.js";

// The odds beside the board: fetched when their tab is shown, and anew at each step; what is shown is never older than the board.

/** Milliseconds that a step must last before anything is worked out: who pages through the game asks for nothing. */
const PATIENCE = 180;

/** @type {AbortController | undefined} */
let asking;
let oddsTimer = 0;

/** @param {HTMLElement} panel @param {FormData} [form] strength and way of an attack, which takes longer to compute */
async function loadOdds(panel, form) {
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
    clearTimeout(oddsTimer);
    const address = panel.querySelector("a[data-odds-at]")?.getAttribute("href") ?? "";
    if (shownTab() !== panel.id || address === seen) return;
    panel.querySelector("[data-place-odds]")?.setAttribute("aria-busy", "true");
    oddsTimer = setTimeout(() => {
      seen = address;
      void loadOdds(panel);
    }, PATIENCE);
  };
  panel.addEventListener("submit", (event) => {
    if (!(event.target instanceof HTMLFormElement)) return;
    event.preventDefault();
    void loadOdds(panel, new FormData(event.target));
  });
  addEventListener("kiebitz-tab", later);
  addEventListener("kiebitz-step", later);
  later();
}

// Parts of the board that are worked out only when they are opened: they fetch what their link leads to, and stay open from step to step.

const KEPT = "kiebitz-more-";
let partTimer = 0;
/** What was told last, and whose it is. @type {{ whose: string, told: Element | null }} */
const lastTold = { whose: "", told: null };

/** The record and the viewer of a part, whatever the step. @param {HTMLAnchorElement} link @returns {string} */
function whose(link) {
  const { pathname, searchParams } = new URL(link.href);
  return `${pathname} ${searchParams.get("as")}`;
}

/** @param {HTMLDetailsElement} part */
async function loadPart(part) {
  const link = part.querySelector("a[data-dialog]");
  const place = part.querySelector("[data-more-place]");
  if (!(link instanceof HTMLAnchorElement) || !place) return;
  place.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(link.href, { headers: { Accept: "text/html" } });
    const told = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-more-of]");
    if (told && place.isConnected) {
      place.replaceChildren(document.adoptNode(told));
      Object.assign(lastTold, { whose: whose(link), told: told.cloneNode(true) });
    }
  } catch {
    // the link stays, and leads there
  }
  place.setAttribute("aria-busy", "false");
}

/** @param {HTMLDetailsElement} part */
function keepOpen(part) {
  try {
    localStorage.setItem(KEPT + part.dataset.more, part.open ? "open" : "closed");
  } catch {
    // it is as the page opens it
  }
}

function openAsKept() {
  for (const part of /** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll("details[data-more]"))) {
    try {
      part.open = localStorage.getItem(KEPT + part.dataset.more) === "open";
    } catch {
      // it stays closed
    }
    // until the new step is worked out the old one stands there, dimmed, so that nothing jumps; never another viewer's
    const link = part.querySelector("a[data-dialog]");
    const place = part.querySelector("[data-more-place]");
    if (!part.open || !place || !(link instanceof HTMLAnchorElement) || !lastTold.told || lastTold.whose !== whose(link)) continue;
    place.setAttribute("aria-busy", "true");
    place.replaceChildren(lastTold.told.cloneNode(true));
  }
}

export function startMore() {
  // a toggle does not bubble, and the board it is in is another at each step
  document.addEventListener("toggle", ({ target }) => {
    if (!(target instanceof HTMLDetailsElement) || !target.dataset.more || !target.isConnected) return;
    keepOpen(target);
    clearTimeout(partTimer);
    if (target.open) partTimer = setTimeout(() => void loadPart(target), PATIENCE);
  }, true);
  addEventListener("kiebitz-step", openAsKept);
  openAsKept();
}

// Why a step is as it is: fetched when its fold-out below the present step is opened; without a script there is a link in it.

/** @param {HTMLDetailsElement} panel */
async function loadExplained(panel) {
  const place = panel.querySelector("[data-place-explained]");
  const link = place?.querySelector(":scope > a");
  if (!place || !(link instanceof HTMLAnchorElement)) return;
  place.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(link.href, { headers: { Accept: "text/html" } });
    const told = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-explained]");
    if (told) place.replaceChildren(document.adoptNode(told)); // else the page itself says what is wrong
  } catch {
    // the link stays
  }
  place.setAttribute("aria-busy", "false");
}

export function startExplain() {
  // the narration is put in anew at each step, and toggle does not bubble
  document.addEventListener(
    "toggle",
    (event) => {
      const panel = event.target;
      if (panel instanceof HTMLDetailsElement && panel.open && panel.matches("[data-explain]")) void loadExplained(panel);
    },
    true,
  );
}
