// @ts-check
// Finding a card by two letters of its name, or in a grid of what it can be, the recent ones first.

const RECENT = "kiebitz-recent-names";
const MOST_RECENT = 8;
/** From so many on there is a field to type into. */
const MANY = 9;

/** @returns {string[]} */
function recent() {
  try {
    const kept = JSON.parse(localStorage.getItem(RECENT) ?? "[]");
    return Array.isArray(kept) ? kept.map(String) : [];
  } catch {
    return [];
  }
}

/** @param {string} name */
export function remember(name) {
  if (name === "?" || /^\d+$/.test(name)) return;
  try {
    localStorage.setItem(RECENT, JSON.stringify([name, ...recent().filter((other) => other !== name)].slice(0, MOST_RECENT)));
  } catch {
    // then none is recent
  }
}

/** @param {string} text */
const bare = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** @param {string} words @param {string} typed whether a word of it begins so, or it is a later part of a compound */
const begins = (words, typed) => bare(words).split(/[\s\u00ad-]+/).some((word) => word.startsWith(typed)) || (typed.length > 2 && bare(words).includes(typed));

/** A grid of names with a field to find one.
 * @param {[string, string, number][]} options key, words, how often it may still be chosen @param {Record<string, string>} texts
 * @param {(key: string) => void} choose @returns {HTMLElement} */
export function nameGrid(options, texts, choose) {
  const box = document.createElement("div");
  box.className = "names";
  const last = recent();
  const rank = (/** @type {string} */ key) => (key === "?" ? -1 : last.includes(key) ? last.indexOf(key) : MOST_RECENT);
  const sorted = options.filter(([, , left]) => left > 0).sort(([a], [b]) => rank(a) - rank(b));
  const list = document.createElement("div");
  list.className = "grid";
  for (const [key, words] of sorted) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "chip name";
    button.dataset.name = key;
    button.textContent = key === "?" ? texts.unseen : words;
    button.toggleAttribute("data-recent", last.includes(key));
    button.addEventListener("click", () => {
      remember(key);
      choose(key);
    });
    list.append(button);
  }
  if (sorted.length >= MANY) {
    const field = document.createElement("input");
    field.type = "search";
    field.autocomplete = "off";
    field.placeholder = texts.find;
    field.setAttribute("aria-label", texts.find);
    const shown = () => /** @type {HTMLButtonElement[]} */ ([...list.children]).filter((it) => !it.hidden);
    field.addEventListener("input", () => {
      const typed = bare(field.value.trim());
      for (const it of /** @type {HTMLButtonElement[]} */ ([...list.children])) it.hidden = typed !== "" && !begins(it.textContent ?? "", typed);
    });
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !field.value.trim()) return;
      event.preventDefault();
      event.stopPropagation();
      shown()[0]?.click();
    });
    box.append(field);
  }
  box.append(list);
  return box;
}
