// @ts-check
// Writing a study: a text is shown as it will be read while it is typed, and chapters are dragged to their places.

/** Milliseconds without a key after which a text is looked at. */
const PAUSE = 300;

/** @param {HTMLTextAreaElement} field */
function preview(field) {
  const shown = document.getElementById(field.dataset.prose ?? "");
  let timer = 0;
  let visit = 0;
  const look = async () => {
    const mine = ++visit;
    const answer = await fetch(`${root()}/studies/draft`, { method: "POST", body: new URLSearchParams({ text: field.value }) }).catch(() => null);
    if (mine === visit && shown && answer?.ok) shown.replaceChildren(...new DOMParser().parseFromString(await answer.text(), "text/html").body.childNodes);
  };
  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(look, PAUSE);
  });
  if (field.value !== field.defaultValue) void look(); // typed before this script was there
}

/** The application's own root: what stands before the study's address. */
const root = () => location.pathname.slice(0, location.pathname.indexOf("/studies"));

/** @param {HTMLElement} list */
function order(list) {
  /** @type {HTMLElement | null} */
  let held = null;
  const chapters = () => /** @type {HTMLElement[]} */ ([...list.querySelectorAll("li[data-chapter]")]);
  for (const chapter of chapters()) {
    chapter.draggable = true;
    chapter.addEventListener("dragstart", () => (held = chapter));
    chapter.addEventListener("dragover", (event) => {
      event.preventDefault();
      for (const one of chapters()) one.toggleAttribute("data-over", one === chapter && one !== held);
    });
    chapter.addEventListener("drop", (event) => {
      event.preventDefault();
      if (!held || held === chapter) return;
      const others = chapters().filter((one) => one !== held);
      const form = /** @type {HTMLFormElement} */ (held.querySelector("form.move"));
      const after = document.createElement("input");
      const [type, name, value] = ["hidden", "after", others[others.indexOf(chapter) - 1]?.dataset.chapter ?? ""];
      Object.assign(after, { type, name, value });
      form.append(after);
      form.submit();
    });
  }
}

export function startStudy() {
  for (const field of document.querySelectorAll("textarea[data-prose]")) preview(/** @type {HTMLTextAreaElement} */ (field));
  const list = document.querySelector("ol[data-order]");
  if (list instanceof HTMLElement) order(list);
}
