// @ts-check
// Which moves are still meant by what has been touched. Pure: no page, no network.
// A move is [touches, holes, sentence, sentence with names open, beside, ends the game]; see web/pages/recording/touch_data.py.

/** @typedef {[number[], string, string, string, number, number]} Move */
/** @typedef {{ version: number, mover: string, keys: [string, string][], moves: Move[], names: [string, string][], suits: import("./record_names.js").Suits | null,
 *   owed: { need: number, worth: Record<string, number> } | null, why: Record<string, string>, undo: number | null, at_once: boolean, idle?: string,
 *   texts: Record<string, string> }} Data */
/** @typedef {{ touched: string[], names: string[], chosen: number | null }} Picked */

/** The first of the characters that stand for a card's name. */
const FIRST_NAME = 0xe000;

/** @returns {Picked} */
export const nothing = () => ({ touched: [], names: [], chosen: null });

/** @param {string[]} list @param {string} it */
export const times = (list, it) => list.reduce((found, other) => found + Number(other === it), 0);

/** @param {Data} data @param {Move} move @returns {string[]} */
export const touchesOf = (data, move) => move[0].map((nth) => data.keys[nth][0]);

/** @param {string[]} part @param {string[]} whole */
const within = (part, whole) => part.every((key) => times(part, key) <= times(whole, key));

/** What the touches leave: the moves that may be meant, those that are touched whole, and what may be touched next.
 * @param {Data} data @param {Picked} picked */
export function meant(data, picked) {
  const all = [...data.moves.keys()].filter((nth) => !data.moves[nth][4]);
  const fit = all.filter((nth) => within(picked.touched, touchesOf(data, data.moves[nth])));
  const whole = fit.filter((nth) => data.moves[nth][0].length === picked.touched.length);
  /** @type {Set<string>} */
  const next = new Set();
  for (const nth of fit) {
    const touches = touchesOf(data, data.moves[nth]);
    for (const key of touches) if (times(touches, key) > times(picked.touched, key)) next.add(key);
  }
  let move = picked.chosen;
  if (move === null && whole.length === 1 && (picked.touched.length || fit.length === 1)) move = whole[0];
  else if (move === null && !whole.length && fit.length === 1) move = fit[0];
  return { fit, whole, next, move };
}

/** Whether a move can be written with the names that were given. @param {Move} move @param {string[]} names */
export const named = (move, names) => [...move[1]].every((hole, nth) => hole === "?" || names[nth] !== undefined);

/** What the touched cards of the hand are worth of what is owed, and whether one of them is not known.
 * @param {{ worth: Record<string, number> }} owed @param {string[]} touched */
function given({ worth }, touched) {
  const faces = touched.filter((key) => key.startsWith("hand:")).map((key) => key.slice(key.indexOf("/") + 1));
  return { number: faces.length, sum: faces.reduce((sum, face) => sum + (worth[face] ?? 0), 0), unknown: faces.some((face) => !(face in worth)) };
}

/** Whether the touched cards are known to be enough. @param {Data} data @param {Picked} picked */
function enough({ owed }, { touched }) {
  const { sum, unknown } = given(owed ?? { worth: {} }, touched);
  return owed !== null && !unknown && sum >= owed.need;
}

/** Whether the last touch leaves nothing open, so that it writes the move: a place, or a card that is aimed at, ends it; where one touch undoes
 * it (`atOnce`), so does every touch that leaves one move alone, without a card to be named, and the card that reaches what is owed.
 * @param {Data} data @param {Picked} picked @param {string} key @param {boolean} [atOnce] */
export function ends(data, picked, key, atOnce = data.at_once) {
  const { fit, whole } = meant(data, picked);
  if (whole.length !== 1 || !named(data.moves[whole[0]], picked.names)) return false;
  const alone = atOnce && !data.moves[whole[0]][1];
  if (fit.length > 1) return alone && enough(data, picked);
  return alone || key.startsWith("place:") || (key.startsWith("slot:") && picked.touched.length > 1);
}

/** @param {Data} data @param {number} nth @param {string[]} names @returns {string} what will be written */
export function sentence(data, nth, names) {
  const move = data.moves[nth];
  if (!move[1] || !names.length) return move[2];
  const titles = new Map(data.names);
  return move[3].replace(/[\ue000-\uf8ff]/g, (sign) => titles.get(names[sign.charCodeAt(0) - FIRST_NAME]) ?? data.texts.unseen);
}

/** What has been reached of what is owed, else how many things of those that all remaining moves want; "" where neither is told.
 * @param {Data} data @param {Picked} picked @returns {string} */
export function running(data, picked) {
  const { number, sum, unknown } = given(data.owed ?? { worth: {} }, picked.touched);
  if (data.owed && (number || !picked.touched.length)) return of(data, unknown ? `${sum} + ?` : `${sum}`, data.owed.need);
  const lengths = new Set(meant(data, picked).fit.map((nth) => data.moves[nth][0].length));
  const [length] = lengths;
  return lengths.size === 1 && length > 1 && picked.touched.length ? of(data, `${picked.touched.length}`, length) : "";
}

/** @param {Data} data @param {string} n @param {number} m */
export const of = (data, n, m) => data.texts.of.replace("{n}", n).replace("{m}", `${m}`);

/** Why a thing cannot be touched now. @param {Data} data @param {Picked} picked @param {string} key @returns {string} */
export function reason(data, picked, key) {
  const [, seat] = /^(?:hand|die):([^/]+)\//.exec(key) ?? [];
  if (picked.touched.length && data.keys.some(([known]) => known === key)) return data.texts.not_with;
  if (key === "used") return data.texts.used;
  if (data.why[key]) return data.why[key];
  return seat && data.mover && seat !== data.mover ? data.texts.others : data.texts.nothing;
}
