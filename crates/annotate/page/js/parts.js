// The parts there are, each in one line; the one that is changed is in the form.
const movePart = (place, by) => {
  const parts = state.pair.parts.map(({ id }) => id);
  [parts[place], parts[place + by]] = [parts[place + by], parts[place]];
  takeStep({ do: "order", pair: state.pair.id, parts });
};
const removePart = async (part) => {
  const answer = await takeStep({ do: "remove", pair: state.pair.id, part: part.id });
  if (answer)
    say(
      `Part ${part.number} is removed.`,
      link("toast-undo", () => undo(), "Undo"),
    );
};
const partActions = ({ id, number: shown, unsupported }, place) => {
  const action = (name, press, label, text, look = "") =>
    button(`${name}-${id}`, press, { class: `btn ghost ${look}`, "aria-label": label }, text);
  return make(
    "span",
    { class: "actions" },
    place > 0 ? action("up", () => movePart(place, -1), `Move part ${shown} up`, "↑") : null,
    unsupported ? null : action("on", () => buildOn(id), `Build on part ${shown}`, "Build on"),
    action("change", () => editPart(id), `Change part ${shown}`, "Change"),
    action("remove", () => removePart(state.pair.parts[place]), `Remove part ${shown}`, "Remove", "delete"),
  );
};
const partChange = ({ unsupported, rule, hypothesis, difference: pieces }) => {
  if (!unsupported) return difference(pieces);
  return [make("ins", {}, tame(rule.right_hand_side)), hypothesis === state.pair.hypothesis ? "" : ` in ${tame(hypothesis)}`];
};
const partRow = (part, place) => {
  const { id, number: shown, unsupported, phenomenon, rule, on, judgment, hypothesis } = part;
  const base = partNamed(on);
  return make(
    "li",
    { class: draft.edit === id ? "part edit" : "part" },
    glyph(judgment),
    make(
      "span",
      { class: "name" },
      `${shown} `,
      unsupported
        ? make("abbr", { title: state.start.unsupported.definition }, "unsupported")
        : link(`part-${id}`, () => showPhenomenon(phenomenon), tame(shownName(phenomenon))),
      base ? make("small", {}, ` in ${base.number}`) : null,
    ),
    make(
      "span",
      { class: "line", dir: "auto", title: `${tame(hypothesis)}\n${tame(rule.pattern)}; ${tame(rule.constraint)}` },
      ...partChange(part),
    ),
    isDone() ? null : partActions(part, place),
  );
};
const partsList = () => make("ol", { class: "parts", "aria-label": "Parts" }, ...state.pair.parts.map(partRow));
