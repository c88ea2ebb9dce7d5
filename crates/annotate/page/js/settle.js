// The third step: pairs on which two opinions differ, of people or of the dataset.
const DROP = "drop";
const settling = { told: null, id: null, typed: { pair: null, choice: null, reason: "" }, rows: null };

// Not settled, or settled before an opinion came that differs.
const isOpen = ({ settled }) => !settled;
const openAfter = (id) => {
  const { pairs } = settling.told;
  const here = pairs.findIndex((pair) => pair.id === id);
  return [...pairs.slice(here + 1), ...pairs.slice(0, Math.max(0, here))].find(isOpen);
};
const skipSettling = async () => {
  const next = openAfter(settling.id);
  if (next) await openSettling(next.id);
  else say("No other pair is left to adjudicate.");
};

const askSettle = lastOf((pair) => call(pair === null ? "/api/settle" : query("/api/settle", { pair })));
const loadSettle = async (id = settling.id) => {
  try {
    let told = await askSettle(id);
    if (told === null) return;
    if (!told.pairs.some((pair) => pair.id === id)) {
      const first = told.pairs.find(isOpen) ?? told.pairs[0];
      settling.id = first?.id ?? null;
      if (first) told = await askSettle(first.id);
      if (told === null) return;
    } else {
      settling.id = id;
    }
    settling.told = told;
    const { pair } = told;
    if (pair && settling.typed.pair !== pair.id) {
      const before = pair.settled;
      settling.typed = { pair: pair.id, choice: before ? (before.drop ? DROP : before.judgment) : null, reason: before?.reason ?? "" };
    }
    drawAll();
  } catch (failure) {
    say(explain(failure));
  }
};
const openSettling = (id) => {
  settling.id = id;
  return loadSettle(id);
};

const isBlocked = () => Boolean(settling.told.pair.blocked) || !settling.typed.choice || !settling.typed.reason.trim();
const setSettling = (name, value) => {
  settling.typed[name] = value;
  $("settle")?.setAttribute("aria-disabled", String(isBlocked()));
  if (name === "choice") $("follows")?.replaceChildren(...followsNow());
  keepDraft();
};
const takeSettling = async () => {
  const { pair, choice: chosen, reason } = settling.typed;
  if (!settling.told?.pair) return;
  if (settling.told.pair.blocked) {
    say(settling.told.pair.blocked);
    return;
  }
  if (!chosen) {
    say("Choose a label, or drop the pair.");
    $("gold-0")?.focus();
    return;
  }
  if (!reason.trim()) {
    say("Give a reason, which stays with the pair.");
    $("reason").focus();
    return;
  }
  const answer = await take({
    do: "settle",
    pair,
    judgment: chosen === DROP ? null : chosen,
    drop: chosen === DROP,
    reason: reason.trim(),
  });
  if (!answer) {
    // It may be no more, or settled by somebody else.
    if (!saving.reading) await loadSettle();
    return;
  }
  settling.typed = { pair: null, choice: null, reason: "" };
  const next = openAfter(pair);
  await openSettling(next?.id ?? pair);
  $("settle-list")?.focus({ preventScroll: true });
  say(
    `${pair} is adjudicated.`,
    link("toast-undo", () => undo(), "Undo"),
  );
};
const rewrite = ({ id, original }) =>
  openPair(original, async () => {
    if (isDone() && !(await takeStep({ do: "reopen", pair: original }))) return;
    editPart(id);
    say("Others annotate a changed part again. Its earlier labels no longer count.");
  });

