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
  letters: true, // single letters and digits are keys
};

const emptyDraft = (pair) => ({
  pair,
  edit: null, // the part that is changed
  on: null, // the part in whose result the rule works
  unsupported: false, // words of H that nothing in T bears on
  phenomenon: "",
  left_hand_side: "",
  right_hand_side: "",
  at: [], // numbers of the first words of the selected places
  pattern: "",
  constraint: "",
  ownPattern: false, // typed, and not proposed
  ownConstraint: false,
  judgment: null,
  hypothesis: "", // of an unsupported part, where it is not H
  aside: null, // a part that was begun before this one, and comes back after it
});
let draft = emptyDraft(null);
const drafts = new Map(); // begun on other pairs, by their ids
const draftBegun = () =>
  Boolean(draft.edit || draft.on || draft.unsupported || draft.phenomenon || draft.left_hand_side || draft.right_hand_side);
const openDraft = (pair) => {
  if (draft.pair !== null && draftBegun()) drafts.set(draft.pair, draft);
  draft = drafts.get(pair) ?? emptyDraft(pair);
  drafts.delete(pair);
};
const ruleOf = ({ pattern, constraint, left_hand_side, right_hand_side, at }) => ({
  pattern,
  constraint,
  left_hand_side,
  right_hand_side,
  at,
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
const isAdjudicator = () => state.start.role === "adjudicator";
const ofDecomposing = (...shown) => (isLabelling() ? [] : shown);
const judgments = () => state.start.judgments;
const shownName = (tag) => (state.phenomena.get(tag)?.name ?? tag.slice(tag.indexOf(":") + 1)).replaceAll("-", " ");
// Where two categories have one of the name, the tag tells them apart.
const plainName = (tag) => (state.start.tags.filter((other) => shownName(other.tag) === shownName(tag)).length > 1 ? tag : shownName(tag));
const categoryOf = (tag) => state.phenomena.get(tag)?.category ?? (tag.includes(":") ? tag.slice(0, tag.indexOf(":")) : "");
const whoIs = (name) => (name === state.start.annotator ? "you" : name);
