// A part while it is written: its rule, what the rule gives, and what the program says to it at every keystroke.
const TRY_AFTER_MS = 30;
let tried = null; // the last answer to /api/try, for what stands in the form now
let mayAdd = false; // another part, though the parts there are make the whole

const FIELDS = { phenomenon: "phenomenon", left: "left_hand_side", right: "right_hand_side", pattern: "pattern", constraint: "constraint" };
const ID_OF = Object.fromEntries(Object.entries(FIELDS).map(([id, name]) => [name, id]));

// `write` puts it into the form too, where it did not come from there.
const setField = (name, value, write = false) => {
  draft[name] = value;
  const field = $(ID_OF[name]);
  if (field && field.value !== value && (write || document.activeElement !== field)) field.value = value;
  keepDraft();
  tryLater();
  drawNeeded();
};

const ask = lastOf(() =>
  call("/api/try", {
    pair: state.pairId,
    edit: draft.edit,
    phenomenon: draft.phenomenon,
    ...ruleOf(draft),
    judgment: draft.judgment,
  }),
);
let tryWaits;
const tryLater = () => {
  clearTimeout(tryWaits);
  tryWaits = setTimeout(tryNow, TRY_AFTER_MS);
};
const tryNow = async () => {
  if (!$("editor")) return;
  if (!draftBegun()) {
    tried = null;
    drawTried();
    return;
  }
  try {
    const answer = await ask();
    if (answer === null || !$("editor")) return;
    tried = answer;
    drawTried();
  } catch (failure) {
    if (failure.kind !== "gone" && failure.kind !== "token") say(explain(failure));
    else {
      saving.gone = true;
      saving.failure = failure;
      drawSaving();
    }
  }
};

const missing = () =>
  [
    [state.phenomena.has(draft.phenomenon), "phenomenon"],
    [draft.left_hand_side, "words of T"],
    [draft.right_hand_side || tried?.ready, "what replaces them"],
    [draft.pattern, "pattern"],
    [draft.judgment, "judgment"],
  ]
    .filter(([given]) => !given)
    .map(([, name]) => name);
const isReady = () => Boolean(tried?.ready && draft.judgment && state.phenomena.has(draft.phenomenon));
const drawNeeded = () => {
  if (!$("editor")) return;
  const lacking = missing();
  $("add").setAttribute("aria-disabled", String(!isReady()));
  $("needed").textContent = lacking.length > 0 && lacking.length < 5 ? `Still needed: ${lacking.join(", ")}.` : "";
  $("clear").hidden = !draftBegun();
};

const subscript = (text) =>
  text
    .split(/(H_i\b)/)
    .map((piece) => (piece === "H_i" ? ["H", make("sub", {}, "i")] : piece))
    .flat();
const remark = (kind, text, ...more) => make("li", { class: kind }, make("span", {}, subscript(tame(text)), ...more));
const drawTried = () => {
  const output = $("output");
  if (!output) return;
  if (tried?.hypothesis !== null && tried?.hypothesis !== undefined) {
    output.className = "output";
    output.replaceChildren(...marked(tried.hypothesis, tried.hypothesis_span));
  } else {
    output.className = "output empty";
    const touched = matchMedia("(pointer: coarse)").matches;
    output.textContent = !draft.left_hand_side
      ? touched
        ? "Tap the first and the last word in T; H appears as you type."
        : "Select words in T; H appears as you type."
      : !draft.right_hand_side
        ? "Type the words that replace them."
        : "No substitution yet.";
  }
  const remarks = (tried?.problems ?? []).map(({ text, widen }, place) =>
    remark(
      "wrong",
      text,
      widen
        ? [
            " ",
            link(
              `widen-${place}`,
              () => {
                setField("left_hand_side", widen);
                $("left").value = widen;
                showTyped("T");
                $("left").focus();
              },
              "Widen it to “",
              tame(widen),
              "”",
            ),
          ]
        : null,
    ),
  );
  if (tried?.nearest)
    remarks.push(
      remark(
        "wrong",
        `There is no phenomenon ${draft.phenomenon}.`,
        " ",
        link("nearest", () => choosePhenomenon(tried.nearest), "Take ", tame(tried.nearest)),
      ),
    );
  remarks.push(...(tried?.remarks ?? []).map((text) => remark("", text)));
  if (tried?.ready && remarks.length === 0)
    remarks.push(remark("good", "One substitution, and H_i differs from T and from the other parts."));
  const shown = remarks.map((item) => item.className + item.textContent).join("\n");
  if ($("remarks").dataset.shown !== shown) {
    $("remarks").dataset.shown = shown;
    const inside = $("remarks").contains(document.activeElement);
    $("remarks").replaceChildren(...remarks);
    if (inside) $("right").focus();
  }
  if (tried?.span && document.activeElement !== $("text-T")) {
    texts.T.span = tried.span;
    drawSelection("T");
  }
  drawNeeded();
  drawCover();
  drawSum();
};

