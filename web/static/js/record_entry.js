// @ts-check
// What is touched or answered, as it is sent to be written, and in words.
import { meant, sentence } from "./record_moves.js";
import { onceKey } from "./record_send.js";

/** @typedef {import("./record_moves.js").Data} Data */
/** @typedef {ReturnType<typeof import("./record_moves.js").nothing>} Picked */
/** @typedef {import("./record_send.js").Entry} Entry */
/** @typedef {{ back: string, kept: [string, string][], asks: string, options: [string, string, number][], least: number, most: number, suits: import("./record_names.js").Suits | null,
 *   slot: string, wrong: boolean, texts: Record<string, string> }} Question */

/** What says where a move is made; one that bears it is sent there again and nowhere else. */
const PLACES = ["version", "node", "at"];

/** What goes along with every move that is made on this page. @returns {[string, string][]} */
const carried = () => [.../** @type {NodeListOf<HTMLInputElement | HTMLSelectElement>} */ (document.querySelectorAll("[data-carry]"))].map((it) => [it.name, it.value]);

/** Whether it is said where an entry belongs. @param {Entry} entry */
export const placed = ({ fields }) => fields.some(([name]) => PLACES.includes(name));

/** An entry as it is sent from the page that it meets. @param {Entry} entry @returns {Entry} */
export function sentFrom(entry) {
  const has = new Set(entry.fields.map(([name]) => name));
  return { ...entry, fields: [...carried().filter(([name]) => !has.has(name)), ...entry.fields] };
}

/** @param {Data} data @param {Picked} picked */
export function touchedWords(data, picked) {
  const words = new Map(data.keys);
  const titles = new Map(data.names);
  return [...picked.touched.map((key) => words.get(key) ?? key.replace(/^.*[:/]/, "")), ...picked.names.map((key) => titles.get(key) ?? key)].join(", ");
}

/** @param {Question} question @param {string[]} answers @returns {Entry} */
export function answered(question, answers) {
  const said = answers.map((key) => /** @type {[string, string]} */ (["chosen", key]));
  const words = answers.map((key) => question.options.find(([other]) => other === key)?.[1] ?? key).join(", ");
  return { fields: [...question.kept.filter(([name]) => name !== "once"), ["asked", "1"], ...said, ["once", onceKey()]], words };
}

/** What is touched while the board lags behind the table. @param {Data} data @param {Picked} picked @returns {Entry} */
export function touchedOnly(data, picked) {
  const touches = picked.touched.map((key) => /** @type {[string, string]} */ (["touch", key]));
  return { fields: [...touches, ["once", onceKey()]], words: touchedWords(data, picked) };
}

/** The one move that is meant; null for none. @param {Data} data @param {Picked} picked @returns {Entry | null} */
export function moved(data, picked) {
  const { move } = meant(data, picked);
  if (move === null) return null;
  const cards = [...data.moves[move][1]].map((_, nth) => /** @type {[string, string]} */ ([`card-${move}`, picked.names[nth] ?? "?"]));
  const fields = /** @type {[string, string][]} */ ([...carried(), ["action", `${move}`], ...cards, ["once", onceKey()]]);
  return { fields, words: sentence(data, move, picked.names) };
}

/** @param {Data} data @returns {Entry} */
export function takenBack(data) {
  return { fields: [["version", `${data.version}`], ["do", "back"], ["to", `${data.undo}`], ["words", ""], ["once", onceKey()]], words: data.texts.undo };
}
