// @ts-check
// Brings the present step into sight in the two boxes that scroll inside themselves; the page itself stays where it is.

/** Height of the heading that sticks above the lines of a turn, in px. */
const HEADING = 34;

export function showPresent() {
  const strip = document.getElementById("cells");
  const cell = strip?.querySelector("[aria-current]");
  const story = document.getElementById("narration");
  const line = story?.querySelector("[aria-current]");
  // all is measured before anything is moved: a measure after a movement would lay the page out once more
  const offset = strip && cell ? cell.getBoundingClientRect().left - strip.getBoundingClientRect().left - strip.clientWidth * 0.58 : 0;
  const whole = story?.scrollHeight ?? 0;
  const height = story?.clientHeight ?? 0;
  // a line longer than the box is read from its beginning, below the turn's sticky heading
  const top = story && line ? line.getBoundingClientRect().top - story.getBoundingClientRect().top : 0;
  // a little right of the middle: what has been is read more often than how much is to come
  if (strip && offset) strip.scrollLeft += offset;
  if (!story) return;
  const end = whole - height; // the box is turned round: its end is 0 and what comes before is negative
  const moved = 0 - story.scrollTop;
  const above = top - moved - HEADING;
  story.scrollTop = above < 0 && end > 0 ? above : 0;
}
