// @ts-check
// A game as a text: the button copies it, and a fault in a typed one is where the cursor stands. Without a script the field is marked by hand.

/** @param {HTMLTextAreaElement} field */
function toFault(field) {
  const line = Number(field.dataset.line ?? 0);
  if (!line) return;
  const lines = field.value.split("\n");
  const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  field.focus();
  field.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
}

export function startNotation() {
  const field = /** @type {HTMLTextAreaElement | null} */ (document.getElementById("notation"));
  if (!field) return;
  toFault(field);
  const button = document.getElementById("copy");
  const told = document.getElementById("told");
  button?.addEventListener("click", () => {
    field.select();
    const done = () => {
      if (told) told.textContent = button.dataset.copied ?? "";
    };
    if (navigator.clipboard) navigator.clipboard.writeText(field.value).then(done, () => undefined);
    else if (document.execCommand("copy")) done();
  });
}
