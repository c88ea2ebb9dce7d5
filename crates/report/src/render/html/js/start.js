// The explorer is drawn anew with every change of the question.
let drawing = 0;
const draw = async (quietly = false) => {
  drawing += 1;
  const number = drawing;
  if (asked.q.trim() !== "" && !searchable) {
    $("hits").textContent = "Unpacking the texts …";
    await makeSearchable((share) => { $("hits").textContent = `Unpacking the texts: ${Math.round(100 * share)} %`; });
    if (number !== drawing) return;
  }
  hits = wrongFirst(found(asked), asked);
  const total = asked.on === "part" ? store.rows - store.originals : store.originals;
  $("hits").textContent = `${hits.length.toLocaleString("en")} of ${counted(total, "pair", "pairs")}`;
  $("listed").textContent = asked.on === "part" ? "monothematic pair" : "original pair";
  showFields();
  drawChips();
  const wanted = store.rowOf.get(asked.pair);
  if (asked.pair !== "" && wanted === undefined) say(`There is no pair ${tame(asked.pair)} here.`);
  list.scrollTop = 0;
  drawList();
  // Where only some have texts, one of these is shown first.
  const readable = store.texted ? hits.find((row) => store.texted[store.first[store.originalOf[row]]] === "1") : undefined;
  const here = wanted !== undefined && places.has(wanted) ? wanted : readable ?? hits[0] ?? -1;
  await choose(here, quietly);
  // For whoever waits until all is drawn.
  document.documentElement.dataset.drawn = number;
};
const follow = async (scroll) => {
  const question = fromAddress(location.hash);
  if (!question) return false;
  asked = question;
  $("more").open = Object.keys(question.c).length + Object.keys(question.at).length > 0 || question.people !== "" || question.n !== "";
  // A pair that the question leaves out is shown all the same: without the question.
  const wanted = store.rowOf.get(question.pair);
  if (wanted !== undefined && !found({ ...question, q: "" }).includes(wanted)) {
    asked = { ...EMPTY(), pair: question.pair, on: store.first[store.originalOf[wanted]] === wanted ? "" : "part" };
  }
  await draw(true);
  if (scroll) $("pairs").scrollIntoView({ behavior: "instant", block: "start" });
  return true;
};
if (head) {
  $("waiting").textContent = "Unpacking the pairs …";
  const begin = async () => {
    await load();
    makeFilters();
    $("codes").append(...codes().slice(0, GLYPHS).map((code, system) => make("abbr", { title: store.systems[system] }, code)));
    const letters = ANSWERS.filter((word) => store.words.includes(word) && word !== "no answer" && word !== "missing");
    $("letters").textContent = letters.map((word) => `${word[0].toUpperCase()} ${word}`).join(" · ");
    $("waiting").textContent = "";
    $("explorer").hidden = false;
    addEventListener("hashchange", () => follow(true));
    if (!(await follow(true))) await draw(true);
    performance.mark("pairs");
    document.documentElement.dataset.pairs = "ready";
  };
  begin().catch((error) => {
    $("waiting").textContent = `The pairs cannot be shown: this browser does not unpack them (${error.message}).`;
  });
}
arrive();
