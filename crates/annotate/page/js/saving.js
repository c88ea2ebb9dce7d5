// One step at a time: it is shown as saved when the program has synced it, and kept and sent again until then.
const AGAIN_MS = 2000;
const saving = {
  seq: 0,
  held: null, // {seq, step}: not yet saved
  state: "saved", // or "saving", "cannot"
  failure: null, // why not
  gone: false, // nobody answers
  reading: false, // another tab writes
  otherFile: false, // the program that answers now writes another file
  savedAt: null,
  noted: new Set(), // notes that were understood
  turn: null, // resolves the wait before the next try
};

const drawSaving = () => {
  const steps = state.strip?.steps ?? 0;
  const shown = saving.reading ? "reading" : saving.state;
  const text = {
    reading: "Read-only: another tab is writing",
    saving: `Saving action ${number(steps + 1)}…`,
    saved: saving.savedAt
      ? `Saved at ${new Date(saving.savedAt).toLocaleTimeString("en-GB")} · ${counted(steps, "action", "actions")}`
      : `Saved · ${counted(steps, "action", "actions")}`,
    cannot: "Not saved: 1 action only here",
  }[shown];
  if ($("save").dataset.state !== shown) $("save").dataset.state = shown;
  const span = $("save").firstElementChild;
  if (span.textContent !== text) span.textContent = text;
  drawBanners();
};

const banner = (strong, text, ...buttons) =>
  make("div", { class: "banner", role: "alert" }, make("p", {}, make("b", {}, tame(strong)), " ", text), ...buttons);
const whyNotSaved = () => {
  if (saving.otherFile) return "The running program writes another file.";
  if (saving.failure?.kind === "disk") return "The disk is full. phenom could not append to the file.";
  if (saving.failure?.kind === "token") return "phenom annotate was restarted and has another token.";
  if (saving.gone) return "phenom annotate does not respond.";
  return saving.failure?.message ?? "";
};
const howToMend = () => {
  if (saving.otherFile) return "Download the action, or start the program again with the same dataset and annotator.";
  if (saving.failure?.kind === "disk") return "Make room.";
  if (saving.failure?.kind === "token") return "Open the address that it printed in this tab.";
  return `Start it again with the same command and --port ${location.port}, then open the address that it prints in this tab.`;
};
const bannersNow = () => {
  const found = [];
  if (saving.state === "cannot") {
    found.push([
      "cannot",
      banner(
        whyNotSaved(),
        `${howToMend()} 1 action is kept in this tab, which sends it again every two seconds. Leave the tab open until it is saved.`,
        button("save-again", () => saving.turn?.(), {}, "Try again"),
        button("save-download", downloadHeld, {}, "Download the action"),
      ),
    ]);
  } else if (saving.gone || saving.otherFile) {
    found.push(["gone", banner(whyNotSaved(), `${howToMend()} All earlier actions are saved.`)]);
  }
  if (saving.reading) {
    found.push([
      "reading",
      banner(
        "This work is open in another tab.",
        "That tab writes, and this one is read-only. You can take over without losing work: the other tab then becomes read-only.",
        button("take-over", takeOver, {}, "Write in this tab"),
      ),
    ]);
  }
  for (const [place, note] of (state.start?.notes ?? []).filter((told) => !saving.noted.has(told)).entries()) {
    found.push([
      `note-${note}`,
      banner(
        "Please note.",
        tame(note),
        button(
          `note-${place}`,
          () => {
            saving.noted.add(note);
            drawBanners();
            $("main").focus();
          },
          {},
          "Understood",
        ),
      ),
    ]);
  }
  return found;
};
// Drawn anew only where something is another: an alert that is drawn twice is read out twice.
const drawBanners = () => {
  const found = bannersNow();
  const names = found.map(([name, element]) => name + element.textContent).join("\n");
  if ($("banners").dataset.shown === names) return;
  $("banners").dataset.shown = names;
  $("banners").replaceChildren(...found.map(([, element]) => element));
};

