// @ts-check
// Brings the present step into sight in the two boxes that scroll inside themselves; the page itself stays where it is.

/** Height of the heading that sticks above the lines of a turn, in px. */
const HEADING = 34;

export function showPresent() {
  const strip = document.getElementById("cells");
  const cell = strip?.querySelector("[aria-current]");
  if (strip && cell) {
    // a little right of the middle: what has been is read more often than how much is to come
    const offset = cell.getBoundingClientRect().left - strip.getBoundingClientRect().left;
    strip.scrollLeft += offset - strip.clientWidth * 0.58;
  }
  const story = document.getElementById("narration");
  const line = story?.querySelector("[aria-current]");
  if (!story) return;
  story.scrollTop = story.scrollHeight;
  // a line longer than the box is read from its beginning, below the turn's sticky heading
  const above = line ? line.getBoundingClientRect().top - story.getBoundingClientRect().top - HEADING : 0;
  if (above < 0) story.scrollTop += above;
}
