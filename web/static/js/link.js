// @ts-check
// The link to the moment: a plain link. A click copies it, a phone offers its share sheet, and where a page has neither (plain http
// beyond this machine) it stands in a field to be copied by hand.

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
