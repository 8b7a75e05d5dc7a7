// @ts-check
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
