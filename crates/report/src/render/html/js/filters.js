// Pairs that a question asks for. `not-entailment` covers `unknown` and `contradiction`.
const covering = (judgment) => {
  if (judgment === "known") return ANSWERS;
  return judgment === "not-entailment" ? ["not-entailment", "unknown", "contradiction"] : [judgment];
};
const competitors = () => store.systems.map((_, system) => system).filter((system) => !store.readsGold[system]);
// Each part of the question as a function of a row; those of text are the slowest and come last.
const conditionsOf = (question, but = "") => {
  const tests = [];
  const system = (at) => [store.right[at], store.answers[at]];
  if (question.gold) {
    const letters = store.letters(covering(question.gold));
    tests.push((row) => letters.has(store.gold[row]));
  }
  for (const [at, wanted] of but === "answers" ? [] : Object.entries(question.s)) {
    const [right, answers] = system(at);
    if (wanted === "right") tests.push((row) => right[row] === "1");
    else if (wanted === "wrong") tests.push((row) => right[row] === "0");
    else if (wanted === "counted") tests.push((row) => right[row] !== "-");
    else {
      const letters = store.letters(covering(wanted));
      tests.push((row) => letters.has(answers[row]));
    }
  }
  for (const [at, wanted] of but === "answers" ? [] : Object.entries(question.p)) {
    const [right] = system(at);
    tests.push((row) => {
      const original = store.originalOf[row];
      const [from, end] = [store.first[original], store.first[original + 1]];
      if (end - from < 2 || right[from] === "-") return false;
      let allRight = true;
      for (let part = from + 1; part < end; part += 1) {
        if (right[part] === "-") return false;
        allRight &&= right[part] === "1";
      }
      return allRight === (wanted === "all");
    });
  }
  for (const [at, range] of Object.entries(question.c)) {
    const [low, high] = range.split("..").map((end) => (end === "" ? null : Number(end)));
    const of = store.confidence[at];
    tests.push((row) => {
      const value = of?.[row] ?? null;
      return value !== null && (low === null || value >= low) && (high === null || value <= high);
    });
  }
  for (const [at, value] of Object.entries(question.at)) {
    const { values, of } = store.attributes[at];
    const number = values.indexOf(value);
    tests.push((row) => of[row] === number && number >= 0);
  }
  if (question.n) {
    const parts = Number(question.n);
    tests.push((row) => store.parts[store.originalOf[row]] === parts);
  }
  if (question.people) {
    const agree = question.people === "agree";
    tests.push((row) => {
      const said = store.annotated.get(row);
      if (question.people === "differ") {
        const gold = store.word(store.gold[row]) ?? "";
        return Boolean(said) && gold !== "" && said.some((word, place) => place % 2 === 1 && store.words[word] !== gold);
      }
      if (!said || said.length < 4) return false;
      return agree === said.every((word, place) => place % 2 === 0 || word === said[1]);
    });
  }
  if (question.ph) {
    const tags = new Uint8Array(store.tags.length);
    for (const [path, number] of store.paths) if (path === question.ph || store.category(path) === question.ph) tags[number] = 1;
    const tagged = (row) => store.tagged[row].some((tag) => tags[tag] === 1);
    tests.push(question.on === "part" ? tagged : (row) => {
      const end = store.first[store.originalOf[row] + 1];
      for (let pair = row; pair < end; pair += 1) if (tagged(pair)) return true;
      return false;
    });
  }
  if (question.out && but !== "answers") tests.push(OUTCOMES[question.out]());
  if (question.q && searchable) {
    const wanted = question.q.trim().toLowerCase();
    tests.push(question.on === "part" ? (row) => searchable[row].includes(wanted) : (row) => {
      const end = store.first[store.originalOf[row] + 1];
      for (let pair = row; pair < end; pair += 1) if (searchable[pair].includes(wanted)) return true;
      return false;
    });
  }
  return tests;
};
const OUTCOMES = {
  none: () => {
    const rights = competitors().map((system) => store.right[system]);
    return (row) => rights.length > 0 && rights.every((right) => right[row] === "0");
  },
  split: () => {
    const rights = competitors().map((system) => store.right[system]);
    return (row) => rights.some((right) => right[row] === "1") && rights.some((right) => right[row] === "0");
  },
};
const rowsOf = (question) => {
  const rows = [];
  if (question.on === "part") {
    for (let row = 0; row < store.rows; row += 1) if (store.first[store.originalOf[row]] !== row) rows.push(row);
  } else {
    for (let original = 0; original < store.originals; original += 1) rows.push(store.first[original]);
  }
  return rows;
};
const levels = new Map();
const found = (question, but) => {
  if (!levels.has(question.on)) levels.set(question.on, rowsOf(question));
  const tests = conditionsOf(question, but);
  return levels.get(question.on).filter((row) => tests.every((test) => test(row)));
};
// What is wrong comes first where a system was chosen without saying which of its answers.
const wrongFirst = (rows, question) => {
  const counts = Object.entries(question.s).filter(([, wanted]) => wanted === "counted").map(([at]) => store.right[at]);
  if (counts.length === 0) return rows;
  const isWrong = (row) => counts.some((right) => right[row] === "0");
  return [...rows.filter(isWrong), ...rows.filter((row) => !isWrong(row))];
};

