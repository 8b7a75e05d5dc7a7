// @ts-check
// Parts of the board that are worked out only when they are opened: they fetch what their link leads to, and stay open from step to step.

const KEPT = "kiebitz-more-";
/** Milliseconds that a step must last before anything is worked out: who pages through the game asks for nothing. */
const PATIENCE = 180;

let timer = 0;
/** What was told last, and whose it is. @type {{ whose: string, told: Element | null }} */
const last = { whose: "", told: null };

/** The record and the viewer of a part, whatever the step. @param {HTMLAnchorElement} link @returns {string} */
function whose(link) {
  const { pathname, searchParams } = new URL(link.href);
  return `${pathname} ${searchParams.get("as")}`;
}

/** @param {HTMLDetailsElement} part */
async function load(part) {
  const link = part.querySelector("a[data-dialog]");
  const place = part.querySelector("[data-more-place]");
  if (!(link instanceof HTMLAnchorElement) || !place) return;
  place.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(link.href, { headers: { Accept: "text/html" } });
    const told = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-more-of]");
    if (told && place.isConnected) {
      place.replaceChildren(document.adoptNode(told));
      Object.assign(last, { whose: whose(link), told: told.cloneNode(true) });
    }
  } catch {
    // the link stays, and leads there
  }
  place.setAttribute("aria-busy", "false");
}

/** @param {HTMLDetailsElement} part */
function keep(part) {
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
    if (!part.open || !place || !(link instanceof HTMLAnchorElement) || !last.told || last.whose !== whose(link)) continue;
    place.setAttribute("aria-busy", "true");
    place.replaceChildren(last.told.cloneNode(true));
  }
}

export function startMore() {
  // a toggle does not bubble, and the board it is in is another at each step
  document.addEventListener("toggle", ({ target }) => {
    if (!(target instanceof HTMLDetailsElement) || !target.dataset.more || !target.isConnected) return;
    keep(target);
    clearTimeout(timer);
    if (target.open) timer = setTimeout(() => void load(target), PATIENCE);
  }, true);
  addEventListener("kiebitz-step", openAsKept);
  openAsKept();
}
