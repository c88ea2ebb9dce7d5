// Windows: guidelines, plan and balance, what is saved, keys.
let openedFrom = null;
const closeDialog = () => {
  if ($("dialog").open) $("dialog").close();
};
const openDialog = (title, children, { drawer = false, focus = null } = {}) => {
  const dialog = $("dialog");
  if (!dialog.open) openedFrom = document.activeElement;
  dialog.className = drawer ? "drawer" : "";
  dialog.replaceChildren(
    make(
      "div",
      { class: "dialog-head" },
      make("h2", { id: "dialog-title" }, title),
      button("dialog-close", closeDialog, {}, "Close", key("Esc")),
    ),
    make("div", { class: "dialog-body", tabindex: 0, role: "region", "aria-labelledby": "dialog-title" }, ...children),
  );
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
  $(focus ?? "dialog-close").focus();
};
$("dialog").addEventListener("close", () => {
  if (openedFrom && document.contains(openedFrom)) openedFrom.focus();
  openedFrom = null;
  state.shownTag = null;
});
$("dialog").addEventListener("click", (event) => {
  if (event.target === $("dialog")) closeDialog();
});

const openGuidelines = () =>
  openDialog(
    "Guidelines",
    state.start.guidelines.flatMap(({ title, paragraphs }) => [
      make("h3", {}, rich(title)),
      ...paragraphs.map((paragraph) =>
        make(
          "p",
          {},
          rich(paragraph, (name) =>
            state.phenomena.has(name) ? link(`guide-${name}`, () => showPhenomenon(name), plainName(name)) : null,
          ),
        ),
      ),
    ]),
    { drawer: true },
  );

const sumOf = (counts) => (counts ?? []).reduce((before, count) => before + count, 0);
const planRow = (row, isCategory) => {
  const { written, planned, negatives_ahead: ahead } = row;
  const cells = judgments().map((_, place) =>
    make(
      "td",
      { class: "number" },
      planned ? `${number(written[place] ?? 0)} / ${number(planned[place] ?? 0)}` : number(written[place] ?? 0),
    ),
  );
  const [entailed, ...others] = written;
  return make(
    "tr",
    isCategory ? { class: "category" } : {},
    make("th", { scope: isCategory ? "rowgroup" : "row" }, tame(isCategory ? row.category : shownName(row.tag))),
    ...cells,
    make(
      "td",
      {},
      planned && !isCategory ? bar(sumOf(written), sumOf(planned), 110) : number(sumOf(written)),
      ahead ? make("small", { class: "warning" }, `${number(sumOf(others) - entailed)} more negatives than E`) : null,
    ),
  );
};
const openPlan = async () => {
  try {
    const { hidden, rows, categories: totals } = await call("/api/plan");
    if (hidden) {
      const why = "The plan is hidden while a batch is open, because its counts could reveal a label. Complete the batch to see them.";
      openDialog("Plan and balance", [make("p", { id: "plan-hidden" }, why)], { drawer: true });
      return;
    }
    const body = [];
    let category = null;
    for (const row of rows) {
      if (row.category !== category) {
        category = row.category;
        const total = totals.find((other) => other.category === category);
        if (total) body.push(planRow(total, true));
      }
      body.push(planRow(row, false));
    }
    openDialog(
      "Plan and balance",
      [
        make(
          "p",
          {},
          state.start.plan ? "Parts written, of the planned number. " : "Parts written; there is no plan. ",
          "Parts that you have yet to annotate are not counted. ",
          "In each phenomenon half should be entailments, so that the phenomenon does not reveal the label. Keep E at least as frequent as all other labels together.",
        ),
        make(
          "div",
          { class: "scroll" },
          make(
            "table",
            {},
            make(
              "thead",
              {},
              make(
                "tr",
                {},
                make("th", { scope: "col" }, "Phenomenon"),
                ...judgments().map((judgment) =>
                  make("th", { scope: "col", class: "number" }, make("abbr", { title: judgment }, letterOf(judgment))),
                ),
                make("th", { scope: "col" }, "All"),
              ),
            ),
            make("tbody", {}, ...body),
          ),
        ),
      ],
      { drawer: true },
    );
  } catch (failure) {
    say(explain(failure));
  }
};

