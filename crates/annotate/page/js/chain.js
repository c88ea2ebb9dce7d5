// What the parts compose to, the chain of rules from T to H, and the end of a pair.
let anyway = false; // finish though a check fails
let why = ""; // the reason for it

// With the part in the form, as soon as its rule applies.
const seen = () => tried?.then ?? state.pair;

const MOST_WORDS = 12;
const drawCover = () => {
  const cover = $("cover");
  if (!cover) return;
  const { unexplained, marks } = seen();
  if (marks) {
    for (const which of ["T", "H"]) {
      if (JSON.stringify(texts[which].marks) !== JSON.stringify(marks[which])) {
        texts[which].marks = marks[which];
        drawWords(which);
      }
    }
  }
  const open = [...new Set(unexplained ?? [])];
  const words = open.slice(0, MOST_WORDS);
  const shown = JSON.stringify([open, $("editor") === null]);
  if (cover.dataset.shown === shown) return;
  cover.dataset.shown = shown;
  if (words.length === 0) {
    cover.replaceChildren("The parts explain every word that only H has.");
  } else {
    cover.replaceChildren(
      "Not explained by any part: ",
      ...words.map((word, place) =>
        $("editor")
          ? link(
              `word-${place}`,
              () => {
                setField("right_hand_side", word);
                $("right").value = word;
                showTyped("H");
                $("right").focus();
              },
              tame(word),
            )
          : make("b", {}, tame(word)),
      ),
      open.length > words.length ? `and ${number(open.length - words.length)} more` : "",
    );
  }
};

const verdict = ({ judgments: given, composed, agrees }, reaches) => {
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
    {},
    make("h2", { class: "h3" }, "Composition"),
    make(
      "div",
      { class: "verdict" },
      ...composition.judgments.map((judgment) => glyph(judgment ?? undefined)),
      make("span", { class: "arrow", "aria-hidden": "true" }, "→"),
      ...verdict(composition, chain.reaches),
    ),
    composition.agrees === false
      ? make(
          "p",
          { class: "note" },
          chain.reaches
            ? "A part or the original has a wrong label, a part is missing, or one change is in the scope of another."
            : "Some change is not decomposed yet. The part that decides may be missing.",
        )
      : null,
  );

const leftOfNumber = (shown) => {
  const part = state.pair.parts.find(({ number: other }) => other === shown);
  return part && part.id !== draft.edit ? part.rule.left_hand_side : draft.left_hand_side;
};
const chainStep = (step, order) => {
  const name = make("span", {}, String(step.part));
  if (!step.problem) return make("li", {}, name, make("span", { dir: "auto" }, marked(step.text, step.span)));
  const what = `“${tame(leftOfNumber(step.part))}” ${step.problem === "gone" ? "is missing, because an earlier rule has changed it." : "now occurs twice."} `;
  return make(
    "li",
    { class: "wrong" },
    name,
    make(
      "span",
      {},
      what,
      order && !draftBegun()
        ? link("reorder", () => takeOrder(order), "Put the rules in an order that works")
        : "Move this rule up, or widen it.",
    ),
  );
};
const chainEnd = ({ steps, reaches, missing: lacking, extra }) => {
  if (reaches)
    return [
      make("b", {}, "reached"),
      reaches === "whole" ? " exactly, except for a/an and capitals" : ": H is one sentence of the result",
    ];
  if (steps.some((step) => step.problem)) return ["not reached: put the rules in order first"];
  return [
    "not reached",
    lacking.length || extra.length ? ": " : "",
    lacking.length ? ["missing words ", make("b", {}, tame(lacking.join(" ")))] : null,
    lacking.length && extra.length ? "; " : null,
    extra.length ? ["extra words ", make("b", {}, tame(extra.join(" ")))] : null,
  ].flat();
};
const chainBox = ({ chain }) =>
  make(
    "div",
    {},
    make("h2", { class: "h3" }, "Chain from T to H"),
    make(
      "ol",
      { class: "chain" },
      make("li", {}, make("span", {}, "T"), make("span", { dir: "auto" }, tame(state.pair.text))),
      ...chain.steps.map((step) => chainStep(step, chain.order)),
      make("li", {}, make("span", {}, "H"), make("span", {}, chainEnd(chain))),
    ),
  );

const isDone = () => state.pair.state === "done" || state.pair.state === "exception";
const isClean = () =>
  state.pair.parts.length > 0 &&
  state.pair.composition.agrees !== false &&
  state.pair.composition.composed !== null &&
  Boolean(state.pair.chain.reaches);
const finishBox = () => {
  const { parts, exception, chain, id } = state.pair;
  if (isDone()) {
    return make(
      "div",
      { class: "finish" },
      make("b", {}, "Done."),
      exception ? ["Kept as an exception: ", own(exception)] : "Others now annotate its parts independently.",
      button("reopen", () => takeStep({ do: "reopen", pair: id }), {}, "Reopen"),
      button("next-pair", nextPair, { class: "btn primary" }, "Next pair", key("]")),
    );
  }
  if (parts.length === 0 || draftBegun()) return null;
  if (isClean())
    return make("div", { class: "finish" }, button("done", takeDone, { class: "btn primary" }, "Done with ", own(id), key("x")));
  if (!anyway) {
    return make(
      "div",
      { class: "finish" },
      link(
        "anyway",
        () => {
          anyway = true;
          drawSum();
          $("why").focus();
        },
        `Finish although ${chain.reaches ? "the labels disagree" : "H is not reached"}`,
      ),
    );
  }
  return make(
    "div",
    { class: "finish" },
    make("input", {
      type: "text",
      id: "why",
      class: "why",
      value: why,
      "aria-label": "Why this pair is kept although the check fails",
      placeholder: "Why keep it? For example: rule 2 is in the scope of no",
      oninput: ({ target }) => {
        why = target.value;
      },
      onkeydown: (event) => {
        if (event.key === "Enter") {
          event.preventDefault();
          takeDone();
        }
      },
    }),
    button("done", takeDone, {}, "Done, as an exception", key("x")),
  );
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
    state.pair.exception,
  ]);
  if (box.dataset.shown === shown) return;
  box.dataset.shown = shown;
  const draw = () =>
    box.replaceChildren(...[...(view.chain.steps.length ? [compositionBox(view), chainBox(view)] : []), finishBox()].filter(Boolean));
  redrawn(draw);
};
const takeDone = async () => {
  const { id } = state.pair;
  const exception = isClean() ? null : why.trim();
  if (exception === "") {
    say("Give a reason to keep the pair although the check fails.");
    $("why")?.focus();
    return;
  }
  const answer = await takeStep({ do: "done", pair: id, exception });
  if (answer)
    say(
      `${id} is done.`,
      link("toast-undo", () => undo(), "Undo"),
    );
};
const takeOrder = (parts) => takeStep({ do: "order", pair: state.pair.id, parts });
