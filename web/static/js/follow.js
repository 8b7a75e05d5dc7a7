// @ts-check
// The replay of a game that runs goes on with it: who looks at the last step is led to the new one, who looks at an earlier one is told.
import { startNews, waits } from "./news.js";
import { pace } from "./pace.js";
import { forget } from "./steps.js";
import { addressOf, visitStep } from "./swap.js";

/** The step that is shown, with its viewer. @returns {URL} */
const here = () => new URL(addressOf(document.getElementById("link")) ?? location.href, location.href);

/** @param {string} version a step @returns {string} its address through the eyes that look now */
function at(version) {
  const url = here();
  url.searchParams.set("at", version);
  return url.href;
}

export function startFollow() {
  // the last step, as pages number it, that was the last when who looks stood there
  let known = Number(waits()?.dataset.number ?? 0);
  startNews(
    async ({ steps, number }) => {
      const main = waits();
      if (!main || steps === null) return;
      const [before, now] = [main.dataset.version ?? "", `${steps}`];
      main.dataset.version = now;
      if (number !== undefined) main.dataset.number = `${number}`;
      forget(); // how long the game is stands on every step
      const last = here().searchParams.get("at") === before;
      if (!last || pace.playing || document.querySelector("dialog[open]")) return tell(known);
      const shown = await visitStep(at(now), { auto: true, stays: true, forward: steps === Number(before) + 1 });
      if (shown || main.dataset.version !== now) return;
      main.dataset.version = before; // the line broke in between: it is told again with the next one
      tellLost(true);
    },
    { over, lost: tellLost },
  );
  addEventListener("kiebitz-step", () => {
    const main = waits();
    if (!main || here().searchParams.get("at") !== main.dataset.version) return;
    known = Number(main.dataset.number ?? 0);
    document.getElementById("news")?.remove();
  });
}

/** Say above the controls what can be done. @param {string} words @param {string} address @param {boolean} step whether it is a step of this page */
function offer(words, address, step) {
  const old = /** @type {HTMLAnchorElement | null} */ (document.getElementById("news"));
  const link = old ?? document.createElement("a");
  link.id = "news";
  link.className = "btn news";
  link.toggleAttribute("data-step", step);
  link.setAttribute("role", "status");
  link.href = address;
  link.textContent = words;
  if (!old) document.getElementById("dock")?.prepend(link);
}

/** @param {number} known */
function tell(known) {
  const main = waits();
  const fresh = Number(main?.dataset.number ?? 0) - known;
  const words = (fresh === 1 ? main?.dataset.one : main?.dataset.many) ?? "";
  offer(words.replace("{n}", fresh > 0 ? `${fresh}` : "").trim(), at(main?.dataset.version ?? ""), true);
}

/** The game is over, and more of it may be shown now. */
function over() {
  const main = waits();
  if (!main) return;
  for (const chip of document.querySelectorAll(".live-chip")) chip.remove();
  offer(main.dataset.over ?? "", here().href, false);
  main.removeAttribute("data-news");
}

/** @param {boolean} lost */
function tellLost(lost) {
  const old = document.getElementById("lost");
  if (!lost) return old?.remove();
  if (old) return;
  const words = document.createElement("p");
  words.id = "lost";
  words.setAttribute("role", "status");
  words.textContent = waits()?.dataset.lost ?? "";
  document.getElementById("dock")?.prepend(words);
}
