// @ts-check
// A record or a study in one file: steps, narration, notes, charts and questions, all from the data that stands in it.
(() => {
  const $ = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));
  const { pieces, chapters, words } = JSON.parse($("data").textContent);
  let chapter = chapters[0];
  let at = 0;
  /** @type {Map<any, any>} what was answered, by task */
  const done = new Map();

  /** @param {string} name @param {Record<string, any>} [more] @param {...(Node | string)} inside @returns {any} */
  function made(name, more = {}, ...inside) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(more)) key in element ? (/** @type {any} */ (element)[key] = value) : element.setAttribute(key, value);
    element.append(...inside);
    return element;
  }

  /** Put markup that the program has made into an element. @param {Element} element @param {string} html */
  const fill = (element, html) => element.replaceChildren(...new DOMParser().parseFromString(`<body>${html}`, "text/html").body.childNodes);

  const said = (/** @type {string} */ text, /** @type {Record<string, any>} */ values) => text.replace(/{(\w+)}/g, (_all, name) => String(values[name]));

  function show() {
    const step = chapter.steps[at];
    fill($("board"), step.board.map((/** @type {number} */ nth) => pieces[nth]).join(""));
    $("where").textContent = `${words.step} ${step.nth} ${words.of} ${chapter.steps[chapter.steps.length - 1].nth}`;
    $("bar").max = chapter.steps.length - 1;
    $("bar").value = at;
    for (const line of $("story").children) line.toggleAttribute("aria-current", line.dataset.nth === String(at));
    $("story").querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
    $("notes").replaceChildren(...chapter.notes.filter((/** @type {any} */ note) => nthOf(note.at) === at).map(noted));
    for (const needle of document.querySelectorAll(".needle")) {
      const { left, wide, most } = /** @type {SVGElement} */ (needle).dataset;
      const x = Number(left) + (Number(wide) * Number(step.nth)) / Number(most);
      needle.setAttribute("x1", String(x));
      needle.setAttribute("x2", String(x));
    }
    ask();
  }

  /** The step at which an event is looked at. @param {number} event */
  const nthOf = (event) => chapter.steps.findIndex((/** @type {any} */ step) => step.at >= event);

  /** @param {any} note */
  function noted(note) {
    const text = made("div", { className: "prose" });
    fill(text, note.html);
    return made("article", { className: "note" }, made("p", {}, made("b", {}, [note.glyph, note.by].filter(Boolean).join(" "))), text);
  }

  function tell() {
    let turn = "";
    const lines = [];
    for (const [nth, step] of chapter.steps.entries()) {
      const head = step.turn ? `${step.turn}. ${step.who}` : step.who;
      if (head && head !== turn) lines.push(made("li", { className: "turn" }, head));
      turn = head;
      const line = made("li", { tabIndex: -1 });
      line.dataset.nth = String(nth);
      fill(line, step.says);
      line.addEventListener("click", () => go(nth));
      lines.push(line);
    }
    $("story").replaceChildren(...lines);
    $("charts").replaceChildren(
      ...chapter.charts.map((/** @type {any} */ chart) => {
        const drawn = made("figure", {}, made("figcaption", {}, made("b", {}, chart.title), " ", chart.says));
        const svg = made("div");
        fill(svg, chart.svg);
        drawn.prepend(svg);
        return drawn;
      }),
    );
  }

  function ask() {
    const open = chapter.tasks.filter((/** @type {any} */ task) => nthOf(task.at) === at);
    $("task").replaceChildren(...open.map(question));
    for (const task of open) if (task.slot) $("board").querySelector(`[data-slot="${CSS.escape(task.slot)}"]`)?.setAttribute("data-asked", "");
  }

  /** @param {any} task */
  function question(task) {
    const kept = done.get(task) ?? { hints: 0, told: "", ended: false };
    const box = made("form", { className: "question" }, made("h3", {}, words[task.kind]), made("p", {}, task.question ?? task.place ?? ""));
    if (task.question && task.place) box.insertBefore(made("p", {}, task.place), box.lastChild);
    for (const hint of task.hints.slice(0, kept.hints)) box.append(made("p", {}, hint));
    if (kept.told) box.append(made("p", { role: "status" }, made("b", {}, kept.told)));
    if (kept.ended) {
      box.append(made("h3", {}, kept.solved ? words.solved : words.key), made("p", {}, keyOf(task)), made("p", {}, task.says));
      return box;
    }
    box.append(fields(task));
    const more = task.hints.length > kept.hints ? [made("button", { type: "button", className: "btn outline", onclick: () => keep(task, { ...kept, hints: kept.hints + 1 }) }, words.hint)] : [];
    box.append(made("div", { className: "row" }, made("button", { type: "submit", className: "btn solid" }, words.answer), ...more,
      made("button", { type: "button", className: "btn outline", onclick: () => keep(task, { ...kept, ended: true, told: "" }) }, words.show)));
    box.addEventListener("submit", (/** @type {Event} */ event) => {
      event.preventDefault();
      const { worth, most, also } = grade(task, new FormData(box));
      keep(task, { ...kept, told: [said(words.worth, { n: worth }), also].filter(Boolean).join(" "), ended: worth >= most, solved: worth >= most });
    });
    return box;
  }

  /** @param {any} task @param {any} state */
  function keep(task, state) {
    done.set(task, state);
    ask();
  }

  /** @param {any} task */
  function fields(task) {
    if (task.kind === "candidates") {
      const ticks = task.offered.map((/** @type {[string, string]} */ [name, title]) => made("label", {}, made("input", { type: "checkbox", name: "card", value: name }), title));
      return made("fieldset", { className: "offered" }, ...ticks);
    }
    if (task.kind === "chance") return made("label", {}, `${words.percent} `, made("input", { type: "number", name: "chance", min: 0, max: 100, step: "any", required: true }));
    if (task.kind === "move") return made("select", { name: "move", "aria-label": words.move }, ...task.moves.map((/** @type {any} */ move, /** @type {number} */ nth) => made("option", { value: nth }, move[0])));
    return made("div", {}, ...task.seats.map((/** @type {[string, string]} */ [seat, name]) => made("label", {}, `${name} `, made("select", { name: `seat-${seat}` }, ...task.how.map((/** @type {[string, string]} */ [key, text]) => made("option", { value: key }, text))))));
  }

  /** The same grades as on the server. @param {any} task @param {FormData} form @returns {{ worth: number, most: number, also?: string }} */
  function grade(task, form) {
    if (task.kind === "candidates") {
      const [named, so] = [new Set(form.getAll("card")), new Set(task.true)];
      const right = [...named].filter((card) => so.has(card)).length;
      const every = new Set([...named, ...so]).size;
      return { worth: every ? Math.floor((100 * right) / every) : 100, most: 100, also: said(words.counts, { right, missed: so.size - right, wrong: named.size - right }) };
    }
    if (task.kind === "chance") {
      const off = Math.abs(Number(form.get("chance")) / 100 - task.true);
      return { worth: off <= 0.02 + 1e-9 ? 100 : off >= 0.15 ? 0 : Math.floor((100 * (0.15 - off)) / 0.13 + 1e-9), most: 100 };
    }
    if (task.kind === "move") {
      const [, worth, says] = task.moves[Number(form.get("move"))];
      return { worth, most: Math.max(...task.moves.map((/** @type {any} */ move) => move[1])), also: says };
    }
    const seats = Object.entries(task.true);
    return { worth: Math.floor((100 * seats.filter(([seat, how]) => form.get(`seat-${seat}`) === how).length) / seats.length), most: 100 };
  }

  /** @param {any} task */
  function keyOf(task) {
    if (task.kind === "candidates") {
      const titles = Object.fromEntries(task.offered);
      return task.true.map((/** @type {string} */ card) => (task.chances ? `${titles[card]} (${task.chances[card]})` : titles[card])).join(", ");
    }
    if (task.kind === "chance") return task.told;
    if (task.kind === "move") return task.moves.filter((/** @type {any} */ move) => move[1]).map((/** @type {any} */ move) => [move[0], move[2]].filter(Boolean).join(" ")).join(" / ");
    const how = Object.fromEntries(task.how);
    return task.seats.map((/** @type {[string, string]} */ [seat, name]) => `${name}: ${how[task.true[seat]]}`).join(", ");
  }

  /** @param {number} to */
  function go(to) {
    at = Math.max(0, Math.min(chapter.steps.length - 1, to));
    show();
  }

  function open() {
    const nth = Number(location.hash.slice(1)) - 1;
    chapter = chapters[nth] ?? chapters[0];
    for (const [place, link] of [...document.querySelectorAll("#chapters a")].entries()) link.toggleAttribute("aria-current", chapters[place] === chapter);
    $("chapter").hidden = false;
    $("chapter-title").textContent = chapter.title;
    fill($("chapter-text"), chapter.text);
    tell();
    go(chapters.length > 1 && chapter.tasks.length ? nthOf(chapter.tasks[0].at) : chapter.opens ?? 0);
  }

  addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || target.matches("input, select, textarea")) return;
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: chapter.steps.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    go(to);
  });
  /** @type {[number, number] | null} */
  let touched = null;
  $("board").addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => (touched = [event.clientX, event.clientY]));
  addEventListener("pointerup", (event) => {
    const [x, y] = touched ? [event.clientX - touched[0], event.clientY - touched[1]] : [0, 0];
    touched = null;
    if (Math.abs(x) > 40 && Math.abs(x) > 2 * Math.abs(y)) go(at + (x < 0 ? 1 : -1));
  });
  $("first").addEventListener("click", () => go(0));
  $("back").addEventListener("click", () => go(at - 1));
  $("on").addEventListener("click", () => go(at + 1));
  $("last").addEventListener("click", () => go(chapter.steps.length - 1));
  $("bar").addEventListener("input", () => go(Number($("bar").value)));
  addEventListener("hashchange", open);
  open();
})();
