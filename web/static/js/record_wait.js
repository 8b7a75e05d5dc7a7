// @ts-check
// The game went on by somebody else's move: the new state comes in the page's place, unless a choice is begun on it. Then that stays, and it
// is said that something is new.
import { startNews, waits } from "./news.js";

/** The page as it stands now, until it is shown. @type {Document | null} */
let fresh = null;

/** What was new is shown, or the page was written anew. */
export function forgetNews() {
  fresh = null;
}

/** @returns {Document | null} what is new and not shown */
export const unseen = () => fresh;

/** @param {{ begun: () => boolean, show: (page: Document) => void, tell: () => void, over: () => void }} page */
export function startWaiting({ begun, show, tell, over }) {
  let told = "";
  startNews(async ({ steps }) => {
    if (fresh && `${steps}` === told) return void (begun() || show(fresh));
    const before = waits();
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
    if (answer.redirected) {
      over();
      location.assign(answer.url);
      return;
    }
    const html = answer.ok ? await answer.text() : "";
    if (!html || waits() !== before) return; // it was written on meanwhile
    fresh = new DOMParser().parseFromString(html, "text/html");
    told = `${steps}`;
    if (begun()) tell();
    else show(fresh);
  });
}
