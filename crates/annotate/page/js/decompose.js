// The first step: a pair, the judgment of the whole, and its parts.
let judgeAgain = false; // the judgment of the whole is changed

const takePair = (pair) => {
  if (!pair) return;
  const isOther = state.pair?.id !== pair.id || state.pair.text !== pair.text || state.pair.hypothesis !== pair.hypothesis;
  const staysOpen = !isOther && state.pair.whole !== null && !judgeAgain && texts.T.folds.length === 0;
  const { cursor } = texts.T;
  state.pair = pair;
  state.pairId = pair.id;
  if (pair.parts) state.written = pair.written;
  if (draft.pair !== pair.id) openDraft(pair.id);
  if ((draft.edit && !partNamed(draft.edit)) || (draft.on && !partNamed(draft.on))) draft = emptyDraft(pair.id);
  judgeAgain = false;
  anyway = false;
  reasons = {};
  setTexts();
  if (staysOpen) texts.T.folds = [];
  if (!isOther && texts.T.words[cursor] && !isFolded("T", cursor)) texts.T.cursor = cursor;
  drawAll();
};
const takeStep = async (step) => {
  const answer = await take(step);
  if (!answer) return null;
  if (answer.pair && answer.pair.id === state.pairId) takePair(answer.pair);
  else drawAll();
  return answer;
};

const askPair = lastOf((id) => call(query("/api/pair", { id })));
const openPair = async (id, then = () => {}) => {
  state.wantedId = id;
  try {
    const pair = await askPair(id);
    if (pair === null) return;
    tried = null;
    state.step = "decompose";
    takePair(pair);
    scrollTo(0, 0);
    keepDraft();
    tell(`Pair ${pair.id}, ${stateText(lineOf(pair.id) ?? pair)}`);
    then();
  } catch (failure) {
    state.wantedId = state.pairId;
    say(explain(failure));
  }
};

const takeWhole = async (judgment) => {
  const answer = await takeStep({ do: "whole", pair: state.pair.id, judgment });
  if (answer) ($("text-T") ?? $("heading"))?.focus({ preventScroll: true });
};
const wholeChoice = () =>
  choice({
    id: "whole",
    labelledby: "whole-question",
    options: judgmentOptions(),
    value: state.pair.whole ?? undefined,
    choose: takeWhole,
  });
const isWholeAsked = () => isAuthor() && !isDone() && (state.pair.whole === null || judgeAgain);
const wholeRow = () => {
  const { whole, gold } = state.pair;
  if (isWholeAsked())
    return make(
      "div",
      { class: "whole" },
      make("b", {}, whole === null ? "First label the original." : "Label the original again."),
      make("span", { id: "whole-question" }, "If T is true, is H"),
      wholeChoice(),
    );
  const differs = gold !== null && gold !== undefined && gold !== whole;
  return make(
    "div",
    { class: "whole" },
    make("b", {}, "Original pair"),
    "you: ",
    glyph(whole),
    ` ${whole}`,
    gold ? make("span", { class: "faint" }, `dataset: ${gold}`) : make("span", { class: "faint" }, "the dataset has no label"),
    differs ? make("span", {}, "· differs: resolve this before you continue") : null,
    isDone()
      ? null
      : link(
          "judge-again",
          () => {
            judgeAgain = true;
            setTexts();
            drawStepView();
            $("whole-0")?.focus();
          },
          "change",
        ),
  );
};

