// What the page was told and what is half done. Nothing here is computed: it is what the program said, or what was typed.
const state = {
  start: null, // the answer to /api/start
  lines: [], // one for each pair, by place
  placeOf: new Map(), // id of a pair -> its place
  phenomena: new Map(), // tag -> phenomenon
  strip: null,
  written: null, // parts written so far, by tag
  step: "decompose", // or "judge", "settle"
  pairId: null,
  wantedId: null, // the pair that was asked for last: keys may be faster than answers
  pair: null, // the answer to /api/pair
  shownTag: null, // the phenomenon shown beside, where it is not the part's own
  letters: true, // single letters and digits are keys
};

const emptyDraft = (pair) => ({
  pair,
  edit: null,
  phenomenon: "",
  left_hand_side: "",
  right_hand_side: "",
  pattern: "",
  constraint: "",
  judgment: null,
});
let draft = emptyDraft(null);
const draftBegun = () => draft.edit !== null || Boolean(draft.phenomenon || draft.left_hand_side || draft.right_hand_side);
const ruleOf = (from) => ({
  pattern: from.pattern,
  constraint: from.constraint,
  left_hand_side: from.left_hand_side,
  right_hand_side: from.right_hand_side,
});

const isAuthor = () => state.pair !== null && state.pair.parts !== undefined;
const partNamed = (id) => state.pair?.parts?.find((part) => part.id === id);
const lineOf = (id) => state.lines[state.placeOf.get(id)];

// While a batch is open the counts against the plan are not told, and those told before are forgotten.
const isPlanHidden = () => state.strip.written === null;
const setStrip = (strip) => {
  state.strip = strip;
  if (isPlanHidden()) state.written = null;
};
const setLines = (lines) => {
  state.lines = lines;
  state.placeOf = new Map(lines.map((line, place) => [line.id, place]));
};
const changeLines = (lines) => {
  for (const line of lines ?? []) {
    const place = state.placeOf.get(line.id);
    if (place !== undefined) state.lines[place] = line;
  }
};

// The words under a judgment where it is to be chosen.
const MEANS = {
  entailment: "H is true",
  contradiction: "both cannot be true",
  unknown: "neither follows",
  "not-entailment": "H need not be true",
};
const SURE = ["", "a guess", "fairly sure", "sure"];
// Pairs that `phenom label` drew are labelled, and not decomposed.
const isLabelling = () => state.start.labels_config !== null;
const ofDecomposing = (...shown) => (isLabelling() ? [] : shown);
const judgments = () => state.start.judgments;
const shownName = (tag) => (state.phenomena.get(tag)?.name ?? tag.slice(tag.indexOf(":") + 1)).replaceAll("-", " ");
// Where two categories have one of the name, the tag tells them apart.
const plainName = (tag) => (state.start.tags.filter((other) => shownName(other.tag) === shownName(tag)).length > 1 ? tag : shownName(tag));
const categoryOf = (tag) => state.phenomena.get(tag)?.category ?? (tag.includes(":") ? tag.slice(0, tag.indexOf(":")) : "");
const whoIs = (name) => (name === state.start.annotator ? "you" : name);
