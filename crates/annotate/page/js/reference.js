// What a phenomenon is: shown beside the part, or in a window where there is no room beside.
const example = ({ judgment, text, hypothesis }) => {
  const bracketed = (line) =>
    tame(line)
      .split(/(\[[^\]]*\])/)
      .map((piece) => (piece.startsWith("[") && piece.endsWith("]") ? make("mark", {}, piece.slice(1, -1)) : piece));
  return [
    text ? make("li", {}, make("b", {}, "T"), make("span", { dir: "auto" }, bracketed(text))) : null,
    make("li", {}, glyph(judgment), make("span", { dir: "auto" }, bracketed(hypothesis))),
  ];
};
// `prefix` keeps ids apart where the same text is shown beside and in a window.
const referenceTo = (tag, prefix) => {
  const phenomenon = state.phenomena.get(tag);
  const { category, definition, choose_when: when, nearest, pattern, constraint, misapplied, text, examples, note } = phenomenon;
  const other = (name) => (state.phenomena.has(name) ? link(`${prefix}-see-${name}`, () => showPhenomenon(name), plainName(name)) : null);
  const isDrafts = tag === draft.phenomenon;
  const canChoose = $("editor") !== null && !isDrafts;
  const counts = state.written?.[tag];
  const planned = state.start.plan?.[tag];
  return [
    make("h2", {}, capital(shownName(tag))),
    make(
      "p",
      { class: "category" },
      own(category),
      canChoose
        ? [
            " · ",
            link(
              `${prefix}-choose`,
              () => {
                closeDialog();
                choosePhenomenon(tag);
              },
              "choose it",
            ),
          ]
        : null,
    ),
    make("p", {}, rich(definition, other)),
    when ? make("p", {}, make("b", {}, "When:"), " ", rich(when, other)) : null,
    nearest?.length
      ? make(
          "p",
          {},
          make("b", {}, "Nearest:"),
          " ",
          nearest
            .map(({ tag: near, why }, place) => [
              place ? "; " : "",
              near ? (other(near) ?? make("code", {}, tame(near))) : null,
              near && why ? ": " : "",
              why ? rich(why, other) : "",
            ])
            .flat(2),
          ".",
        )
      : null,
    pattern || constraint
      ? [
          make("h3", {}, "Rule"),
          make(
            "p",
            {},
            make("code", {}, tame(pattern)),
            constraint ? ["; ", make("code", {}, tame(constraint))] : null,
            misapplied ? [make("br"), "Misapplied: ", ...rich(misapplied, other)] : null,
            isDrafts && $("editor") && (draft.pattern !== pattern || draft.constraint !== constraint)
              ? [
                  make("br"),
                  link(
                    `${prefix}-form`,
                    () => {
                      closeDialog();
                      setField("pattern", pattern, true);
                      setField("constraint", constraint, true);
                    },
                    "Use this form",
                  ),
                ]
              : null,
          ),
        ].flat(2)
      : null,
    examples?.length
      ? [
          make("h3", {}, "Example"),
          make(
            "ul",
            { class: "examples" },
            text
              ? make(
                  "li",
                  {},
                  make("b", {}, "T"),
                  make(
                    "span",
                    { dir: "auto" },
                    tame(text)
                      .split(/(\[[^\]]*\])/)
                      .map((piece) => (piece.startsWith("[") ? make("mark", {}, piece.slice(1, -1)) : piece)),
                  ),
                )
              : null,
            ...examples.flatMap(example),
          ),
        ]
      : null,
    note ? [make("h3", {}, "Note"), make("p", {}, rich(note, other))] : null,
    counts
      ? [
          make("h3", {}, planned ? "Written so far, of the planned number" : "Written so far"),
          make(
            "p",
            {},
            judgments()
              .map(
                (judgment, place) =>
                  `${letterOf(judgment)} ${number(counts[place] ?? 0)}${planned ? ` of ${number(planned[place] ?? 0)}` : ""}`,
              )
              .join(" · "),
          ),
        ]
      : null,
  ].flat();
};

// With no phenomenon chosen: the categories, in the order in which they are asked for, with what is to be asked.
const categories = () => {
  const counts = new Map();
  for (const { category } of state.start.tags) counts.set(category, (counts.get(category) ?? 0) + 1);
  const ordered = state.start.order_of_categories.filter(({ name }) => counts.has(name));
  const others = [...counts.keys()]
    .filter((category) => !ordered.some(({ name }) => name === category))
    .map((name) => ({ name, ask: null }));
  return [...ordered, ...others].map(({ name, ask: question }) => ({ name, question, count: counts.get(name) }));
};
const referenceToCategories = (prefix) => [
  make("h2", {}, "Which category?"),
  make("p", { class: "category" }, "Take the first line that fits."),
  make(
    "ul",
    { class: "ask" },
    ...categories().map(({ name, question, count }) =>
      make(
        "li",
        {},
        question ? [tame(question), make("br")] : null,
        link(
          `${prefix}-category-${name}`,
          () => {
            closeDialog();
            searchPhenomena(name);
          },
          tame(name),
          `, ${counted(count, "phenomenon", "phenomena")}`,
        ),
      ),
    ),
  ),
];
const referenceNow = (prefix, tag = state.shownTag ?? draft.phenomenon) =>
  state.phenomena.has(tag) ? referenceTo(tag, prefix) : referenceToCategories(prefix);
const drawReference = () => {
  const box = $("reference");
  if (!box) return;
  const shown = `${state.shownTag ?? draft.phenomenon} ${draft.phenomenon} ${draft.pattern} ${draft.constraint} ${JSON.stringify(state.written?.[state.shownTag ?? draft.phenomenon] ?? null)}`;
  if (box.dataset.shown === shown && box.childElementCount) return;
  box.dataset.shown = shown;
  const inside = box.contains(document.activeElement);
  box.replaceChildren(...referenceNow("beside").filter(Boolean));
  box.scrollTop = 0;
  if (inside) box.focus({ preventScroll: true });
};
const showPhenomenon = (tag) => {
  if (isWide() && $("reference") && !$("dialog").open) {
    state.shownTag = tag;
    drawReference();
  } else {
    openDialog("Phenomenon", referenceNow("window", tag).filter(Boolean), { drawer: true });
  }
};
