// @ts-check
// A step without a new page: fetches what changes with the step and puts its regions in place of the old ones. The neighbours
// are fetched ahead. Whatever goes wrong ends in an ordinary visit of the address.
import { changing, settle } from "./moves.js";
import { pace } from "./pace.js";
import { patch } from "./patch.js";
import { showPresent } from "./present.js";

/** Steps fetched ahead or lately, by the address of their page. Small: a finished record does not change, but the reader's patience is short.
 * @type {Map<string, Promise<string>>} */
const pages = new Map();
const KEPT = 12;

/** What can wait until the frame stands. @param {() => void} act */
const whenIdle = (act) => (window.requestIdleCallback ? requestIdleCallback(act, { timeout: 300 }) : setTimeout(act, 30));

/** Counts visits, so that a slow answer never overtakes a later wish. */
let visit = 0;

/** Of a step's page, the address of what changes from step to step. @param {string} address @returns {string} */
function regionsAt(address) {
  const url = new URL(address, location.href);
  url.pathname += `/steps/${url.searchParams.get("at") ?? "0"}`;
  url.searchParams.delete("at");
  return url.href;
}

/** Pages that were read ahead, each for one use. @type {Map<string, Document>} */
const read = new Map();

/** @param {string} address @returns {Promise<string>} */
function fetchStep(address) {
  const known = pages.get(address);
  if (known) return known;
  const page = fetch(regionsAt(address), { headers: { Accept: "text/html" } }).then((answer) => {
    if (!answer.ok) throw new Error(`${answer.status} for ${address}`);
    return answer.text();
  });
  pages.set(address, page);
  page.catch(() => pages.delete(address));
  for (const oldest of pages.keys()) {
    if (pages.size <= KEPT) break;
    pages.delete(oldest);
  }
  return page;
}

/** Where the focus is, in words that mean the same on the next page. @returns {string | null} */
function focusMark() {
  const focus = document.activeElement;
  if (!(focus instanceof HTMLElement)) return null;
  if (focus.dataset.control) return `[data-control="${focus.dataset.control}"]`;
  if (focus instanceof HTMLInputElement && focus.type === "radio") return `input[name="${focus.name}"]:checked`;
  if (focus instanceof HTMLInputElement) return `input[name="${focus.name}"]:not([type="hidden"])`;
  if (focus.matches(".line")) return ".line[aria-current]";
  return focus.matches(".cell") ? ".cell[aria-current]" : null;
}

/** @param {Document} fresh @param {string} address */
function put(fresh, address) {
  const mark = focusMark();
  for (const old of document.querySelectorAll("[data-region]")) {
    const region = fresh.getElementById(old.id);
    if (region) patch(old, region);
  }
  document.title = fresh.title;
  document.querySelector('link[rel="canonical"]')?.setAttribute("href", address);
  const { searchParams } = new URL(address, location.href);
  for (const link of document.querySelectorAll(".lang a, .menu [aria-current='page'], .menu [data-moment]")) {
    // these carry step and viewer in their address
    const url = new URL(link.getAttribute("href") ?? "", location.href);
    for (const word of link.matches("[data-moment]") ? ["at", "as"] : ["at", "as", "memory", "knows"]) {
      const said = searchParams.get(word);
      if (said === null) url.searchParams.delete(word);
      else url.searchParams.set(word, said);
    }
    link.setAttribute("href", `${url.pathname}${url.search}`);
  }
  if (mark) {
    const again = document.querySelector(mark);
    // at either end a control leads nowhere and takes no focus: the page's content does
    const target = again instanceof HTMLAnchorElement && !again.hasAttribute("href") ? document.getElementById("main") : again;
    if (target instanceof HTMLElement) target.focus({ preventScroll: true });
  }
  showPresent();
  if (!pace.playing) announce(); // who listens cannot read as fast as the game plays
  dispatchEvent(new Event("kiebitz-step"));
}

function announce() {
  const told = document.getElementById("told");
  const line = document.querySelector(".line[aria-current]");
  if (told) told.textContent = `${document.title.split(" · ")[0]}. ${line?.textContent?.trim() ?? ""}`;
}

/** @param {Element | null} link @returns {string | null} */
export function addressOf(link) {
  return link instanceof HTMLAnchorElement && link.hasAttribute("href") ? link.href : null;
}

