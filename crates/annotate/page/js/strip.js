// The strip above and the steps at the side: how far the work is.
const AIM = 0.8;
const share = (value) => (value === null || value === undefined ? "–" : value.toFixed(2).replace("-", "−"));

const agreementScale = ({ value, low, high }) => {
  const at = (kappa) => 8 + Math.max(0, kappa) * 84;
  return make(
    "svg",
    { width: 172, height: 12, viewBox: "0 0 172 12", "aria-hidden": "true" },
    make("path", { class: "thin", d: `M8 6H92M${at(AIM)} 1V11` }),
    make("text", { x: 98, y: 10 }, `${AIM.toFixed(2)} aimed at`),
    typeof low === "number" && typeof high === "number" ? make("path", { class: "range", d: `M${at(low)} 6H${at(high)}` }) : null,
    typeof value === "number" ? make("circle", { class: "fill", cx: at(value), cy: 6, r: 4 }) : null,
  );
};
const drawAgreement = (agreement) => {
  if (agreement?.hidden) return make("div", {}, "Agreement and differences are ", make("b", {}, "hidden"), " while you annotate");
  if (!agreement) return make("div", {}, "no pair labelled by two yet");
  const { value, low, high, pairs, between, reason } = agreement;
  const named = between?.length ? between.map((name, place) => [place ? " and " : " ", own(whoIs(name))]) : [];
  const range =
    typeof low === "number" && typeof high === "number"
      ? `, ${share(low)} to ${share(high)}`
      : typeof value === "number"
        ? ", no interval yet"
        : reason
          ? `: ${tame(reason)}`
          : "";
  return make(
    "div",
    {},
    make("b", {}, `κ ${share(value)}`),
    named,
    `, ${counted(pairs, "pair", "pairs")}`,
    make("span", { class: "wide" }, range),
    value === null ? null : agreementScale(agreement),
  );
};

// One small column for each phenomenon of the plan: as high as its share of parts is written.
const MOST_COLUMNS = 60;
const planColumns = () => {
  const tags = state.start.tags.map((phenomenon) => phenomenon.tag).filter((tag) => state.start.plan[tag]);
  if (!state.written || tags.length === 0 || tags.length > MOST_COLUMNS) return bar(state.strip.written, state.strip.planned);
  const sum = (counts) => (counts ?? []).reduce((before, count) => before + count, 0);
  let at = 0;
  const columns = [];
  for (const [place, tag] of tags.entries()) {
    if (place > 0 && categoryOf(tag) !== categoryOf(tags[place - 1])) at += 5;
    const [entailed = 0, ...others] = state.written[tag] ?? [];
    const high = Math.round(9 * Math.min(1, (entailed + sum(others)) / Math.max(1, sum(state.start.plan[tag]))));
    columns.push(
      make("rect", { class: "back", x: at + 1, y: 1, width: 5, height: 9 }),
      make("rect", { class: "fill", x: at + 1, y: 10 - high, width: 5, height: high }),
    );
    if (sum(others) > entailed + 1) columns.push(make("rect", { class: "over", x: at + 1, y: 1, width: 5, height: 9 }));
    at += 6;
  }
  return make("svg", { width: at + 2, height: 11, viewBox: `0 0 ${at + 2} 11`, "aria-hidden": "true" }, ...columns);
};

const drawPlan = ({ written, planned }) => {
  const opens = (...children) => make("button", { type: "button", id: "strip-plan", class: "plan wide", onclick: openPlan }, ...children);
  if (isPlanHidden()) return opens(make("span", {}, "The plan is ", make("b", {}, "hidden"), " while you annotate"));
  if (planned === null || planned === undefined || !state.start.plan)
    return opens(make("span", {}, make("b", {}, number(written)), ` ${written === 1 ? "part" : "parts"} written`));
  return opens(make("span", {}, make("b", {}, `${number(written)} of ${number(planned)}`), " parts in the plan"), planColumns());
};

const figure = (first, second, scale) => make("div", {}, make("b", {}, first), ` ${second}`, scale);
// How much of their own work annotators have done.
const ownFigures = ({ done, mine, free, read, to_read: toRead }) => {
  const all = read + toRead;
  return [
    ...ofDecomposing(
      figure(mine ? `${number(done)} of ${number(mine)}` : "0", `decomposed${free ? `, ${number(free)} free` : ""}`, bar(done, mine)),
    ),
    figure(all ? `${number(read)} of ${number(all)}` : "0", all ? "annotated" : "to annotate", bar(read, all)),
  ];
};
const drawStrip = () => {
  const { done, mine, read, to_read: toRead, settled, to_settle: toSettle, agreement } = state.strip;
  const hidden = Boolean(agreement?.hidden);
  $("strip").replaceChildren(
    ...(isAdjudicator() ? [] : ownFigures(state.strip)),
    ...(hidden ? [] : [figure(number(toSettle), "to adjudicate", bar(settled, settled + toSettle, 72))]),
    drawAgreement(agreement),
    ...ofDecomposing(drawPlan(state.strip)),
  );
  const counts = {
    decompose: mine ? `${number(done)}/${number(mine)}` : "",
    judge: read + toRead ? `${number(read)}/${number(read + toRead)}` : "",
    settle: hidden ? "" : number(toSettle),
  };
  for (const [step, count] of Object.entries(counts)) {
    const tab = $(`step-${step}`);
    tab.querySelector("i").textContent = count;
    if (state.step === step) tab.setAttribute("aria-current", "page");
    else tab.removeAttribute("aria-current");
  }
};
const drawFoot = () => {
  const { annotator, dataset } = state.start;
  $("foot").replaceChildren(
    make(
      "p",
      {},
      isAdjudicator() ? "Adjudicator " : "Annotator ",
      make("b", {}, own(annotator)),
      make("br"),
      own(dataset.name),
      `, ${counted(dataset.pairs, "pair", "pairs")}`,
    ),
  );
};
