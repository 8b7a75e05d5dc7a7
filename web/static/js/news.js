// @ts-check
// Hears whether a game that runs went on. The page says where: `data-stream` of its main part tells it as it happens, and `data-news` is asked where
// no stream is open; `data-version` is the step that the page knows of.

/** Milliseconds between two questions where no stream is open. */
const EVERY = 2000;
/** And where one is: a phone does not always notice that its line is dead. */
const SELDOM = 20000;
/** Until a stream that was refused is tried again: the first time, and at most. */
const [SOON, LATE] = [2000, 60000];

/** @returns {HTMLElement | null} the part of the page that waits for news */
export const waits = () => document.querySelector("main[data-news]");

/** @typedef {{ steps: number | null, number?: number }} News steps: null where they are kept back; number: the last step as pages number it */

/** Call `heard` whenever the game has gone on, until the page says otherwise in `data-version`.
 * @param {(news: News) => Promise<void> | void} heard
 * @param {{ over?: () => void, lost?: (lost: boolean) => void }} [further] `over`: nothing more will come; `lost`: whether there is no line */
export function startNews(heard, { over, lost } = {}) {
  let asking = false;
  let asked = Date.now();
  /** @type {EventSource | null} */
  let source = null;
  let wait = SOON;

  /** @param {News} news */
  async function tell(news) {
    const version = waits()?.dataset.version;
    if (version !== undefined && `${news.steps}` !== version) await heard(news);
  }

  function listen() {
    const { stream } = waits()?.dataset ?? {};
    if (!stream) return;
    source?.close();
    const mine = (source = new EventSource(stream));
    mine.onopen = () => {
      wait = SOON;
      lost?.(false);
    };
    mine.onerror = () => {
      lost?.(!navigator.onLine);
      if (mine.readyState !== EventSource.CLOSED || mine !== source) return; // it comes back by itself
      setTimeout(() => mine === source && listen(), wait * (0.5 + Math.random() / 2));
      wait = Math.min(2 * wait, LATE);
    };
    mine.addEventListener("steps", (event) => void tell(JSON.parse(event.data)));
    mine.addEventListener("over", () => {
      mine.close();
      source = null;
      over?.();
    });
  }

  async function ask() {
    const { news, version } = waits()?.dataset ?? {};
    if (!news || asking || document.hidden) return;
    if (source?.readyState === EventSource.OPEN && Date.now() - asked < SELDOM) return;
    asking = true;
    asked = Date.now();
    try {
      const answer = await fetch(news, { headers: { Accept: "application/json" } });
      if (!answer.ok) return;
      const { steps } = await answer.json();
      lost?.(false);
      if (waits()?.dataset.version === version) await tell({ steps });
    } catch {
      lost?.(true); // it is asked again
    } finally {
      asking = false;
    }
  }

  /** A line that may be dead is opened anew: it tells at once how far the game is. */
  function again() {
    if (document.hidden) return;
    asked = 0;
    if (source) listen();
    void ask();
  }

  listen();
  setInterval(() => void ask(), EVERY);
  addEventListener("online", again);
  addEventListener("offline", () => lost?.(true));
  addEventListener("pageshow", (event) => event.persisted && again());
  document.addEventListener("visibilitychange", again);
}