const openFile = async () => {
  try {
    const { path, lines, record, config } = await call(state.pairId ? query("/api/file", { pair: state.pairId }) : "/api/file");
    const lastLines = lines.slice(-20);
    openDialog(
      "Saved actions",
      [
        make(
          "p",
          {},
          "Every action is one line, appended to ",
          make("code", {}, tame(path)),
          ", your own file. No line is rewritten: the last action on a pair counts, and an ",
          make("code", {}, "undo"),
          " cancels a line.",
        ),
        make("h3", {}, lastLines.length === 0 ? "No line yet" : `Last ${counted(lastLines.length, "line", "lines")}`),
        lastLines.length
          ? make(
              "pre",
              { id: "file-lines", tabindex: 0, role: "region", "aria-label": "Last lines of the file" },
              tame(lastLines.join("\n")),
            )
          : null,
        make("div", { class: "finish" }, button("file-download", downloadFile, {}, "Download all my lines")),
        record
          ? [
              make("h3", {}, own(state.pairId), ", as ", make("code", {}, "phenom"), " reads it"),
              make("pre", { tabindex: 0, role: "region", "aria-label": "Dataset record" }, tame(indented(record))),
            ]
          : null,
        config
          ? [make("h3", {}, "In a config"), make("pre", { tabindex: 0, role: "region", "aria-label": "Lines of a config" }, tame(config))]
          : null,
      ]
        .flat()
        .filter(Boolean),
    );
    // The newest line stands at the end.
    const shown = $("file-lines");
    if (shown) shown.scrollTop = shown.scrollHeight;
  } catch (failure) {
    say(explain(failure));
  }
};
const indented = (line) => {
  try {
    return JSON.stringify(JSON.parse(line), null, 1);
  } catch {
    return line;
  }
};
const downloadFile = async () => {
  try {
    const answer = await fetch("/api/download", { headers: { "X-Phenom-Token": token }, cache: "no-store" });
    if (!answer.ok) throw new Failure("refused", `The program responds with status ${answer.status}.`);
    downloadText(`${state.start.annotator}.jsonl`, await answer.text());
  } catch (failure) {
    say(failure instanceof Failure ? explain(failure) : "phenom annotate does not respond.");
  }
};

const keyTable = (title, rows) => [
  make("h3", {}, title),
  make(
    "table",
    {},
    make(
      "tbody",
      {},
      ...rows.map(([keys, meaning]) =>
        make(
          "tr",
          {},
          make(
            "td",
            {},
            keys.split(" ").map((name) => (name === "or" || name === "to" ? ` ${name} ` : key(name))),
          ),
          make("td", {}, meaning),
        ),
      ),
    ),
  ),
];
const decomposeKeys = (last) =>
  keyTable("Decompose", [
    ["[ or ]", "Previous, next pair"],
    ["o", "Find a pair"],
    ["/", "Choose the phenomenon"],
    ["n", "Another part"],
    ["l", "Select the left-hand side in T"],
    ["← → ↑ ↓", "Move by words; with Shift, extend"],
    ["Enter", "On to the right-hand side"],
    ["h", "Take words from H"],
    ["r", "Right-hand side"],
    [`1 to ${last}`, `Label the part (Alt 1 to ${last} in a field)`],
    ["Ctrl Enter", "Add the part"],
    ["x", "Done with the pair"],
    ["Esc", "Out of a field; then clear the part"],
  ]);
const openKeys = () => {
  const last = judgments().length;
  openDialog("Keys", [
    make(
      "div",
      { class: "keys" },
      make(
        "div",
        {},
        ...keyTable("Everywhere", [
          ...ofDecomposing(["d", "Decompose"]),
          ["b", "Annotate"],
          ["s", "Adjudicate"],
          ["g", "Guidelines"],
          ...ofDecomposing(["p", "Plan and balance"]),
          ["f", "Saved actions"],
          ["z", "Undo (also Ctrl Z)"],
          ["Shift z", "Redo"],
          ["?", "This list"],
        ]),
        ...keyTable("Annotate", [
          [`1 to ${last + 1}`, `${capital(judgments().join(", "))}, cannot label`],
          ["7 to 9", "Guess, fairly sure, sure"],
          ["c", "Comment"],
          ["Enter", "Next"],
          ["⌫", "Back, within the batch"],
        ]),
      ),
      make(
        "div",
        {},
        ...ofDecomposing(...decomposeKeys(last)),
        ...keyTable("Adjudicate", [
          ["↑ ↓", "Choose a pair in the list"],
          [`1 to ${last + 1}`, "Label, or drop"],
          ["r", "Reason"],
          ["Ctrl Enter", "Adjudicate"],
        ]),
      ),
    ),
    make(
      "p",
      {},
      make(
        "label",
        { class: "check" },
        make("input", {
          type: "checkbox",
          id: "letters",
          checked: state.letters,
          onchange: ({ target }) => {
            state.letters = target.checked;
            kept.set(local, "phenom-letters", target.checked ? "on" : "off");
          },
        }),
        " Single letters and digits are keys (turn off for speech input)",
      ),
    ),
  ]);
};
