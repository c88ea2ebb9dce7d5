// What all files use: making elements, finding them, and saying something. Text is always put in as text.
"use strict";
const $ = (id) => document.getElementById(id);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const SVG = new Set(["svg", "rect", "path", "circle", "text"]);

// Attributes beginning with "on" are listeners; `true` writes the bare name, `false`, `null` and `undefined` nothing.
const make = (name, attributes = {}, ...children) => {
  const element = SVG.has(name) ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
};
const key = (name) => make("kbd", {}, name);
const button = (id, press, attributes, ...label) =>
  make("button", { type: "button", id, class: "btn", onclick: press, ...attributes }, ...label);
const link = (id, press, ...label) => make("button", { type: "button", id, class: "lk", onclick: press }, ...label);

// One for one, so that places stay: characters that steer what shows them are shown as what they are, odd ones.
const tame = (text) =>
  String(text ?? "").replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "\ufffd");
const own = (text) => make("bdi", {}, tame(text));
const capital = (text) => {
  const first = [...text][0] ?? "";
  return first.toUpperCase() + text.slice(first.length);
};
const counted = (count, one, many) => `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
const number = (count) => Number(count).toLocaleString("en");
const pause = (time) =>
  new Promise((done) => {
    setTimeout(done, time);
  });

// *words* and `code` of the inventory and the guidelines. `linked` may turn a code into something else.
const rich = (text, linked = () => null) =>
  tame(text)
    .split(/(`[^`]+`|\*[^*\s](?:[^*]*[^*\s])?\*)/)
    .map((piece) => {
      if (piece.length > 2 && piece.startsWith("`")) return linked(piece.slice(1, -1)) ?? make("code", {}, piece.slice(1, -1));
      if (piece.length > 2 && piece.startsWith("*")) return make("i", {}, piece.slice(1, -1));
      return piece;
    });

// A judgment in a circle: `kind` is "k" as given, "r" agrees, "e" does not.
const letterOf = (judgment) => (judgment === null ? "–" : judgment === "not-entailment" ? "N" : capital(judgment)[0]);
const glyph = (judgment, kind = "k") =>
  judgment === undefined || judgment === ""
    ? make("span", { class: "g n", role: "img", "aria-label": "not judged" }, "?")
    : make("span", { class: `g ${kind}`, role: "img", "aria-label": judgment ?? "cannot label" }, letterOf(judgment));

// A text with places marked, as UTF-16 units; an empty place shows that something is gone.
const marked = (text, spans) => {
  const pieces = [];
  let at = 0;
  for (const [start, end] of spans) {
    pieces.push(tame(text.slice(at, start)), make("mark", {}, start === end ? "∅" : tame(text.slice(start, end))));
    at = end;
  }
  return [...pieces, tame(text.slice(at))];
};
// What a rule changes, in one line: words that go, words that come, and a few beside them.
const DIFFERENCE = { old: "del", new: "ins", cut: "span", same: "span" };
const difference = (pieces) =>
  pieces.flatMap(({ kind, text }) => [make(DIFFERENCE[kind], { class: kind }, kind === "cut" ? "…" : tame(text)), " "]);

const bar = (done, of, width = 92) =>
  make(
    "svg",
    { width, height: 6, viewBox: `0 0 ${width} 6`, "aria-hidden": "true", preserveAspectRatio: "none" },
    make("rect", { class: "back", width, height: 6, rx: 3 }),
    make("rect", { class: "fill", width: Math.round(width * Math.min(1, done / Math.max(1, of))), height: 6, rx: 3 }),
  );

// A short message; `more` are elements after it. Read out, and gone after six seconds.
const say = (text, ...more) => {
  $("toast").replaceChildren(make("span", {}, tame(text)), ...more);
  clearTimeout(say.ends);
  say.ends = setTimeout(() => {
    $("toast").replaceChildren();
  }, 6000);
};
// For screen readers alone.
const tell = (text) => {
  if ($("told").textContent !== text) $("told").textContent = text;
};

// What is drawn anew keeps the focus where it was, by the id of the element; else on the heading.
const redrawn = (draw) => {
  const before = document.activeElement;
  const inside = $("view").contains(before);
  const { id, selectionStart, selectionEnd } = before ?? {};
  draw();
  if (!inside || document.contains(before)) return;
  const after = id ? $(id) : null;
  (after ?? $("heading"))?.focus({ preventScroll: true });
  if (after && typeof selectionStart === "number") after.setSelectionRange(selectionStart, selectionEnd);
};
