// @ts-check
// What the page on which a game is written down knows: what it says may be touched, what is chosen and kept, and what is new by somebody else's
// move. The new state comes in the page's place, unless a choice is begun on it: then that stays, and it is said that something is new.
import { startNews, waits } from "./news.js";
import { ends, nothing } from "./record_moves.js";
import { Kept } from "./record_send.js";

/** @typedef {import("./record_moves.js").Data} Data */
/** @typedef {import("./record_entry.js").Question} Question */

/** Drawn by js/record_pad.js, changed by js/record.js alone. */
export const now = {
  picked: nothing(),
  /** @type {string[]} what has been chosen for a question */
  answers: [],
  /** @type {Data | null} */
  data: null,
  /** @type {Question | null} */
  question: null,
  kept: new Kept(""),
  path: "",
  busy: false,
  /** Whether what stands beside the moves is shown. */
  besides: false,
  away: false,
  /** Whether the last move was taken back: the next one is confirmed by the button, so that what a touch would write too early can be chosen. */
  careful: false,
  /** The words of the server for what could not be written. */
  stopped: "",
};

/** @type {Record<string, string>} */
let said = {};
export const texts = () => (said = (now.question ?? now.data)?.texts ?? said);

/** Whether moves are kept that come before this one: then the board lags behind the table, and everything may be touched. */
export const behind = () => now.kept.entries.length > 0;

/** Whether something is chosen, sent or kept, so that the page must stay as it is. */
export const begun = () => now.busy || now.question !== null || behind() || now.picked.touched.length > 0 || now.picked.chosen !== null || now.picked.names.length > 0;

/** What a place or a die is called. @param {string} key @returns {string} */
export const wordsOf = (key) =>
  now.data?.keys.find(([other]) => other === key)?.[1] ?? (key.startsWith("die:") ? texts().die.replace("{pips}", key.replace(/.*\//, "")) : "");

/** @param {Data} data */
export const atOnce = (data) => data.at_once && !now.careful;

/** Whether a touch of this thing writes the move. @param {Data} data @param {string} key */
export const writes = (data, key) => ends(data, { ...now.picked, touched: [...now.picked.touched, key] }, key, atOnce(data));

/** The page as it stands now, until it is shown. @type {Document | null} */
let fresh = null;

/** What was new is shown, or the page was written anew. */
export function forgetNews() {
  fresh = null;
}

/** @returns {Document | null} what is new and not shown */
export const unseen = () => fresh;

/** @param {{ begun: () => boolean, show: (page: Document) => void, tell: () => void, over: () => void }} page */
export function startWaiting({ begun, show, tell, over }) {
  let told = "";
  startNews(async ({ steps }) => {
    if (fresh && `${steps}` === told) return void (begun() || show(fresh));
    const before = waits();
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
    if (answer.redirected) {
      over();
      location.assign(answer.url);
      return;
    }
    const html = answer.ok ? await answer.text() : "";
    if (!html || waits() !== before) return; // it was written on meanwhile
    fresh = new DOMParser().parseFromString(html, "text/html");
    told = `${steps}`;
    if (begun()) tell();
    else show(fresh);
  });
}
