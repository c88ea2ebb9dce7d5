// A list of any length of which only the rows in view are drawn. Arrows, Page, Home and End move in it.
// `settings`: {id, label, rowHeight, rows(), draw(row) -> nodes, name(row), chosen() -> place, choose(place, entered)}.
const windowed = (settings) => {
  const { id, label, rowHeight } = settings;
  const space = make("div", { class: "space", role: "presentation" });
  const list = make("div", { id, class: "rows", role: "listbox", tabindex: 0, "aria-label": label }, space);
  const draw = () => {
    const rows = settings.rows();
    const chosen = settings.chosen();
    space.style.height = `${rows.length * rowHeight}px`;
    const from = Math.max(0, Math.floor(list.scrollTop / rowHeight) - 4);
    const end = Math.min(rows.length, Math.ceil((list.scrollTop + (list.clientHeight || 600)) / rowHeight) + 4);
    const drawn = [];
    for (let place = from; place < end; place += 1) {
      const row = make(
        "div",
        {
          role: "option",
          id: `${id}-${place}`,
          "data-place": place,
          "aria-selected": String(place === chosen),
          "aria-setsize": rows.length,
          "aria-posinset": place + 1,
        },
        settings.draw(rows[place]),
      );
      row.style.top = `${place * rowHeight}px`;
      row.style.height = `${rowHeight}px`;
      drawn.push(row);
    }
    if (rows.length === 0)
      drawn.push(
        make("div", { role: "option", class: "none", "aria-selected": "false", "aria-disabled": "true" }, settings.none ?? "Nothing fits."),
      );
    space.replaceChildren(...drawn);
    if (chosen >= from && chosen < end) list.setAttribute("aria-activedescendant", `${id}-${chosen}`);
    else list.removeAttribute("aria-activedescendant");
  };
  const show = (place) => {
    const top = place * rowHeight;
    if (top < list.scrollTop) list.scrollTop = top;
    else if (top + rowHeight > list.scrollTop + list.clientHeight) list.scrollTop = top + rowHeight - list.clientHeight;
  };
  const move = (event) => {
    const count = settings.rows().length;
    const by = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }[event.key];
    const to = { Home: 0, End: count - 1 }[event.key];
    if (count === 0 || (by === undefined && to === undefined)) return false;
    event.preventDefault();
    const place = Math.min(count - 1, Math.max(0, to ?? settings.chosen() + by));
    settings.choose(place, false);
    show(place);
    draw();
    return true;
  };
  list.addEventListener("scroll", () => requestAnimationFrame(draw), { passive: true });
  list.addEventListener("click", ({ target }) => {
    const row = target.closest("[data-place]");
    if (row) settings.choose(Number(row.dataset.place), true);
  });
  list.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (move(event)) event.stopPropagation();
    else if (event.key === "Enter" && settings.rows()[settings.chosen()]) {
      event.preventDefault();
      event.stopPropagation();
      settings.choose(settings.chosen(), true);
    }
  });
  return { list, draw, move, show };
};
