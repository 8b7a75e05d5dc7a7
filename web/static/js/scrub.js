// @ts-check
// The bar of the whole game is a slider: a click or a drag leads to a step, and what lies there is told before one goes. What lies ahead
// is told by its number only while the pointer passes, and in words once the hand is on its way there.
import { endPreview, isPreviewed, previewSoon } from "./preview.js";
import { addressOf, visitStep } from "./swap.js";

/** @typedef {{ number: number, at: number, turn: number, color: number, says: string }} Told A step in words: its number, as the arrows count, and the event that its address names. */

/** Steps of one answer of the server. */
const AT_ONCE = 100;
/** Within so many px of a mark the pointer means the mark. */
const NEAR = 7;
/** Milliseconds that a hand rests on its way before the board is shown. */
const REST = 90;

/** Steps in words by the address that told them. @type {Map<string, Promise<Told[]>>} */
const told = new Map();

/** @param {number} number @returns {Promise<Told[]>} the steps near one, none where they cannot be had */
function stepsNear(number) {
  const first = number - (number % AT_ONCE);
  const address = (bar()?.dataset.told ?? "").replace("FIRST", String(first));
  let steps = told.get(address);
  if (!steps) {
    steps = fetch(address).then((answer) => (answer.ok ? answer.json() : { steps: [] })).then((answer) => answer.steps);
    told.set(address, steps);
    steps.catch(() => told.delete(address));
  }
  return steps.catch(() => []);
}

/** A step in words, null where it cannot be had; the start has none. @param {number} number @returns {Promise<Told | null>} */
async function stepOf(number) {
  return (await stepsNear(number)).find((step) => step.number === number) ?? null;
}

/** @returns {HTMLElement | null} the drawing of the game, another one at each step */
const bar = () => document.getElementById("overview");

/** Let the needle stand at a step. @param {number} number */
function stand(number) {
  bar()?.querySelector(".now")?.setAttribute("x", `${(100 * Math.max(0, number - 0.5)) / Number(bar()?.dataset.count)}%`);
}

/** @param {PointerEvent} event @returns {{ number: number, mark: Element | null }} the step below the pointer */
function below(event) {
  const drawn = /** @type {HTMLElement} */ (bar());
  const { left, width } = drawn.getBoundingClientRect();
  const count = Number(drawn.dataset.count);
  const near = [...drawn.querySelectorAll("[data-says]")].map((mark) => {
    const box = mark.getBoundingClientRect();
    return { mark, far: Math.abs(box.left + box.width / 2 - event.clientX) };
  }).sort((one, other) => one.far - other.far)[0];
  if (near && near.far <= NEAR) return { number: Number(near.mark.getAttribute("data-step-number")), mark: near.mark };
  const share = Math.min(1, Math.max(0, (event.clientX - left) / (width || 1)));
  return { number: Math.min(count, Math.ceil(share * count)), mark: null };
}

/** @param {number} number @returns {Promise<string | null>} its address, null where it is not known */
async function addressAt(number) {
  const here = addressOf(document.getElementById("link"));
  const at = number ? (await stepOf(number))?.at : 0;
  if (!here || at === undefined) return null;
  // as the server writes it, so that what was fetched is found again
  return here.replace(/([?&]at=)\d+/, `$1${at}`);
}

/** Tell what lies below the pointer. @param {HTMLElement} scrub @param {number} x px of the screen @param {string} place @param {string} words */
function tell(scrub, x, place, words) {
  const peek = document.getElementById("peek");
  const dock = document.getElementById("dock");
  const [where, what] = peek?.children ?? [];
  if (!peek || !dock || !where || !what) return;
  where.textContent = place;
  what.textContent = words;
  peek.hidden = false;
  const box = dock.getBoundingClientRect();
  const half = peek.offsetWidth / 2;
  peek.style.left = `${Math.min(box.width - half - 8, Math.max(half + 8, x - box.left))}px`;
  peek.style.bottom = `${box.bottom - scrub.getBoundingClientRect().top + 6}px`;
}

function hush() {
  const peek = document.getElementById("peek");
  if (peek) peek.hidden = true;
}

/** Say what the slider stands at. @param {HTMLElement} scrub */
function say(scrub) {
  const { stepNumber = "0", count = "0", words = "" } = bar()?.dataset ?? {};
  const told = { role: "slider", tabindex: "0", "aria-label": scrub.dataset.label ?? "", "aria-valuemin": "0", "aria-valuemax": count, "aria-valuenow": stepNumber, "aria-valuetext": words };
  for (const [name, value] of Object.entries(told)) scrub.setAttribute(name, value);
}

export function startScrub() {
  const scrub = document.getElementById("scrub");
  if (!scrub || !bar()) return;
  let dragging = false;
  let last = 0;
  say(scrub);
  addEventListener("kiebitz-step", () => say(scrub));

  /** @param {PointerEvent} event */
  const look = async (event) => {
    const { number, mark } = below(event);
    last = number;
    const now = Number(bar()?.dataset.stepNumber);
    if (dragging) stand(number);
    const place = /** @type {string} */ (scrub.dataset.place);
    const step = await stepOf(number);
    if (last !== number || !scrub.matches(":hover, [data-drags]")) return;
    const words = mark?.getAttribute("data-says") ?? (dragging || number <= now ? step?.says : "");
    const said = place.replace("{n}", String(number)).replace("{turn}", String(step?.turn ?? 0));
    tell(scrub, event.clientX, said, words ?? "");
    const address = await addressAt(number);
    if (dragging && last === number && address) previewSoon(address, said, REST);
  };

  // a hand that grasps it does not take the focus with it
  scrub.addEventListener("mousedown", (event) => event.preventDefault());
  scrub.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    dragging = true;
    scrub.dataset.drags = "";
    scrub.setPointerCapture(event.pointerId);
    void look(event);
  });
  scrub.addEventListener("pointermove", (event) => {
    if (dragging || event.pointerType === "mouse") void look(event);
  });
  const end = () => {
    dragging = false;
    delete scrub.dataset.drags;
  };
  scrub.addEventListener("pointerup", async (event) => {
    if (!dragging) return;
    end();
    if (event.pointerType !== "mouse") hush();
    const address = await addressAt(below(event).number);
    if (address) await visitStep(address);
  });
  /** The hand lets go without having chosen. */
  const letGo = () => {
    if (!dragging) return;
    end();
    hush();
    if (isPreviewed()) endPreview();
    stand(Number(bar()?.dataset.stepNumber));
  };
  scrub.addEventListener("pointercancel", letGo);
  addEventListener("keydown", (event) => event.key === "Escape" && letGo());
  scrub.addEventListener("pointerleave", () => !dragging && hush());
}