const takePairOver = async () => {
  const answer = await take({ do: "take", pair: state.pair.id });
  if (!answer) return;
  await openPair(state.pair.id);
  $("heading").focus({ preventScroll: true });
};
const notMine = () => {
  const { state: kind, author, text, hypothesis, may_take: mayTake } = state.pair;
  const told =
    kind === "given"
      ? "The dataset contains the parts of this pair already. There is nothing to decompose."
      : `${author ? tame(author) : "Somebody else"} decomposes this pair. You annotate the original and its parts independently, so they are not shown here. When all labels are complete, differences appear under Adjudicate.`;
  const isLeft = state.lines.some((line) => KIND_OF[line.state] === "open");
  return [
    make("p", { class: "lede" }, told),
    isLeft ? null : make("p", { class: "lede" }, "No pair is left to decompose: every pair of the dataset is done or taken."),
    plainPair(text, hypothesis),
    make(
      "div",
      { class: "head" },
      state.strip.to_read > 0
        ? button(
            "read-blind",
            () => openStep("judge"),
            { class: "btn primary" },
            `Annotate independently, ${number(state.strip.to_read)} left`,
          )
        : null,
      isLeft ? button("next-pair", nextPair, {}, "Next pair to decompose") : null,
      mayTake ? button("take-pair", takePairOver, {}, "Take over this pair") : null,
    ),
  ];
};
const secondNote = () =>
  state.pair.second
    ? make("p", { class: "note" }, "Two annotators decompose this pair. You are the second, and the first decomposition is hidden.")
    : null;
const changedNote = () =>
  state.pair.text_changed
    ? make(
        "div",
        { class: "banner", role: "note" },
        make(
          "p",
          {},
          make("b", {}, "The text of this pair has changed since you worked on it."),
          " phenom keeps those actions in your file, but sets them aside. Label and decompose the pair again.",
        ),
      )
    : null;

const drawDecompose = () => {
  if (state.lines.length === 0)
    return [
      make("div", { class: "head" }, make("h1", { id: "heading", tabindex: -1 }, "Decompose")),
      make("p", { class: "lede" }, "The dataset has no pairs."),
    ];
  if (!state.pair) return [make("h1", { id: "heading", tabindex: -1 }, "Decompose"), pairsBar()];
  const head = make(
    "div",
    { class: "head" },
    make("h1", { id: "heading", tabindex: -1 }, "Decompose ", own(state.pair.id)),
    make("span", { class: "push" }),
    ...noteTools(state.pair, { pair: state.pair.id }, nextPair),
    pairsBar(),
  );
  if (!isAuthor()) return [head, ...notMine()];
  return isWholeAsked() ? [head, changedNote(), secondNote(), ...wholeView()] : [head, changedNote(), secondNote(), partsView()];
};
// All of both texts, and the question, which stays in view.
const wholeView = () => [
  textPair(false),
  make(
    "div",
    { class: "asked" },
    wholeRow(),
    state.pair.whole === null
      ? make(
          "p",
          { class: "note" },
          "Label the original before you name any phenomenon, so that the parts do not influence you. The dataset’s own label is shown after yours.",
        )
      : null,
  ),
];
// The texts, the form beside them, and the parts below.
const partsView = () =>
  make(
    "div",
    { class: "columns" },
    make("div", {}, textPair(!isDone()), make("div", { class: "cover", id: "cover" })),
    isDone() ? null : make("div", { class: "beside" }, editor()),
    make("div", {}, wholeRow(), partsList(), make("div", { class: "sum", id: "sum" })),
  );
const afterDecompose = () => {
  if (!isAuthor()) return;
  drawWords("T");
  drawWords("H");
  showTyped();
  drawCover();
  drawMeaning();
  drawTried();
  drawSum();
  if ($("editor") && draftBegun() && tried === null) tryNow();
};

// What fits the step is drawn anew, the focus stays.
const VIEWS = {};
const drawStepView = () => {
  const { draw, after } = VIEWS[state.step];
  redrawn(() => $("view").replaceChildren(...draw().flat().filter(Boolean)));
  after?.();
  document.title = `${{ decompose: state.pairId ? `Decompose ${tame(state.pairId)}` : "Decompose", judge: "Annotate", settle: "Adjudicate" }[state.step]} · phenom annotate`;
};
const drawAll = () => {
  drawStrip();
  drawSaving();
  drawStepView();
};
VIEWS.decompose = { draw: drawDecompose, after: afterDecompose };
