// @ts-check
// Why a step is as it is: fetched when its fold-out below the present step is opened; without a script there is a link in it.

/** @param {HTMLDetailsElement} panel */
async function load(panel) {
  const place = panel.querySelector("[data-place-explained]");
  const link = place?.querySelector(":scope > a");
  if (!place || !(link instanceof HTMLAnchorElement)) return;
  place.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(link.href, { headers: { Accept: "text/html" } });
    const told = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-explained]");
    if (told) place.replaceChildren(document.adoptNode(told)); // else the page itself says what is wrong
  } catch {
    // the link stays
  }
  place.setAttribute("aria-busy", "false");
}

export function startExplain() {
  // the narration is put in anew at each step, and toggle does not bubble
  document.addEventListener(
    "toggle",
    (event) => {
      const panel = event.target;
      if (panel instanceof HTMLDetailsElement && panel.open && panel.matches("[data-explain]")) void load(panel);
    },
    true,
  );
}
