// @ts-check
// While it is somebody else's move: asks whether the game went on, and then puts the new state in the page's place.

/** Milliseconds between two questions. */
const EVERY = 2000;

let asking = false;

/** @param {(page: Document) => void} show */
export function startWaiting(show) {
  setInterval(() => void ask(show), EVERY);
}

/** @param {(page: Document) => void} show */
async function ask(show) {
  const waits = () => /** @type {HTMLElement | null} */ (document.querySelector("main[data-news]"));
  const { news, version } = waits()?.dataset ?? {};
  if (!news || asking || document.hidden) return;
  asking = true;
  try {
    const answer = await fetch(news, { headers: { Accept: "application/json" } });
    if (!answer.ok || `${(await answer.json()).steps}` === version) return;
    const page = await fetch(location.href, { headers: { Accept: "text/html" } });
    if (page.redirected) location.assign(page.url); // the game is over
    else if (page.ok && waits()) show(new DOMParser().parseFromString(await page.text(), "text/html"));
  } catch {
    // no connection: it is asked again
  } finally {
    asking = false;
  }
}
