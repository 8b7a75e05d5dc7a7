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
    fill($("said"), step.says);
    for (const [name, value] of [["max", chapter.steps.length - 1], ["now", at], ["text", $("where").textContent]]) $("bar").setAttribute(`aria-value${name}`, value);
    $("bar").querySelector(".now").setAttribute("x", share(at));
    for (const line of $("story").children) line.toggleAttribute("aria-current", line.dataset.nth === String(at));
    const [list, line] = [$("story"), $("story").querySelector("[aria-current]")].map((it) => it?.getBoundingClientRect());
    if (line) $("story").scrollTop += Math.max(0, line.bottom - list.bottom) + Math.min(0, line.top - list.top); // the page keeps its place
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

  /** How far along the bar a step stands. @param {number} nth */
  const share = (nth) => `${(100 * nth) / Math.max(1, chapter.steps.length - 1)}%`;

  /** The places at which a turn begins. */
  const turns = () => chapter.steps.flatMap((/** @type {any} */ step, /** @type {number} */ nth) => (nth && step.turn === chapter.steps[nth - 1].turn && step.who === chapter.steps[nth - 1].who ? [] : [nth]));

  /** The bar: a block for each turn, and the needle. */
  function bar() {
    const begins = turns();
    const blocks = begins.map((/** @type {number} */ nth, /** @type {number} */ turn) => {
      const width = ((begins[turn + 1] ?? chapter.steps.length - 1) - nth) / Math.max(1, chapter.steps.length - 1);
      return `<rect class="turn-${turn % 2}" x="${share(nth)}" y="20%" width="${100 * width}%" height="60%"/>`;
    });
    fill($("bar"), `<svg aria-hidden="true">${blocks.join("")}<rect class="now" y="0" width="3" height="100%"/></svg>`);
  }

  function tell() {
    let turn = "";
    const lines = [];
    bar();
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
    stop();
    $("chapter").hidden = $("dock").hidden = false;
    $("chapter-title").textContent = chapter.title;
    fill($("chapter-text"), chapter.text);
    tell();
    go(chapters.length > 1 && chapter.tasks.length ? nthOf(chapter.tasks[0].at) : chapter.opens ?? 0);
  }

  /** Milliseconds between two steps that play by themselves; at the end of a turn twice as long. */
  const WAIT = 900;
  let playing = 0;

  function stop() {
    clearTimeout(playing);
    playing = 0;
    $("play").setAttribute("aria-pressed", "false");
  }

  function next() {
    if (at >= chapter.steps.length - 1) return stop();
    playing = setTimeout(() => (go(at + 1), next()), turns().includes(at + 1) ? 2 * WAIT : WAIT);
  }

  function play() {
    if (playing) return stop();
    if (at >= chapter.steps.length - 1) go(0);
    $("play").setAttribute("aria-pressed", "true");
    next();
  }

  /** By one's own hand, which ends what plays by itself. @param {() => number} where @returns {() => void} */
  const to = (where) => () => (stop(), go(where()));
  const back = to(() => at - 1);
  const on = to(() => at + 1);
  const backTurn = to(() => turns().findLast((/** @type {number} */ nth) => nth < at) ?? 0);
  const onTurn = to(() => turns().find((/** @type {number} */ nth) => nth > at) ?? chapter.steps.length - 1);
  /** @type {Record<string, () => void>} */
  const KEYS = { ArrowLeft: back, ArrowRight: on, Home: to(() => 0), End: to(() => chapter.steps.length - 1) };

  addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || target.matches("input, select, textarea")) return;
    const act = event.key === " " && !target.closest("button, a, summary") ? play : event.shiftKey ? { ArrowLeft: backTurn, ArrowRight: onTurn }[event.key] : KEYS[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  /** @type {[number, number] | null} */
  let touched = null;
  $("board").addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => (touched = [event.clientX, event.clientY]));
  addEventListener("pointerup", (event) => {
    const [x, y] = touched ? [event.clientX - touched[0], event.clientY - touched[1]] : [0, 0];
    touched = null;
    if (Math.abs(x) > 40 && Math.abs(x) > 2 * Math.abs(y)) (x < 0 ? on : back)();
  });
  for (const [id, act] of Object.entries({ back, on, play, "back-turn": backTurn, "on-turn": onTurn })) $(id).addEventListener("click", act);
  /** @param {PointerEvent} event */
  function drag(event) {
    if (!(event.buttons & 1)) return;
    const { left, width } = $("bar").getBoundingClientRect();
    stop();
    go(Math.round(((event.clientX - left) / width) * (chapter.steps.length - 1)));
  }
  $("bar").addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => ($("bar").setPointerCapture(event.pointerId), drag(event)));
  $("bar").addEventListener("pointermove", drag);
  addEventListener("hashchange", open);
  open();
})();