/** @param {string} name @returns {Element | null} */
export function control(name) {
  return document.querySelector(`[data-control="${name}"]`);
}

/** Read a page, or take it as it was read ahead. @param {string} address @param {string} html @returns {Document} */
function readStep(address, html) {
  const page = read.get(address);
  read.delete(address);
  return page ?? new DOMParser().parseFromString(html, "text/html");
}

function fetchAhead() {
  const neighbours = ["on", "back"].map((name) => addressOf(control(name)));
  for (const address of read.keys()) if (!neighbours.includes(address)) read.delete(address);
  for (const address of neighbours) {
    if (!address) continue;
    fetchStep(address).then(
      (html) => whenIdle(() => neighbours.includes(address) && !read.has(address) && read.set(address, readStep(address, html))),
      () => undefined, // it was only a guess; the visit itself will say what is wrong
    );
  }
}

/** Show the step at an address: `forward` with the cards that move. A visit that is not `auto` ends autoplay.
 * @param {string} address @param {{ push?: boolean, forward?: boolean, auto?: boolean }} [how] @returns {Promise<void>} */
export async function visitStep(address, { push = true, forward = false, auto = false } = {}) {
  const mine = ++visit;
  if (!auto) pace.playing = false;
  settle();
  let html;
  try {
    html = await fetchStep(address);
  } catch {
    if (mine === visit) location.assign(address);
    return;
  }
  if (mine !== visit) return;
  const fresh = readStep(address, html);
  const turnTo = () => {
    if (push && address !== location.href) history[auto ? "replaceState" : "pushState"](null, "", address);
    put(fresh, address);
  };
  changing(fresh, turnTo, forward);
  whenIdle(fetchAhead);
}

/** Where an address leads that says so only when it is asked; null where that is here. @param {string | null} address @returns {Promise<string | null>} */
async function whither(address) {
  if (!address) return null;
  try {
    const answer = await fetch(address, { method: "HEAD" });
    return answer.ok && answer.url !== location.href ? answer.url : null;
  } catch {
    return null; // the key does nothing; the link itself still leads there
  }
}

/** Presses wait for the step before them, so that a quick hand loses none; a held key does not run on after its release. */
let presses = Promise.resolve();
let waiting = 0;
const MOST_WAITING = 3;

/** Follow a control by name (`on`, `back-turn` ...) if it leads anywhere by then. @param {string} name */
export function follow(name) {
  if (waiting >= MOST_WAITING) return;
  waiting += 1;
  presses = presses.then(async () => {
    const link = control(name);
    const address = link?.matches("[data-leads]") ? await whither(addressOf(link)) : addressOf(link);
    if (address) await visitStep(address, { forward: name === "on" });
    waiting -= 1;
  });
}

/** @param {HTMLFormElement} form @returns {string} */
function addressOfForm(form) {
  const fields = /** @type {[string, string][]} */ ([...new FormData(form)].map(([name, value]) => [name, String(value)]));
  fields.sort(([a], [b]) => (a === b ? 0 : a === "at" ? -1 : 1)); // as the server writes it, so that fetched pages are found again
  return `${form.action}?${new URLSearchParams(fields)}`;
}

export function startSwap() {
  addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest("a[data-step]") : null;
    const address = addressOf(link);
    if (!address) return;
    event.preventDefault();
    void visitStep(address, { forward: address === addressOf(control("on")) });
  });
  addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || !form.matches("[data-swap]")) return;
    event.preventDefault();
    if (form.matches(":popover-open")) form.hidePopover();
    if (form.id === "where" && document.activeElement instanceof HTMLElement) document.activeElement.blur(); // arrows step again
    void visitStep(addressOfForm(form));
  });
  // a radio that was clicked gives the arrow keys back to the steps; one reached by keyboard keeps them
  let byPointer = false;
  addEventListener("pointerdown", () => (byPointer = true), true);
  addEventListener("keydown", () => (byPointer = false), true);
  addEventListener("change", (event) => {
    const radio = event.target;
    if (!(radio instanceof HTMLInputElement) || radio.type !== "radio" || !radio.form?.matches("[data-swap]")) return;
    if (byPointer) radio.blur();
    radio.form.requestSubmit();
  });
  addEventListener("popstate", () => void visitStep(location.href, { push: false }));
  fetchAhead();
}
