// A part while it is written: its rule, what the rule gives, and what the program says to it at every keystroke.
const TRY_AFTER_MS = 30;
let tried = null; // the last answer to /api/try, for what stands in the form now

const FIELDS = {
  phenomenon: "phenomenon",
  left: "left_hand_side",
  right: "right_hand_side",
  pattern: "pattern",
  constraint: "constraint",
  statement: "hypothesis",
};
const ID_OF = Object.fromEntries(Object.entries(FIELDS).map(([id, name]) => [name, id]));

const showField = (name) => {
  const field = $(ID_OF[name]);
  if (field && field.value !== draft[name]) field.value = draft[name];
};
// `write` puts it into the form too, where it did not come from there.
const setField = (name, value, write = false) => {
  draft[name] = value;
  if (write || document.activeElement !== $(ID_OF[name])) showField(name);
  keepDraft();
  tryLater();
  drawNeeded();
};

const asked = () => {
  const { edit, on, unsupported, phenomenon, judgment, hypothesis } = draft;
  return { pair: state.pairId, edit, on, unsupported, phenomenon, ...ruleOf(draft), judgment, hypothesis };
};
let triedFor = null; // what that answer was asked for
const isTried = () => triedFor === JSON.stringify(asked());
const ask = lastOf(() => call("/api/try", asked()));
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
    const before = JSON.stringify(asked());
    const answer = await ask();
    if (answer === null || !$("editor")) return;
    tried = answer;
    triedFor = before;
    if (isTried()) proposeConstraint();
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
// The constraint follows phenomenon and judgment until one is typed.
const proposeConstraint = () => {
  if (draft.ownConstraint || !state.phenomena.has(draft.phenomenon)) return;
  draft.constraint = tried.constraint ?? "";
  triedFor = JSON.stringify(asked());
  showField("constraint");
};

const missing = () =>
  (draft.unsupported
    ? [[draft.right_hand_side, "words of H"]]
    : [
        [draft.left_hand_side, "words of T"],
        [state.phenomena.has(draft.phenomenon), "phenomenon"],
        [draft.pattern, "pattern"],
      ]
  )
    .concat([[draft.judgment, "label"]])
    .filter(([given]) => !given)
    .map(([, name]) => name);
const isReady = () => Boolean(tried?.ready) && missing().length === 0;
const drawNeeded = () => {
  if (!$("editor")) return;
  $("add").setAttribute("aria-disabled", String(!isReady()));
  $("needed").textContent = draftBegun() && missing().length > 0 ? `Still needed: ${missing().join(", ")}.` : "";
  $("clear").hidden = !draftBegun();
  $("unsupported").hidden = draft.unsupported || draft.left_hand_side !== "" || texts.H.spans.length === 0;
};

const subscript = (text) =>
  text
    .split(/(H_i\b)/)
    .map((piece) => (piece === "H_i" ? ["H", make("sub", {}, "i")] : piece))
    .flat();
const remark = (kind, text, ...more) => make("li", { class: kind }, make("span", {}, subscript(tame(text)), ...more));
const widenTo = (left) => {
  draft.at = [];
  setField("left_hand_side", left, true);
  showTyped();
  $("left").focus();
};
const problemRemark = ({ text, widen }, place) =>
  remark("wrong", text, widen ? [" ", link(`widen-${place}`, () => widenTo(widen), "Widen it to “", tame(widen), "”")] : null);
const remarksNow = () => {
  const remarks = (tried?.problems ?? []).map(problemRemark);
  if (tried?.nearest && !popup.open && !state.phenomena.has(draft.phenomenon))
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
    remarks.push(remark("good", draft.unsupported ? "Nothing in T bears on it." : "H_i differs from T and from the other parts."));
  return remarks;
};
const emptyOutput = () => {
  if (draft.unsupported) return draft.hypothesis || state.pair.hypothesis;
  if (draft.left_hand_side) return "Type the words that replace them, or leave this empty to delete them.";
  return matchMedia("(pointer: coarse)").matches
    ? "Tap the first and the last word in T."
    : "Select words in T, then type what replaces them.";
};
const drawTried = () => {
  const output = $("output");
  if (!output) return;
  const changed = tried?.difference?.length ? difference(tried.difference) : null;
  output.className = changed ? "output line" : "output empty";
  output.replaceChildren(...(changed ?? [tame(emptyOutput())]));
  const remarks = remarksNow();
  const shown = remarks.map((item) => item.className + item.textContent).join("\n");
  if ($("remarks").dataset.shown !== shown) {
    $("remarks").dataset.shown = shown;
    const inside = $("remarks").contains(document.activeElement);
    $("remarks").replaceChildren(...remarks);
    if (inside) $("right").focus();
  }
  drawNeeded();
  drawCover();
  drawSum();
};

