// @ts-check
// The tabs beside the board. Without a script the fragment of the address shows one; here a tab is shown in place, and kept for the next page.
import { showPresent } from "./present.js";

const KEPT = "kiebitz-tab";

const rail = () => document.getElementById("rail");

/** The panel that is shown. @returns {string} its id */
export const shownTab = () => rail()?.querySelector(".panel[data-shown]")?.id ?? "";

/** Show a panel, if the page has it. @param {string} name */
export function showTab(name) {
  const wanted = document.getElementById(name);
  if (!wanted?.matches("#rail > .panel")) return;
  for (const panel of rail()?.querySelectorAll(".panel") ?? []) panel.toggleAttribute("data-shown", panel === wanted);
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("a[data-tab]"))) {
    if (link.hash === `#${name}`) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
  showPresent();
  dispatchEvent(new Event("kiebitz-tab"));
}

export function startTabs() {
  addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[data-tab], a.skip[href="#narration"]') : null;
    if (!(link instanceof HTMLAnchorElement)) return;
    if (link.matches(".skip")) return showTab("story");
    event.preventDefault();
    const name = link.hash.slice(1);
    showTab(name);
    try {
      localStorage.setItem(KEPT, name);
    } catch {
      // the next page opens at the story
    }
  });
  try {
    showTab(location.hash.slice(1) || (localStorage.getItem(KEPT) ?? "story"));
  } catch {
    // it stays at the story
  }
}
