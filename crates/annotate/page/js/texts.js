// T and H as they are shown: marked by what the parts explain, selected by pointer, touch or keys.
// "plain" is what T alone has, "changed" what H alone has and no part explains.
const CLASS = { plain: "lost", changed: "open", explained: "explained" };
const isSelectable = (box) => box?.getAttribute("role") === "listbox";

const foldMark = (which, fold) =>
  make(
    "span",
    {
      role: "presentation",
      class: "fold",
      onclick: () => {
        texts[which].folds = texts[which].folds.filter((other) => other !== fold);
        drawWords(which);
      },
    },
    ` … ${counted(fold.count, "sentence", "sentences")} … `,
  );
const wordMark = (which, place, mark, selectable) => {
  const { text, words } = texts[which];
  const { start, end } = words[place];
  return make(
    "span",
    {
      id: `${which}-${place}`,
      "data-place": place,
      class: CLASS[mark?.kind] ?? "",
      ...(selectable ? { role: "option", "aria-selected": "false" } : {}),
    },
    tame(text.slice(start, end)),
  );
};
// The words with what stands between them; a line under two words of one mark runs on below the gap.
const drawWords = (which) => {
  const box = $(`text-${which}`);
  if (!box) return;
  const { text, words } = texts[which];
  if (isWholeAsked()) {
    box.replaceChildren(tame(text));
    return;
  }
  const selectable = isSelectable(box);
  const drawn = [];
  let at = 0;
  let before = null;
  for (const [place, { start, end }] of words.entries()) {
    const fold = foldAt(which, place);
    if (fold && at < fold.to) drawn.push(foldMark(which, fold));
    if (fold) {
      at = Math.max(at, fold.to);
      before = null;
      continue;
    }
    const mark = markAt(which, place) ?? null;
    const gap = tame(text.slice(at, start));
    const runsOn = before && isSame(before, mark);
    if (gap) drawn.push(make("span", { role: "presentation", class: `gap ${runsOn ? CLASS[mark.kind] : ""}`, "data-gap": place }, gap));
    if (mark?.kind === "explained" && mark.part && !isSame(before, mark))
      drawn.push(make("sup", { "aria-hidden": "true" }, String(mark.part)));
    drawn.push(wordMark(which, place, mark, selectable));
    at = end;
    before = mark;
  }
  // With a direction of its own to find, the browser would look at all words again for each that is put in.
  box.removeAttribute("dir");
  box.replaceChildren(...drawn, tame(text.slice(at)));
  box.dir = "auto";
  drawSelection(which);
};
const drawSelection = (which) => {
  const box = $(`text-${which}`);
  if (!isSelectable(box)) return;
  const { words, spans, cursor } = texts[which];
  const isWithin = (start, end) => spans.some((span) => start >= span[0] && end <= span[1]);
  for (const element of box.children) {
    if (element.dataset.place !== undefined) {
      const place = Number(element.dataset.place);
      element.setAttribute("aria-selected", String(isWithin(words[place].start, words[place].end)));
      element.classList.toggle("current", place === cursor);
    } else if (element.dataset.gap !== undefined) {
      const place = Number(element.dataset.gap);
      element.classList.toggle("selected", place > 0 && isWithin(words[place - 1].start, words[place].end));
    }
  }
  if ($(`${which}-${cursor}`)) box.setAttribute("aria-activedescendant", `${which}-${cursor}`);
  else box.removeAttribute("aria-activedescendant");
};
const toggleFolds = () => {
  const { sentences, concerned } = baseText();
  texts.T.folds = texts.T.folds.length ? [] : foldsOf(sentences, concerned);
  if (!texts.T.words.some((_, place) => place === texts.T.cursor && !isFolded("T", place)))
    texts.T.cursor = visibleFrom("T", texts.T.cursor, 1);
  drawWords("T");
  drawCover();
};

