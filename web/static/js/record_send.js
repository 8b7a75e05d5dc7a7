// @ts-check
// Sending what was entered, in order. What finds no connection is kept on this device until it is back.

/** @typedef {{ fields: [string, string][], words: string }} Entry fields without a version take that of the page they meet */

/** Milliseconds until an answer must be there, and between two tries. */
const PATIENCE = 20000;
const PAUSE = 4000;

/** @returns {string} a key that makes a form that is sent twice write once */
export function onceKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The moves of one record that are kept on this device. */
export class Kept {
  /** @param {string} record */
  constructor(record) {
    this.name = `kiebitz-kept-${record}`;
  }

  /** @returns {Entry[]} */
  get entries() {
    try {
      const kept = JSON.parse(localStorage.getItem(this.name) ?? "[]");
      return Array.isArray(kept) ? kept : [];
    } catch {
      return this.here ?? [];
    }
  }

  /** @param {Entry[]} entries */
  set entries(entries) {
    this.here = entries; // where nothing can be stored it is kept as long as the page stands
    try {
      if (entries.length) localStorage.setItem(this.name, JSON.stringify(entries));
      else localStorage.removeItem(this.name);
    } catch {
      // see above
    }
  }

  /** @param {Entry} entry */
  add(entry) {
    this.entries = [...this.entries, entry];
  }

  /** @param {Entry} entry */
  addFirst(entry) {
    this.entries = [entry, ...this.entries];
  }
}

/** @typedef {{ page: Document, status: number, led: string } | null} Answer null: nobody answered; `led` is where it led */

/** @param {string} path @param {[string, string][]} fields @returns {Promise<Answer>} */
export async function post(path, fields) {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), PATIENCE);
  try {
    const answer = await fetch(path, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { Accept: "text/html" },
      signal: patience.signal,
    });
    if (answer.status >= 502) return null; // a server in between that does not reach ours
    return { page: new DOMParser().parseFromString(await answer.text(), "text/html"), status: answer.status, led: answer.redirected ? answer.url : "" };
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

/** Call `again` when the connection may be back. @param {() => void} again */
export function whenBack(again) {
  addEventListener("online", again);
  setInterval(again, PAUSE);
}
