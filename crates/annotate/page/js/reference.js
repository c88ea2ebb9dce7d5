// What a phenomenon is, in a window.
const bracketed = (line) =>
  tame(line)
    .split(/(\[[^\]]*\])/)
    .map((piece) => (piece.startsWith("[") && piece.endsWith("]") ? make("mark", {}, piece.slice(1, -1)) : piece));
const example = ({ judgment, text, hypothesis }) => [
  text ? make("li", {}, make("b", {}, "T"), make("span", { dir: "auto" }, bracketed(text))) : null,
  make("li", {}, glyph(judgment), make("span", { dir: "auto" }, bracketed(hypothesis))),
];
const referenceTo = (tag) => {
  const phenomenon = state.phenomena.get(tag);
  const { category, definition, choose_when: when, nearest, pattern, constraint, misapplied, text, examples, note } = phenomenon;
  const other = (name) => (state.phenomena.has(name) ? link(`see-${name}`, () => showPhenomenon(name), plainName(name)) : null);
  const canChoose = $("phenomenon") !== null && tag !== draft.phenomenon;
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
              "choose",
              () => {
                leaveDialog();
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
          ),
        ].flat(2)
      : null,
    examples?.length
      ? [
          make("h3", {}, "Example"),
          make(
            "ul",
            { class: "examples" },
            text ? make("li", {}, make("b", {}, "T"), make("span", { dir: "auto" }, bracketed(text))) : null,
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
const referenceToCategories = () => [
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
          `category-${name}`,
          () => {
            leaveDialog();
            searchPhenomena(name);
          },
          tame(name),
          `, ${counted(count, "phenomenon", "phenomena")}`,
        ),
      ),
    ),
  ),
];
const showPhenomenon = (tag) => {
  const shown = state.phenomena.has(tag) ? referenceTo(tag) : referenceToCategories();
  openDialog("Phenomenon", shown.filter(Boolean), { drawer: true });
};
