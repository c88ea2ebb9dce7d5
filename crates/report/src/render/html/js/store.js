// The pairs: an index that is unpacked at once, and blocks of texts that are unpacked when they are read.
const source = $("data");
const head = source ? JSON.parse(source.textContent) : null;
// Filled by `load`; a row is a pair, and each original stands before its parts.
const store = { rows: 0, originals: 0 };
const load = async () => {
  const index = await unpack(head.index);
  const originals = index.parts.length;
  const rows = originals + index.parts.reduce((sum, parts) => sum + parts, 0);
  const first = new Int32Array(originals + 1);
  const originalOf = new Int32Array(rows);
  for (let original = 0; original < originals; original += 1) {
    first[original + 1] = first[original] + 1 + index.parts[original];
    originalOf.fill(original, first[original], first[original + 1]);
  }
  Object.assign(store, index, { rows, originals, first, originalOf, systems: head.systems.map(tame), readsGold: head.reads_gold });
  store.word = (letter) => index.words[letter.charCodeAt(0) - 65];
  store.letters = (judgments) => new Set(index.words.map((word, at) => (judgments.includes(word) ? String.fromCharCode(65 + at) : "")).filter(Boolean));
  store.rowOf = new Map(index.ids.map((id, row) => [id, row]));
  store.paths = new Map(index.tags.map((path, number) => [path, number]));
  store.annotated = new Map(index.annotations.map(([row, ...said]) => [row, said]));
  const byDefault = (path) => path.split(":").slice(1).join(":");
  store.category = (path) => path.split(":")[0];
  store.shown = (name) => tame(head.names[name] ?? (name.includes(":") ? byDefault(name) : name));
};

const starts = head ? head.texts.map(([start]) => start) : [];
const opened = new Map();
const blockOf = (original) => {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle] <= original) low = middle; else high = middle - 1;
  }
  return low;
};
const openBlock = (number) => {
  if (!opened.has(number)) {
    const packed = head.texts[number]?.[1] ?? "";
    opened.set(number, packed === "" ? Promise.resolve([]) : unpack(packed));
  }
  return opened.get(number);
};
// Text, hypothesis and rule of each pair of an original.
const textsOf = async (original) => {
  if (starts.length === 0) return [];
  const number = blockOf(original);
  const block = await openBlock(number);
  const from = store.first[original] - store.first[starts[number]];
  return block.slice(from, from + store.first[original + 1] - store.first[original]);
};

// Texts in lower case, for searching; made once, block by block.
let searchable = null;
const makeSearchable = async (progress) => {
  const texts = new Array(store.rows).fill("");
  for (const [number, start] of starts.entries()) {
    const block = await openBlock(number);
    // So many texts need not stay unpacked twice.
    if (starts.length > 40) opened.delete(number);
    const row = store.first[start];
    for (const [at, said] of block.entries()) texts[row + at] = said.join("\n").toLowerCase();
    if (number % 20 === 19) progress(number / starts.length);
  }
  for (let row = 0; row < store.rows; row += 1) {
    const tags = store.tagged[row].map((tag) => `${store.tags[tag]} ${store.shown(store.tags[tag])}`).join("\n");
    texts[row] = `${store.ids[row]}\n${tags}\n`.toLowerCase() + texts[row];
  }
  searchable = texts;
};

