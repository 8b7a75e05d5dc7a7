// @ts-check
// A card or a place in a dialog over the table: the page that its link leads to, without the rest of that page.
import { pause } from "./play.js";

/** Px of a card that must be free for a finger to mean it. */
const FINGER = 32;

/** @param {HTMLDialogElement} dialog @param {string} address */
async function open(dialog, address) {
  pause();
  try {
    const answer = await fetch(address, { headers: { Accept: "text/html" } });
    if (!answer.ok) throw new Error(`${answer.status} for ${address}`);
    const content = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector(".dialog");
    if (!content) throw new Error(`no dialog at ${address}`);
    dialog.lastElementChild?.replaceChildren(document.adoptNode(content));
    if (!dialog.open) dialog.showModal();
    dialog.scrollTop = 0;
    void reasons(dialog);
  } catch {
    location.assign(address);
  }
}

/** Why the card is what it is takes longer to say: it comes in the place of its link when it is there. @param {HTMLDialogElement} dialog */
async function reasons(dialog) {
  const link = dialog.querySelector("a[data-why]");
  const line = link?.parentElement;
  if (!(link instanceof HTMLAnchorElement) || !line) return;
  line.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(link.href, { headers: { Accept: "text/html" } });
    const told = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-reasons]");
    if (told && line.isConnected) line.replaceWith(document.adoptNode(told));
  } catch {
    // the link stays, and leads there
  }
  line.removeAttribute("aria-busy");
}

/** Of a card too much covered to be meant by a finger: the way to its whole hand. @param {HTMLAnchorElement} link @returns {HTMLAnchorElement | null} */
function handOf(link) {
  const next = link.closest(".own li")?.nextElementSibling?.firstElementChild;
  if (!next || !matchMedia("(pointer: coarse)").matches) return null;
  const free = next.getBoundingClientRect().left - link.getBoundingClientRect().left;
  return free < FINGER ? (link.closest(".strip")?.querySelector("h3 a[data-dialog]") ?? null) : null;
}

export function startDialog() {
  const dialog = document.getElementById("dialog");
  if (!(dialog instanceof HTMLDialogElement)) return;
  addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest("a[data-dialog]") : null;
    if (!(link instanceof HTMLAnchorElement)) return;
    event.preventDefault();
    void open(dialog, (handOf(link) ?? link).href);
  });
  // a click beside its content lands on the dialog itself, and so does one on its button's row
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog || (event.target instanceof Element && event.target.closest(".shut button"))) dialog.close();
  });
}
