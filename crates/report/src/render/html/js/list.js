// The list of pairs: only the rows in view are drawn.
const ROW = 50;
let hits = [];
let places = new Map();
const list = $("list");
const rightness = { 1: "correct", 0: "wrong", "-": "not counted" };
const glyph = (row, system, hidden) => {
  const answer = store.word(store.answers[system][row]) ?? "";
  const right = store.right[system][row];
  const silent = answer === "no answer" || answer === "missing" || answer === "";
  const shape = right === "1" ? "r" : right === "-" ? "k" : silent ? "a" : "e";
  const letter = silent ? "" : answer[0].toUpperCase();
  const title = `${store.systems[system]}: ${answer}, ${rightness[right]}`;
  return hidden ? make("span", { className: `g ${shape}`, title, "aria-hidden": "true" }, letter)
    : make("span", { className: `g ${shape}`, title, role: "img", "aria-label": `${answer}, ${rightness[right]}` }, letter);
};
// Two letters that stand over a column, and no two alike.
const codes = () => {
  const taken = new Set();
  return store.systems.map((name) => {
    const words = name.replace(/[^\p{L}\p{N} -]/gu, "").trim().split(/[ -]+/);
    const short = ((words.length > 1 ? words[0][0] + words[1][0] : words[0].slice(0, 2)) || "?").toUpperCase();
    let code = short;
    for (let number = 2; taken.has(code); number += 1) code = `${short[0]}${number}`;
    taken.add(code);
    return code;
  });
};
const tagsOf = (row) => store.tagged[row].map((tag) => store.shown(store.tags[tag])).join(", ");
const GLYPHS = 6;
const rowElement = (place) => {
  const row = hits[place];
  const gold = store.word(store.gold[row]);
  const end = store.first[store.originalOf[row] + 1];
  const own = tagsOf(row);
  const ofParts = [];
  if (store.first[store.originalOf[row]] === row) for (let part = row + 1; part < end; part += 1) ofParts.push(tagsOf(part));
  const answers = make("span", { className: "gl" }, ...store.systems.slice(0, GLYPHS).map((_, system) => glyph(row, system, true)));
  const element = make("div", { className: "row", role: "option", id: `row-${row}`, "aria-selected": String(row === chosen), "aria-setsize": String(hits.length), "aria-posinset": String(place + 1) },
    make("span", { className: "id" }, make("bdi", {}, tame(store.ids[row])), make("span", {}, gold || "no gold label")),
    make("span", { className: "ph" }, [own, ...ofParts].filter(Boolean).join(" · ")), answers);
  element.style.top = `${place * ROW}px`;
  element.dataset.row = row;
  return element;
};
let space = null;
const drawRows = () => {
  if (hits.length === 0) {
    list.replaceChildren(make("div", { className: "none", role: "option", "aria-selected": "false", "aria-disabled": "true" }, "No pair fits. Take a filter away."));
    return;
  }
  const from = Math.max(0, Math.floor(list.scrollTop / ROW) - 4);
  const end = Math.min(hits.length, Math.ceil((list.scrollTop + (list.clientHeight || 600)) / ROW) + 4);
  space.replaceChildren(...Array.from({ length: end - from }, (_, at) => rowElement(from + at)));
  const place = places.get(chosen);
  if (place >= from && place < end) list.setAttribute("aria-activedescendant", `row-${chosen}`); else list.removeAttribute("aria-activedescendant");
};
list?.addEventListener("scroll", () => requestAnimationFrame(drawRows), { passive: true });
list?.addEventListener("click", ({ target: clicked }) => {
  const row = clicked.closest(".row")?.dataset.row;
  if (row !== undefined) choose(Number(row));
});
const step = (by) => {
  const next = hits[(places.get(chosen) ?? -1) + by];
  if (next !== undefined) choose(next);
};
list?.addEventListener("keydown", (event) => {
  const by = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }[event.key];
  const to = { Home: 0, End: hits.length - 1 }[event.key];
  if (by === undefined && to === undefined) return;
  event.preventDefault();
  const place = to ?? Math.min(hits.length - 1, Math.max(0, (places.get(chosen) ?? 0) + by));
  if (hits[place] !== undefined) choose(hits[place]);
});
document.addEventListener("keydown", (event) => {
  if (!head || event.altKey || event.ctrlKey || event.metaKey || /INPUT|SELECT|TEXTAREA/.test(event.target.tagName)) return;
  if (event.key !== "j" && event.key !== "k") return;
  const box = document.querySelector(".md").getBoundingClientRect();
  if (box.bottom <= 0 || box.top >= innerHeight) return;
  event.preventDefault();
  step(event.key === "j" ? 1 : -1);
});
const drawList = () => {
  places = new Map(hits.map((row, place) => [row, place]));
  space = make("div", { className: "space", role: "presentation" });
  space.style.height = `${hits.length * ROW}px`;
  list.replaceChildren(space);
  drawRows();
};

