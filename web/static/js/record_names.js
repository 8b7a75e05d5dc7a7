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

/** @typedef {{ ranks: string[], icons: Record<string, string>, cards: Record<string, [string, string]> }} Suits */

/** A row for each suit, a column for each rank. What has neither stands where it stood. @param {HTMLElement} list @param {Suits} suits */
function bySuits(list, { ranks, icons, cards }) {
  const grid = document.createElement("div");
  grid.className = "suits";
  for (const [suit, drawn] of Object.entries(icons)) {
    const row = document.createElement("div");
    row.append(...new DOMParser().parseFromString(drawn, "text/html").body.children);
    for (const rank of ranks) {
      const found = /** @type {HTMLElement[]} */ ([...list.children]).find((it) => cards[it.dataset.name ?? ""]?.join() === [suit, rank].join());
      if (found) {
        found.setAttribute("aria-label", found.textContent ?? "");
        found.textContent = rank;
      }
      row.append(found ?? document.createElement("span"));
    }
    grid.append(row);
  }
  return grid;
}

/** A grid of names with a field to find one; cards with suits and ranks lie in rows and columns.
 * @param {[string, string, number][]} options key, words, how often it may still be chosen @param {Record<string, string>} texts
 * @param {(key: string) => void} choose @param {Suits | null} [suits] @returns {HTMLElement} */
export function nameGrid(options, texts, choose, suits) {
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
  const grid = suits ? bySuits(list, suits) : null;
  if (sorted.length >= MANY) {
    const field = document.createElement("input");
    field.type = "search";
    field.autocomplete = "off";
    field.placeholder = texts.find;
    field.setAttribute("aria-label", texts.find);
    const all = () => /** @type {HTMLButtonElement[]} */ ([...box.querySelectorAll(".name")]);
    field.addEventListener("input", () => {
      const typed = bare(field.value.trim());
      for (const it of all()) it.hidden = typed !== "" && !begins(it.getAttribute("aria-label") ?? it.textContent ?? "", typed);
    });
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !field.value.trim()) return;
      event.preventDefault();
      event.stopPropagation();
      all().find((it) => !it.hidden)?.click();
    });
    box.append(field);
  }
  if (grid) box.append(grid);
  box.append(list);
  return box;
}
