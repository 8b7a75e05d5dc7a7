// @ts-check
// Asks whether a game that runs went on, where the page says at which address: `data-news` of its main part, for the step in `data-version`.

/** Milliseconds between two questions. */
const EVERY = 2000;

/** @returns {HTMLElement | null} the part of the page that waits for news */
export const waits = () => document.querySelector("main[data-news]");

/** Call `heard` whenever the game has gone on, with the number of events, until the page says otherwise in `data-version`.
 * @param {(steps: number | null) => Promise<void> | void} heard null: they are kept back */
export function startNews(heard) {
  let asking = false;
  setInterval(async () => {
    const { news, version } = waits()?.dataset ?? {};
    if (!news || asking || document.hidden) return;
    asking = true;
    try {
      const answer = await fetch(news, { headers: { Accept: "application/json" } });
      if (!answer.ok) return;
      const { steps } = await answer.json();
      if (`${steps}` !== version && waits()?.dataset.version === version) await heard(steps);
    } catch {
      // no connection: it is asked again
    } finally {
      asking = false;
    }
  }, EVERY);
}
