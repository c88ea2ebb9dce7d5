// Phenomena by systems: rows that open by gold judgment, another measure, an order within categories.
const grid = $("phenomena-table");
const gridRows = grid ? all("tbody tr:not(.sub)", grid) : [];
const under = new Map();
let least = 0;
const open = new Set();
const showRows = () => {
  const groups = new Map();
  for (const row of gridRows) {
    row.hidden = row.classList.contains("phenomenon") && Number(row.dataset.n) < least;
    for (const sub of under.get(row)) sub.hidden = row.hidden || !open.has(row) || measureNow !== 0;
    groups.set(row.parentElement, (groups.get(row.parentElement) ?? 0) + !row.hidden);
  }
};
let measureNow = 0;
const subsOf = (row) => {
  const subs = [];
  for (let next = row.nextElementSibling; next?.classList.contains("sub"); next = next.nextElementSibling) subs.push(next);
  return subs;
};
// A row that has rows under it becomes a button that opens them.
const opens = (row, show) => {
  const label = row.querySelector(".x");
  const button = make("button", { type: "button", className: "x", "aria-expanded": "false" }, ...label.childNodes);
  label.replaceWith(button);
  button.addEventListener("click", () => {
    if (open.has(row)) open.delete(row); else open.add(row);
    button.setAttribute("aria-expanded", String(open.has(row)));
    show();
  });
};
for (const row of gridRows) {
  under.set(row, subsOf(row));
  if (under.get(row).length > 0) opens(row, showRows);
}
for (const row of all("#runs tbody tr:not(.sub)")) {
  const show = () => { for (const sub of subsOf(row)) sub.hidden = !open.has(row); };
  opens(row, show);
  show();
}
const SVG = "http://www.w3.org/2000/svg";
const shape = (name, attributes) => {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
};
if (grid) {
  const heads = [...grid.tHead.rows[0].cells];
  const original = new Map([...grid.tBodies].map((body) => [body, all("tr:not(.sub)", body)]));
  sortable(heads, (column, now) => {
    for (const [body, rows] of original) {
      // Totals are the first rows, and stay so.
      const totals = rows.filter((row) => !row.classList.contains("phenomenon"));
      const others = rows.filter((row) => row.classList.contains("phenomenon")).map((row) => [row, sortKey(row.cells[column])]);
      const ordered = now === "none" ? rows : [...totals, ...inOrder(others, now === "ascending" ? 1 : -1)];
      body.append(...ordered.flatMap((row) => [row, ...under.get(row)]));
    }
  });
  for (const button of all("#few button")) {
    button.addEventListener("click", () => {
      for (const other of all("#few button")) other.setAttribute("aria-pressed", String(other === button));
      least = Number(button.dataset.least);
      showRows();
    });
  }
  for (const mark of all(".m i", grid)) if (mark.textContent === "▼") mark.closest("td").classList.add("worse");
  for (const cell of all(".m", grid)) cell.dataset.c = cell.querySelector(".c > a, .c > .v").textContent;
  // The title is added under the pointer: the markup has the interval already.
  grid.addEventListener("pointerover", ({ target: pointed }) => {
    const cell = pointed.closest(".m[data-i]");
    const figure = cell?.querySelector(".c > a, .c > .v");
    if (!figure || figure.title.includes("interval")) return;
    figure.title = [figure.title, `interval ${cell.dataset.i.replace(",", " to ")}`].filter(Boolean).join(", ");
  });
  // Measures come rounded, with their places on the axis.
  let others = null;
  const before = new Map(gridRows.map((row) => [row, [...row.cells].map((cell) => cell.cloneNode(true))]));
  const sentence = $("measured").textContent;
  const show = (cell, [text, ends, number, dot, line, reason], zero) => {
    const figure = cell.querySelector(".c > a, .c > .v");
    figure.textContent = text;
    figure.title = [ends && `interval ${ends[0]} to ${ends[1]}`, reason].filter(Boolean).join(", ");
    cell.querySelector("i").textContent = "";
    cell.classList.remove("best", "worse");
    cell.classList.toggle("und", reason !== null);
    cell.dataset.c = text;
    if (ends) cell.dataset.i = ends.join(","); else delete cell.dataset.i;
    if (number === null) delete cell.dataset.value; else cell.dataset.value = number;
    const strip = cell.querySelector("svg");
    if (!strip) return;
    strip.replaceChildren();
    if (zero) strip.append(shape("path", { class: "t", d: `M${zero} 2V12` }));
    if (line) strip.append(shape("path", { class: "w", d: `M${line[0]} 7H${line[1]}` }));
    if (dot) strip.append(shape("circle", { class: "d", cx: dot, cy: 7, r: 3.2 }));
  };
  $("measure")?.addEventListener("change", async ({ target: field }) => {
    others ??= await unpack($("measures").textContent);
    measureNow = Number(field.value);
    const measure = others[measureNow - 1];
    for (const row of gridRows) {
      const saved = before.get(row);
      for (let column = 2; column < row.cells.length; column += 1) {
        if (!measure) row.cells[column].replaceWith(saved[column].cloneNode(true));
        else show(row.cells[column], measure.rows[Number(row.dataset.r)][column - 2], measure.zero);
      }
    }
    for (const head of heads) head.removeAttribute("aria-sort");
    for (const [body, rows] of original) body.append(...rows.flatMap((row) => [row, ...under.get(row)]));
    $("measured").textContent = measure ? `${measure.name[0].toUpperCase()}${measure.name.slice(1)}: ${measure.definition}` : sentence;
    $("legend").hidden = Boolean(measure);
    showRows();
    fit();
  });
  showRows();
}
fit();

