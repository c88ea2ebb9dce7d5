
// The choice of systems: columns, rows and small tables of the others are hidden, in drawings their rows are faint.
const chips = all("[data-system]");
const bareName = (text) => (text ?? "").trim().replace(/ ‡$/, "");
const systemNames = chips.map((chip) => bareName(chip.textContent));
const hiddenSystems = new Set();
const reportRows = chips.length === 0 ? [] : all(".table tbody tr").map((row) => [row, systemNames.indexOf(bareName(row.cells[0]?.textContent))]).filter(([, system]) => system >= 0);
const drawnRows = chips.length === 0 ? [] : all("svg.small > g").map((group) => [group, systemNames.indexOf(bareName(group.querySelector("text > title")?.textContent))]).filter(([, system]) => system >= 0);
const drawnPoints = chips.length === 0 ? [] : all(".native :is(a, g)").map((mark) => [mark, systemNames.findIndex((name) => mark.querySelector(":scope > title")?.textContent.startsWith(`${name}: `))]).filter(([, system]) => system >= 0);
const showSystems = () => {
  for (const [system, chip] of chips.entries()) chip.setAttribute("aria-pressed", String(!hiddenSystems.has(system)));
  for (const element of all("[data-s]")) element.classList.toggle("off", hiddenSystems.has(Number(element.dataset.s)));
  for (const [row, system] of reportRows) row.classList.toggle("off", hiddenSystems.has(system));
  for (const [group, system] of [...drawnRows, ...drawnPoints]) group.classList.toggle("faint", hiddenSystems.has(system));
  $("all-systems").disabled = hiddenSystems.size === 0;
  fit();
};
for (const [system, chip] of chips.entries()) {
  chip.addEventListener("click", () => {
    if (hiddenSystems.has(system)) hiddenSystems.delete(system);
    else if (hiddenSystems.size + 1 < chips.length) hiddenSystems.add(system);
    else say("One system has to be shown.");
    showSystems();
  });
}
$("all-systems")?.addEventListener("click", () => { hiddenSystems.clear(); showSystems(); });

// Two systems, phenomenon by phenomenon. Ends, p and verdicts come with the page; what was not tested has no verdict.
const versus = $("compare-table");
if (versus) {
  const [one, other] = [$("one"), $("other")];
  const heads = [...versus.tHead.rows[0].cells];
  const rows = gridRows.map((row) => ({ row, name: row.cells[0].textContent.trim(), count: row.cells[1], cells: [...row.cells].slice(2).map((cell) => ({ text: cell.dataset.c, value: cell.dataset.value })) }));
  let found = null;
  const WIDE = 220;
  const draw = (value, ends, significant, span) => {
    const at = (share) => (WIDE / 2 + (share / span) * (WIDE / 2 - 6)).toFixed(1);
    const svg = shape("svg", { class: significant ? "strip" : "strip few", viewBox: `0 0 ${WIDE} 14`, "aria-hidden": "true" });
    svg.append(shape("path", { class: "b", d: `M${at(0)} 0V14` }));
    if (ends) svg.append(shape("path", { class: "w", d: `M${at(Math.max(-span, ends[0]))} 7H${at(Math.min(span, ends[1]))}` }));
    svg.append(shape("circle", { class: "d", cx: at(value), cy: 7, r: 3.4 }));
    return svg;
  };
  const cell = (text, className = "num", child = null) => make("td", { className, "data-c": text }, child ?? text);
  const compare = async () => {
    found ??= new Map((await unpack($("comparisons").textContent)).map((it) => [`${it[0]} ${it[1]}`, it]));
    const [a, b] = [Number(one.value), Number(other.value)];
    const names = [a, b].map((system) => systemNames[system]);
    for (const [at, name] of names.entries()) heads[2 + at].textContent = name;
    const tests = rows.map((it) => found.get(`${it.row.dataset.r} ${a},${b}`) ?? found.get(`${it.row.dataset.r} ${b},${a}`));
    const differences = rows.map(({ cells }) => (cells[a].value === undefined || cells[b].value === undefined ? null : cells[a].value - cells[b].value));
    const reach = [...differences, ...tests.flatMap((test) => test?.[3] ?? [])].map((value) => Math.abs(value ?? 0));
    const span = Math.min(1, Math.max(0.1, ...reach));
    const unit = rows.some(({ cells }) => cells.some(({ value, text }) => value > 0 && Math.abs(Number(text) - 100 * value) < 0.06)) ? 100 : 1;
    heads[4].replaceChildren(make("span", {}, `← ${names[1]} higher`), make("span", {}, `${names[0]} higher →`));
    const body = new DocumentFragment();
    for (const [at, { row, name, count, cells }] of rows.entries()) {
      const [value, test] = [differences[at], tests[at]];
      const turned = test && test[1][0] !== a;
      const turn = (ends) => ends && (turned ? [-ends[1], -ends[0]] : ends);
      const points = (share) => `${share > 0 ? "+" : share < 0 ? "−" : ""}${Math.abs(unit * share).toFixed(unit === 1 ? 3 : 1)}`;
      const ends = turn(test?.[3] ?? null);
      const significant = Boolean(test?.[6]);
      const p = !test || test[4] === null ? "" : `${test[5] ? "p" : "q"} ${test[4] < 0 ? "< .001" : `= ${test[4] === 1 ? "1" : test[4].toFixed(3).replace(/^0/, "")}`}`;
      const result = a === b || value === null ? "" : !test ? "not compared" : significant ? `${value > 0 ? names[0] : names[1]} higher` : test[4] === null ? "not tested" : "not significant";
      const line = make("tr", { className: row.className }, make("th", { scope: "row", className: row.cells[0].className }, make("bdi", {}, name)));
      line.append(make("td", { className: "n" }, ...[...count.childNodes].map((node) => node.cloneNode(true))), cell(cells[a].text), cell(cells[b].text));
      const drawn = make("td", { className: "axis", "data-c": "" });
      if (value !== null) drawn.append(draw(value, ends, significant, span));
      const shown = value === null ? "" : `${points(value)}${ends ? ` [${ends.map((end) => points(end).replace("+", "")).join(", ")}]` : ""}`;
      line.append(drawn, cell(shown), cell(p), cell(result, significant ? "told" : ""));
      body.append(line);
    }
    versus.tBodies[0].replaceChildren(body);
    document.documentElement.dataset.compared = `${a} ${b}`;
    fit();
  };
  other.value = String(Math.min(1, other.options.length - 1));
  // The address keeps the two systems: `#compare?a=0&b=1`.
  const chosen = () => {
    try { history.replaceState(null, "", `#compare?a=${one.value}&b=${other.value}`); } catch { /* The address stays. */ }
    return compare();
  };
  const fromHash = () => {
    const asked = /^#compare\?a=(\d+)&b=(\d+)$/.exec(location.hash);
    if (!asked || [asked[1], asked[2]].some((system) => Number(system) >= one.options.length)) return false;
    [one.value, other.value] = asked.slice(1);
    $("compare").scrollIntoView({ behavior: "instant", block: "start" });
    return true;
  };
  addEventListener("hashchange", () => { if (fromHash()) compare(); });
  for (const field of [one, other]) field.addEventListener("change", chosen);
  $("swap").addEventListener("click", () => {
    [one.value, other.value] = [other.value, one.value];
    chosen();
  });
  fromHash();
  compare().catch(() => { versus.tBodies[0].append(make("tr", {}, make("td", {}, "This browser does not unpack the comparisons."))); });
}
