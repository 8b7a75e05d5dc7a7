// @ts-check
// The list of games follows what is typed or chosen: the page itself is asked, and what it found takes the place of what stood there.

const WAITS = 180; // ms

export function startShelf() {
  const form = /** @type {HTMLFormElement} */ (document.querySelector("form[data-finds]"));
  const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("q"));
  let asked = field.defaultValue.trim(); // what this page was found with: letters may be typed before this file has come
  let waiting = 0;
  let last = new AbortController();

  function address() {
    const wanted = new URL(form.action);
    for (const [name, value] of new FormData(form)) if (typeof value === "string" && value.trim()) wanted.searchParams.set(name, value.trim());
    return wanted;
  }

  async function find() {
    clearTimeout(waiting);
    last.abort();
    last = new AbortController();
    const wanted = address();
    try {
      const answer = await fetch(wanted, { signal: last.signal });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const found = [...page.querySelectorAll("[data-found]")];
      const here = [...document.querySelectorAll("[data-found]")];
      if (!answer.ok || found.length !== here.length) return location.assign(wanted); // the page says what is wrong
      here.forEach((part, nth) => part.replaceWith(/** @type {Element} */ (found[nth])));
      history.replaceState(null, "", wanted);
    } catch (error) {
      if (!(error instanceof DOMException && error.name === "AbortError")) location.assign(wanted);
    }
  }

  function typed() {
    if (field.value.trim() === asked) return;
    asked = field.value.trim();
    clearTimeout(waiting);
    waiting = window.setTimeout(() => void find(), WAITS);
  }

  field.addEventListener("input", typed);
  typed();
  form.addEventListener("change", (event) => event.target instanceof HTMLSelectElement && void find());
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void find();
  });
}

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

// What is being played on the list of games: asked again every while, as long as somebody looks.

const EVERY = 10000; // ms

export function startPlaying() {
  async function look() {
    const here = document.getElementById("playing");
    if (!here || document.hidden || here.contains(document.activeElement)) return;
    try {
      const answer = await fetch(here.dataset.playing ?? "");
      const fresh = answer.ok ? new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("playing") : null;
      if (!fresh || fresh.innerHTML === here.innerHTML) return;
      here.replaceWith(fresh);
      const pick = document.getElementById("live-pick");
      const count = pick?.querySelector(".n");
      if (!pick || !count) return;
      count.textContent = `${fresh.querySelectorAll("li").length}`;
      pick.hidden = fresh.hidden;
    } catch {
      // no connection: it is asked again
    }
  }
  setInterval(() => void look(), EVERY);
  addEventListener("online", () => void look());
  document.addEventListener("visibilitychange", () => void look());
}
