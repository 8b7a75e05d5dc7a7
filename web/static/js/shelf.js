// @ts-check
// The list of games follows what is typed or chosen: the page itself is asked, and what it found takes the place of what stood there.

const WAITS = 180; // ms

export function startShelf() {
  const form = /** @type {HTMLFormElement} */ (document.querySelector("form[data-live]"));
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
