// Which pair: a few as buttons, many in a window with a search and a list of which only what is in view is drawn.
const FEW = 10;
const KINDS = [
  ["", "all"],
  ["open", "to do"],
  ["done", "done"],
  ["others", "by others"],
];
const KIND_OF = {
  new: "open",
  judged: "open",
  parts: "open",
  reopened: "open",
  done: "done",
  exception: "done",
  other: "others",
  given: "others",
};
const finder = { text: "", kind: "", at: 0 };

const stateText = (line) =>
  ({
    parts: counted(line.parts, "part", "parts"),
    other: line.author ? `by ${tame(line.author)}` : "by somebody else",
    given: "has its parts",
  })[line.state] ?? line.state;
const lineText = (line) => [stateText(line), drafts.has(line.id) ? "draft" : null, line.flag ? "flagged" : null].filter(Boolean).join(", ");
const found = () => {
  const asked = finder.text.trim().toLowerCase();
  if (asked === "" && finder.kind === "") return state.lines;
  return state.lines.filter(
    (line) =>
      (finder.kind === "" || KIND_OF[line.state] === finder.kind) &&
      (asked === "" || line.id.toLowerCase().includes(asked) || (line.author ?? "").toLowerCase().includes(asked)),
  );
};

// The pair before or after in the list, filtered as it is.
const stepPair = (by) => {
  const lines = found();
  if (lines.length === 0) return;
  const here = lines.findIndex(({ id }) => id === state.wantedId);
  const next = here < 0 ? 0 : (here + by + lines.length) % lines.length;
  openPair(lines[next].id);
};
// The next one on which something is to do.
const nextPair = () => {
  const here = state.placeOf.get(state.pairId) ?? -1;
  const after = [...state.lines.slice(here + 1), ...state.lines.slice(0, here + 1)];
  const next = after.find((line) => KIND_OF[line.state] === "open");
  if (next) openPair(next.id);
  else say("No pair is left to decompose.");
};

const openFinder = () => {
  const goTo = ({ id }) => {
    closeDialog();
    openPair(id, () => $("heading").focus({ preventScroll: true }));
  };
  const place = () =>
    Math.max(
      0,
      found().findIndex(({ id }) => id === state.pairId),
    );
  finder.at = place();
  const rows = windowed({
    id: "finder-list",
    label: "Pairs",
    rowHeight: 34,
    none: "No pair matches.",
    rows: found,
    chosen: () => finder.at,
    draw: (line) => [make("b", {}, own(line.id)), make("small", {}, lineText(line))],
    choose: (chosen, entered) => {
      finder.at = chosen;
      if (!entered) return;
      goTo(found()[chosen]);
    },
  });
  const count = make("p", { class: "note", role: "status" });
  const change = () => {
    finder.at = 0;
    rows.list.scrollTop = 0;
    rows.draw();
    count.textContent = `${number(found().length)} of ${counted(state.lines.length, "pair", "pairs")}. While a filter is set, [ and ] stay within it.`;
  };
  const search = make("input", {
    type: "text",
    id: "finder-search",
    "aria-label": "Search by name of the pair or the annotator",
    placeholder: "Search by name of the pair or the annotator",
    autocomplete: "off",
    value: finder.text,
    oninput: ({ target }) => {
      finder.text = target.value;
      change();
    },
    onkeydown: (event) => {
      if (/^(Arrow|Page)(Up|Down)$/.test(event.key)) rows.move(event);
      else if (event.key === "Enter" && found()[finder.at]) {
        event.preventDefault();
        goTo(found()[finder.at]);
      }
    },
  });
  const kinds = choice({
    id: "finder-kind",
    label: "Which pairs",
    value: finder.kind,
    options: KINDS.map(([value, label]) => ({ value, label: capital(label) })),
    choose: (kind) => {
      finder.kind = kind;
      change();
    },
  });
  openDialog("Pairs", [search, make("div", { class: "filter" }, kinds), count, rows.list], { drawer: true, focus: "finder-search" });
  change();
  finder.at = place();
  rows.show(finder.at);
  rows.draw();
};

const pairsBar = () => {
  if (state.lines.length <= FEW) {
    return make(
      "div",
      { class: "chips pairs", role: "group", "aria-label": "Pairs" },
      ...state.lines.map((line) =>
        make(
          "button",
          {
            type: "button",
            id: `pair-${line.id}`,
            class: "chip",
            "aria-current": line.id === state.pairId ? "true" : null,
            onclick: () => openPair(line.id),
          },
          own(line.id),
          make("span", {}, lineText(line)),
        ),
      ),
    );
  }
  const lines = found();
  const here = lines.findIndex(({ id }) => id === state.pairId);
  return make(
    "div",
    { class: "chips", role: "group", "aria-label": "Pairs" },
    button("pair-before", () => stepPair(-1), { "aria-label": "Pair before" }, "‹", key("[")),
    button(
      "pair-find",
      openFinder,
      {},
      `${here < 0 ? "Find a pair" : `${number(here + 1)} of ${number(lines.length)}`}${finder.kind || finder.text ? ", filtered" : ""}`,
      key("o"),
    ),
    button("pair-after", () => stepPair(1), { "aria-label": "Pair after" }, "›", key("]")),
  );
};
