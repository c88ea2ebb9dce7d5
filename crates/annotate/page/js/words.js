// A text as words to select by: places in UTF-16 units that never cut a character in two.
const WORD = /[\p{L}\p{N}\p{M}]+(?:['’:.,\-][\p{L}\p{N}\p{M}]+)*|\S/gu;
// Scripts that put no space between words.
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const characters = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const unspaced = new Intl.Segmenter(undefined, { granularity: "word" });

const pieces = (text) => {
  const found = [];
  for (const { index, 0: word } of text.matchAll(WORD)) {
    if (UNSPACED.test(word)) {
      for (const { index: at, segment } of unspaced.segment(word)) found.push([index + at, index + at + segment.length]);
    } else {
      found.push([index, index + word.length]);
    }
  }
  return found;
};

const wordsOf = (text) => {
  const starts = new Set([text.length]);
  for (const { index } of characters.segment(text)) starts.add(index);
  const words = [];
  for (const [start, end] of pieces(text)) {
    const last = words.at(-1);
    // A sign that begins within a character (a joined emoji, an accent of its own) belongs to it.
    if (last && (start < last.end || !starts.has(start))) last.end = Math.max(last.end, end);
    else words.push({ start, end });
    const word = words.at(-1);
    while (!starts.has(word.end)) word.end += 1;
  }
  return words;
};
