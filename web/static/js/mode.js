// @ts-check
// Modes of a table (what if, disputes, notes, two pairs of eyes): the page that a link or form with `data-mode` leads to, put in the place of
// this one without leaving it. The replay is kept as it was left, and Back shows it again. Whatever goes wrong ends in an ordinary visit.
import { pause } from "./play.js";
import { forget } from "./steps.js";
import { addressOf, visitStep } from "./swap.js";

/** The replay as it was left: its parts stay as they are, with all that listens to them.
 * @type {{ address: string, parts: Element[], title: string, look: string, top: number, focus: Element | null } | null} */
let left = null;
/** Whether something was written since: then the replay shows more than it did. */
let wrote = false;
/** Counts visits, so that a slow answer never overtakes a later wish. */
let visit = 0;
/** The path of what is shown, whatever the browser's address says already. */
let shown = document.querySelector("main")?.dataset.mode ?? location.pathname;

/** What stands on every page with a table, and may not be drawn anew: who hears the page is told there. */
const STAYS = ".hatchings, #told, #dialog";

/** @param {Document} page @returns {Element[]} */
const partsOf = (page) => [...page.body.children].filter((part) => !part.matches(STAYS));

/** @param {string} address */
const pathOf = (address) => new URL(address, location.href).pathname;

/** @param {Document} page @returns {HTMLElement | null} */
const modeIn = (page) => page.querySelector("main[data-mode]");

/** @param {Element[]} parts @param {string} look @param {string} title */
function put(parts, look, title) {
  for (const old of partsOf(document)) old.remove();
  document.body.prepend(...parts);
  document.body.className = look;
  document.title = title;
}

/** The style sheets of a page that this one does not have. @param {Document} page */
async function dress(page) {
  const here = new Set([...document.querySelectorAll('link[rel="stylesheet"]')].map((link) => link.getAttribute("href")));
  const missing = /** @type {HTMLLinkElement[]} */ ([...page.querySelectorAll('link[rel="stylesheet"]')]).filter((link) => !here.has(link.getAttribute("href")));
  await Promise.all(missing.map((link) => new Promise((done) => {
    const sheet = /** @type {HTMLLinkElement} */ (document.importNode(link));
    sheet.addEventListener("load", done);
    sheet.addEventListener("error", done);
    document.head.append(sheet);
  })));
}

/** Put another state of a mode's page in its place. @param {Document} page */
export function putState(page) {
  put(partsOf(page).map((part) => document.adoptNode(part)), page.body.className, page.title);
}

/** Say that a mode's page stands in the place of another one: what it does beyond links and forms is taken up (js/main.js). */
const announce = () => dispatchEvent(new Event("kiebitz-mode"));

/** Put a mode's page in the place of this one. @param {Document} page @param {string} address */
export async function turnTo(page, address) {
  await place(page, address);
  announce();
}

/** @param {Document} page @param {string} address */
async function place(page, address) {
  await dress(page);
  if (!left && !modeIn(document)) {
    const focus = document.activeElement;
    left = { address: addressOf(document.getElementById("link")) ?? location.href, parts: partsOf(document), title: document.title, look: document.body.className, top: scrollY, focus };
    wrote = false;
  }
  const same = pathOf(address) === shown;
  const [above, read] = same ? [scrollY, document.getElementById("rail")?.scrollTop ?? 0] : [0, 0];
  putState(page);
  if (address !== location.href) history.pushState(null, "", address);
  shown = location.pathname;
  scrollTo(0, above);
  document.getElementById("rail")?.scrollTo(0, read);
}

/** Show the replay again, at the step that an address names. @param {string} address */
function turnBack(address) {
  if (!left) return;
  const { parts, look, title, top, focus, address: before } = left;
  left = null;
  shown = location.pathname;
  put(parts, look, title);
  scrollTo(0, top);
  if (focus instanceof HTMLElement) focus.focus({ preventScroll: true });
  if (wrote) forget();
  if (wrote || address !== before) void visitStep(address, { push: false });
}

/** What a page says is wrong that came as the answer to a form: it is said beside the form, and what was typed there stays.
 * @param {Document} page @param {Element | null} words @returns {boolean} whether there was something to be said, and a place for it */