// What the draft holds is shown in the texts, where it stands there.
const showTyped = () => {
  const { left_hand_side: left, right_hand_side: right, at, unsupported } = draft;
  texts.T.spans = spansOf("T", left, at);
  texts.H.spans = spansOf("H", right, unsupported ? at : []);
  for (const which of ["T", "H"]) drawSelection(which);
};
const takeSelection = (which) => {
  if (which === "T") {
    draft.at = selectedPlaces("T");
    setField("left_hand_side", selectedWords("T"));
  } else {
    setField("right_hand_side", selectedWords("H"));
    if (draft.unsupported) draft.at = selectedPlaces("H");
  }
  drawSelection(which);
};
const select = (which, from, to) => {
  const shown = texts[which];
  if (shown.words.length === 0) return;
  const span = [shown.words[Math.min(from, to)].start, shown.words[Math.max(from, to)].end];
  if (shown.isAdding || shown.spans.length === 0) shown.spans.push(span);
  else shown.spans[shown.spans.length - 1] = span;
  shown.isAdding = false;
  takeSelection(which);
};

// The word of the line above or below that stands nearest.
const wordBeside = (which, place, by) => {
  const box = (at) => $(`${which}-${at}`).getBoundingClientRect();
  const here = box(place);
  let [best, distance, line] = [place, Infinity, null];
  for (let at = visibleFrom(which, place, by), last = place; at !== last; last = at, at = visibleFrom(which, at, by)) {
    const there = box(at);
    const isOther = by > 0 ? there.top > here.bottom - 2 : there.bottom < here.top + 2;
    if (!isOther) continue;
    line ??= there.top;
    if (Math.abs(there.top - line) > 4) break;
    if (Math.abs(there.left - here.left) < distance) {
      distance = Math.abs(there.left - here.left);
      best = at;
    }
  }
  return best;
};
// Where a key leads from the cursor; `undefined` where it is no key that moves.
const movedTo = (which, event) => {
  const { cursor, words } = texts[which];
  const isFar = event.ctrlKey || event.altKey || event.metaKey;
  if (event.key === " " && !isFar) return cursor;
  const isForward = { ArrowRight: 1, ArrowDown: 1, End: 1, ArrowLeft: -1, ArrowUp: -1, Home: -1 }[event.key];
  if (isForward === undefined) return undefined;
  if (event.key === "Home" || event.key === "End") {
    if (isFar) return visibleFrom(which, isForward > 0 ? words.length : -1, -isForward);
    return sentenceEnd(which, cursor, isForward);
  }
  if (/Up|Down/.test(event.key)) return isFar ? undefined : wordBeside(which, cursor, isForward);
  const isRightToLeft = getComputedStyle($(`text-${which}`)).direction === "rtl";
  const by = isRightToLeft ? -isForward : isForward;
  return isFar ? stretchFrom(which, cursor, by, event.shiftKey) : visibleFrom(which, cursor, by);
};
const moveTo = (which, place, isExtending) => {
  const shown = texts[which];
  shown.cursor = Math.min(shown.words.length - 1, Math.max(0, place));
  if (!isExtending) shown.anchor = shown.cursor;
  select(which, shown.anchor, shown.cursor);
  $(`${which}-${shown.cursor}`)?.scrollIntoView({ block: "nearest" });
};
const selectAll = (which) => {
  Object.assign(texts[which], { anchor: 0, spans: [] });
  moveTo(which, texts[which].words.length - 1, true);
};

// A letter that is typed while words are selected belongs to the right-hand side, which takes the focus before it lands.
const typeIntoRight = (which) => {
  const right = $("right");
  right.focus();
  if (which === "T") right.select();
  else right.setSelectionRange(right.value.length, right.value.length);
};
const goOn = (which) => {
  if (which === "H" || draft.unsupported) {
    focusNext();
    return;
  }
  if (!draft.right_hand_side) setField("right_hand_side", proposedWords(), true);
  $("right").focus();
  $("right").select();
};
const deleteWords = (which) => {
  if (which === "H") {
    takeUnsupported();
    return;
  }
  setField("right_hand_side", "", true);
  focusNext();
};
// The next words that are selected are a second place of the same rule.
const addPlace = () => {
  texts.T.isAdding = texts.T.spans.length > 0;
  $("text-T").focus();
  say(texts.T.isAdding ? "Select the next place." : "Select the first place.");
};
const textAction = (which, event) => {
  const shown = texts[which];
  const isModified = event.ctrlKey || event.altKey || event.metaKey;
  const to = movedTo(which, event);
  if (to !== undefined) return () => moveTo(which, to, event.shiftKey);
  if (event.ctrlKey && event.key === "a") return () => selectAll(which);
  if (isModified || shown.spans.length === 0) return null;
  if (which === "T" && (event.key === "+" || event.key === "&")) return addPlace;
  return { Enter: () => goOn(which), Delete: () => deleteWords(which), Backspace: () => deleteWords(which) }[event.key] ?? null;
};
const textKeys = (which, event) => {
  const shown = texts[which];
  if (shown.words.length === 0 || event.isComposing) return;
  const act = textAction(which, event);
  if (act) {
    event.preventDefault();
    event.stopPropagation();
    act();
  } else if (shown.spans.length && event.key.length === 1 && !event.ctrlKey && !event.altKey && !event.metaKey) {
    event.stopPropagation();
    typeIntoRight(which);
  }
};

