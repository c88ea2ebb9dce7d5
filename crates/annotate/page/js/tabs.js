// One tab writes: it holds a lease and says every two seconds that it is there. The others read until they take over.
const BEAT_MS = 2000;
const tabs = { lease: null };

const lease = async (ifFree) => {
  try {
    const told = await call("/api/lease", ifFree ? { if_free: true } : {});
    tabs.lease = told.lease;
    saving.reading = false;
    return true;
  } catch (failure) {
    if (failure.kind !== "lease") throw failure;
    return false;
  }
};
const becomeReader = () => {
  if (saving.reading) return;
  saving.reading = true;
  tabs.lease = null;
  drawSaving();
};
const takeOver = async () => {
  try {
    await lease(false);
    await refresh();
    say("This tab writes now.");
    $("heading")?.focus();
  } catch (failure) {
    say(explain(failure));
  }
};

const holdsLease = () =>
  call("/api/beat", { lease: tabs.lease ?? "" }).then(
    () => true,
    (failure) => {
      if (failure.kind !== "lease") throw failure;
      return false;
    },
  );

// This tab's lease still counts, or it gets another where nobody writes. Asked once at a time, or one answer would
// make the other void.
let claiming = null;
const claim = () => {
  claiming ??= (async () => (await holdsLease()) || (await lease(true)))().finally(() => {
    claiming = null;
  });
  return claiming;
};

// The program is there again: another one perhaps, with another file.
const greetAgain = async () => {
  const before = state.start?.file;
  const start = await call("/api/start");
  saving.otherFile = before !== undefined && start.file !== before;
  if (saving.otherFile) {
    // With nothing to lose here, the page begins anew with the other file.
    if (!saving.held) location.reload();
    return;
  }
  saving.gone = false;
  if (!(await claim())) becomeReader();
  if (saving.held) saving.turn?.();
  else await refresh();
};

const beat = async () => {
  try {
    if (saving.gone || saving.otherFile) {
      await greetAgain();
    } else if (saving.reading) {
      // The other tab is closed: the one that is looked at writes.
      if (document.visibilityState === "visible" && (await lease(true))) await refresh();
    } else {
      await call("/api/beat", { lease: tabs.lease });
    }
  } catch (failure) {
    if (failure.kind === "lease") {
      if (!(await claim().catch(() => false))) becomeReader();
    } else if (failure.kind === "gone" || failure.kind === "token") {
      saving.gone = true;
      saving.failure = failure;
    }
  }
  drawSaving();
};
const beatOn = async () => {
  for (;;) {
    await pause(BEAT_MS);
    if (token !== null && state.start) await beat();
  }
};
addEventListener("pagehide", () => {
  if (tabs.lease && !saving.reading) call("/api/beat", { lease: tabs.lease, bye: true }, true).catch(() => null);
});
// A page taken out of the browser's memory has said goodbye before.
addEventListener("pageshow", (event) => {
  if (event.persisted && state.start) beat();
});
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible" && state.start) beat();
});
// The address of a program that was started anew, opened in this tab: what is held here is sent to it.
addEventListener("hashchange", () => {
  if (!takeToken()) return;
  if (state.start) {
    saving.gone = true;
    beat();
  } else begin();
});
