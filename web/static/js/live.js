// @ts-check
// A lesson: what the server says happened is fetched anew, and put in place where it differs. The wire says ids alone.
import { keyOf, light, things, touchedAt } from "./record_board.js";
import { meant, nothing } from "./record_moves.js";

/** Milliseconds between two looks where no stream can be held open, and where answers are counted. */
const LOOKS = 2000;
/** Milliseconds until a stream is tried again that was refused. */
const AGAIN = 30000;
const NAMES = ["began", "shown", "poll", "closed", "revealed", "ended"];

/** @param {HTMLElement} old @param {HTMLElement} fresh */
function put(old, fresh) {
  const kept = new Map([...old.querySelectorAll("[data-live]")].map((part) => [part.getAttribute("data-live"), part]));
  for (const part of fresh.querySelectorAll("[data-live]")) {
    const same = kept.get(part.getAttribute("data-live"));
    // a form that is being filled in stays as it is, and so does a table of the same step
    if (same && same.getAttribute("data-key") === part.getAttribute("data-key")) part.replaceWith(same);
  }
  old.replaceChildren(...fresh.childNodes);
  old.dataset.version = fresh.dataset.version;
}

export function startLive() {
  const page = document.querySelector("main[data-live-events]");
  const live = document.getElementById("live");
  if (!(page instanceof HTMLElement) || !live) return;
  const { liveEvents, liveNow } = page.dataset;
  if (!liveEvents || !liveNow) return;
  const lost = page.querySelector("[data-live-lost]");
  const drawn = startLiveMoves(page);
  let looking = false;
  let again = false;
  /** @type {EventSource | null} */
  let source = null;
  let streams = false;

  async function look() {
    if (looking) {
      again = true;
      return;
    }
    looking = true;
    try {
      const answer = await fetch(String(liveNow), { headers: { Accept: "text/html" } });
      if (answer.status === 401 || answer.status === 404) {
        location.reload();
        return;
      }
      if (!answer.ok) return;
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("live");
      if (live && fresh && Number(fresh.dataset.version) >= Number(live.dataset.version)) {
        put(live, fresh);
        drawn();
      }
      if (lost instanceof HTMLElement) lost.hidden = true;
    } catch {
      if (lost instanceof HTMLElement) lost.hidden = false;
    } finally {
      looking = false;
      if (again) {
        again = false;
        void look();
      }
    }
  }

  function listen() {
    source = new EventSource(`${liveEvents}?after=${live?.dataset.version ?? 0}`);
    source.onopen = () => {
      streams = true;
      if (lost instanceof HTMLElement) lost.hidden = true;
    };
    source.onerror = () => {
      streams = false;
      if (lost instanceof HTMLElement) lost.hidden = false;
      if (source?.readyState === EventSource.CLOSED) setTimeout(listen, AGAIN);
    };
    for (const name of NAMES) source.addEventListener(name, () => void look());
  }

  listen();
  setInterval(() => {
    if (document.hidden) return;
    if (!streams || page.hasAttribute("data-live-often")) void look();
  }, LOOKS);
  document.addEventListener("visibilitychange", () => void (document.hidden || look()));
  page.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || !form.hasAttribute("data-live-form") || event.defaultPrevented) return;
    event.preventDefault();
    const button = /** @type {SubmitEvent} */ (event).submitter;
    const fields = new URLSearchParams();
    for (const [name, value] of new FormData(form, button instanceof HTMLButtonElement ? button : null)) fields.append(name, String(value));
    fetch(form.action, { method: "POST", body: fields, redirect: "manual" })
      .then(async (answer) => {
        if (answer.type === "opaqueredirect") {
          if (form.closest("details")) form.reset();
          return look();
        }
        const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("live");
        if (fresh && live) put(live, fresh);
        drawn();
        const said = fresh?.querySelector("[role=alert]");
        if (said && live && !live.contains(said)) live.prepend(said);
      })
      .catch(() => {
        if (lost instanceof HTMLElement) lost.hidden = false;
      });
  });
  document.addEventListener("keydown", (event) => {
    if (event.target instanceof Element && event.target.closest("input, select, textarea, button, summary")) return;
    const way = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" }[event.key];
    const button = way ? page.querySelector(`[data-way="${way}"]`) : null;
    if (button instanceof HTMLButtonElement && !button.disabled) {
      event.preventDefault();
      button.click();
    }
  });
}

// A learner answers which move by touching the board: the list of moves says what is meant, and is the way without a board.

/** @typedef {import("./record_moves.js").Data} Data */

let picked = nothing();
/** The question that is touched for. */
let poll = "";
let lit = false;

/** @returns {HTMLSelectElement | null} the list of moves, while one is asked for */
const list = () => document.querySelector(".live-page select[data-touches]");

/** @param {HTMLSelectElement} select the moves in it, without the line before them that says that none is chosen */
const moves = (select) => [...select.options].slice(1);

/** @param {HTMLSelectElement} select @returns {Data} the moves in the list as those of a page where a game is written */
function offered(select) {
  /** @type {string[][]} */
  const touches = JSON.parse(select.dataset.touches ?? "[]");
  const keys = [...new Set(touches.flat())];
  const words = moves(select).map((option) => option.text);
  return /** @type {any} */ ({
    keys: keys.map((key) => [key, ""]),
    moves: touches.map((of, nth) => [of.map((key) => keys.indexOf(key)), "", words[nth], "", 0, 0]),
  });
}

/** Mark what may be touched next, and say in the list what is meant. */
function draw() {
  const select = list();
  const now = select?.dataset.poll ?? "";
  if (now !== poll) [picked, poll] = [nothing(), now];
  if (!select) {
    if (lit) for (const it of things()) for (const name of ["data-lit", "data-touched", "data-dim", "role", "tabindex", "aria-pressed", "aria-disabled"]) it.removeAttribute(name);
    lit = false;
    return;
  }
  const { fit, next, move } = meant(offered(select), picked);
  for (const [nth, option] of moves(select).entries()) option.hidden = option.disabled = !fit.includes(nth);
  if (move !== null && picked.touched.length) select.selectedIndex = move + 1;
  else if (!fit.includes(select.selectedIndex - 1)) select.selectedIndex = 0;
  light(next, picked.touched, () => "", () => "");
  lit = true;
}

/** @param {Event} event */
function touch(event) {
  if (!list() || (event instanceof KeyboardEvent && event.key !== "Enter" && event.key !== " ")) return;
  const found = touchedAt(event.target);
  if (!found.length) return;
  event.preventDefault();
  const able = found.find(({ it }) => it.hasAttribute("data-lit") || it.hasAttribute("data-touched"));
  if (!able) return;
  const key = keyOf(able.it);
  if (able.it.hasAttribute("data-touched")) picked.touched.splice(picked.touched.indexOf(key), 1);
  else picked.touched.push(key);
  draw();
}

/** @param {HTMLElement} page */
function startLiveMoves(page) {
  page.addEventListener("click", touch);
  page.addEventListener("keydown", touch);
  draw();
  return draw;
}
