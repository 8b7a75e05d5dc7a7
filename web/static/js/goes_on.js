// @ts-check
// Pages that are worked out a part at a time: as long as they say that there is more, the same page is asked for again, and what it says then
// takes the place of what stands there. Without a script a link leads on. What is worked out elsewhere meanwhile says after how many seconds
// to ask again, and for that it is no end that nothing came.
import { patch } from "./patch.js";

/** How far it is, by the bar beside the link. @returns {number} */
const done = () => /** @type {HTMLProgressElement | null} */ (document.querySelector("[data-worked-out] progress"))?.value ?? 0;

/** @returns {HTMLAnchorElement | null} */
const link = () => document.querySelector("a[data-goes-on]");

/** Work on until all is there, nothing more comes, or the page is left.
 * @param {(fresh: Document) => void} then after each part; `fresh` holds what is not replaced */
export async function goOn(then = () => {}) {
  const leaving = new AbortController();
  addEventListener("pagehide", () => leaving.abort(), { once: true });
  for (let at = link(); at; at = link()) {
    const before = done(), pause = Number(at.dataset.goesOn);
    if (pause) await new Promise((resolve) => setTimeout(resolve, pause * 1000));
    if (leaving.signal.aborted) return;
    try {
      const answer = await fetch(at.href, { headers: { Accept: "text/html" }, signal: leaving.signal });
      if (!answer.ok) return;
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
      for (const part of document.querySelectorAll("[data-worked-out]")) {
        const now = fresh.getElementById(part.id);
        for (const opened of part.querySelectorAll("details[id][open]")) fresh.getElementById(opened.id)?.setAttribute("open", "");
        if (now) patch(part, document.importNode(now, true));
      }
      then(fresh);
    } catch {
      return; // the link stays
    }
    if (!pause && link() && done() <= before) return;
  }
}
