// The second step: wholes and parts of others, one by one, with nothing but T and H.
const noReading = (item) => ({ item, judgment: undefined, confidence: null, comment: "", phenomenon: null });
const reading = { told: null, typed: noReading(null), busy: false };

const askBlind = lastOf((item) => call(item === undefined ? "/api/blind" : query("/api/blind", { item })));
const loadBlind = async (item) => {
  try {
    const told = await askBlind(item);
    if (told === null) return;
    reading.told = told;
    const { current } = told;
    if (current && reading.typed.item !== current.item) {
      const { item, judgment = null, confidence, comment, phenomenon } = current;
      reading.typed = current.has_reading ? { item, judgment, confidence, comment: comment ?? "", phenomenon } : noReading(item);
    }
    drawAll();
  } catch (failure) {
    say(explain(failure));
  }
};

// `undefined` is no judgment yet, `null` is "cannot label".
const setReading = (name, value) => {
  reading.typed[name] = value;
  $("next")?.setAttribute("aria-disabled", String(reading.typed.judgment === undefined));
  const comment = $("comment");
  if (comment)
    comment.placeholder = reading.typed.judgment === null ? "State what is unclear" : "If another annotator might differ, give the reason";
  keepDraft();
};
const takeReading = async () => {
  const { item, judgment, confidence, comment, phenomenon } = reading.typed;
  if (reading.busy || !reading.told?.current) return;
  if (judgment === undefined) {
    say(`Choose 1 to ${judgments().length + 1} first.`);
    return;
  }
  if (judgment === null && comment.trim() === "") {
    say("State briefly what is unclear.");
    $("comment").focus();
    return;
  }
  reading.busy = true;
  try {
    const answer = await take({ do: "read", item, judgment, confidence, comment: comment.trim(), phenomenon });
    if (!answer) {
      // What was read may be no more: its author has changed it meanwhile.
      if (!saving.reading) await loadBlind();
      return;
    }
    const { typed } = reading;
    if (typed.judgment !== judgment || typed.confidence !== confidence || typed.comment !== comment)
      say("Saved as it was when you chose Next. Go back to change it.");
    reading.typed = noReading(null);
    keepDraft();
    await loadBlind(unreadAfter(item));
    focusReading();
  } finally {
    reading.busy = false;
  }
};
// The next pair of the batch without a label; those that were skipped come at the end.
const unreadAfter = (item) => {
  const unread = reading.told.batch.filter((other) => !other.read && other.item !== item);
  return (unread.find((other) => other.item > item) ?? unread[0])?.item;
};
const skipReading = async () => {
  const next = unreadAfter(reading.told.current.item);
  if (next === undefined) {
    say("All other pairs of the batch have labels.");
    return;
  }
  await loadBlind(next);
  focusReading();
};
// Which phenomenon the reader sees, if they want to say so.
const phenomenonChoice = () => {
  const option = (value, ...label) => make("option", { value, selected: value === (reading.typed.phenomenon ?? "") }, ...label);
  return make(
    "select",
    { id: "seen-phenomenon", onchange: ({ target }) => setReading("phenomenon", target.value || null) },
    option("", "none stated"),
    ...categories().map(({ name }) =>
      make(
        "optgroup",
        { label: tame(name) },
        ...state.start.tags.filter(({ category }) => category === name).map(({ tag }) => option(tag, tame(shownName(tag)))),
      ),
    ),
  );
};
const focusReading = () => {
  $("heading")?.focus({ preventScroll: true });
  scrollTo(0, 0);
};
const readingBefore = async () => {
  const { batch, current } = reading.told ?? {};
  const before = (batch ?? []).filter(({ item, read }) => read && (!current || item < current.item)).at(-1);
  if (!before) {
    say("This is the first pair of the batch, and earlier batches are closed.");
    return;
  }
  await loadBlind(before.item);
  focusReading();
};
const openBatch = async () => {
  const answer = await take({ do: "batch" });
  if (!answer) return;
  await loadBlind();
  focusReading();
};

const order = () => (isLabelling() ? "The pairs have an order of your own." : "Originals and parts are mixed, in an order of your own.");
// What to do when all pairs that were drawn have labels.
const afterLabelling = () => [
  make(
    "p",
    { class: "lede" },
    "Write into the config, under ",
    make("code", {}, "judged"),
    ", and evaluate with ",
    make("code", {}, "phenom run"),
    ":",
  ),
  make("pre", { id: "labels-config", tabindex: 0, role: "region", "aria-label": "Lines of a config" }, tame(state.start.labels_config)),
];