// The questions that are asked most, one press each. They replace what is asked of answers.
const presets = () => {
  const [a, b] = pairOfSystems();
  const list = [{ name: `All ${asked.on === "part" ? "monothematic" : "original"} pairs` }];
  if (b !== undefined) {
    list.push({ name: `${store.systems[a]} correct, ${store.systems[b]} wrong`, s: { [a]: "right", [b]: "wrong" } });
    list.push({ name: `${store.systems[b]} correct, ${store.systems[a]} wrong`, s: { [a]: "wrong", [b]: "right" } });
  }
  list.push({ name: `${store.systems[a]} wrong`, s: { [a]: "wrong" } });
  if (store.rows > store.originals && asked.on !== "part") {
    list.push({ name: `All parts correct, original wrong: ${store.systems[a]}`, s: { [a]: "wrong" }, p: { [a]: "all" } });
    list.push({ name: `Original correct, a part wrong: ${store.systems[a]}`, s: { [a]: "right" }, p: { [a]: "notall" } });
  }
  if (competitors().length > 1) {
    list.push({ name: "Systems disagree", out: "split" });
    list.push({ name: `No system correct${store.readsGold.some(Boolean) ? " (oracles excluded)" : ""}`, out: "none" });
  }
  return list.map((preset) => ({ s: {}, p: {}, out: "", ...preset }));
};
// The systems that presets speak of: those that are asked about, else the first two competitors.
const pairOfSystems = () => {
  const named = [...Object.keys(asked.s), ...Object.keys(asked.p)].map(Number);
  return [...new Set([...named.slice(0, 2), ...competitors(), ...store.systems.keys()])].slice(0, 2);
};
const sameAnswers = (one, other) => JSON.stringify([one.s, one.p, one.out]) === JSON.stringify([other.s, other.p, other.out]);
const drawChips = () => {
  const base = found(asked, "answers");
  $("chips").replaceChildren(...presets().map((preset) => {
    const tests = conditionsOf({ ...EMPTY(), on: asked.on, s: preset.s, p: preset.p, out: preset.out });
    const count = base.reduce((sum, row) => sum + tests.every((test) => test(row)), 0);
    const chip = make("button", { type: "button", className: "chip", "aria-pressed": String(sameAnswers(preset, asked)) }, preset.name, make("b", {}, count.toLocaleString("en")));
    chip.addEventListener("click", () => {
      Object.assign(asked, { s: preset.s, p: preset.p, out: preset.out, pair: "" });
      draw();
      $("chips").querySelector("[aria-pressed=true]")?.focus();
    });
    return chip;
  }));
};

