// The field for the phenomenon: a search by name, category and definition.
const popup = { open: false, at: -1, fitting: [] };

const score = (phenomenon, asked) => {
  const name = shownName(phenomenon.tag).toLowerCase();
  const named = `${phenomenon.tag} ${phenomenon.category} ${name}`.toLowerCase();
  const words = asked.split(/[\s:-]+/).filter(Boolean);
  if (name.startsWith(asked)) return 5;
  if (phenomenon.category.toLowerCase() === asked) return 4;
  if (words.every((word) => named.includes(word))) return 3;
  const described = [phenomenon.definition, phenomenon.choose_when, ...(phenomenon.nearest ?? []).map(({ why }) => why)]
    .join(" ")
    .toLowerCase();
  return words.every((word) => `${named} ${described}`.includes(word)) ? 2 : 0;
};
const fitting = (typed) => {
  const asked = typed.trim().toLowerCase();
  const { tags } = state.start;
  if (asked === "" || state.phenomena.has(typed.trim())) return tags;
  const scored = tags.map((phenomenon) => [score(phenomenon, asked), phenomenon]).filter(([points]) => points > 0);
  const best = Math.max(0, ...scored.map(([points]) => points));
  return scored.filter(([points]) => best < 3 || points >= (best === 4 ? 4 : 3)).map(([, phenomenon]) => phenomenon);
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
    for (const [place, phenomenon] of popup.fitting.entries()) {
      if (phenomenon.category !== category) {
        category = phenomenon.category;
        rows.push(make("div", { class: "category", role: "presentation" }, tame(category)));
      }
      rows.push(
        make(
          "div",
          { role: "option", id: `phenomenon-${place}`, "data-place": place, "aria-selected": "false" },
          make("b", {}, tame(shownName(phenomenon.tag))),
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
  state.shownTag = chosen ? chosen.tag : null;
  drawReference();
};
const closePopup = () => {
  if (!popup.open) return;
  Object.assign(popup, { open: false, at: -1 });
  drawPopup();
};
const choosePhenomenon = (tag) => {
  const { pattern, constraint } = state.phenomena.get(tag);
  const fromInventory = state.start.tags.some(
    (other) => (other.pattern ?? "") === draft.pattern && (other.constraint ?? "") === draft.constraint,
  );
  if ((!draft.pattern && !draft.constraint) || fromInventory) {
    setField("pattern", pattern ?? "", true);
    setField("constraint", constraint ?? "", true);
  }
  setField("phenomenon", tag, true);
  state.shownTag = null;
  closePopup();
  drawReference();
  (draft.left_hand_side ? $("right") : $("text-T"))?.focus();
};
const searchPhenomena = (asked) => {
  if (!$("phenomenon")) anotherPart();
  const field = $("phenomenon");
  if (!field) return;
  field.focus();
  field.value = asked;
  Object.assign(popup, { open: true, at: 0 });
  drawPopup();
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
      placeholder: `Search ${number(state.start.tags.length)} phenomena by name, category or definition   /`,
      onkeydown: phenomenonKeys,
      oninput: phenomenonTyped,
      onblur: () =>
        setTimeout(() => {
          if (document.activeElement?.id !== "phenomenon") closePopup();
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