export function complain(page, words) {
  const why = page.querySelector("main h1 ~ p")?.textContent?.trim();
  if (!why || !words) return false;
  document.getElementById("complaint")?.remove();
  const alert = document.createElement("p");
  alert.id = "complaint";
  alert.className = "alert";
  alert.setAttribute("role", "alert");
  alert.textContent = why;
  words.prepend(alert);
  alert.scrollIntoView({ block: "nearest" });
  return true;
}

/** @param {string} address @param {RequestInit} [how] @param {{ push?: boolean, otherwise?: () => void }} [more] */
async function open(address, how = {}, { push = true, otherwise = () => location.assign(address) } = {}) {
  const mine = ++visit;
  pause();
  const reads = !how.method;
  let answer, page;
  try {
    answer = await fetch(address, { ...how, headers: { Accept: "text/html" } });
    page = new DOMParser().parseFromString(await answer.text(), "text/html");
  } catch {
    if (mine === visit) otherwise();
    return;
  }
  if (mine !== visit) return;
  if (!reads && answer.ok) wrote = true;
  if (!modeIn(page)) {
    if (!reads && !answer.ok && complain(page, document.querySelector("main[data-mode] .words"))) return;
    // the address of a form that was refused may lead nowhere: sent once more without a script, its answer is shown as it is
    return reads || !answer.ok ? otherwise() : location.assign(answer.url);
  }
  const held = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.way : undefined;
  await place(page, push ? answer.url : location.href);
  const again = held ? document.querySelector(`[data-way="${held}"][href]`) : null;
  const heading = document.getElementById("mode");
  (again instanceof HTMLElement ? again : heading)?.focus({ preventScroll: true });
  const told = document.getElementById("told");
  if (told) told.textContent = [heading?.textContent?.trim(), document.querySelector(".steps p")?.textContent].filter(Boolean).join(". ");
  announce();
}

/** @param {MouseEvent} event */
const isPlain = (event) => !event.defaultPrevented && !event.button && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;

/** Whether this page may be left standing: a game that runs goes on behind it. */
const may = () => !document.querySelector("main[data-news]");

export function startModes() {
  addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[data-mode], a[data-mode-back]") : null;
    const address = addressOf(link);
    if (!link || !address || !isPlain(event) || !may()) return;
    if (link.matches("[data-mode]")) {
      event.preventDefault();
      void open(address);
    } else if (left && pathOf(address) === pathOf(left.address)) {
      event.preventDefault();
      if (address !== location.href) history.pushState(null, "", address);
      turnBack(address);
    }
  });
  addEventListener("submit", (event) => {
    const { submitter, target: form } = event;
    if (!(form instanceof HTMLFormElement) || !form.matches("[data-mode]") || event.defaultPrevented) return;
    event.preventDefault();
    const fields = new URLSearchParams(/** @type {any} */ (new FormData(form, submitter)));
    if (form.method === "get") return void open(`${form.action}?${fields}`);
    const otherwise = () => (form.removeAttribute("data-mode"), form.requestSubmit(submitter));
    void open(form.action, { method: "POST", body: fields }, { otherwise });
  });
  addEventListener("keydown", (event) => {
    const way = { ArrowLeft: "back", ArrowRight: "on" }[event.key];
    if (!way || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || !modeIn(document)) return;
    if (event.target instanceof Element && event.target.matches("input, textarea, select")) return;
    const link = /** @type {HTMLElement | null} */ (document.querySelector(`a[href][data-way="${way}"]`));
    if (!link) return;
    event.preventDefault();
    link.click();
  });
  const follow = () => open(location.href, {}, { push: false, otherwise: () => location.reload() });
  if (shown !== location.pathname) void follow(); // one went back before this script was there
  // before what a mode or the replay does about a change within itself
  addEventListener("popstate", (event) => {
    if (location.pathname === shown) return;
    event.stopImmediatePropagation();
    if (left && location.pathname === pathOf(left.address)) turnBack(location.href);
    else void follow();
  }, true);
}
