// The third step: pairs on which the author and the readers differ.
const DROP = "drop";
const settling = { told: null, id: null, typed: { pair: null, choice: null, reason: "" }, rows: null };

const askSettle = lastOf((pair) => call(pair === null ? "/api/settle" : query("/api/settle", { pair })));
const loadSettle = async (id = settling.id) => {
  try {
    let told = await askSettle(id);
    if (told === null) return;
    if (!told.pairs.some((pair) => pair.id === id)) {
      const first = told.pairs.find((pair) => !pair.settled) ?? told.pairs[0];
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

const setSettling = (name, value) => {
  settling.typed[name] = value;
  $("settle")?.setAttribute("aria-disabled", String(!settling.typed.choice || !settling.typed.reason.trim()));
  if (name === "choice") $("follows")?.replaceChildren(...followsNow());
  keepDraft();
};
const takeSettling = async () => {
  const { pair, choice: chosen, reason } = settling.typed;
  if (!settling.told?.pair) return;
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
  const next = settling.told.pairs.find((other) => !other.settled && other.id !== pair);
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
const readingCard = (given, readings) => {
  const { who, role, judgment, confidence, comment, rule } = given;
  const alone = readings.length > 2 && readings.filter((other) => other.judgment === judgment).length === 1;
  const said = comment ? make("p", { dir: "auto" }, "“", tame(comment), "”") : null;
  return make(
    "section",
    { class: alone ? "reading odd" : "reading" },
    make("h3", {}, glyph(judgment), own(whoIs(who)), make("small", {}, role === "reader" ? SURE[confidence ?? 0] : role)),
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
    !said && !rule ? make("p", { class: "faint" }, role === "author" ? "Labelled before decomposing." : "No comment") : null,
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
    plainPair(pair.text, pair.hypothesis, pair.span, pair.hypothesis_span),
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
      make("span", { class: "push" }),
      button(
        "settle",
        takeSettling,
        { class: "btn primary", "aria-disabled": String(!typed.choice || !typed.reason.trim()) },
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
        "No labels differ. A pair appears here if the author and two independent annotators have labelled it and do not agree.",
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
        `${number(left)} of ${number(pairs.length)} left. A pair appears here if the author and two independent annotators have labelled it and differ.`,
      ),
    ),
    make(
      "div",
      { class: "side-by-side" },
      make(
        "div",
        { class: "left" },
        make("p", { class: "list-head" }, make("span", {}, "pair and phenomenon"), make("span", {}, "author, annotators")),
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
