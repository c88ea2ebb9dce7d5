// What the parts compose to, the chain of rules from T to H, and the end of a pair.
let anyway = false; // finish though a check fails
let reasons = {}; // for each check that fails
let isChainOpen = false;

// With the part in the form, as soon as its rule applies.
const seen = () => tried?.then ?? state.pair;

const MOST_WORDS = 12;
const takeWord = (word) => {
  setField("right_hand_side", word, true);
  showTyped();
  $("right").focus();
};
const drawMarks = (marks) => {
  const before = [texts.T.marks, texts.H.marks];
  setMarks(marks);
  for (const [number, which] of ["T", "H"].entries())
    if (JSON.stringify(before[number]) !== JSON.stringify(texts[which].marks)) drawWords(which);
};
const foldLink = () => {
  const { sentences, concerned } = baseText();
  if (foldsOf(sentences, concerned).length === 0) return null;
  return link("folds", toggleFolds, texts.T.folds.length ? "Show all of T" : "Fold T", key("t"));
};
const drawCover = () => {
  const cover = $("cover");
  if (!cover) return;
  const { unexplained, marks } = seen();
  if (marks) drawMarks(marks);
  const open = [...new Set(unexplained ?? [])];
  const words = open.slice(0, MOST_WORDS);
  const shown = JSON.stringify([open, $("editor") === null, texts.T.folds.length]);
  if (cover.dataset.shown === shown) return;
  cover.dataset.shown = shown;
  redrawn(() =>
    cover.replaceChildren(
      words.length ? "Not explained by any part: " : "The parts explain every word that only H has. ",
      ...words.map((word, place) => ($("editor") ? link(`word-${place}`, () => takeWord(word), tame(word)) : make("b", {}, tame(word)))),
      open.length > words.length ? `and ${number(open.length - words.length)} more ` : "",
      foldLink() ?? "",
    ),
  );
};

const verdict = ({ composed, agrees }, reaches) => {
  if (!composed) return ["label every part first"];
  const whole = state.pair.whole;
  const said =
    agrees === false
      ? `but your label of the original is ${whole}`
      : reaches
        ? "equals your label of the original"
        : "so far, equal to your label of the original";
  return [glyph(composed, agrees === false ? "e" : "r"), " ", make("b", {}, composed), ` ${said}`];
};
const compositionBox = ({ composition, chain }) =>
  make(
    "div",
    { class: "verdict" },
    make("h2", { class: "h3" }, "Composition"),
    ...composition.judgments.map((judgment) => glyph(judgment ?? undefined)),
    make("span", { class: "arrow", "aria-hidden": "true" }, "→"),
    ...verdict(composition, chain.reaches),
  );

const chainText = ({ part: shown, text, spans, problem }) => {
  const part = state.pair.parts.find(({ number: other }) => other === shown);
  const { unsupported, left_hand_side: left } = part && part.id !== draft.edit ? { ...part.rule, ...part } : draft;
  if (unsupported) return ["unsupported: ", tame(text)];
  return problem ? [`“${tame(left)}” is missing: another rule has changed it. Widen one of them.`] : marked(text, spans);
};
const chainStep = (step) =>
  make(
    "li",
    step.problem ? { class: "wrong" } : {},
    make("span", {}, String(step.part)),
    make("span", { dir: "auto" }, ...chainText(step)),
  );
const REACHES = {
  whole: ": H, except for a/an and capitals",
  sentence: ": H is one sentence of the result",
  supported: ": all of H that is supported",
};
const chainEnd = ({ steps, reaches, missing: lacking, extra }) => {
  if (reaches) return [make("b", {}, "reached"), REACHES[reaches] ?? ""];
  if (steps.some(({ problem }) => problem)) return ["not reached: two rules change the same words"];
  return [
    "not reached",
    lacking.length || extra.length ? ": " : "",
    lacking.length ? ["missing words ", make("b", {}, tame(lacking.join(" ")))] : null,
    lacking.length && extra.length ? "; " : null,
    extra.length ? ["extra words ", make("b", {}, tame(extra.join(" ")))] : null,
  ].flat();
};
const chainBox = ({ chain }) => [
  make("div", { class: "verdict" }, make("h2", { class: "h3" }, "Chain from T to H"), make("span", { class: "clip" }, ...chainEnd(chain))),
  make(
    "details",
    {
      open: isChainOpen,
      ontoggle: ({ target }) => {
        isChainOpen = target.open;
      },
    },
    make("summary", { id: "chain-steps" }, counted(chain.steps.length, "step", "steps")),
    make("ol", { class: "chain" }, ...chain.steps.map(chainStep)),
  ),
];

const isDone = () => state.pair.state === "done" || state.pair.state === "exception";
const reasonFor = ({ check, excused }) => (reasons[check] ?? excused ?? "").trim();
const isClean = () => state.pair.checks.every(({ excused }) => excused);
const doneBox = ({ checks, id }) =>
  make(
    "div",
    { class: "finish" },
    make("b", {}, "Done."),
    checks.length
      ? checks.map(({ check, excused }) => make("span", {}, `Exception (${check}): `, own(excused)))
      : "Others now annotate its parts independently.",
    button("reopen", () => takeStep({ do: "reopen", pair: id }), {}, "Reopen"),
    button("next-pair", nextPair, { class: "btn primary" }, "Next pair", key("k")),
  );
const finishAnyway = () => {
  anyway = true;
  drawSum();
  $(`why-${state.pair.checks[0].check}`).focus();
};
const reasonField = (given) =>
  make("input", {
    type: "text",
    id: `why-${given.check}`,
    class: "why",
    value: reasonFor(given),
    "aria-label": `${given.fails} Why keep the pair?`,
    placeholder: `${given.fails} Why keep the pair?`,
    oninput: ({ target }) => {
      reasons[given.check] = target.value;
    },
    onkeydown: (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      takeDone();
    },
  });
const finishBox = () => {
  const { parts, checks, id } = state.pair;
  if (isDone()) return doneBox(state.pair);
  if (parts.length === 0 || draftBegun()) return null;
  if (isClean())
    return make("div", { class: "finish" }, button("done", takeDone, { class: "btn primary" }, "Done with ", own(id), key("x")));
  if (!anyway) return make("div", { class: "finish" }, link("anyway", finishAnyway, "Finish although a check fails"));
  return make("div", { class: "finish" }, ...checks.map(reasonField), button("done", takeDone, {}, "Done, as an exception", key("x")));
};
const drawSum = () => {
  const box = $("sum");
  if (!box) return;
  const view = seen();
  const shown = JSON.stringify([
    view.composition,
    view.chain,
    draftBegun(),
    draft.left_hand_side,
    anyway,
    state.pair.state,
    state.pair.checks,
  ]);
  if (box.dataset.shown === shown) return;
  box.dataset.shown = shown;
  redrawn(() =>
    box.replaceChildren(...[...(view.chain.steps.length ? [compositionBox(view), ...chainBox(view)] : []), finishBox()].filter(Boolean)),
  );
};
const takeDone = async () => {
  const { id, checks } = state.pair;
  const lacks = checks.find((given) => !reasonFor(given));
  if (lacks) {
    say("Give a reason for each check that fails.");
    $(`why-${lacks.check}`)?.focus();
    return;
  }
  const exceptions = Object.fromEntries(checks.map((given) => [given.check, reasonFor(given)]));
  const answer = await takeStep({ do: "done", pair: id, exceptions });
  if (!answer) return;
  $("next-pair")?.focus({ preventScroll: true });
  say(
    `${id} is done.`,
    link("toast-undo", () => undo(), "Undo"),
  );
};
