// The pair that is chosen, with its parts and every answer.
let chosen = -1;
const words = (text) => text.match(/[\p{L}\p{N}]+|[^\p{L}\p{N}]+/gu) ?? [];
const isWord = (piece) => /[\p{L}\p{N}]/u.test(piece);
const wordSet = (text) => new Set(words(text).filter(isWord).map((word) => word.toLowerCase()));
// Words that the other text does not have; of a text much longer than the other that would be nearly all.
const marked = (text, other, mostly = false) => {
  const [own, others] = [wordSet(text), wordSet(other)];
  if (others.size === 0 || (mostly && own.size > 1.6 * others.size + 3)) return [tame(text)];
  const pieces = [];
  for (const piece of words(tame(text))) {
    const novel = isWord(piece) && !others.has(piece.toLowerCase());
    const last = pieces.at(-1);
    if (last && last[1] === novel) last[0] += piece; else pieces.push([piece, novel]);
  }
  return pieces.map(([piece, novel]) => (novel ? make("mark", {}, piece) : piece));
};
const CUT = 1500;
const long = (text, pieces) => {
  if (text.length <= CUT) return make("bdi", {}, ...pieces);
  const shown = make("bdi", {}, tame(text.slice(0, CUT)));
  const button = make("button", { type: "button", className: "btn" }, `… show all ${text.length.toLocaleString("en")} letters`);
  button.addEventListener("click", () => { shown.replaceChildren(...pieces); button.remove(); });
  return make("span", {}, shown, button);
};
const goldCell = (row) => {
  const gold = store.word(store.gold[row]) ?? "";
  return make("td", { className: "ans" }, gold === "" ? "–" : make("span", { className: "g k", role: "img", title: gold, "aria-label": `gold label: ${gold}` }, gold[0].toUpperCase()));
};
const answerCells = (row) => store.systems.map((_, system) => {
  const confidence = store.confidence[system]?.[row] ?? null;
  return make("td", { className: "ans" }, glyph(row, system), confidence === null ? "" : make("small", {}, String(Math.round(confidence * 1000) / 1000)));
});
// What else is known of a pair: annotators, attributes.
const asides = (row) => {
  const lines = [];
  const said = store.annotated.get(row);
  if (said) {
    const each = [];
    for (let at = 0; at < said.length; at += 2) each.push(`${tame(store.annotators[said[at]])}: ${store.words[said[at + 1]]}`);
    lines.push(`Annotators: ${each.join(", ")}`);
  }
  // What a part has of its original is said there.
  const own = (of) => of[row] >= 0 && (row === store.first[store.originalOf[row]] || of[row] !== of[store.first[store.originalOf[row]]]);
  const values = store.attributes.filter(({ of }) => own(of)).map(({ name, values: names, of }) => `${tame(name)}: ${tame(names[of[row]])}`);
  if (values.length > 0) lines.push(values.join(" · "));
  return lines.map((line) => make("p", { className: "aside" }, make("bdi", {}, line)));
};
// Why systems answer so, each in its own words.
const reasons = (said = []) => said.flatMap((reason, system) => (reason === "" ? [] : [
  make("p", { className: "said why" }, make("span", { className: "aside" }, make("bdi", {}, `${store.systems[system]}: `)), long(reason, [tame(reason)])),
]));
const phenomenonLink = (path) => {
  const address = toAddress({ ...EMPTY(), on: asked.on, ph: path });
  return make("a", { href: address }, store.shown(path));
};
const detail = async (row) => {
  const det = $("det");
  const original = store.originalOf[row];
  const [from, end] = [store.first[original], store.first[original + 1]];
  const texts = await textsOf(original);
  if (row !== chosen) return;
  const place = places.get(row);
  const mover = (text, by, label) => {
    const button = make("button", { type: "button", className: "btn", "aria-label": label, disabled: hits[place + by] === undefined }, text);
    button.addEventListener("click", async () => {
      await choose(hits[place + by]);
      const buttons = all(".dh .btn", det);
      const again = buttons[by < 0 ? 0 : 1];
      (again.disabled ? buttons[by < 0 ? 1 : 0] : again).focus();
    });
    return button;
  };
  const copyLink = make("button", { type: "button", className: "btn" }, "Copy link");
  copyLink.addEventListener("click", () => put(location.href, "Link"));
  const [text = "", hypothesis = "", rule = "", why] = texts[0] ?? [];
  const parts = [make("div", { className: "dh" }, make("h3", {}, make("bdi", {}, `Pair ${tame(store.ids[from])}`)), mover("← Previous", -1, "Previous pair"), mover("Next →", 1, "Next pair"), copyLink,
    make("span", { className: "pos" }, place === undefined ? "" : `${(place + 1).toLocaleString("en")} of ${hits.length.toLocaleString("en")}`))];
  if (text !== "" || hypothesis !== "") {
    parts.push(make("dl", { className: "txt" }, make("dt", {}, "Text"), make("dd", { className: "said" }, long(text, marked(text, hypothesis, true))), make("dt", {}, "Hypothesis"), make("dd", { className: "said" }, long(hypothesis, marked(hypothesis, text)))));
  } else {
    parts.push(make("p", { className: "note" }, "This page has no texts of this pair."));
  }
  const headRow = make("tr", {}, make("th", { scope: "col" }, end - from > 1 ? "Original and parts" : "Predictions"), make("th", { scope: "col", className: "ans" }, "gold label"), ...store.systems.map((name, system) => make("th", { scope: "col", className: "ans", title: name }, make("span", { className: "name" }, make("bdi", {}, name), store.readsGold[system] ? " ‡" : ""))));
  const body = make("tbody");
  const ownTags = store.tagged[from].flatMap((tag, at) => [at ? ", " : " · ", phenomenonLink(store.tags[tag])]);
  body.append(make("tr", { className: "whole" }, make("th", { scope: "row" }, end - from > 1 ? "Original pair" : "This pair", ...ownTags), goldCell(from), ...answerCells(from)));
  const about = [...(rule ? [make("p", { className: "rule" }, `Rule: ${tame(rule)}`)] : []), ...asides(from), ...reasons(why)];
  if (about.length > 0) body.append(make("tr", { className: "ptext last" }, make("td", { colSpan: store.systems.length + 2 }, ...about)));
  for (let part = from + 1; part < end; part += 1) {
    const last = part === end - 1 ? " last" : "";
    const hit = part === row ? " hit" : "";
    const names = store.tagged[part].flatMap((tag, at) => [at ? ", " : "", phenomenonLink(store.tags[tag]), make("span", { className: "aside" }, ` ${store.shown(store.category(store.tags[tag]))}`)]);
    const [partText = "", partHypothesis = "", partRule = "", partWhy] = texts[part - from] ?? [];
    const lines = [];
    // A part often has the text or the hypothesis of its original.
    if (partText !== "" && partText !== text) lines.push(make("p", { className: "said" }, make("span", { className: "aside" }, "T "), long(partText, marked(partText, partHypothesis, true))));
    if (partHypothesis !== "") lines.push(make("p", { className: "said" }, make("span", { className: "aside" }, "H "), long(partHypothesis, marked(partHypothesis, partText || text))));
    if (partRule !== "") lines.push(make("p", { className: "rule" }, `Rule: ${tame(partRule)}`));
    lines.push(...asides(part), ...reasons(partWhy));
    body.append(make("tr", { className: `part${lines.length ? "" : last}${hit}` }, make("th", { scope: "row" }, ...names, make("span", { className: "aside" }, make("bdi", {}, `${names.length ? " · " : ""}${tame(store.ids[part])}`))), goldCell(part), ...answerCells(part)));
    if (lines.length > 0) body.append(make("tr", { className: `ptext${last}${hit}` }, make("td", { colSpan: store.systems.length + 2 }, ...lines)));
  }
  if (end - from > 1) {
    const sum = (system) => {
      let right = 0;
      for (let part = from + 1; part < end; part += 1) right += store.right[system][part] === "1";
      return make("td", { className: "ans" }, `${right}/${end - from - 1}`);
    };
    body.append(make("tr", { className: "sum" }, make("th", { scope: "row" }, "Parts correct"), make("td", { className: "ans" }), ...store.systems.map((_, system) => sum(system))));
  }
  const table = make("table", { className: "tree" }, make("caption", { className: "vh" }, `Predictions on pair ${tame(store.ids[from])}`), make("thead", {}, headRow), body);
  const box = make("div", { className: "tree-box", tabindex: "0", role: "region", "aria-label": "Predictions on the pair" }, table);
  det.replaceChildren(...parts, box);
  det.dataset.pair = store.ids[row];
  det.scrollTop = 0;
  const lit = det.querySelector(".hit");
  if (lit) det.scrollTop = Math.max(0, lit.offsetTop + box.offsetTop - det.clientHeight / 2);
};
const remember = () => {
  // Some browsers limit how often a page from a file changes its address.
  try { history.replaceState(null, "", toAddress(asked)); } catch { /* The address stays what it was. */ }
};
const choose = async (row, quietly = false) => {
  chosen = row;
  asked.pair = row >= 0 ? store.ids[row] : "";
  if (!quietly) remember();
  const place = places.get(row);
  if (place !== undefined) {
    const top = place * ROW;
    const height = list.clientHeight || 600;
    if (top < list.scrollTop) list.scrollTop = top;
    else if (top + ROW > list.scrollTop + height) list.scrollTop = top + ROW - height;
  }
  drawRows();
  if (row < 0) $("det").replaceChildren(); else await detail(row);
};

