// @ts-check
// The link to the moment: a plain link that a click copies where the browser lets us.

export function startLink() {
  const link = /** @type {HTMLAnchorElement | null} */ (document.getElementById("link"));
  link?.addEventListener("click", (event) => {
    if (!navigator.clipboard || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    navigator.clipboard.writeText(link.href).then(
      () => {
        const told = document.getElementById("told");
        if (told) told.textContent = link.dataset.copied ?? "";
        link.dataset.done = "";
        setTimeout(() => delete link.dataset.done, 1500);
      },
      () => location.assign(link.href),
    );
  });
}
