// @ts-check
// Two lines in step: the keys and buttons of the replay lead both tables, without a new page. Without it every step is a link.

/** The replay's keys that lead somewhere here. @type {Record<string, string>} */
const KEYS = {
  ArrowLeft: "back",
  ArrowRight: "on",
  "Shift+ArrowLeft": "back-turn",
  "Shift+ArrowRight": "on-turn",
  Home: "first",
  End: "last",
};

/** Counts visits, so that a slow answer never overtakes a later wish. */
let visit = 0;

const pair = () => /** @type {HTMLElement} */ (document.getElementById("pair"));

/** @param {string} name @returns {HTMLAnchorElement | null} */
const control = (name) => pair().querySelector(`a[href][data-control="${name}"]`);

/** @param {string} address @param {boolean} push */
async function show(address, push) {
  const mine = ++visit;
  let html;
  try {
    const answer = await fetch(address, { headers: { Accept: "text/html" } });
    if (!answer.ok) throw new Error(`${answer.status} for ${address}`);
    html = await answer.text();
  } catch {
    if (mine === visit) location.assign(address);
    return;
  }
  if (mine !== visit) return;
  const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("pair");
  if (!fresh) return location.assign(address);
  const held = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.control : undefined;
  const top = pair().getBoundingClientRect().top;
  pair().replaceWith(document.adoptNode(fresh));
  scrollBy(0, pair().getBoundingClientRect().top - top);
  if (push) history.pushState(null, "", address);
  if (held) (control(held) ?? pair()).focus({ preventScroll: true });
}

/** @param {EventTarget | null} target */
function isTyping(target) {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));
}

let started = false;

export function startPair() {
  if (started) return;
  started = true;
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("#pair a[href][data-control]") : null;
    if (!(link instanceof HTMLAnchorElement) || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void show(link.href, true);
  });
  addEventListener("keydown", (event) => {
    if (!pair() || event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const link = control(KEYS[(event.shiftKey ? "Shift+" : "") + event.key] ?? "");
    if (!link) return;
    event.preventDefault();
    void show(link.href, true);
  });
  addEventListener("popstate", () => void (pair() && show(location.href, false)));
}