const followsNow = () => {
  const sentences = settling.typed.choice ? (settling.told.pair.follows?.[settling.typed.choice] ?? []) : [];
  return sentences.length === 0
    ? []
    : [make("b", {}, "What follows"), make("ul", {}, ...sentences.map((sentence) => make("li", {}, tame(sentence))))];
};
const UNCOMMENTED = { reader: "No comment", dataset: "Label of the dataset" };
const readingRole = (role, confidence) => (role === "reader" ? SURE[confidence ?? 0] : role === "dataset" ? "" : role);
const readingCard = (given, readings) => {
  const { who, role, judgment, confidence, comment, rule } = given;
  const alone = readings.length > 2 && readings.filter((other) => other.judgment === judgment).length === 1;
  const said = comment ? make("p", { dir: "auto" }, "“", tame(comment), "”") : null;
  return make(
    "section",
    { class: alone ? "reading odd" : "reading" },
    make("h3", {}, glyph(judgment), own(role === "dataset" ? "dataset" : whoIs(who)), make("small", {}, readingRole(role, confidence))),
    capital(judgment ?? "cannot label"),
    said,
    rule
      ? make(
          "p",
          {},
          "Rule: ",
          make("code", {}, tame(rule.pattern)),
          rule.constraint ? ["; ", make("code", {}, tame(rule.constraint))] : null,
        )
      : null,
    !said && !rule ? make("p", { class: "faint" }, UNCOMMENTED[role] ?? "Labelled before decomposing.") : null,
  );
};
const original = () => (isLabelling() ? "" : "original pair");
const settleRow = (pair) => [
  make("b", {}, own(pair.id)),
  make(
    "small",
    {},
    pair.phenomenon ? tame(shownName(pair.phenomenon)) : original(),
    pair.dropped ? " · dropped" : pair.settled ? " · adjudicated" : "",
    pair.flag ? " · flagged" : "",
  ),
  make("span", { class: "glyphs" }, ...pair.judgments.slice(0, 5).map((judgment) => glyph(judgment))),
];
const settleDetail = () => {
  const { pair } = settling.told;
  const { typed } = settling;
  const options = [...judgmentOptions(), { value: DROP, label: "Drop the pair", key: String(judgments().length + 1) }];
  return make(
    "div",
    { class: "detail" },
    make(
      "div",
      { class: "finish" },
      make("h2", {}, own(pair.id)),
      make(
        "span",
        { class: "faint" },
        pair.phenomenon
          ? [
              tame(categoryOf(pair.phenomenon)),
              " · ",
              link("settle-phenomenon", () => showPhenomenon(pair.phenomenon), tame(shownName(pair.phenomenon))),
            ]
          : original(),
      ),
    ),
    plainPair(pair.text, pair.hypothesis, pair.spans, pair.hypothesis_spans),
    pair.settled?.open
      ? make(
          "p",
          { class: "note" },
          `Adjudicated by ${tame(whoIs(pair.settled.by))}, but a later label differs. Adjudicate the pair again.`,
        )
      : null,
    pair.blocked ? make("p", { class: "note", id: "blocked" }, tame(pair.blocked)) : null,
    make("div", { class: "readings" }, ...pair.readings.map((given) => readingCard(given, pair.readings))),
    make(
      "div",
      { class: "row" },
      make("span", { class: "label", id: "gold-label" }, "Gold is"),
      choice({
        id: "gold",
        labelledby: "gold-label",
        options,
        value: typed.choice ?? undefined,
        choose: (chosen) => setSettling("choice", chosen),
      }),
      make("label", { for: "reason" }, "Reason ", key("r")),
      make(
        "textarea",
        {
          id: "reason",
          rows: 2,
          dir: "auto",
          placeholder: "One sentence that would convince the annotator who differed",
          oninput: ({ target }) => setSettling("reason", target.value),
        },
        typed.reason,
      ),
    ),
    make("div", { class: "follows", id: "follows", "aria-live": "polite" }, ...followsNow()),
    make(
      "div",
      { class: "foot-row" },
      pair.own && pair.original ? button("rewrite", () => rewrite(pair), {}, "Rewrite in Decompose") : null,
      ...noteTools(pair, { pair: pair.id }, skipSettling),
      make("span", { class: "push" }),
      button(
        "settle",
        takeSettling,
        { class: "btn primary", "aria-disabled": String(isBlocked()) },
        pair.settled ? "Change" : "Adjudicate",
        key("Ctrl ↵"),
      ),
    ),
  );
};
const drawSettle = () => {
  settling.rows = null;
  const heading = make("h1", { id: "heading", tabindex: -1 }, "Adjudicate");
  if (!settling.told) return [make("div", { class: "head" }, heading), make("p", { class: "lede" }, "One moment …")];
  const { pairs, left, pair } = settling.told;
  if (pairs.length === 0) {
    return [
      make("div", { class: "head" }, heading),
      make(
        "p",
        { class: "lede" },
        "No labels differ. A pair appears here if two labels of it differ: of its author, of readers, or of the dataset.",
      ),
    ];
  }
  settling.rows = windowed({
    id: "settle-list",
    label: "Pairs with different labels",
    rowHeight: 58,
    rows: () => settling.told.pairs,
    draw: settleRow,
    chosen: () => settling.told.pairs.findIndex(({ id }) => id === settling.id),
    choose: (place) => openSettling(settling.told.pairs[place].id),
  });
  return [
    make(
      "div",
      { class: "head" },
      heading,
      make("span", { class: "push" }),
      make(
        "p",
        { class: "lede" },
        `${number(left)} of ${number(pairs.length)} left. A pair appears here if two labels of it differ: of its author, of readers, or of the dataset.`,
      ),
    ),
    make(
      "div",
      { class: "side-by-side" },
      make(
        "div",
        { class: "left" },
        make("p", { class: "list-head" }, make("span", {}, "pair and phenomenon"), make("span", {}, "labels")),
        settling.rows.list,
      ),
      pair ? settleDetail() : make("div", { class: "detail" }),
    ),
  ];
};
VIEWS.settle = {
  draw: drawSettle,
  after: () => {
    if (!settling.rows) return;
    settling.rows.draw();
    settling.rows.show(settling.told.pairs.findIndex(({ id }) => id === settling.id));
  },
};
