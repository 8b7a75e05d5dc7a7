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
  startNews(async (steps) => {
    const main = waits();
    if (!main || steps === null) return;
    const [before, now] = [main.dataset.version ?? "", `${steps}`];
    main.dataset.version = now;
    forget(); // how long the game is stands on every step
    const last = here().searchParams.get("at") === before;
    if (last && !pace.playing && !document.querySelector("dialog[open]")) await visitStep(at(now), { auto: true, forward: steps === Number(before) + 1 });
    else tell();
  });
  addEventListener("kiebitz-step", () => waits() && (here().searchParams.get("at") === waits()?.dataset.version ? done() : undefined));
}

const done = () => document.getElementById("news")?.remove();

function tell() {
  const main = waits();
  const old = /** @type {HTMLAnchorElement | null} */ (document.getElementById("news"));
  const link = old ?? document.createElement("a");
  link.id = "news";
  link.className = "btn news";
  link.setAttribute("data-step", "");
  link.setAttribute("role", "status");
  link.href = at(main?.dataset.version ?? "");
  link.textContent = main?.dataset.newsWords ?? "";
  if (!old) document.getElementById("dock")?.prepend(link);
}
