// @ts-check
// A step without a new page: puts the regions that change with the step in place of the old ones. Whatever goes wrong ends in an
// ordinary visit of the address.
import { changing, foresee, settle } from "./moves.js";
import { afterFrame, forgive, owe, pace, payUp, whenIdle } from "./pace.js";
import { expect, fits, turnTo } from "./patch.js";
import { showPresent } from "./tabs.js";
import { endPreview } from "./preview.js";
import { fetchAhead, fetchStep, forget, isAhead, readStep } from "./steps.js";

/** Counts visits, so that a slow answer never overtakes a later wish. */
let visit = 0;

/** Where the focus is, in words that mean the same on the next page. @returns {string | null} */
function focusMark() {
  const focus = document.activeElement;
  if (!(focus instanceof HTMLElement)) return null;
  if (focus.dataset.control) return `[data-control="${focus.dataset.control}"]`;
  if (focus instanceof HTMLInputElement && focus.type === "radio") return `input[name="${focus.name}"]:checked`;
  if (focus instanceof HTMLInputElement) return `input[name="${focus.name}"]:not([type="hidden"])`;
  return focus.matches(".line") ? ".line[aria-current]" : null;
}

/** What says the step beside the frame: the title, and links that carry step and viewer in their address. @param {string} title @param {string} address */
function name(title, address) {
  document.title = title;
  document.querySelector('link[rel="canonical"]')?.setAttribute("href", address);
  const { searchParams } = new URL(address, location.href);
  for (const link of document.querySelectorAll(".lang a, .menu [aria-current='page'], [data-moment]")) {
    const url = new URL(link.getAttribute("href") ?? "", location.href);
    for (const word of link.matches("[data-moment]") ? ["at", "as"] : ["at", "as", "memory", "knows"]) {
      const said = searchParams.get(word);
      if (said === null) url.searchParams.delete(word);
      else url.searchParams.set(word, said);
    }
    link.setAttribute("href", `${url.pathname}${url.search}`);
  }
  for (const link of document.querySelectorAll("[data-opens]")) {
    const url = new URL(link.getAttribute("href") ?? "", location.href);
    url.searchParams.set("open", searchParams.get("at") ?? "0");
    link.setAttribute("href", `${url.pathname}${url.search}`);
  }
}

/** @param {Document} fresh */
function put(fresh) {
  const mark = focusMark();
  turnTo(fresh);
  if (!pace.playing) announce(fresh.title); // who listens cannot read as fast as the game plays
  dispatchEvent(new Event("kiebitz-step"));
  if (mark) {
    const again = document.querySelector(mark);
    // at either end a control leads nowhere and takes no focus: the page's content does
    const target = again instanceof HTMLAnchorElement && !again.hasAttribute("href") ? document.getElementById("main") : again;
    if (target instanceof HTMLElement) target.focus({ preventScroll: true });
  }
  // the page is measured only now that all is written, so it is laid out once
  showPresent();
  whenIdle(keepStep);
}

/** What the list of games knows of this reader. Cookies are another process's: they wait until the frame stands. */
function keepStep() {
  reach();
  keepPlace();
}

/** A record whose end was reached in suspense keeps nothing back any more, on the shelf either (web/suspense.py). */
function reach() {
  const record = document.getElementById("transport")?.dataset.ends;
  if (!record) return;
  const before = document.cookie.match(/(?:^|; )reached=([^;]*)/)?.[1].split(".") ?? [];
  const reached = [...before.filter((found) => found && found !== record), record].slice(-60);
  document.cookie = `reached=${reached.join(".")}; path=/; max-age=${365 * 24 * 3600}; samesite=lax`;
}

/** The list of games leads back to the step that was seen last (web/suspense.py). */
function keepPlace() {
  const record = document.querySelector("main")?.dataset.record;
  const at = document.getElementById("overview")?.dataset.at;
  const viewer = /** @type {HTMLInputElement | null} */ (document.querySelector("#where input[name=as]"))?.value;
  if (!record || !at || !viewer) return;
  const before = document.cookie.match(/(?:^|; )places=([^;]*)/)?.[1].split(".") ?? [];
  const places = [...before.filter((place) => place && !place.startsWith(`${record}-`)), `${record}-${at}-${viewer}`].slice(-12);
  document.cookie = `places=${places.join(".")}; path=/; max-age=${365 * 24 * 3600}; samesite=lax`;
}

/** @param {string} title */
function announce(title) {
  const told = document.getElementById("told");
  const line = document.querySelector(".line[aria-current]");
  if (told) told.textContent = `${title.split(" · ")[0]}. ${line?.textContent?.trim() ?? ""}`;
}

/** @param {Element | null} link @returns {string | null} */
export function addressOf(link) {
  return link instanceof HTMLAnchorElement && link.hasAttribute("href") ? link.href : null;
}

/** @param {string} name @returns {Element | null} */
export function control(name) {
  return document.querySelector(`[data-control="${name}"]`);
}

/** Which way the reader goes. @type {"on" | "back"} */
let way = "on";

/** Where an arrow leads. A way that leads where it says only when it is followed is not followed ahead of time.
 * @param {"on" | "back"} name @param {Document} page @returns {string | null} */
function arrow(name, page) {
  const link = page.querySelector(`[data-control="${name}"]`);
  return link?.matches("[data-leads]") ? null : addressOf(link);
}

