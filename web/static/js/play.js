// @ts-check
// Autoplay: one step after the other, as `→` would; any other visit, another tab or the end stops it.
import { pace } from "./pace.js";
import { addressOf, advance, control, visitStep } from "./swap.js";

/** Milliseconds between two events at speed 1; at the end of a turn twice as long. */
const WAIT = 900;
const SPEEDS = [0.5, 1, 1.5, 2, 4];
const KEPT = "kiebitz-speed";

/** Counts beginnings, so that an old run never goes on beside a new one. */
let run = 0;

export function togglePlay() {
  if (pace.playing) return pause();
  pace.playing = true;
  showPlay();
  void play(++run);
}

export function pause() {
  pace.playing = false;
  showPlay();
}

/** @param {number} mine */
async function play(mine) {
  const goesOn = () => pace.playing && mine === run;
  if (!addressOf(control("on"))) await visitStep(addressOf(control("first")) ?? location.href, { auto: true });
  while (goesOn()) {
    if (!addressOf(control("on"))) break;
    const ends = document.getElementById("transport")?.hasAttribute("data-ends-turn");
    await new Promise((resolve) => setTimeout(resolve, (WAIT * (ends ? 2 : 1)) / pace.speed));
    if (goesOn()) await advance();
  }
  if (mine === run) pause();
}

/** @param {number} by places in the list of speeds */
export function changeSpeed(by) {
  pace.speed = SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, SPEEDS.indexOf(pace.speed) + by))] ?? 1;
  try {
    localStorage.setItem(KEPT, String(pace.speed));
  } catch {
    // it holds for this page, and no longer
  }
  showSpeed();
}

function showSpeed() {
  const figure = document.querySelector("#speed span");
  if (figure) figure.textContent = `${pace.speed.toLocaleString(document.documentElement.lang)}×`;
}

/** The transport is part of each step, so its button is told anew what it is. */
export function showPlay() {
  control("play")?.setAttribute("aria-pressed", String(pace.playing));
}

export function startPlay() {
  try {
    pace.speed = SPEEDS.find((speed) => String(speed) === localStorage.getItem(KEPT)) ?? 1;
  } catch {
    pace.speed = 1;
  }
  showSpeed();
  addEventListener("click", (event) => {
    if (!(event.target instanceof Element)) return;
    if (event.target.closest('[data-control="play"]')) togglePlay();
    // at the fastest the button begins again at the slowest; the keys stop at either end
    if (event.target.closest("#speed")) changeSpeed(pace.speed === SPEEDS.at(-1) ? -SPEEDS.length : 1);
  });
  addEventListener("visibilitychange", () => document.hidden && pause());
  addEventListener("kiebitz-step", showPlay);
}
