// Keys that work everywhere or in a step. Letters and digits can be turned off; with Alt or Ctrl all still goes.
const isField = (element) => /^(INPUT|TEXTAREA|SELECT)$/.test(element.tagName) && element.type !== "checkbox";

const everywhere = {
  "?": () => openKeys(),
  d: () => openStep("decompose"),
  b: () => openStep("judge"),
  s: () => openStep("settle"),
  g: () => openGuidelines(),
  p: () => (isLabelling() ? null : openPlan()),
  f: () => openFile(),
  z: () => undo(),
  Z: () => undo(true),
};
const press = (id) => {
  $(id)?.click();
};
const focusOn = (id) => {
  $(id)?.focus();
};
const inStep = {
  decompose: {
    "[": () => stepPair(-1),
    "]": () => stepPair(1),
    o: () => openFinder(),
    l: () => focusOn("text-T"),
    h: () => focusOn("text-H"),
    r: () => focusOn("right"),
    x: () => press("done"),
    "/": () => {
      if (!$("phenomenon")) press("another");
      focusOn("phenomenon");
      $("phenomenon")?.select();
    },
    n: () => {
      if (!$("phenomenon")) press("another");
      focusOn("phenomenon");
    },
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
  if (isField(target)) target.blur();
  else if (state.step === "decompose" && $("editor") && draftBegun()) leaveDraft();
};

const withModifier = (event, field) => {
  const control = event.ctrlKey || event.metaKey;
  if (control && event.key === "Enter") return confirmStep;
  if (control && event.key.toLowerCase() === "z" && !field) return () => undo(event.shiftKey);
  const alt = event.altKey && !control ? /^Digit([1-9])$/.exec(event.code) : null;
  if (alt) return () => digit(Number(alt[1]) - 1);
  return null;
};
const withoutModifier = (event, target) => {
  const { key: name } = event;
  const waits =
    document.activeElement === document.body || target.id === "heading" || target.id === "main" || target.getAttribute("role") === "radio";
  if (state.step === "judge" && name === "Enter" && waits) return reading.told?.current ? takeReading : () => press("next-batch");
  if (!state.letters) return null;
  const place = /^[1-6]$/.test(name) ? Number(name) - 1 : null;
  if (place !== null) return () => digit(place);
  return inStep[state.step][name] ?? everywhere[name] ?? null;
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