/** @param {boolean} walks whether the reader came by an arrow, and so will go on */
function lookAhead(walks) {
  const [on, back] = [arrow("on", document), arrow("back", document)];
  const compare = (/** @type {Document} */ page) => {
    expect(page);
    if (way === "on") foresee(page);
  };
  fetchAhead([on, back], way === "on" ? on : back, (page) => (walks ? arrow(way, page) : null), compare);
}

/** Whether an address leads to another step of what is shown here, through the same eyes. @param {string} address */
function isAnotherStep(address) {
  const [here, there] = [addressOf(document.getElementById("link")) ?? location.href, address].map((it) => new URL(it, location.href));
  for (const url of [here, there]) url.searchParams.delete("at");
  return here.href === there.href;
}

/** Whether one of the arrows leads to an address. @param {string} address */
function isNear(address) {
  return ["on", "back", "on-turn", "back-turn"].some((name) => addressOf(control(name)) === address);
}

/** What changes at a step: the short form if what it leaves out is here, else the whole. @param {string} address @returns {Promise<Document>} */
async function stepFrom(address) {
  const near = isAnotherStep(address) && (isAhead(address) || isNear(address));
  if (near) {
    const fresh = readStep(address, await fetchStep(address));
    if (fits(document, fresh)) return fresh;
  }
  return new DOMParser().parseFromString(await fetchStep(address, true), "text/html");
}

/** The state of an entry of the history to which arrows led. */
const WALK = "walk";

/** Take an address into the history. All steps of a walk by arrows are one entry, so that Back leads to where it began.
 * @param {string} address @param {boolean} walks @param {boolean} auto */
function enter(address, walks, auto) {
  const goesOn = auto || (walks && history.state === WALK);
  history[goesOn ? "replaceState" : "pushState"](walks ? WALK : null, "", address);
}

/** Show the step at an address: `forward` with the cards that move. A visit that is not `auto` ends autoplay; one that was not asked for
 * `stays` on this page where the step cannot be had. Returns false then.
 * @param {string} address @param {{ push?: boolean, forward?: boolean, auto?: boolean, stays?: boolean }} [how] @returns {Promise<boolean>} */
export async function visitStep(address, { push = true, forward = false, auto = false, stays = false } = {}) {
  const [mine, walks] = [++visit, isNear(address)];
  way = addressOf(control("back")) === address ? "back" : "on";
  if (!auto) pace.playing = false;
  payUp();
  settle();
  let fresh;
  try {
    fresh = await stepFrom(address);
  } catch {
    if (mine === visit && !stays) location.assign(address);
    return false;
  }
  if (mine !== visit) return true;
  endPreview();
  const { title } = fresh;
  changing(fresh, () => put(fresh), forward);
  owe(() => {
    if (push && address !== location.href) enter(address, walks, auto);
    name(title, address);
  });
  afterFrame(() => lookAhead(walks));
  return true;
}

/** Where an address leads that says so only when it is asked; null where that is here. One that is refused is opened where `orSay` asks for
 * it, since its page says why. @param {string | null} address @param {boolean} [orSay] @returns {Promise<string | null>} */
async function whither(address, orSay = false) {
  if (!address) return null;
  try {
    const answer = await fetch(address, { method: "HEAD" });
    if (!answer.ok && orSay) location.assign(address);
    return answer.ok && answer.url !== location.href ? answer.url : null;
  } catch {
    return null; // the key does nothing; the link itself still leads there
  }
}

/** Where a control leads now. @param {string} name @returns {Promise<string | null>} */
async function leadOf(name) {
  const link = control(name);
  return link?.matches("[data-leads]") ? whither(addressOf(link)) : addressOf(link);
}

/** One step further by itself, as the arrow would lead. */
export async function advance() {
  const address = await leadOf("on");
  if (address) await visitStep(address, { auto: true, forward: true });
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
    const address = await leadOf(name);
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

/** Change how far arrows lead: the step stays, its controls are written anew. */
export async function changeStride() {
  const address = addressOf(document.querySelector("a[data-by]"));
  if (!address) return;
  forget();
  await visitStep(address, { push: false });
  forget(); // the choice is kept now, and no address needs to say it
}

export function startSwap() {
  const here = addressOf(document.getElementById("link"));
  if (here && here !== location.href && !location.hash) history.replaceState(null, "", here);
  addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest("a[data-step], a[data-by], a[data-leads]") : null;
    const address = addressOf(link);
    if (!link || !address || !document.getElementById("transport")) return;
    event.preventDefault();
    if (link.matches("[data-by]")) return void changeStride();
    if (link.matches("[data-leads]")) return void whither(address).then((found) => found && visitStep(found, { forward: link === control("on") }));
    void visitStep(address, { forward: address === addressOf(control("on")) });
  });
  addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || !form.matches("[data-swap]")) return;
    event.preventDefault();
    const sheet = form.closest(":popover-open");
    if (sheet instanceof HTMLElement) sheet.hidePopover();
    if (form.id === "where" && document.activeElement instanceof HTMLElement) document.activeElement.blur(); // arrows step again
    const address = addressOfForm(form);
    // a number says only when it is asked which step it is
    if (new URL(address).searchParams.has("at")) void visitStep(address);
    else void whither(address, true).then((found) => found && visitStep(found));
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
  addEventListener("popstate", () => {
    forgive();
    if (document.getElementById("transport")) void visitStep(location.href, { push: false });
  });
  lookAhead(false);
}
