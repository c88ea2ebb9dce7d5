// The beginning: what the program has, the place one was at, and the first drawing.
const mayOpen = (step) => (isAdjudicator() ? step === "settle" : step !== "decompose" || !isLabelling());
// A pair that was asked for before is not shown any more.
const setStep = (step) => {
  state.step = step;
  askPair.drop();
  state.wantedId = state.pairId;
};
const openStep = async (step) => {
  if (!mayOpen(step)) return;
  setStep(step);
  closePopup();
  if (step === "judge") {
    reading.told = null;
    drawAll();
    await loadBlind();
  } else if (step === "settle") {
    drawAll();
    await loadSettle();
  } else if (state.pairId) {
    await openPair(state.pairId);
  } else {
    drawAll();
  }
  $("heading")?.focus({ preventScroll: true });
  scrollTo(0, 0);
  keepDraft();
};

// Undo and redo lead to where their step was taken.
const goBackTo = async ({ go, pair }) => {
  if (go?.step === "judge") {
    setStep("judge");
    reading.typed.item = null;
    await loadBlind(go.item ?? undefined);
  } else if (go?.step === "settle") {
    setStep("settle");
    settling.typed.pair = null;
    await openSettling(go.pair);
  } else if (go?.pair && go.pair !== state.pairId) {
    await openPair(go.pair);
  } else if (pair) {
    if (state.step !== "decompose") setStep("decompose");
    tried = null;
    takePair(pair);
  } else {
    drawAll();
  }
};

const takeStart = (start) => {
  state.start = start;
  setStrip(start.strip);
  state.phenomena = new Map(start.tags.map((phenomenon) => [phenomenon.tag, phenomenon]));
  setLines(start.pairs);
  saving.seq = start.seq;
  saving.savedAt = start.strip.saved_at ?? saving.savedAt;
};
// All anew from the program: after another tab wrote, or the program was away.
const refresh = async () => {
  takeStart(await call("/api/start"));
  if (state.step === "judge") await loadBlind();
  else if (state.step === "settle") await loadSettle();
  else if (state.pairId) await openPair(state.pairId);
  else drawAll();
};

// The files of others may have come in while another window was looked at.
const LOOK_MS = 5000;
let lookedAt = 0;
const lookAgain = async () => {
  if (!state.start || saving.held || saving.gone || performance.now() - lookedAt < LOOK_MS) return;
  lookedAt = performance.now();
  try {
    const start = await call("/api/start");
    if (saving.held || start.seq !== saving.seq) return;
    takeStart(start);
    if (state.step === "judge" && !reading.told?.current) await loadBlind();
    else if (state.step === "settle") await loadSettle();
    else drawAll();
  } catch {
    // The next beat says what is wrong.
  }
};
addEventListener("focus", lookAgain);

const restore = (saved) => {
  if (!saved || typeof saved !== "object") return;
  const { place, reading: read, settling: settled, drafts: begunDrafts } = saved;
  for (const begun of Array.isArray(begunDrafts) ? begunDrafts : [])
    if (state.placeOf.has(begun.pair)) drafts.set(begun.pair, { ...emptyDraft(begun.pair), ...begun });
  if (read) reading.typed = { ...reading.typed, ...read };
  if (settled) settling.typed = { ...settling.typed, ...settled };
  if (place && state.placeOf.has(place.pair)) state.pairId = place.pair;
  if (place && VIEWS[place.step]) state.step = place.step;
};
const firstPair = () =>
  (
    state.lines.find((line) => KIND_OF[line.state] === "open" && line.state !== "new") ??
    state.lines.find((line) => line.state === "new") ??
    state.lines[0]
  )?.id ?? null;

const needsToken = () => {
  $("view").replaceChildren(
    make(
      "h1",
      { id: "heading", tabindex: -1, class: "alone" },
      "Open the address that phenom annotate printed, including everything after the #, in this tab.",
    ),
  );
};
const cannotBegin = (failure) => {
  if (failure.kind === "token") {
    needsToken();
    return;
  }
  $("view").replaceChildren(
    make("h1", { id: "heading", tabindex: -1, class: "alone" }, "The page cannot show your work."),
    make("p", { class: "lede" }, tame(explain(failure))),
    make("p", {}, button("begin-again", begin, {}, "Try again")),
  );
};
// Pairs that are only labelled have no parts, and an adjudicator settles alone.
const limitSteps = () => {
  for (const step of Object.keys(VIEWS)) $(`step-${step}`).hidden = !mayOpen(step);
  if (!mayOpen(state.step)) state.step = isAdjudicator() ? "settle" : "judge";
};
const begin = async () => {
  if (token === null) {
    needsToken();
    return;
  }
  try {
    takeStart(await call("/api/start"));
    if (!(await lease(true))) becomeReader();
    $("open-plan").hidden = isLabelling();
    restore(state.start.draft);
    limitSteps();
    state.pairId ??= firstPair();
    drawFoot();
    document.body.classList.add("begun");
    if (state.step === "decompose" && state.pairId) await openPair(state.pairId);
    else await openStep(state.step);
    document.documentElement.dataset.begun = "yes";
  } catch (failure) {
    cannotBegin(failure);
  }
};

const root = document.documentElement;
const isDark = () => (root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
const nameTheme = () => {
  $("theme").textContent = isDark() ? "Light colours" : "Dark colours";
};
$("theme").addEventListener("click", () => {
  root.dataset.theme = isDark() ? "light" : "dark";
  kept.set(local, "phenom-theme", root.dataset.theme);
  nameTheme();
});
const theme = kept.get(local, "phenom-theme");
if (theme === "dark" || theme === "light") root.dataset.theme = theme;
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", nameTheme);
nameTheme();
state.letters = kept.get(local, "phenom-letters") !== "off";

for (const step of Object.keys(VIEWS))
  $(`step-${step}`).addEventListener("click", () => {
    if (state.start) openStep(step);
  });
for (const [id, open] of [
  ["guidelines", openGuidelines],
  ["plan", openPlan],
  ["file", openFile],
  ["keys", openKeys],
]) {
  $(`open-${id}`).addEventListener("click", () => {
    if (state.start) open();
  });
}
begin();
beatOn();
