// The field for the phenomenon: a search by name, category and definition.
const popup = { open: false, at: -1, fitting: [] };

const wordsOfTag = (phenomenon) =>
  [phenomenon.category, shownName(phenomenon.tag)]
    .join(" ")
    .toLowerCase()
    .split(/[\s:-]+/);
const initials = (words) => words.map((word) => word[0]).join("");
// Whether each typed piece begins a word, in their order: "lex hyp", "gen inf".
const beginsInOrder = (pieces, words) => {
  let at = 0;
  return pieces.every((piece) => {
    while (at < words.length && !words[at].startsWith(piece)) at += 1;
    at += 1;
    return at <= words.length;
  });
};
// Whether the name has the letters in their order and begins with the first: "hpn" of "hypernymy".
const isScattered = (letters, name) => {
  let at = 0;
  for (const letter of letters) {
    at = name.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return name[0] === letters[0];
};
const describes = ({ definition, choose_when: when, nearest }, pieces) => {
  const text = [definition, when, ...(nearest ?? []).map(({ why }) => why)].join(" ").toLowerCase();
  return pieces.every((piece) => text.includes(piece));
};
const score = (phenomenon, asked) => {
  const name = shownName(phenomenon.tag).toLowerCase();
  const words = wordsOfTag(phenomenon);
  const pieces = asked.split(/[\s:-]+/).filter(Boolean);
  if (name.startsWith(asked)) return 7;
  if (phenomenon.category.toLowerCase() === asked) return 6;
  if (initials(words) === asked || initials(name.split(" ")) === asked) return 5;
  if (beginsInOrder(pieces, words)) return 4;
  if (pieces.every((piece) => `${phenomenon.tag} ${name}`.toLowerCase().includes(piece))) return 3;
  if (isScattered(asked, name)) return 2;
  return describes(phenomenon, pieces) ? 1 : 0;
};
// The best first; those that only a definition or scattered letters speak for, where no name fits.
const fitting = (typed) => {
  const asked = typed.trim().toLowerCase();
  const { tags } = state.start;
  if (asked === "" || state.phenomena.has(typed.trim())) return tags;
  const scored = tags.map((phenomenon) => [score(phenomenon, asked), phenomenon]).filter(([points]) => points > 0);
  const least = scored.some(([points]) => points > 2) ? 3 : 1;
  return scored
    .filter(([points]) => points >= least)
    .sort(([points], [others]) => others - points)
    .map(([, phenomenon]) => phenomenon);
};

const drawPopup = () => {
  const field = $("phenomenon");
  const list = $("phenomena");
  if (!field) return;
  popup.fitting = fitting(field.value);
  list.hidden = !popup.open;
  field.setAttribute("aria-expanded", String(popup.open));
  const asked = popup.open ? field.value : null;
  if (popup.open && list.dataset.asked !== asked) {
    list.dataset.asked = asked;
    let category = null;
    const rows = [];
    const isWholeList = popup.fitting === state.start.tags;
    for (const [place, phenomenon] of popup.fitting.entries()) {
      if (isWholeList && phenomenon.category !== category) {
        category = phenomenon.category;
        rows.push(make("div", { class: "category", role: "presentation" }, tame(category)));
      }
      rows.push(
        make(
          "div",
          { role: "option", id: `phenomenon-${place}`, "data-place": place, "aria-selected": "false" },
          make("b", {}, tame(shownName(phenomenon.tag)), isWholeList ? null : make("i", {}, tame(phenomenon.category))),
          make("small", {}, tame(phenomenon.definition).replace(/[*`]/g, "")),
        ),
      );
    }
    if (rows.length === 0) {
      rows.push(
        make(
          "div",
          { class: "none", role: "option", "aria-selected": "false", "aria-disabled": "true" },
          `No phenomenon matches. Clear the field to see all ${number(state.start.tags.length)}.`,
        ),
      );
    }
    list.replaceChildren(...rows);
  }
  for (const option of list.children)
    if (option.dataset.place !== undefined) option.setAttribute("aria-selected", String(Number(option.dataset.place) === popup.at));
  const chosen = popup.open ? popup.fitting[popup.at] : undefined;
  if (chosen) field.setAttribute("aria-activedescendant", `phenomenon-${popup.at}`);
  else field.removeAttribute("aria-activedescendant");
  if (chosen) $(`phenomenon-${popup.at}`).scrollIntoView({ block: "nearest" });
  drawMeaning(chosen?.tag);
};
const closePopup = () => {
  if (!popup.open) return;
  Object.assign(popup, { open: false, at: -1 });
  drawPopup();
};
const choosePhenomenon = (tag) => {
  if (!draft.ownPattern) setField("pattern", state.phenomena.get(tag).pattern ?? "", true);
  setField("phenomenon", tag, true);
  closePopup();
  drawTried(); // without what was said of the tag before
  focusNext();
};
const searchPhenomena = (asked) => {
  const field = $("phenomenon");
  if (!field) return;
  field.focus();
  field.value = asked;
  Object.assign(popup, { open: true, at: 0 });
  drawPopup();
};
// Under the field: what the phenomenon is, in short.
const drawMeaning = (tag = draft.phenomenon) => {
  const box = $("meaning");
  if (!box || box.dataset.shown === tag) return;
  box.dataset.shown = tag;
  const phenomenon = state.phenomena.get(tag);
  box.replaceChildren(
    phenomenon ? tame(phenomenon.definition).replace(/[*`]/g, "") : "",
    " ",
    link("about", () => showPhenomenon(tag), phenomenon ? "Definition and examples" : "Which category?"),
  );
};

const phenomenonKeys = (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (by !== undefined) {
    event.preventDefault();
    const count = popup.fitting.length;
    if (popup.open && count) popup.at = (popup.at + by + count) % count;
    else
      Object.assign(popup, {
        open: true,
        at: Math.max(
          0,
          fitting(event.target.value).findIndex(({ tag }) => tag === event.target.value),
        ),
      });
    drawPopup();
  } else if (event.key === "Enter" && popup.open && popup.fitting[popup.at]) {
    event.preventDefault();
    choosePhenomenon(popup.fitting[popup.at].tag);
  } else if (event.key === "Escape" && popup.open) {
    event.preventDefault();
    event.stopPropagation();
    event.target.value = draft.phenomenon;
    closePopup();
  }
};
const phenomenonTyped = ({ target }) => {
  setField("phenomenon", target.value.trim());
  Object.assign(popup, { open: true, at: target.value.trim() ? 0 : -1 });
  const exact = fitting(target.value).findIndex(({ tag }) => tag === target.value.trim());
  if (exact >= 0) popup.at = exact;
  drawPopup();
};
const phenomenonField = () =>
  make(
    "div",
    { class: "combo" },
    make("input", {
      type: "text",
      id: "phenomenon",
      role: "combobox",
      "aria-expanded": "false",
      "aria-controls": "phenomena",
      "aria-autocomplete": "list",
      autocomplete: "off",
      spellcheck: "false",
      placeholder: `Search ${number(state.start.tags.length)} by name or initials`,
      onkeydown: phenomenonKeys,
      oninput: phenomenonTyped,
      onblur: () =>
        setTimeout(() => {
          if (document.activeElement?.id === "phenomenon") return;
          closePopup();
          drawTried();
        }),
    }),
    make("div", {
      class: "popup",
      id: "phenomena",
      role: "listbox",
      "aria-label": "Phenomena",
      hidden: true,
      // The field keeps the focus.
      onmousedown: (event) => event.preventDefault(),
      onclick: ({ target }) => {
        const place = target.closest("[data-place]")?.dataset.place;
        if (place !== undefined) choosePhenomenon(popup.fitting[Number(place)].tag);
      },
    }),
  );