const clearDraft = () => {
  draft = draft.aside ?? emptyDraft(state.pairId);
  tried = null;
  keepDraft();
};
// The form shows another draft: the text that its rule selects in may be another too.
const showDraft = (focus) => {
  setTexts();
  drawStepView();
  ($(focus) ?? $("heading")).focus({ preventScroll: true });
};
const leaveDraft = () => {
  const before = draft;
  const isSelection = !before.edit && !before.phenomenon && !before.unsupported;
  clearDraft();
  showDraft("text-T");
  if (isSelection && !before.right_hand_side) return;
  say(
    before.edit ? "The part is unchanged." : "The part is cleared.",
    link(
      "toast-bring-back",
      () => {
        if (state.pairId !== before.pair || state.step !== "decompose") return;
        draft = before;
        keepDraft();
        showDraft("right");
      },
      "Restore it",
    ),
  );
};
const startDraft = (given, focus) => {
  const aside = draftBegun() && draft.edit === null ? draft : null;
  draft = { ...emptyDraft(state.pairId), ...given, aside };
  tried = null;
  keepDraft();
  showDraft(focus);
};
const editPart = (id) => {
  const part = partNamed(id);
  if (!part) return;
  const { on, unsupported, phenomenon, judgment, rule, hypothesis } = part;
  const proposed = state.phenomena.get(phenomenon);
  const constraints = [proposed?.constraint, ...Object.values(proposed?.constraints ?? {})].map((constraint) => constraint ?? "");
  startDraft(
    {
      edit: id,
      on,
      unsupported,
      phenomenon: unsupported ? "" : phenomenon,
      judgment,
      ...ruleOf(rule),
      at: rule.at ?? [],
      ownPattern: rule.pattern !== (proposed?.pattern ?? ""),
      ownConstraint: !constraints.includes(rule.constraint),
      hypothesis: unsupported && hypothesis !== state.pair.hypothesis ? hypothesis : "",
    },
    "right",
  );
};
const buildOn = (id) => {
  if (partNamed(id)) startDraft({ on: id }, "text-T");
};
// Words of H that nothing in T bears on: one key makes them a part.
const takeUnsupported = () => {
  const at = selectedPlaces("H");
  if (at.length === 0) return;
  if (draft.edit || draft.left_hand_side) {
    say("An unsupported part has no rule: clear this one first.");
    return;
  }
  Object.assign(draft, { unsupported: true, at, judgment: judgments().at(-1) });
  drawStepView();
  addPart();
};

const radioNow = () => $("part-judgment")?.querySelector("[tabindex='0']");
// The first field that still lacks something; the judgment comes last.
const nextField = () => {
  if (draft.unsupported) return radioNow();
  if (!draft.left_hand_side) return $("text-T");
  return state.phenomena.has(draft.phenomenon) ? radioNow() : $("phenomenon");
};
const focusNext = () => nextField()?.focus();
const FIELD_OF = {
  phenomenon: () => $("phenomenon"),
  "words of T": () => $("text-T"),
  "words of H": () => $("text-H"),
  pattern: () => $("pattern"),
  label: radioNow,
};

const addPart = async () => {
  clearTimeout(tryWaits);
  if (!tried || !isTried()) await tryNow();
  if (!isReady()) {
    const lacking = missing();
    say(lacking.length ? `Still needed: ${lacking.join(", ")}.` : "First correct the problems marked in the part.");
    (FIELD_OF[lacking[0]]?.() ?? $("left") ?? $("right"))?.focus();
    return;
  }
  const sent = { ...draft };
  const { pair, edit, on, unsupported, phenomenon, judgment, hypothesis } = sent;
  const answer = await take({
    do: "part",
    pair,
    part: edit,
    unsupported,
    on,
    phenomenon: unsupported ? state.start.unsupported.tag : phenomenon,
    rule: ruleOf(sent),
    hypothesis,
    judgment,
  });
  if (!answer) return;
  // What was typed while the step waited to be saved stays.
  if (Object.keys(sent).every((name) => draft[name] === sent[name])) clearDraft();
  if (answer.pair?.id === state.pairId) takePair(answer.pair);
  $("text-T")?.focus({ preventScroll: true });
  say(
    edit ? "The part is changed." : "The part is added.",
    link("toast-undo", () => undo(), "Undo"),
  );
};