const nothingToRead = () => {
  const { left, just_closed: closed } = reading.told;
  const heading = (text) => make("h1", { id: "heading", tabindex: -1 }, text);
  const settle =
    state.strip.to_settle > 0
      ? button(
          "to-settle",
          () => openStep("settle"),
          { class: left ? "btn" : "btn primary" },
          `Settle, ${number(state.strip.to_settle)} left`,
        )
      : null;
  const next =
    left > 0
      ? button("next-batch", openBatch, { class: "btn primary" }, closed ? "Next batch" : state.strip.read ? "Continue" : "Start", key("↵"))
      : null;
  if (closed) {
    const { pairs, agreement } = closed;
    const told =
      agreement && !agreement.hidden && agreement.value !== null
        ? `Agreement (κ) is now ${share(agreement.value)} over ${counted(agreement.pairs, "pair", "pairs")}.`
        : agreement?.reason
          ? `Agreement is undefined so far: ${tame(agreement.reason)}`
          : "No other annotator has labelled these pairs yet.";
    return [
      heading("The batch is complete"),
      make(
        "p",
        { class: "lede" },
        `You have annotated ${counted(pairs, "pair", "pairs")}. The batch is closed and cannot be changed. ${told} Pairs with different labels wait under Adjudicate.`,
      ),
      make("p", { class: "lede" }, left > 0 ? `${number(left)} still to annotate.` : "No pair is left to annotate."),
      ...(left > 0 || !isLabelling() ? [] : afterLabelling()),
      make("div", { class: "head" }, next, settle),
    ];
  }
  if (left > 0) {
    return [
      heading("Annotate independently"),
      make(
        "p",
        { class: "lede" },
        `${counted(left, "pair waits", "pairs wait")} for you, in batches of ${number(state.start.batch_size)}. ${order()} You cannot change a complete batch.`,
      ),
      make("div", { class: "head" }, next, settle),
    ];
  }
  if (isLabelling()) return [heading("All pairs labelled"), ...afterLabelling(), make("div", { class: "head" }, settle)];
  return state.strip.read > 0
    ? [
        heading("All pairs annotated"),
        make(
          "p",
          { class: "lede" },
          `You have annotated ${counted(state.strip.read, "pair", "pairs")} of others. More follow when somebody decomposes more.`,
        ),
        make("div", { class: "head" }, settle),
      ]
    : [
        heading("No pairs to annotate yet"),
        make(
          "p",
          { class: "lede" },
          "You annotate pairs that others decomposed, and they annotate yours. As soon as the file of another annotator is next to yours and contains a finished pair, the original and its parts appear here.",
        ),
      ];
};

const drawJudge = () => {
  const box = (...children) => [make("div", { class: "judging" }, ...children)];
  if (!reading.told)
    return box(make("h1", { id: "heading", tabindex: -1 }, "Annotate independently"), make("p", { class: "lede" }, "One moment …"));
  const { batch, current, left } = reading.told;
  if (!current) return box(nothingToRead());
  const { typed } = reading;
  const place = batch.findIndex(({ item }) => item === current.item) + 1;
  const done = batch.filter(({ read }) => read).length;
  const options = [
    ...judgmentOptions(true),
    { value: null, label: "Cannot label", key: String(judgments().length + 1), small: "text unclear or broken" },
  ];
  return box(
    make(
      "div",
      { class: "progress" },
      make("h1", { class: "vh", id: "heading", tabindex: -1 }, `Annotate independently, pair ${place} of ${batch.length}`),
      make("span", { "aria-hidden": "true" }, `Pair ${place} of ${batch.length}`),
      bar(done, batch.length, 420),
      make("span", {}, left > 0 ? `${number(left)} after this batch` : "the last batch"),
    ),
    make(
      "div",
      { class: "card" },
      plainPair(current.text, current.hypothesis),
      make("p", { class: "question", id: "question" }, "Read T as true. Then H is…"),
      choice({
        id: "judgment",
        labelledby: "question",
        options,
        value: typed.judgment,
        choose: (judgment) => setReading("judgment", judgment),
        big: true,
      }),
      make(
        "div",
        { class: "row" },
        make("span", { class: "label", id: "sure-label" }, "How sure?"),
        choice({
          id: "sure",
          labelledby: "sure-label",
          value: typed.confidence ?? undefined,
          choose: (confidence) => setReading("confidence", confidence),
          options: [1, 2, 3].map((sure) => ({ value: sure, label: capital(SURE[sure]), key: String(sure + 6) })),
        }),
        make("label", { for: "comment" }, "Comment ", key("c")),
        make(
          "textarea",
          {
            id: "comment",
            rows: 1,
            dir: "auto",
            placeholder: typed.judgment === null ? "State what is unclear" : "If another annotator might differ, give the reason",
            oninput: ({ target }) => setReading("comment", target.value),
          },
          typed.comment,
        ),
        ...ofDecomposing(make("label", { for: "seen-phenomenon" }, "Phenomenon"), phenomenonChoice()),
      ),
    ),
    make(
      "div",
      { class: "foot-row" },
      button("before", readingBefore, {}, "Back", key("⌫")),
      ...noteTools(current, { item: current.item }, skipReading),
      make("span", { class: "push" }),
      button("next", takeReading, { class: "btn primary", "aria-disabled": String(typed.judgment === undefined) }, "Next", key("↵")),
    ),
    make(
      "p",
      { class: "note" },
      isLabelling()
        ? `${order()} Labels of judges are not in this page. Labels of others stay hidden until the batch of ${number(batch.length)} is complete.`
        : `${order()} Gold labels, phenomena, labels of others and agreement stay hidden until the batch of ${number(batch.length)} is complete.`,
    ),
  );
};
VIEWS.judge = { draw: drawJudge };
