// @ts-check
// The link to the moment: a plain link. A click copies it, a phone offers its share sheet, and where a page has neither (plain http
// beyond this machine) it stands in a field to be copied by hand.
import { addressOf } from "./swap.js";

/** @param {string} words */
function tell(words) {
  const told = document.getElementById("told");
  if (told) told.textContent = words;
}

/** What is handed on: who reads in suspense hands on suspense. @param {HTMLAnchorElement} link */
const shared = (link) => new URL(link.dataset.share ?? link.href, location.href).href;

/** @param {HTMLAnchorElement} link */
function copied(link) {
  tell(link.dataset.copied ?? "");
  link.dataset.done = "";
  setTimeout(() => delete link.dataset.done, 1500);
}

/** @param {HTMLAnchorElement} link */
function showField(link) {
  const sheet = document.getElementById("share");
  const field = sheet?.querySelector("input");
  if (!sheet || !field) return location.assign(link.href);
  field.value = shared(link);
  sheet.showPopover();
  field.focus();
  field.select();
}

export function startLink() {
  const link = /** @type {HTMLAnchorElement | null} */ (document.getElementById("link"));
  link?.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const [title] = document.title.split(" · ");
    if (matchMedia("(pointer: coarse)").matches && navigator.share) {
      navigator.share({ title, url: shared(link) }).catch(() => undefined); // who closes the sheet wants nothing
    } else if (navigator.clipboard) {
      navigator.clipboard.writeText(shared(link)).then(() => copied(link), () => showField(link));
    } else showField(link);
  });
}

// The way back from a step that a card's dialog led to: a link in the head of the page, there until one has gone back or the page is left.

/** @returns {HTMLAnchorElement | null} */
const returning = () => /** @type {HTMLAnchorElement | null} */ (document.getElementById("return"));

/** The event that an address names. @param {string} address */
const stepOf = (address) => new URL(address).searchParams.get("at") ?? "0";

export function startBack() {
  const dialog = document.getElementById("dialog");
  if (!(dialog instanceof HTMLDialogElement)) return;
  // before the visit itself: the page still stands where the journey began
  dialog.addEventListener("click", (event) => {
    const stop = event.target instanceof Element ? event.target.closest(".way a[data-step]") : null;
    const here = addressOf(document.getElementById("link"));
    const back = returning();
    if (!stop || !here || !back) return;
    dialog.close();
    if (back.hidden) {
      back.href = here;
      back.dataset.left = document.getElementById("overview")?.dataset.stepNumber ?? "0";
    }
    const words = (back.dataset.words ?? "").replace("{n}", back.dataset.left ?? "0");
    back.setAttribute("aria-label", words);
    back.title = words;
    back.hidden = false;
  });
  addEventListener("kiebitz-step", () => {
    const back = returning();
    const here = addressOf(document.getElementById("link"));
    if (back && here && !back.hidden && stepOf(back.href) === stepOf(here)) back.hidden = true;
  });
}
