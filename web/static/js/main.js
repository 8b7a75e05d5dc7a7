// @ts-check
// Everything in here is comfort: without it every step is a link and every choice a form.
import { startKeys } from "./keys.js";
import { startBack, startLink } from "./head.js";
import { startBreaches, startReviewed } from "./marks.js";
import { startDialog } from "./dialog.js";
import { startExplain, startMore, startOdds } from "./worked_out.js";
import { startLarge, startTheme } from "./choices.js";
import { startLists } from "./lists.js";
import { startModes } from "./mode.js";
import { startNotes } from "./note.js";
import { startPlay } from "./play.js";
import { showPresent, startTabs } from "./tabs.js";
import { startPreview } from "./preview.js";
import { startScrub } from "./scrub.js";
import { startSwap } from "./swap.js";
import { startSwipe } from "./swipe.js";

/** Take up what a mode does beyond links and forms: of this page, and of each that comes in its place (js/mode.js). */
async function takeUp() {
  if (document.querySelector("main.trying")) (await import("./line.js")).startLine();
  if (document.getElementById("pad")) (await import("./record.js")).startRecord();
  if (document.getElementById("pair")) (await import("./pair.js")).startPair();
  if (document.querySelector(".words #note-form")) (await import("./note.js")).startNotes();
}

startTheme();
startLists();
if (document.querySelector(".at-table")) {
  addEventListener("kiebitz-mode", () => void takeUp());
  startModes();
  startDialog();
}
if (document.getElementById("transport")) {
  startSwap();
  startKeys();
  startLarge();
  startLink();
  startPlay();
  startExplain();
  startBack();
  startBreaches();
  startReviewed();
  startTabs();
  startOdds();
  startNotes();
  startMore();
  startPreview();
  startScrub();
  startSwipe();
  showPresent();
  if (document.querySelector("main[data-news]")) void import("./follow.js").then(({ startFollow }) => startFollow());
}
if (document.querySelector("[data-prose], [data-order]")) void import("./study.js").then(({ startStudy }) => startStudy());
if (document.querySelector("main[data-works-on]")) void import("./goes_on.js").then(({ goOn }) => goOn());
if (document.querySelector("form[data-finds]")) void import("./shelf.js").then(({ startShelf }) => startShelf());
if (document.getElementById("playing")) void import("./shelf.js").then(({ startPlaying }) => startPlaying());
if (document.getElementById("upload")) void import("./shelf.js").then(({ startDrop }) => startDrop());
if (document.getElementById("notation")) void import("./notation.js").then(({ startNotation }) => startNotation());
if (document.querySelector("#pad, #pair, main[data-mode]")) void takeUp();
if (document.querySelector("main[data-live-events]")) void import("./live.js").then(({ startLive }) => startLive());
