// @ts-check
// Draws the figures that stand in the page as JSON, in the colours of its style sheet; a click leads to the step.
// plotly's own script was loaded before this module runs: both wait for the page, in their order.
import { goOn } from "./goes_on.js";

/** @typedef {{ data: any[], layout: any }} Figure */
/** @type {any} */
const Plotly = /** @type {any} */ (globalThis).Plotly;
const main = document.getElementById("main");

/** A colour of the style sheet as the browser has it now: light-dark() included. @type {(name: string) => string} */
function colour(name) {
  const probe = document.createElement("span");
  probe.style.color = name;
  document.body.append(probe);
  const found = getComputedStyle(probe).color;
  probe.remove();
  return found;
}

/** The same colour, so thin that others shine through. @type {(name: string) => string} */
function thin(name) {
  const [red, green, blue] = colour(name).match(/[\d.]+/g) ?? [];
  return `rgba(${red}, ${green}, ${blue}, 0.16)`;
}

/** @param {any} part @returns {any} the same with each `var(--name)` as its colour */
function coloured(part) {
  if (typeof part === "string") return part.startsWith("var(--") ? colour(part) : part;
  if (Array.isArray(part)) return part.map(coloured);
  if (part && typeof part === "object") return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, key === "fillcolor" ? thin(value) : coloured(value)]));
  return part;
}

/** @param {HTMLElement} place @param {Figure} figure */
function draw(place, figure) {
  const { data, layout } = coloured(figure);
  const style = getComputedStyle(document.body);
  layout.font = { family: style.fontFamily, size: 14, color: colour("var(--ink-2)") };
  layout.hoverlabel = { bgcolor: colour("var(--surface)"), bordercolor: colour("var(--rule-2)"), font: { color: colour("var(--ink)"), family: style.fontFamily } };
  const config = { displayModeBar: false, responsive: true, showTips: false };
  return Plotly.react(place, data, layout, config);
}

/** @param {any} event */
function visit(event) {
  const at = event.points?.[0]?.x;
  const address = main?.dataset.step;
  if (address && Number.isInteger(at)) location.assign(address.replace("STEP", String(at)));
}

/** The figures as the page says them now. */
const figures = () => [...document.querySelectorAll("script[data-figure]")].flatMap((script) => {
  const place = document.getElementById(/** @type {HTMLElement} */ (script).dataset.figure ?? "");
  return place ? [{ place, figure: /** @type {Figure} */ (JSON.parse(script.textContent ?? "{}")) }] : [];
});

async function drawAll() {
  for (const { place, figure } of figures()) await draw(place, figure);
}

await drawAll();
for (const { place } of figures()) {
  /** @type {any} */ (place).on("plotly_click", visit);
  place.dataset.drawn = "";
}
new MutationObserver(() => void drawAll()).observe(document.documentElement, { attributeFilter: ["data-theme"] });
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => void drawAll());
void goOn((fresh) => {
  for (const { place } of figures()) place.setAttribute("aria-label", fresh.getElementById(place.id)?.getAttribute("aria-label") ?? "");
  void drawAll();
});