// The fields of the question.
const option = (value, text) => make("option", { value }, text);
const field = (name, label, options) => {
  const select = make("select", { name }, option("", "any"), ...options.map(([value, text]) => option(value, text)));
  return make("label", {}, label, select);
};
const makeFilters = () => {
  const form = $("filters");
  const byCategory = new Map();
  for (const path of store.tags) {
    const category = store.category(path);
    byCategory.set(category, [...(byCategory.get(category) ?? []), path]);
  }
  for (const [category, paths] of byCategory) {
    const group = make("optgroup", { label: store.shown(category) });
    if (byCategory.size > 1) group.append(option(category, `all ${store.shown(category)}`));
    group.append(...paths.sort(compared).map((path) => option(path, store.shown(path))));
    form.elements.ph.append(group);
  }
  form.elements.ph.closest("label").hidden = store.tags.length === 0;
  const golds = ANSWERS.filter((word) => [...store.letters([word])].some((letter) => store.gold.includes(letter)));
  if (golds.length > 1 && !golds.includes("not-entailment") && golds.includes("entailment")) golds.push("not-entailment");
  form.elements.gold.append(...golds.map((word) => option(word, word)));
  if (store.words.includes("") && [...store.letters([""])].some((letter) => store.gold.includes(letter))) form.elements.gold.append(option("known", "known"));
  const said = ANSWERS.filter((word) => store.words.includes(word));
  const fields = store.systems.map((name, at) => field(`s${at}`, name, [["right", "correct"], ["wrong", "wrong"], ["counted", "correct or wrong"], ...said.map((word) => [word, `predicts ${word}`])]));
  if (store.rows > store.originals) {
    fields.push(...store.systems.map((name, at) => field(`p${at}`, `${name}, on all parts`, [["all", "all correct"], ["notall", "some wrong"]])));
    const sizes = [...new Set(store.parts)].sort((one, other) => one - other);
    fields.push(field("n", "Number of parts", sizes.map((size) => [String(size), String(size)])));
  }
  for (const [at, values] of store.confidence.entries()) {
    if (!values) continue;
    const end = (name, label) => make("input", { type: "number", step: "any", name: `${name}${at}`, "aria-label": `${label} confidence of ${store.systems[at]}` });
    fields.push(make("div", {}, make("span", { className: "aside" }, `Confidence of ${store.systems[at]}`), make("div", { className: "range" }, end("low", "Least"), "to", end("high", "Greatest"))));
  }
  if (store.annotations.length > 0) fields.push(field("people", "Annotators", [["agree", "agree"], ["disagree", "disagree"], ["differ", "differ from gold"]]));
  for (const [at, { name, values }] of store.attributes.entries()) {
    fields.push(field(`at${at}`, tame(name), [...values].sort(compared).map((value) => [value, tame(value)])));
  }
  $("conditions").append(...fields);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", ({ target: changed }) => {
    readField(changed.name, changed.value);
    asked.pair = "";
    draw();
  });
  $("clear").addEventListener("click", () => { asked = EMPTY(); draw(); });
};
const readField = (name, value) => {
  const numbered = /^(s|p|at|low|high)(\d+)$/.exec(name);
  if (!numbered) { asked[name] = value; return; }
  const [, letter, at] = numbered;
  if (letter === "low" || letter === "high") {
    const [low, high] = (asked.c[at] ?? "..").split("..");
    const range = letter === "low" ? `${value}..${high}` : `${low}..${value}`;
    if (range === "..") delete asked.c[at]; else asked.c[at] = range;
  } else if (value === "") delete asked[letter][at]; else asked[letter][at] = value;
};
const showFields = () => {
  const form = $("filters");
  for (const element of form.elements) {
    const numbered = /^(s|p|at|low|high)(\d+)$/.exec(element.name);
    let value = asked[element.name] ?? "";
    if (numbered) {
      const [, letter, at] = numbered;
      if (letter === "low") value = (asked.c[at] ?? "..").split("..")[0];
      else if (letter === "high") value = (asked.c[at] ?? "..").split("..")[1];
      else value = asked[letter][at] ?? "";
    }
    if (element.name !== "" && element.value !== value) element.value = value;
  }
};

