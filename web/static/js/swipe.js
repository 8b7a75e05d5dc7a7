// @ts-check
// A swipe over the board steps: to the left goes on, to the right goes back. Scrolling up and down stays the browser's, which takes the
// pointer away from us as soon as it scrolls.
import { follow } from "./swap.js";

/** A swipe is so many px long at least, so much longer than high, and takes so many milliseconds at most. */
const LONG = 44;
const FLAT = 1.8;
const QUICK = 800;

/** Whether something round an element scrolls sideways itself. @param {Element | null} element @returns {boolean} */
function scrollsItself(element) {
  for (let it = element; it && it.id !== "board"; it = it.parentElement) {
    if (it.scrollWidth > it.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(it).overflowX)) return true;
  }
  return false;
}

export function startSwipe() {
  const board = document.getElementById("board");
  if (!board) return;
  /** @type {{ id: number, x: number, y: number, time: number } | null} */
  let begun = null;
  board.addEventListener("pointerdown", (event) => {
    const alone = event.pointerType === "touch" && event.isPrimary && !begun && (visualViewport?.scale ?? 1) <= 1.01;
    const target = event.target instanceof Element ? event.target : null;
    begun = alone && !scrollsItself(target) ? { id: event.pointerId, x: event.clientX, y: event.clientY, time: event.timeStamp } : null;
  });
  addEventListener("pointercancel", () => (begun = null));
  addEventListener("pointerup", (event) => {
    const was = begun;
    if (!was || was.id !== event.pointerId) return;
    begun = null;
    const [x, y] = [event.clientX - was.x, event.clientY - was.y];
    if (Math.abs(x) < LONG || Math.abs(x) < FLAT * Math.abs(y) || event.timeStamp - was.time > QUICK) return;
    follow(x < 0 ? "on" : "back");
  });
}
