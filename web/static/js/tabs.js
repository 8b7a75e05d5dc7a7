// @ts-check
// The tabs beside the board. Without a script the fragment of the address shows one; here a tab is shown in place, and kept for the next page.

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

// Brings the present step into sight in the box of the narration, which scrolls inside itself; the page itself stays where it is.

/** Height of the heading that sticks above the lines of a turn, in px. */
const HEADING = 34;

export function showPresent() {
  const story = document.getElementById("narration");
  const line = story?.querySelector("[aria-current]");
  if (!story) return;
  // all is measured before anything is moved: a measure after a movement would lay the page out once more
  const end = story.scrollHeight - story.clientHeight; // the box is turned round: its end is 0 and what comes before is negative
  // a line longer than the box is read from its beginning, below the turn's sticky heading
  const top = line ? line.getBoundingClientRect().top - story.getBoundingClientRect().top : 0;
  const above = top + story.scrollTop - HEADING;
  story.scrollTop = above < 0 && end > 0 ? above : 0;
}
