// One of a few, by pointer, arrows or digit: a group of radio buttons.
// `settings`: {id, labelledby or label, options: [{value, label, key, small}], value, choose(value)}.
const choice = ({ id, labelledby, label, options, value, choose, big = false }) => {
  const buttons = options.map((option, place) =>
    make(
      "button",
      {
        type: "button",
        id: `${id}-${place}`,
        role: "radio",
        "aria-checked": String(option.value === value),
        tabindex: option.value === value || (place === 0 && !options.some((other) => other.value === value)) ? 0 : -1,
        onclick: () => {
          check(place);
          choose(option.value);
        },
      },
      ...(big ? [key(option.key), option.label, make("small", {}, option.small)] : [option.label, option.key ? key(option.key) : null]),
    ),
  );
  const check = (chosen) => {
    for (const [place, radio] of buttons.entries()) {
      radio.setAttribute("aria-checked", String(place === chosen));
      radio.tabIndex = place === chosen ? 0 : -1;
    }
  };
  const group = make(
    "div",
    { id, role: "radiogroup", class: big ? "big" : "seg", "aria-labelledby": labelledby, "aria-label": label },
    ...buttons,
  );
  group.addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const next = buttons[(buttons.indexOf(document.activeElement) + by + buttons.length) % buttons.length];
    next.focus();
    next.click();
  });
  return group;
};
const judgmentOptions = (small = false) =>
  judgments().map((judgment, place) => ({
    value: judgment,
    label: capital(judgment),
    key: String(place + 1),
    small: small ? (MEANS[judgment] ?? "") : "",
  }));
// A digit chooses in a group as a click does.
const chooseByKey = (id, place) => {
  const radio = $(`${id}-${place}`);
  radio?.click();
  return Boolean(radio);
};
