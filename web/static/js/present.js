// @ts-check
// Brings the present step into sight in the box of the narration, which scrolls inside itself; the page itself stays where it is.

/** Height of the heading that sticks above the lines of a turn, in px. */
const HEADING = 34;

export function showPresent() {
  const story = document.getElementById("narration");
  const line = story?.querySelector("[aria-current]");
  if (!story) return;
  // all is measured before anything is moved: a measure after a movement would lay the page out once more
  const end = story.scrollHeight - story.clientHeight; // the box is turned round: its end is 0 and what comes before is negative
  // a line longer than the box is read from its beginning, below the turn's sticky heading
  const top = line ? line.getBoundingClientRect().top - story.getBoundingClientRect().top : 0;
  const above = top + story.scrollTop - HEADING;
  story.scrollTop = above < 0 && end > 0 ? above : 0;
}
