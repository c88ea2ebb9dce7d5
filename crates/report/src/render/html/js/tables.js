// Tables: sorted by a column, filtered by a text; those that fit keep their header at the top of the window.
const compared = (one, other) => one.localeCompare(other, "en", { numeric: true, sensitivity: "base" });
const sortKey = (cell) => {
  if (cell.dataset.value !== undefined) return Number(cell.dataset.value);
  const text = (cell.dataset.c ?? cell.textContent).trim();
  return "undefined" in cell.dataset || cell.classList.contains("und") || text === "" ? null : text;
};
// What has no value comes last in either direction.
const inOrder = (keyed, direction) => keyed.sort(([, one], [, other]) => {
  if (one === null || other === null) return (one === null) - (other === null);
  const order = typeof one === "number" && typeof other === "number" ? one - other : compared(String(one), String(other));
  return direction * order;
}).map(([item]) => item);
const NEXT = { none: "ascending", ascending: "descending", descending: "none" };
// Under a pointer the whole header sorts; its text stays text, or repeated headers would not be printed.
const sortable = (heads, sort) => {
  for (const [column, head] of heads.entries()) {
    const button = make("button", { type: "button", "aria-label": `Sort by ${head.dataset.full ?? head.textContent.trim()}` });
    head.classList.add("sortable");
    head.append(button);
    button.addEventListener("click", () => {
      const now = NEXT[head.getAttribute("aria-sort") ?? "none"];
      for (const other of heads) other.removeAttribute("aria-sort");
      if (now !== "none") head.setAttribute("aria-sort", now);
      sort(column, now);
    });
  }
};
for (const box of all(".table")) {
  const table = box.querySelector("table");
  const body = table.tBodies[0];
  const rows = [...body.rows];
  const heads = [...table.tHead.rows[table.tHead.rows.length - 1].cells];
  const filter = box.querySelector("input.rows");
  const count = box.querySelector("output");
  const mark = () => table.classList.toggle("sorted", filter.value.trim() !== "" || heads.some((head) => head.hasAttribute("aria-sort")));
  sortable(heads, (column, now) => {
    // Totals stay below.
    const totals = rows.filter((row) => row.classList.contains("total"));
    const others = rows.filter((row) => !row.classList.contains("total")).map((row) => [row, sortKey(row.cells[column])]);
    body.append(...(now === "none" ? rows : [...inOrder(others, now === "ascending" ? 1 : -1), ...totals]));
    mark();
  });
  let texts = null;
  filter.addEventListener("input", () => {
    texts ??= rows.map((row) => row.textContent.toLowerCase());
    const wanted = filter.value.trim().toLowerCase();
    let hits = 0;
    for (const [index, row] of rows.entries()) {
      row.hidden = !texts[index].includes(wanted);
      hits += !row.hidden;
    }
    count.textContent = wanted === "" ? "" : `${hits} of ${counted(rows.length, "row", "rows")}`;
    mark();
  });
  filter.closest("label").hidden = rows.length < 15;
}
// All are written to and then all are measured: each turn from one to the other lays the page out anew. What is folded
// is not laid out before it is opened.
const fit = () => {
  const boxes = all(".scroll:not(.tall)").filter((box) => !box.closest("details:not([open])"));
  for (const box of boxes) box.classList.add("fits");
  const tooWide = boxes.filter((box) => box.querySelector("table").offsetWidth > box.clientWidth + 1);
  for (const box of tooWide) box.classList.remove("fits");
};
addEventListener("resize", fit);
for (const fold of all("details.fold")) fold.addEventListener("toggle", fit);

