// @ts-check
// The pieces of the pad below the board: its parts, its buttons, what is kept while nobody answers.

/** @typedef {import("./record_send.js").Entry} Entry */

export const part = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @param {ParentNode} where @param {string} id @returns {any} */
export function json(where, id) {
  const found = where.querySelector(`#${id}`);
  return found ? JSON.parse(found.textContent ?? "null") : null;
}

/** @param {string} words @param {() => void} act @param {string} [kind] */
export function chip(words, act, kind = "chip") {
  const button = document.createElement("button");
  button.type = "button";
  button.className = kind;
  button.textContent = words;
  button.addEventListener("click", act);
  return button;
}

/** What the button that writes says. @param {string} words @param {boolean} ready */
export function say(words, ready) {
  const button = /** @type {HTMLButtonElement} */ (part("write"));
  /** @type {HTMLElement} */ (button.firstElementChild).textContent = words;
  button.toggleAttribute("data-long", words.length > 60);
  button.disabled = !ready;
}

/** What is kept and why. @param {Entry[]} entries @param {{ away: boolean, stopped: string }} why @param {Record<string, string>} texts
 * @param {() => void} again @param {() => void} discard */
export function drawKept(entries, { away, stopped }, texts, again, discard) {
  const line = part("away");
  line.hidden = !entries.length;
  line.replaceChildren();
  if (!entries.length) return;
  const many = entries.length === 1 ? texts.kept_one : texts.kept_many.replace("{n}", `${entries.length}`);
  const first = stopped ? `${texts.stopped} ${entries[0].words} ${stopped}` : away ? texts.away : texts.sending;
  line.append(`${first} ${many} `);
  if (stopped || away) line.append(chip(texts.try, again));
  if (stopped) line.append(chip(texts.discard, discard));
}
