// T and H as words: which of them are selected, and which sentences of T are folded. Places are UTF-16 units.
const JOINT = " … "; // between the places of a rule that works in several
const emptyText = () => ({ text: "", words: [], marks: [], markOf: [], folds: [], cursor: 0, anchor: 0, spans: [], isAdding: false });
const texts = { T: emptyText(), H: emptyText() };

// Sentences side by side that do not concern H, each run as one fold.
const foldsOf = (sentences, concerned) => {
  const folds = [];
  if (concerned.length === 0) return folds;
  for (const [place, [from, to]] of sentences.entries()) {
    if (concerned.includes(place)) continue;
    const last = folds.at(-1);
    if (last && last.after === place) Object.assign(last, { to, count: last.count + 1, after: place + 1 });
    else folds.push({ from, to, count: 1, after: place + 1 });
  }
  return folds;
};
const wordsFrom = (places) => places.map(([start, end]) => ({ start, end }));

// The text in which the rule of the draft selects words: T, or what another part makes of it.
const baseText = () => {
  const { text, words, sentences, concerned } = state.pair;
  const base = partNamed(draft.on);
  return base ? { ...base, text: base.hypothesis } : { text, words: words.T, sentences, concerned };
};
const setTexts = () => {
  const { pair } = state;
  const { text, words, sentences, concerned } = baseText();
  const folds = isWholeAsked() ? [] : foldsOf(sentences, concerned);
  texts.T = { ...emptyText(), text, words: wordsFrom(words), folds };
  texts.H = { ...emptyText(), text: pair.hypothesis, words: wordsFrom(pair.words.H) };
  setMarks(pair.marks);
  const first = texts.T.words.findIndex((_, place) => !isFolded("T", place));
  texts.T.cursor = Math.max(0, first);
};
// Marks belong to T: the result of another part has none.
const setMarks = (marks) => {
  for (const which of ["T", "H"]) {
    texts[which].marks = which === "T" && draft.on ? [] : (marks?.[which] ?? []);
    texts[which].markOf = marksOfWords(texts[which]);
  }
};
// The mark of each word, in one pass: both come in order.
const marksOfWords = ({ words, marks }) => {
  let at = 0;
  return words.map(({ start, end }) => {
    while (at < marks.length && marks[at].end < end) at += 1;
    return marks[at]?.start <= start ? marks[at] : undefined;
  });
};

const foldAt = (which, place) => {
  const { words, folds } = texts[which];
  return folds.find(({ from, to }) => words[place].start >= from && words[place].end <= to);
};
const isFolded = (which, place) => foldAt(which, place) !== undefined;
const markAt = (which, place) => texts[which].markOf[place];
const isSame = (mark, other) => mark?.kind === other?.kind && mark?.part === other?.part;

// The next place in one direction that is not folded; the place itself at the end.
const visibleFrom = (which, place, by) => {
  const { words } = texts[which];
  let next = place + by;
  while (words[next] && isFolded(which, next)) next += by;
  return words[next] ? next : place;
};
// The first word of the next stretch that only this text has; while extending, the last word of the stretch.
const stretchFrom = (which, place, by, isExtending) => {
  const mark = (at) => markAt(which, at);
  let at = visibleFrom(which, place, by);
  for (let next = visibleFrom(which, at, by); next !== at; next = visibleFrom(which, at, by)) {
    if (isExtending ? !isSame(mark(next), mark(at)) : isNew(mark(at)) && !isSame(mark(at - 1), mark(at))) break;
    at = next;
  }
  return at;
};
const isNew = (mark) => mark?.kind === "plain" || mark?.kind === "changed";
const sentenceEnd = (which, place, by) => {
  const sentences = which === "T" ? baseText().sentences : [];
  const { words } = texts[which];
  const within = sentences.find(([from, to]) => words[place].start >= from && words[place].end <= to);
  if (!within) return by > 0 ? words.length - 1 : 0;
  let at = place;
  while (words[at + by] && words[at + by].start >= within[0] && words[at + by].end <= within[1]) at += by;
  return at;
};

const inOrder = (which) => [...texts[which].spans].sort(([a], [b]) => a - b);
const selectedWords = (which) =>
  inOrder(which)
    .map(([start, end]) => texts[which].text.slice(start, end))
    .join(JOINT);
// Numbers of the first words of all selected places.
const selectedPlaces = (which) => inOrder(which).map(([from]) => texts[which].words.findIndex(({ start }) => start === from));
// The places of words that were typed or kept, as far as they are there.
const spansOf = (which, typed, at) => {
  const { text, words } = texts[which];
  if (typed === "") return [];
  const pieces = at.length === 1 ? [typed] : typed.split(JOINT);
  return pieces
    .map((piece, number) => [at.length === pieces.length ? (words[at[number]]?.start ?? -1) : text.indexOf(piece), piece.length])
    .filter(([start, length]) => start >= 0 && length > 0)
    .map(([start, length]) => [start, start + length]);
};

// Words of H that no part explains: those beside a word that is beside the selection too, else the first.
const proposedWords = () => {
  const beside = (text, start, end) => [
    /(\S+)\s*$/.exec(text.slice(0, start))?.[1].toLowerCase(),
    /^\s*(\S+)/.exec(text.slice(end))?.[1].toLowerCase(),
  ];
  const { text, marks } = texts.H;
  const open = marks.filter(({ kind }) => kind === "changed");
  const spans = inOrder("T");
  const [before, after] = spans.length ? beside(texts.T.text, spans[0][0], spans.at(-1)[1]) : [];
  const fitting = open.find(({ start, end }) => {
    const [left, right] = beside(text, start, end);
    return (left && left === before) || (right && right === after);
  });
  const found = fitting ?? open[0];
  return found ? text.slice(found.start, found.end) : "";
};
