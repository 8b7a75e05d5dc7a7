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
  button.hidden = !words;
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

// Writing a game down by keys alone: Enter writes, Backspace takes back, letters look for a card.

/** @param {{ clear: () => void, undo: () => void, write: () => Promise<void> }} acts */
export function startRecordKeys({ clear, undo, write }) {
  addEventListener("keydown", (event) => {
    const target = event.target;
    if (event.defaultPrevented || event.isComposing || !(target instanceof HTMLElement) || !document.getElementById("pad")) return;
    const typing = target.matches("input, textarea, select");
    const find = /** @type {HTMLInputElement | null} */ (document.querySelector("#choices input[type=search]"));
    if (event.key === "Escape") clear();
    else if (event.key.toLowerCase() === "z" && (event.ctrlKey || event.metaKey) && !typing) undo();
    else if (event.ctrlKey || event.metaKey || event.altKey || typing) return;
    else if (event.key === "Enter" && !target.closest("button, a, summary, [role=button]")) void (/** @type {HTMLButtonElement} */ (document.getElementById("write")).disabled || write());
    else if (event.key === "Backspace") undo();
    else if (find && /^\p{L}$/u.test(event.key)) return void find.focus(); // the letter goes into the field
    else return;
    event.preventDefault();
  });
}
