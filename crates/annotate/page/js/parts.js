// The parts there are, each with its rule and its hypothesis; the one that is changed is the form itself.
const movePart = (place, by) => {
  const ids = state.pair.parts.map(({ id }) => id);
  [ids[place], ids[place + by]] = [ids[place + by], ids[place]];
  takeOrder(ids);
};
const removePart = async (part) => {
  const answer = await takeStep({ do: "remove", pair: state.pair.id, part: part.id });
  if (answer)
    say(
      `Part ${part.number} is removed.`,
      link("toast-undo", () => undo(), "Undo"),
    );
};
const partRow = (part, place) => {
  const { id, number: shown, phenomenon, rule, hypothesis, judgment, hypothesis_span: span } = part;
  const actions = isDone()
    ? null
    : make(
        "span",
        { class: "actions" },
        place > 0
          ? button(`up-${id}`, () => movePart(place, -1), { class: "btn ghost", "aria-label": `Move part ${shown} up` }, "↑")
          : null,
        button(`change-${id}`, () => editPart(id), { class: "btn ghost", "aria-label": `Change part ${shown}` }, "Change"),
        button(`remove-${id}`, () => removePart(part), { class: "btn ghost delete", "aria-label": `Remove part ${shown}` }, "Remove"),
      );
  return make(
    "div",
    { class: "part" },
    make("span", {}, glyph(judgment)),
    make(
      "div",
      {},
      make(
        "span",
        { class: "name" },
        `${shown} `,
        link(`part-${id}`, () => showPhenomenon(phenomenon), tame(shownName(phenomenon))),
      ),
      " ",
      make(
        "small",
        { class: "faint" },
        tame(categoryOf(phenomenon)),
        " · ",
        make("code", {}, tame(rule.pattern)),
        rule.constraint ? ["; ", make("code", {}, tame(rule.constraint))] : null,
      ),
    ),
    actions,
    make("p", { dir: "auto" }, marked(hypothesis, span)),
  );
};
// The parts there are make the whole: another one is asked for, not offered.
const isFull = () => !mayAdd && !draftBegun() && isClean();
const partsTree = () => {
  const { parts } = state.pair;
  const rows = parts.map((part, place) =>
    make("li", draft.edit === part.id ? { class: "edit" } : {}, draft.edit === part.id ? editor() : partRow(part, place)),
  );
  if (!draft.edit && !isDone()) {
    rows.push(
      isFull()
        ? make("li", { class: "more" }, button("another", anotherPart, {}, "Another part", key("n")))
        : make("li", { class: "edit" }, editor()),
    );
  }
  return make("ol", { class: "tree", "aria-label": "Parts" }, ...rows);
};
