// T and H as words: marked by what the parts explain, selected by pointer, touch or arrows.
const texts = {
  T: { text: "", words: [], marks: [], cursor: 0, anchor: 0, span: null },
  H: { text: "", words: [], marks: [], cursor: 0, anchor: 0, span: null },
};
const FIELD = { T: "left_hand_side", H: "right_hand_side" };
// "plain" is what T alone has, "changed" what H alone has and no part explains.
const CLASS = { plain: "lost", changed: "open", explained: "explained" };

const setTexts = (pair) => {
  for (const [which, text] of [
    ["T", pair.text],
    ["H", pair.hypothesis],
  ]) {
    Object.assign(texts[which], { text, words: wordsOf(text), marks: pair.marks?.[which] ?? [], cursor: 0, anchor: 0, span: null });
  }
};
const markAt = (which, start, end) => texts[which].marks.find((mark) => mark.start <= start && mark.end >= end);

const isSame = (mark, other) => Boolean(mark && other && mark.kind === other.kind && mark.part === other.part);

// The words with what stands between them; a line under two words of one mark runs on below the gap.
const drawWords = (which) => {
  const box = $(`text-${which}`);
  if (!box) return;
  const { text, words, cursor } = texts[which];
  const selectable = box.getAttribute("role") === "listbox";
  const drawn = [];
  let at = 0;
  let before = null;
  for (const [place, { start, end }] of words.entries()) {
    const mark = markAt(which, start, end);
    const gap = tame(text.slice(at, start));
    const runsOn = isSame(before, mark) && gap !== "";
    const begins = mark?.kind === "explained" && mark.part && !isSame(before, mark);
    if (runsOn) drawn.push(make("span", { role: "presentation", class: `gap ${CLASS[mark.kind] ?? ""}`, "data-gap": place }, gap));
    else if (gap) drawn.push(make("span", { role: "presentation", class: "gap", "data-gap": place }, gap));
    if (begins) drawn.push(make("sup", { "aria-hidden": "true" }, String(mark.part)));
    drawn.push(
      make(
        "span",
        {
          id: `${which}-${place}`,
          "data-place": place,
          class: CLASS[mark?.kind] ?? "",
          ...(selectable ? { role: "option", "aria-selected": "false" } : {}),
        },
        tame(text.slice(start, end)),
      ),
    );
    at = end;
    before = mark ?? null;
  }
  box.replaceChildren(...drawn, tame(text.slice(at)));
  texts[which].cursor = Math.min(cursor, Math.max(0, words.length - 1));
  drawSelection(which);
};
const drawSelection = (which) => {
  const box = $(`text-${which}`);
  if (!box || box.getAttribute("role") !== "listbox") return;
  const { words, span, cursor } = texts[which];
  const within = (start, end) => span !== null && start >= span[0] && end <= span[1];
  for (const element of box.children) {
    if (element.dataset.place !== undefined) {
      const place = Number(element.dataset.place);
      element.setAttribute("aria-selected", String(within(words[place].start, words[place].end)));
      element.classList.toggle("current", place === cursor);
    } else if (element.dataset.gap !== undefined) {
      const place = Number(element.dataset.gap);
      element.classList.toggle("selected", place > 0 && within(words[place - 1].start, words[place].end));
    }
  }
  if (words.length) box.setAttribute("aria-activedescendant", `${which}-${cursor}`);
  else box.removeAttribute("aria-activedescendant");
};

// What a field holds is shown in its text, where it stands there.
const showTyped = (which) => {
  const typed = draft[FIELD[which]];
  const found = typed === "" ? -1 : texts[which].text.indexOf(typed);
  texts[which].span = found < 0 ? null : [found, found + typed.length];
  drawSelection(which);
};
const select = (which, from, to) => {
  const { text, words } = texts[which];
  if (words.length === 0) return;
  const first = words[Math.min(from, to)];
  const last = words[Math.max(from, to)];
  texts[which].span = [first.start, last.end];
  setField(FIELD[which], text.slice(first.start, last.end));
  drawSelection(which);
};

// The word of the line above or below that stands nearest.
const wordBeside = (which, place, down) => {
  const box = (at) => $(`${which}-${at}`).getBoundingClientRect();
  const here = box(place);
  let best = place;
  let distance = Infinity;
  let line = null;
  for (let at = place + (down ? 1 : -1); at >= 0 && at < texts[which].words.length; at += down ? 1 : -1) {
    const there = box(at);
    const isOther = down ? there.top > here.bottom - 2 : there.bottom < here.top + 2;
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
const textKeys = (which, event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const shown = texts[which];
  const last = shown.words.length - 1;
  if (last < 0) return;
  if (event.key === "Enter") {
    event.preventDefault();
    event.stopPropagation();
    $(which === "T" ? "right" : "pattern")?.focus();
    return;
  }
  const rightToLeft = getComputedStyle($(`text-${which}`)).direction === "rtl";
  const to =
    {
      ArrowRight: shown.cursor + (rightToLeft ? -1 : 1),
      ArrowLeft: shown.cursor + (rightToLeft ? 1 : -1),
      Home: 0,
      End: last,
      " ": shown.cursor,
    }[event.key] ?? (/^Arrow(Up|Down)$/.test(event.key) ? wordBeside(which, shown.cursor, event.key === "ArrowDown") : undefined);
  if (to === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  shown.cursor = Math.min(last, Math.max(0, to));
  if (!event.shiftKey) shown.anchor = shown.cursor;
  select(which, shown.anchor, shown.cursor);
  $(`${which}-${shown.cursor}`).scrollIntoView({ block: "nearest" });
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
  if (event.shiftKey || (byTouch && shown.span !== null && place !== shown.anchor)) {
    select(which, shown.anchor, place);
    return;
  }
  shown.anchor = place;
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
  if (dragged === "T" && draft.phenomenon && matchMedia("(hover: hover)").matches) $("right")?.focus();
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
const textPair = (selectable) =>
  make(
    "dl",
    { class: "th" },
    ...["T", "H"].flatMap((which) => [
      make("dt", {}, which),
      make(
        "dd",
        {},
        texts[which].text.trim() === ""
          ? make("span", { class: "faint" }, "(empty)")
          : textBox(which, selectable && texts[which].words.length > 0),
      ),
    ]),
  );
// T and H only to be read, with the changed words marked where they are known.
const plainPair = (text, hypothesis, textSpan = null, hypothesisSpan = null) =>
  make(
    "dl",
    { class: "th" },
    ...[
      ["T", text, textSpan],
      ["H", hypothesis, hypothesisSpan],
    ].flatMap(([which, shown, span]) => [
      make("dt", {}, which),
      make("dd", { dir: "auto" }, shown.trim() === "" ? make("span", { class: "faint" }, "(empty)") : marked(shown, span)),
    ]),
  );
