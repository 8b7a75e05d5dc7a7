// @ts-check
// Files that are let go anywhere on the shelf are put on it, all at once, as if they had been chosen in the field.

/** @param {DragEvent} event */
const brings = (event) => event.dataTransfer?.types.includes("Files") ?? false;

export function startDrop() {
  const field = document.getElementById("files");
  if (!(field instanceof HTMLInputElement)) return;
  let over = 0;
  const mark = () => document.documentElement.toggleAttribute("data-dropping", over > 0);
  addEventListener("dragenter", (event) => brings(event) && ((over += 1), mark()));
  addEventListener("dragleave", (event) => brings(event) && ((over = Math.max(0, over - 1)), mark()));
  addEventListener("dragover", (event) => brings(event) && event.preventDefault());
  addEventListener("drop", (event) => {
    if (!brings(event) || !event.dataTransfer) return;
    event.preventDefault();
    over = 0;
    mark();
    if (!event.dataTransfer.files.length) return;
    field.files = event.dataTransfer.files;
    field.form?.requestSubmit();
  });
}
