// @ts-check
// Everything in here is comfort: without it every step is a link and every choice a form.
import { startKeys } from "./keys.js";
import { startBack } from "./back.js";
import { startBreaches } from "./breaches.js";
import { startDialog } from "./dialog.js";
import { startExplain } from "./explain.js";
import { startLarge } from "./large.js";
import { startLink } from "./link.js";
import { startLists } from "./lists.js";
import { startMore } from "./more.js";
import { startNotes } from "./note.js";
import { startOdds } from "./odds.js";
import { startPlay } from "./play.js";
import { showPresent } from "./present.js";
import { startPreview } from "./preview.js";
import { startReviewed } from "./reviewed.js";
import { startScrub } from "./scrub.js";
import { startSwap } from "./swap.js";
import { startSwipe } from "./swipe.js";
import { startTabs } from "./tabs.js";
import { startTheme } from "./theme.js";

startTheme();
startLists();
if (document.getElementById("transport")) {
  startSwap();
  startKeys();
  startLarge();
  startLink();
  startPlay();
  startDialog();
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
if (document.querySelector("main.line")) void import("./line.js").then(({ startLine }) => startLine());
if (document.querySelector("[data-prose], [data-order]")) void import("./study.js").then(({ startStudy }) => startStudy());
if (document.querySelector("form[data-live]")) void import("./shelf.js").then(({ startShelf }) => startShelf());
if (document.getElementById("playing")) void import("./playing.js").then(({ startPlaying }) => startPlaying());
if (document.getElementById("upload")) void import("./drop.js").then(({ startDrop }) => startDrop());
if (document.getElementById("notation")) void import("./notation.js").then(({ startNotation }) => startNotation());
if (document.getElementById("pad")) void import("./record.js").then(({ startRecord }) => startRecord());
if (document.getElementById("pair")) void import("./pair.js").then(({ startPair }) => startPair());
if (document.querySelector("main[data-live-events]")) void import("./live.js").then(({ startLive }) => startLive());
