"use strict";
(() => {
  const make = (name, properties = {}, ...children) => {
    const element = Object.assign(document.createElement(name), properties);
    element.append(...children);
    return element;
  };
  const counted = (count, one, many) => `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

  // Light and dark.
  const theme = document.getElementById("theme");
  const system = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (document.documentElement.dataset.theme ?? (system.matches ? "dark" : "light")) === "dark";
  const nameTheme = () => { theme.textContent = isDark() ? "Light colours" : "Dark colours"; };
  theme.addEventListener("click", () => {
    document.documentElement.dataset.theme = isDark() ? "light" : "dark";
    nameTheme();
  });
  system.addEventListener("change", nameTheme);
  nameTheme();
  theme.hidden = false;

  // Tables: sorted by a column, filtered by a text.
  const compared = (one, other) => one.localeCompare(other, "en", { numeric: true, sensitivity: "base" });
  const sorted = (rows, column, direction) => {
    const key = (row) => {
      const cell = row.cells[column];
      if (cell.dataset.value !== undefined) return Number(cell.dataset.value);
      const text = cell.textContent.trim();
      return "undefined" in cell.dataset || text === "" ? null : text;
    };
    const keyed = rows.map((row) => [row, key(row)]);
    return keyed.sort(([first, one], [second, other]) => {
      // Totals stay below, and what has no value comes last in either direction.
      const total = first.classList.contains("total") - second.classList.contains("total");
      if (total) return total;
      if (one === null || other === null) return (one === null) - (other === null);
      const order = typeof one === "number" && typeof other === "number" ? one - other : compared(String(one), String(other));
      return direction * order;
    }).map(([row]) => row);
  };
  for (const box of document.querySelectorAll(".table")) {
    const table = box.querySelector("table");
    const body = table.tBodies[0];
    const rows = [...body.rows];
    const heads = [...table.tHead.rows[table.tHead.rows.length - 1].cells];
    for (const [column, head] of heads.entries()) {
      const button = make("button", { type: "button" }, ...head.childNodes);
      head.replaceChildren(button);
      button.addEventListener("click", () => {
        const next = { none: "ascending", ascending: "descending", descending: "none" };
        const now = next[head.getAttribute("aria-sort") ?? "none"];
        for (const other of heads) other.removeAttribute("aria-sort");
        table.classList.toggle("sorted", now !== "none" || filter.value !== "");
        if (now !== "none") head.setAttribute("aria-sort", now);
        body.append(...(now === "none" ? rows : sorted(rows, column, now === "ascending" ? 1 : -1)));
      });
    }
    const filter = box.querySelector("input");
    const count = box.querySelector("output");
    const texts = rows.map((row) => row.textContent.toLowerCase());
    filter.addEventListener("input", () => {
      const wanted = filter.value.trim().toLowerCase();
      let hits = 0;
      for (const [index, row] of rows.entries()) {
        row.hidden = !texts[index].includes(wanted);
        hits += !row.hidden;
      }
      table.classList.toggle("sorted", wanted !== "" || heads.some((head) => head.hasAttribute("aria-sort")));
      count.textContent = wanted === "" ? "" : `${hits} of ${counted(rows.length, "row", "rows")}`;
    });
    box.querySelector(".controls").hidden = rows.length < 5;
  }

  // Pairs.
  const source = document.getElementById("data");
  if (!source) return;
  const { systems, words, originals } = JSON.parse(source.textContent);
  const PAGE = 20;
  const CUT = 1200;
  const [ID, TEXT, HYPOTHESIS, GOLD, PHENOMENA, RULE, ANSWERS, RIGHT, LINK] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
  const linked = (pair) => pair[LINK] ?? pair[ID];
  const filters = document.getElementById("filters");
  const hits = document.getElementById("hits");
  const results = document.getElementById("results");
  const pages = document.getElementById("pages");

  // What a filter needs of an original, made once.
  const OUTCOMES = { right: 1, parts: 2, whole: 4, wrong: 8 };
  const outcomes = originals.map(([pair, parts]) => systems.map((_, at) => {
    const whole = pair[RIGHT][at];
    const marks = parts.map((part) => part[RIGHT][at]).filter((it) => it !== "-");
    const right = marks.every((it) => it === "1");
    const wrong = marks.every((it) => it === "0");
    if (whole === "1") return right ? OUTCOMES.right : OUTCOMES.whole;
    if (whole !== "0") return 0;
    return (right && marks.length > 0 ? OUTCOMES.parts : 0) | (wrong ? OUTCOMES.wrong : 0);
  }));
  const disagree = originals.map(([pair]) => new Set([...pair[RIGHT]].filter((it) => it !== "-")).size > 1
    || new Set(pair[ANSWERS]).size > 1);
  const texts = originals.map(([pair, parts]) => [pair, ...parts]
    .map((it) => `${it[ID]}\n${it[TEXT]}\n${it[HYPOTHESIS]}\n${it[RULE]}`).join("\n").toLowerCase());
  const tags = originals.map(([pair, parts]) => {
    const set = new Set();
    for (const it of [pair, ...parts]) {
      for (const number of it[PHENOMENA]) {
        const path = words[number].split(":");
        for (let depth = 1; depth <= path.length; depth += 1) set.add(path.slice(0, depth).join(":"));
      }
    }
    return set;
  });
  const place = new Map();
  for (const [index, [pair, parts]] of originals.entries()) {
    for (const it of [pair, ...parts]) place.set(linked(it), index);
  }
  const options = (name, values) => {
    filters.elements[name].append(...values.map((value) => make("option", { value, textContent: tame(value) })));
  };
  // Characters that steer a terminal or turn the direction of text are shown as what they are: odd.
  function tame(text) {
    return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, "\ufffd");
  }
  options("phenomenon", [...new Set(tags.flatMap((set) => [...set]))].sort(compared));
  options("gold", [...new Set(originals.map(([pair]) => words[pair[GOLD]]))].filter((it) => it !== ""));
  filters.elements.system.append(...systems.map((it, at) => make("option", { value: String(at), textContent: tame(it) })));

  let found = [];
  let page = 0;

  const said = (label, text) => {
    const shown = make("bdi", { dir: "auto", textContent: tame(text.slice(0, CUT)) });
    const line = make("p", { className: "said" }, make("b", { textContent: `${label} ` }), shown);
    if (text.length > CUT) {
      const more = make("button", { type: "button", textContent: `show all ${text.length.toLocaleString("en")} characters` });
      more.addEventListener("click", () => { shown.textContent = tame(text); more.remove(); });
      line.append("… ", more);
    }
    return line;
  };
  const show = (pair, heading, kind) => {
    const link = make("a", { className: "link tag", href: `#pair=${linked(pair)}`, textContent: "link" });
    link.setAttribute("aria-label", `Link to pair ${tame(pair[ID])}`);
    const gold = words[pair[GOLD]];
    const head = make(heading, {}, make("bdi", { textContent: `${kind} ${tame(pair[ID])}` }),
      make("span", { className: "tag", textContent: gold === "" ? "no gold" : `gold: ${gold}` }),
      make("bdi", { className: "tag", textContent: tame(pair[PHENOMENA].map((it) => words[it]).join(", ")) }), link);
    const answers = make("ul", { className: "answers" }, ...systems.map((system, at) => {
      const right = pair[RIGHT][at];
      const [sign, name, word] = { 1: ["✓", "yes", "right"], 0: ["✗", "no", "wrong"] }[right] ?? ["–", "", "not counted"];
      const mark = make("span", { className: name, textContent: sign });
      mark.setAttribute("aria-hidden", "true");
      return make("li", {}, mark, " ", make("bdi", { textContent: tame(system) }), `: ${tame(words[pair[ANSWERS][at]] ?? "")}`,
        make("span", { className: "hidden", textContent: ` (${word})` }));
    }));
    const article = make("article", { tabIndex: -1 }, head);
    article.dataset.pair = linked(pair);
    if (pair[TEXT] !== "") article.append(said("T", pair[TEXT]));
    if (pair[HYPOTHESIS] !== "") article.append(said("H", pair[HYPOTHESIS]));
    if (pair[RULE] !== "") article.append(said("Rule", pair[RULE]));
    article.append(answers);
    return article;
  };
  const draw = () => {
    const last = Math.max(0, Math.ceil(found.length / PAGE) - 1);
    page = Math.min(page, last);
    const start = page * PAGE;
    results.replaceChildren(...found.slice(start, start + PAGE).map((index) => {
      const [pair, parts] = originals[index];
      const article = show(pair, "h3", "Pair");
      article.append(...parts.map((part) => show(part, "h4", "Part")));
      return article;
    }));
    pages.hidden = last === 0;
    pages.querySelector("span").textContent = `page ${page + 1} of ${last + 1}`;
    for (const button of pages.querySelectorAll("button")) {
      const to = page + Number(button.value);
      button.disabled = to < 0 || to > last;
    }
  };
  const filter = () => {
    const wanted = Object.fromEntries(new FormData(filters));
    const search = wanted.search.trim().toLowerCase();
    const only = wanted.system === "" ? null : Number(wanted.system);
    const outcome = OUTCOMES[wanted.outcome];
    found = [];
    for (let index = 0; index < originals.length; index += 1) {
      if (wanted.gold !== "" && words[originals[index][0][GOLD]] !== wanted.gold) continue;
      if (wanted.phenomenon !== "" && !tags[index].has(wanted.phenomenon)) continue;
      if (wanted.outcome === "disagree" && !disagree[index]) continue;
      if (outcome !== undefined) {
        const of = outcomes[index];
        if (only === null ? !of.some((it) => it & outcome) : !(of[only] & outcome)) continue;
      }
      if (search !== "" && !texts[index].includes(search)) continue;
      found.push(index);
    }
    page = 0;
    hits.textContent = `${found.length.toLocaleString("en")} of ${counted(originals.length, "original pair", "original pairs")}`;
    draw();
  };
  const follow = () => {
    const match = /^#pair=(.*)$/s.exec(location.hash);
    if (!match) return;
    const id = match[1];
    const index = place.get(id);
    if (index === undefined) {
      hits.textContent = `There is no pair ${tame(id)} here.`;
      return;
    }
    if (!found.includes(index)) {
      filters.reset();
      filter();
    }
    page = Math.floor(found.indexOf(index) / PAGE);
    draw();
    for (const article of results.querySelectorAll("article")) {
      const here = article.dataset.pair === id;
      article.classList.toggle("target", here);
      if (here) { article.scrollIntoView({ block: "start" }); article.focus({ preventScroll: true }); }
    }
  };
  filters.addEventListener("input", filter);
  filters.addEventListener("submit", (event) => event.preventDefault());
  filters.addEventListener("reset", () => setTimeout(filter));
  pages.addEventListener("click", ({ target }) => {
    if (target.value === undefined) return;
    page += Number(target.value);
    draw();
    results.querySelector("article")?.focus();
  });
  addEventListener("hashchange", follow);
  filters.hidden = false;
  filter();
  follow();
})();
