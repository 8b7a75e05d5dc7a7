// @ts-check
// The way back from a step that a card's dialog led to: a link in the head of the page, there until one has gone back or the page is left.
import { addressOf } from "./swap.js";

/** @returns {HTMLAnchorElement | null} */
const link = () => /** @type {HTMLAnchorElement | null} */ (document.getElementById("return"));

/** The event that an address names. @param {string} address */
const stepOf = (address) => new URL(address).searchParams.get("at") ?? "0";

export function startBack() {
  const dialog = document.getElementById("dialog");
  if (!(dialog instanceof HTMLDialogElement)) return;
  // before the visit itself: the page still stands where the journey began
  dialog.addEventListener("click", (event) => {
    const stop = event.target instanceof Element ? event.target.closest(".way a[data-step]") : null;
    const here = addressOf(document.getElementById("link"));
    const back = link();
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
    const back = link();
    const here = addressOf(document.getElementById("link"));
    if (back && here && !back.hidden && stepOf(back.href) === stepOf(here)) back.hidden = true;
  });
}