const downloadText = (name, text) => {
  const address = URL.createObjectURL(new Blob([text], { type: "application/x-ndjson" }));
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 2000);
};
const downloadHeld = () => downloadText(`${state.start.annotator}-not-saved.jsonl`, `${JSON.stringify(saving.held)}\n`);

const takeAnswer = (answer) => {
  saving.seq = answer.seq;
  saving.savedAt = answer.saved_at ?? saving.savedAt;
  if (answer.strip) setStrip(answer.strip);
  changeLines(answer.pairs);
};

// Another lease has come since, or comes now. Where nobody answers, the next try says so.
const mayWriteOn = async (used) => used !== tabs.lease || claim().catch(() => true);

// Until it is saved or refused. Refused gives null: what was typed stays where it is.
const deliver = async () => {
  for (;;) {
    saving.state = saving.state === "cannot" ? "cannot" : "saving";
    drawSaving();
    const used = tabs.lease;
    try {
      const answer = await call("/api/step", { lease: used, ...saving.held });
      Object.assign(saving, { held: null, state: "saved", failure: null, gone: false });
      takeAnswer(answer);
      drawSaving();
      return answer;
    } catch (failure) {
      if (["gone", "token", "disk"].includes(failure.kind)) {
        Object.assign(saving, { state: "cannot", failure, gone: failure.kind === "gone" });
        drawSaving();
        await Promise.race([
          pause(AGAIN_MS),
          new Promise((done) => {
            saving.turn = done;
          }),
        ]);
        while (saving.otherFile) await pause(AGAIN_MS);
      } else if (failure.kind === "lease" && saving.state === "cannot" && (await mayWriteOn(used))) {
        // The program was started anew and knows no tab yet: this one writes on.
      } else {
        Object.assign(saving, { held: null, state: "saved", failure: null, gone: false });
        if (failure.kind === "lease") becomeReader();
        drawSaving();
        say(
          failure.kind === "lease"
            ? "Not saved: another tab is writing now. Choose “Write in this tab”, then repeat the action."
            : `Not saved. ${explain(failure)}`,
        );
        if (failure.kind === "seq") await refresh();
        return null;
      }
    }
  }
};

let delivery = Promise.resolve(null);
const take = async (step) => {
  if (saving.reading) {
    say("This tab is read-only. Choose “Write in this tab” first.");
    return null;
  }
  if (saving.held && saving.state === "cannot") {
    say("The previous action is not saved yet. Continue when it is.");
    return null;
  }
  const turn = delivery.then(() => {
    saving.held = { seq: saving.seq + 1, step };
    return deliver();
  });
  delivery = turn.catch(() => null);
  return turn;
};

const undo = (redo = false) =>
  take({ do: redo ? "redo" : "undo" }).then(async (answer) => {
    if (!answer) return;
    await goBackTo(answer);
    const again = redo ? link("toast-undo", () => undo(), "Undo") : link("toast-redo", () => undo(true), "Redo");
    say(`${redo ? "Redone" : "Undone"}: ${answer.undone ?? "the last action"}.`, again);
  });

// The half-typed part and the place are kept beside the file, so that a closed tab loses nothing that was typed.
let draftWaits;
const keepDraft = () => {
  clearTimeout(draftWaits);
  draftWaits = setTimeout(() => {
    if (saving.reading || saving.gone) return;
    const used = tabs.lease;
    call("/api/draft", {
      lease: used,
      draft: {
        drafts: [...drafts.values(), draft].filter(({ pair }) => pair !== null),
        place: { step: state.step, pair: state.pairId },
        reading: reading.typed,
        settling: settling.typed,
      },
    }).catch(async (failure) => {
      if (failure.kind !== "lease") return;
      if (await mayWriteOn(used)) keepDraft();
      else becomeReader();
    });
  }, 500);
};

addEventListener("beforeunload", (event) => {
  if (saving.held) event.preventDefault();
});
