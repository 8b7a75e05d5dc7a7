// @ts-check
// Whether the game plays by itself, how fast, and what of a step can wait until its frame stands. Known to who moves the cards and to who turns the pages.

export const pace = {
  /** The next step comes by itself. */
  playing: false,
  /** 1 is 900 ms an event; it scales every wait and every movement. */
  speed: 1,
};

/** What is wanted soon after the frame that is drawn next, even while things move on it: then a page is idle late or never.
 * @param {() => void} act */
export const afterFrame = (act) => requestAnimationFrame(() => setTimeout(act, 0));

/** What can wait until nothing else is done. @param {() => void} act */
export const whenIdle = (act) => (window.requestIdleCallback ? requestIdleCallback(act, { timeout: 300 }) : setTimeout(act, 30));

/** What the page still owes its reader, in order: address, title, links. The frame does not show it. @type {(() => void)[]} */
let owed = [];

/** Do what is owed now. */
export function payUp() {
  const acts = owed;
  owed = [];
  for (const act of acts) act();
}

/** What a frame need not wait for is done right after it, and before anybody can ask for it: a press, a copy, a page that is left or hidden.
 * @param {() => void} act */
export function owe(act) {
  owed.push(act);
  if (document.hidden) payUp(); // no frame comes
  else if (owed.length === 1) afterFrame(payUp);
}

/** What is owed for a step that the reader has left by Back is owed no more. */
export function forgive() {
  owed = [];
}

for (const asked of ["keydown", "pointerdown", "click", "contextmenu", "copy", "pagehide", "visibilitychange"]) addEventListener(asked, payUp, true);