const clearDraft = () => {
  draft = emptyDraft(state.pairId);
  tried = null;
  mayAdd = false;
  keepDraft();
};
const leaveDraft = () => {
  const before = draft;
  clearDraft();
  drawStepView();
  $("heading").focus({ preventScroll: true });
  say(
    before.edit ? "The part is unchanged." : "The part is cleared.",
    link(
      "toast-bring-back",
      () => {
        if (state.pairId !== before.pair || state.step !== "decompose") return;
        draft = before;
        keepDraft();
        drawStepView();
        ($("right") ?? $("heading")).focus();
      },
      "Restore it",
    ),
  );
};
const editPart = (id) => {
  const part = partNamed(id);
  if (!part) return;
  draft = { pair: state.pairId, edit: id, phenomenon: part.phenomenon, ...ruleOf(part.rule), judgment: part.judgment };
  tried = null;
  keepDraft();
  drawStepView();
  $("right")?.focus();
};
const anotherPart = () => {
  mayAdd = true;
  drawStepView();
  $("phenomenon")?.focus();
};

const addPart = async () => {
  clearTimeout(tryWaits);
  await tryNow();
  if (!isReady()) {
    const lacking = missing();
    say(lacking.length ? `Still needed: ${lacking.join(", ")}.` : "First correct the problems marked under H.");
    const first = {
      phenomenon: "phenomenon",
      "words of T": "text-T",
      "what replaces them": "right",
      pattern: "pattern",
      judgment: "part-judgment-0",
    }[lacking[0]];
    $(first ?? "left")?.focus();
    return;
  }
  const sent = { ...draft };
  const answer = await take({
    do: "part",
    pair: sent.pair,
    part: sent.edit,
    phenomenon: sent.phenomenon,
    rule: ruleOf(sent),
    judgment: sent.judgment,
  });
  if (!answer) return;
  // What was typed while the step waited to be saved stays.
  if (Object.keys(sent).every((name) => draft[name] === sent[name])) clearDraft();
  takePair(answer.pair);
  ($("phenomenon") ?? $("done") ?? $("heading"))?.focus({ preventScroll: true });
  say(
    sent.edit ? "The part is changed." : "The part is added.",
    link("toast-undo", () => undo(), "Undo"),
  );
};

const field = (id, label, placeholder) =>
  make("input", {
    type: "text",
    id,
    dir: "auto",
    "aria-label": label,
    placeholder,
    autocomplete: "off",
    value: draft[FIELDS[id]],
    oninput: ({ target }) => {
      setField(FIELDS[id], target.value);
      if (id === "left") showTyped("T");
      if (id === "right") showTyped("H");
    },
  });
const editor = () => {
  const place = draft.edit ? partNamed(draft.edit)?.number : state.pair.parts.length + 1;
  const form = make(
    "form",
    {
      class: "editor",
      id: "editor",
      "aria-labelledby": "editor-title",
      onsubmit: (event) => {
        event.preventDefault();
        addPart();
      },
    },
    make(
      "div",
      { class: "title" },
      make("h2", { class: "h3", id: "editor-title" }, draft.edit ? `Change part ${place}` : `Part ${place}`),
      make("span", { class: "push" }),
      button("clear", leaveDraft, { class: "btn ghost", hidden: !draftBegun() }, draft.edit ? "Discard changes" : "Clear", key("Esc")),
    ),
    make("label", { for: "phenomenon" }, "Phenomenon"),
    make(
      "div",
      { class: "field" },
      phenomenonField(),
      button(
        "about",
        () => openDialog("Phenomenon", referenceNow("window").filter(Boolean), { drawer: true }),
        { class: "btn onlysmall" },
        "What is it?",
      ),
    ),
    make("span", { class: "label" }, "Replace"),
    make(
      "div",
      { class: "two" },
      field("left", "Left-hand side, words of T", "words of T: select above"),
      make("i", { "aria-hidden": "true" }, "→"),
      field("right", "Right-hand side, words of H fitted to T", "the words of H instead"),
    ),
    make("span", { class: "label" }, "H", make("sub", {}, String(place))),
    make(
      "div",
      {},
      make("div", { id: "output", class: "output empty", dir: "auto", "aria-live": "polite" }),
      make("ul", { id: "remarks", class: "remarks", "aria-live": "polite" }),
    ),
    make("span", { class: "label" }, "Rule"),
    make(
      "div",
      { class: "two rule" },
      field("pattern", "Rule: pattern", "pattern: x → y"),
      make("i", { "aria-hidden": "true" }, ";"),
      field("constraint", "Rule: constraint that is true", "constraint that is true"),
    ),
    make("span", { class: "label" }, "Label"),
    make(
      "div",
      { class: "finish" },
      choice({
        id: "part-judgment",
        label: `If T is true, is H ${place}`,
        options: judgmentOptions(),
        value: draft.judgment,
        choose: (judgment) => setField("judgment", judgment),
      }),
      make("span", { class: "push" }),
      make(
        "button",
        { type: "submit", id: "add", class: "btn primary", "aria-disabled": "true" },
        draft.edit ? "Save part" : "Add part",
        key("Ctrl ↵"),
      ),
    ),
    make("p", { class: "note full", id: "needed" }),
  );
  form.querySelector("#phenomenon").value = draft.phenomenon;
  return form;
};
