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

const PAUSE = 300; // ms without a key before the text is read

/** @param {HTMLTextAreaElement} field @param {HTMLFormElement} form */
function follow(field, form) {
  const beside = document.getElementById("draft");
  const mark = document.getElementById("at-fault");
  const url = form.dataset.draft;
  if (!beside || !mark || !url) return;
  let timer = 0;
  let sent = "";
  /** @type {AbortController | null} */
  let under = null;
  const cursorLine = () => field.value.slice(0, field.selectionStart).split("\n").length;
  const place = () => {
    const state = /** @type {HTMLElement | null} */ (beside.querySelector(".state"));
    const line = Number(state?.dataset.line ?? 0);
    mark.hidden = !line;
    if (!line) {
      field.removeAttribute("aria-invalid");
      return;
    }
    field.setAttribute("aria-invalid", "true");
    const row = Number.parseFloat(getComputedStyle(field).lineHeight);
    mark.style.transform = `translateY(${(line - 1) * row - field.scrollTop}px)`;
  };
  const read = async () => {
    const theme = document.documentElement.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
    const body = new URLSearchParams({ text: field.value, line: String(cursorLine()), theme });
    if (body.toString() === sent) return;
    sent = body.toString();
    under?.abort();
    under = new AbortController();
    beside.classList.add("waiting");
    try {
      const answer = await fetch(url, { method: "POST", body, signal: under.signal });
      if (!answer.ok) return;
      beside.innerHTML = await answer.text();
      place();
      beside.classList.remove("waiting");
    } catch {
      // a later one is on its way, or there is no connection: what stands there stays
    }
  };
  const soon = () => {
    clearTimeout(timer);
    timer = window.setTimeout(read, PAUSE);
  };
  for (const what of ["input", "keyup", "click", "select"]) field.addEventListener(what, soon);
  field.addEventListener("scroll", place, { passive: true });
  place();
  if (field.value.trim()) soon();
}

export function startNotation() {
  const field = /** @type {HTMLTextAreaElement | null} */ (document.getElementById("notation"));
  if (!field) return;
  toFault(field);
  const form = field.closest("form");
  if (form?.dataset.draft) follow(field, form);
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
