// Keys that work everywhere or in a step. Letters are text while a part is begun, and can be turned off; with Alt all still goes.
const isField = (element) => /^(INPUT|TEXTAREA|SELECT)$/.test(element.tagName) && element.type !== "checkbox";

const everywhere = {
  "?": () => openKeys(),
  d: () => openStep("decompose"),
  b: () => openStep("judge"),
  s: () => openStep("settle"),
  g: () => openGuidelines(),
  p: () => (isLabelling() ? null : openPlan()),
  f: () => openFile(),
};
const press = (id) => {
  $(id)?.click();
};
const focusOn = (id) => {
  $(id)?.focus();
};
const inEveryStep = {
  m: () => press("note"),
  "!": () => press("flag"),
  k: () => press("skip"),
};
const inStep = {
  decompose: {
    "[": () => stepPair(-1),
    "]": () => stepPair(1),
    o: () => openFinder(),
    l: () => focusOn("text-T"),
    h: () => startInHypothesis(),
    i: () => press(`on-${state.pair?.parts?.findLast(({ unsupported }) => !unsupported)?.id}`),
    t: () => press("folds"),
    x: () => press($("done") ? "done" : "anyway"),
    "/": () => focusOn("phenomenon"),
  },
  judge: {
    c: () => focusOn("comment"),
    Backspace: () => readingBefore(),
    7: () => chooseByKey("sure", 0),
    8: () => chooseByKey("sure", 1),
    9: () => chooseByKey("sure", 2),
  },
  settle: { r: () => focusOn("reason") },
};
// The first words of H that no part explains.
const startInHypothesis = () => {
  if (!isSelectable($("text-H"))) return;
  const { words } = texts.H;
  const first = words.findIndex((_, place) => markAt("H", place)?.kind === "changed");
  $("text-H").focus();
  if (first < 0) return;
  texts.H.anchor = first;
  const last = stretchFrom("H", first, 1, true);
  moveTo("H", isSame(markAt("H", first), markAt("H", last)) ? last : first, true);
};
// A key that is faster than the next pair does nothing to the one before.
const isBetweenPairs = () => (state.step === "decompose" ? state.wantedId !== state.pairId : state.step === "judge" && reading.busy);
const digit = (place) => {
  if (isBetweenPairs()) return false;
  const group = { decompose: isWholeAsked() ? "whole" : "part-judgment", judge: "judgment", settle: "gold" }[state.step];
  return chooseByKey(group, place);
};
const confirmStep = () => {
  if (state.step === "decompose" && $("editor")) addPart();
  else if (state.step === "judge") {
    if (reading.told?.current) takeReading();
  } else if (state.step === "settle") takeSettling();
};
const escape = (target) => {
  const isTyping = isField(target) || $("editor")?.contains(target);
  if (state.step !== "decompose" || !$("editor")) {
    if (isField(target)) target.blur();
  } else if (isTyping) focusOn("text-T");
  else if (draftBegun()) leaveDraft();
};

// What a letter or a sign stands for, also where Alt makes another sign of it.
const nameOf = ({ code, key: name, shiftKey }) => {
  const letter = /^(?:Key|Digit)(.)$/.exec(code)?.[1];
  if (letter) return shiftKey ? (letter === "1" ? "!" : letter) : letter.toLowerCase();
  return { BracketLeft: "[", BracketRight: "]", Slash: shiftKey ? "?" : "/" }[code] ?? name;
};
const command = (name) => {
  if (/^[1-6]$/.test(name)) return () => digit(Number(name) - 1);
  return inStep[state.step][name] ?? inEveryStep[name] ?? everywhere[name] ?? null;
};
const withModifier = (event, field) => {
  const control = event.ctrlKey || event.metaKey;
  if (control && event.key === "Enter") return confirmStep;
  if (control && event.key.toLowerCase() === "z" && !field) return () => undo(event.shiftKey);
  return event.altKey && !control ? command(nameOf(event)) : null;
};
const withoutModifier = (event, target) => {
  const { key: name } = event;
  const isRadio = target.getAttribute("role") === "radio";
  const waits = document.activeElement === document.body || target.id === "heading" || target.id === "main" || isRadio;
  if (state.step === "judge" && name === "Enter" && waits) return reading.told?.current ? takeReading : () => press("next-batch");
  if (!state.letters) return null;
  const isText = state.step === "decompose" && draftBegun() && !isWholeAsked();
  return isText && !(isRadio && /^[1-6]$/.test(name)) ? null : command(name);
};
document.addEventListener("keydown", (event) => {
  if ($("dialog").open || !state.start || event.isComposing) return;
  const { target } = event;
  const field = isField(target);
  const modified = event.ctrlKey || event.metaKey || event.altKey;
  if (event.key === "Escape") {
    escape(target);
    return;
  }
  const act = modified ? withModifier(event, field) : field ? null : withoutModifier(event, target);
  if (!act) return;
  event.preventDefault();
  act();
});