// By pointer: drag, or Shift; by touch: the first word, then the last, and the first again starts over.
let dragged = null;
const placeUnder = (element) => (element?.dataset?.place === undefined ? null : Number(element.dataset.place));
const textDown = (which, event) => {
  const place = placeUnder(event.target);
  if (place === null) return;
  const shown = texts[which];
  const byTouch = event.pointerType === "touch";
  shown.cursor = place;
  if (!shown.isAdding && (event.shiftKey || (byTouch && shown.spans.length && place !== shown.anchor))) {
    select(which, shown.anchor, place);
    return;
  }
  shown.anchor = place;
  if (event.ctrlKey || event.altKey || event.metaKey) shown.isAdding = true;
  else if (!shown.isAdding) shown.spans = [];
  if (!byTouch) dragged = which;
  select(which, place, place);
};
document.addEventListener("pointermove", (event) => {
  if (!dragged || !event.buttons) return;
  const under = document.elementFromPoint(event.clientX, event.clientY);
  const place = $(`text-${dragged}`)?.contains(under) ? placeUnder(under) : null;
  if (place === null || place === texts[dragged].cursor) return;
  texts[dragged].cursor = place;
  select(dragged, texts[dragged].anchor, place);
});
document.addEventListener("pointerup", () => {
  dragged = null;
});

const LABEL = {
  T: "Text: select the left-hand side. Arrow keys move, Shift with arrows extends, Enter goes on",
  H: "Hypothesis: select words for the right-hand side. Arrow keys move, Shift with arrows extends, Enter goes on",
};
const textBox = (which, selectable) =>
  make(
    "div",
    selectable
      ? {
          id: `text-${which}`,
          class: "text words",
          dir: "auto",
          role: "listbox",
          "aria-multiselectable": "true",
          tabindex: 0,
          "aria-label": LABEL[which],
          onkeydown: (event) => textKeys(which, event),
          onpointerdown: (event) => textDown(which, event),
        }
      : {
          id: `text-${which}`,
          class: "text",
          dir: "auto",
          role: "group",
          tabindex: 0,
          "aria-label": which === "T" ? "Text" : "Hypothesis",
        },
  );
// An empty hypothesis is shown as such, not as nothing.
const textPair = (selectable) => {
  const base = partNamed(draft.on);
  return make(
    "dl",
    { class: "th" },
    ...["T", "H"].flatMap((which) => [
      make("dt", {}, which === "T" && base ? ["H", make("sub", {}, String(base.number))] : which),
      make(
        "dd",
        {},
        texts[which].text.trim() === ""
          ? make("span", { class: "faint" }, "(empty)")
          : textBox(which, selectable && texts[which].words.length > 0),
      ),
    ]),
  );
};
// T and H only to be read, with the changed words marked where they are known.
const plainPair = (text, hypothesis, spans = [], hypothesisSpans = []) =>
  make(
    "dl",
    { class: "th" },
    ...[
      ["T", text, spans],
      ["H", hypothesis, hypothesisSpans],
    ].flatMap(([which, shown, places]) => [
      make("dt", {}, which),
      make("dd", { dir: "auto" }, shown.trim() === "" ? make("span", { class: "faint" }, "(empty)") : marked(shown, places)),
    ]),
  );
