// Windows: guidelines, plan and balance, what is saved, keys.
let openedFrom = null;
const closeDialog = () => {
  if ($("dialog").open) $("dialog").close();
};
// Closed by something that takes the focus itself.
const leaveDialog = () => {
  openedFrom = null;
  closeDialog();
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
    ["l", "Select in T"],
    ["h", "Select in H what no part explains"],
    ["i", "Build on the last part"],
    ["t", "Fold T, or show all of it"],
    ["/", "Choose the phenomenon"],
    ["x", "Done with the pair"],
    ["← → ↑ ↓", "Move by words; with Shift, extend"],
    ["Ctrl → or ←", "To the next words that differ"],
    ["Home or End", "Ends of the sentence; with Ctrl, of the text"],
    ["+", "Select a second place"],
    ["a to z", "Type the right-hand side of the selection"],
    ["Enter", "On to what is missing"],
    ["Delete", "Delete words of T; words of H are unsupported"],
    [`1 to ${last}`, `Label the part (Alt 1 to ${last} in a field)`],
    ["Ctrl Enter", "Add the part"],
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
          ["Ctrl z", "Undo"],
          ["Ctrl Shift z", "Redo"],
          ["m", "Note"],
          ["!", "Flag"],
          ["k", "Skip"],
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
        " Single letters and digits are keys (turn off for speech input; with Alt they still are)",
      ),
    ),
  ]);
};

// A note on a pair, and a flag to find it again: at every step, for oneself.
const reload = { decompose: () => openPair(state.pairId), judge: () => loadBlind(reading.told?.current?.item), settle: () => loadSettle() };
const takeNote = async (where, note, flag) => {
  const answer = await take({ do: "note", ...where, note, flag });
  if (answer) await reload[state.step]();
  return answer;
};
const openNote = ({ note, flag }, where) => {
  const text = make("textarea", { id: "note-text", rows: 4, dir: "auto", "aria-label": "Note" }, note);
  const flagged = make("input", { type: "checkbox", id: "note-flag", checked: flag });
  const save = async () => {
    closeDialog();
    if (await takeNote(where, text.value.trim(), flagged.checked)) say("The note is saved.");
  };
  text.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) save();
  });
  openDialog(
    "Note",
    [
      text,
      make("p", {}, make("label", { class: "check" }, flagged, " Flag this pair")),
      button("note-save", save, { class: "btn primary" }, "Save the note", key("Ctrl ↵")),
    ],
    { focus: "note-text" },
  );
};
const noteTools = ({ note, flag }, where, skip) => [
  button("note", () => openNote({ note, flag }, where), { class: "btn ghost", title: tame(note) }, note ? "Note ●" : "Note", key("m")),
  button(
    "flag",
    () => takeNote(where, note, !flag),
    { class: "btn ghost", "aria-pressed": String(flag) },
    flag ? "Flagged" : "Flag",
    key("!"),
  ),
  button("skip", skip, { class: "btn ghost" }, "Skip", key("k")),
];