const OWN = { pattern: "ownPattern", constraint: "ownConstraint" };
const typedInto = (id, target) => {
  const several = draft.at.length > 1 && id === "right";
  if (several && target.value.includes("...")) target.value = target.value.replaceAll("...", "…");
  if (id === "left") draft.at = [];
  if (OWN[id]) draft[OWN[id]] = true;
  setField(FIELDS[id], target.value);
  if (id === "left" || id === "right") showTyped();
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
    oninput: ({ target }) => typedInto(id, target),
  });
// Enter goes on to what is missing, and adds the part from its judgment.
const editorKeys = (event) => {
  if (event.key !== "Enter" || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const { target } = event;
  const isRadio = target.getAttribute("role") === "radio";
  if (isRadio ? draft.judgment === null : target.tagName !== "INPUT") return;
  event.preventDefault();
  if (isRadio) addPart();
  else if (target.id === "left") $("right").focus();
  else if (target.id === "pattern") $("constraint").focus();
  else focusNext();
};

const labelled = (name, ...content) => [make("span", { class: "label" }, name), make("div", {}, ...content)];
const ruleFields = () => [
  ...labelled(
    ["Replace ", link("add-place", addPlace, "+ place")],
    make(
      "div",
      { class: "two" },
      field("left", "Left-hand side, words of T", "words of T"),
      make("i", { "aria-hidden": "true" }, "→"),
      field("right", "Right-hand side, words of H fitted to T", "what replaces them"),
    ),
  ),
  make("label", { for: "phenomenon", class: "label" }, "Phenomenon"),
  make("div", {}, phenomenonField(), make("p", { class: "meaning", id: "meaning" })),
  ...labelled(
    "Rule",
    make(
      "div",
      { class: "two rule" },
      field("pattern", "Rule: pattern", "pattern: x → y"),
      make("i", { "aria-hidden": "true" }, ";"),
      field("constraint", "Rule: constraint that is true", "constraint that is true"),
    ),
  ),
];
const unsupportedFields = () => [
  ...labelled("Words", field("right", "Words of H without support", "words of H")),
  ...labelled("Statement", field("statement", "Statement that nothing in T bears on; empty means H", state.pair.hypothesis)),
];
const editorTitle = (place) => {
  const base = partNamed(draft.on);
  return make(
    "div",
    { class: "title" },
    make("h2", { class: "h3", id: "editor-title" }, draft.edit ? `Change part ${place}` : `Part ${place}`),
    draft.unsupported ? make("span", { class: "faint" }, "unsupported") : null,
    base ? make("span", { class: "faint" }, `inside part ${base.number}`) : null,
    make("span", { class: "push" }),
    button("unsupported", takeUnsupported, { class: "btn ghost", hidden: true }, "Unsupported", key("Del")),
    button("clear", leaveDraft, { class: "btn ghost", hidden: !draftBegun() }, draft.edit ? "Discard changes" : "Clear", key("Esc")),
  );
};
const editor = () => {
  const place = draft.edit ? partNamed(draft.edit)?.number : state.pair.parts.length + 1;
  const form = make(
    "form",
    {
      class: "editor",
      id: "editor",
      "aria-labelledby": "editor-title",
      onkeydown: editorKeys,
      onsubmit: (event) => {
        event.preventDefault();
        addPart();
      },
    },
    editorTitle(place),
    ...(draft.unsupported ? unsupportedFields() : ruleFields()),
    ...labelled(
      ["H", make("sub", {}, String(place))],
      make("div", { id: "output", class: "output empty", dir: "auto", "aria-live": "polite" }),
      make("ul", { id: "remarks", class: "remarks", "aria-live": "polite" }),
    ),
    choice({
      id: "part-judgment",
      label: `If T is true, is H ${place}`,
      options: judgmentOptions(),
      value: draft.judgment,
      choose: (judgment) => setField("judgment", judgment),
    }),
    make(
      "div",
      { class: "finish full" },
      make("p", { class: "note", id: "needed" }),
      make(
        "button",
        { type: "submit", id: "add", class: "btn primary", "aria-disabled": "true" },
        draft.edit ? "Save part" : "Add part",
        key("Ctrl ↵"),
      ),
    ),
  );
  const phenomenon = form.querySelector("#phenomenon");
  if (phenomenon) phenomenon.value = draft.phenomenon;
  return form;
};
