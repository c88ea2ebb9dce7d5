// Tables as CSV, Markdown and LaTeX: the rows that are shown, as they are shown.
const put = async (text, what) => {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // From a file, some browsers know only the old way.
    const area = make("textarea", { value: text, className: "vh" });
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    if (!done) return say("This browser does not let the page copy.");
  }
  say(`${what} copied`);
};
const cellText = (cell) => cell.dataset.c ?? cell.dataset.full ?? tame(cell.textContent.trim()).replace(/\s+/g, " ");
// Rows of texts; an interval has columns of its own in CSV and is in brackets elsewhere.
const gridOf = (table, wide) => {
  const heads = [...table.tHead.rows].at(-1).cells;
  const rows = all("tbody tr", table).filter((row) => !row.hidden);
  const hasEnds = [...heads].map((_, at) => rows.some((row) => row.cells[at]?.dataset.i !== undefined));
  const spread = (texts, ends) => texts.flatMap((text, at) => {
    if (!hasEnds[at]) return [text];
    return wide ? [text, ...ends(at)] : [text + (ends(at)[0] === "" ? "" : ` [${ends(at).join(", ")}]`)];
  });
  const first = spread([...heads].map(cellText), (at) => (wide ? [`${cellText(heads[at])} lower`, `${cellText(heads[at])} upper`] : ["", ""]));
  return [first, ...rows.map((row) => {
    const cells = [...row.cells];
    return spread(cells.map(cellText), (at) => cells[at].dataset.i?.split(",") ?? ["", ""]);
  })];
};
const LATEX = { "\\": "\\textbackslash{}", "~": "\\textasciitilde{}", "^": "\\textasciicircum{}", "≈": "$\\approx$", "▼": "$\\downarrow$", "°": "$^{\\circ}$", "‡": "\\ddag{}", "†": "\\dag{}", "–": "--", "−": "$-$", "<": "\\textless{}", ">": "\\textgreater{}" };
const latex = (text) => text.replace(/[\\~^≈▼°‡†–−<>]|[&%$#_{}]/g, (sign) => LATEX[sign] ?? `\\${sign}`);
const isNumber = (text) => /^[+-]?\d[\d.,]*$/.test(text);
const FORMATS = {
  CSV: (rows) => rows.map((row) => row.map((text) => {
    // A spreadsheet takes what begins so for a formula.
    const harmless = /^[=+\-@\t\r]/.test(text) && !isNumber(text) ? `'${text}` : text;
    return /[",\n\r]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
  }).join(",")).join("\n"),
  Markdown: (rows) => rows.map((row, at) => `| ${row.map((text) => text.replace(/[\\|`*_<>[\]]/g, "\\$&")).join(" | ")} |${at === 0 ? `\n|${row.map((_, column) => (column === 0 ? ":--" : "--:")).join("|")}|` : ""}`).join("\n"),
  LaTeX: (rows) => `\\begin{tabular}{@{}l${"r".repeat(rows[0].length - 1)}@{}}\n\\toprule\n${rows.map((row, at) => `${row.map(latex).join(" & ")} \\\\${at === 0 ? "\n\\midrule" : ""}`).join("\n")}\n\\bottomrule\n\\end{tabular}`,
};
const copyMenu = (table) => {
  const menu = make("div", { className: "menu" });
  const fold = make("details", { className: "copy" }, make("summary", { className: "btn" }, "Copy table"), menu);
  for (const format of Object.keys(FORMATS)) {
    const button = make("button", { type: "button" }, format);
    button.addEventListener("click", () => {
      put(`${FORMATS[format](gridOf(table, format === "CSV"))}\n`, format);
      fold.open = false;
      fold.querySelector("summary").focus();
    });
    menu.append(button);
  }
  return fold;
};
for (const place of all(".copy-here")) {
  place.append(copyMenu(place.closest(".bar").nextElementSibling.querySelector("table")));
}
document.addEventListener("click", ({ target: clicked }) => {
  for (const fold of all(".copy[open]")) if (!fold.contains(clicked)) fold.open = false;
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const fold of all(".copy[open]")) { fold.open = false; fold.querySelector("summary").focus(); }
});
$("copy-paper")?.addEventListener("click", () => put(all("#paper p").map((paragraph) => paragraph.textContent).join("\n\n"), "Text"));
$("copy-latex")?.addEventListener("click", () => put($("paper-latex").textContent, "LaTeX"));

