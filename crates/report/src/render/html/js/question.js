// Which pairs are asked for, and the address that says so. Names are those of the data, systems are numbers.
const EMPTY = () => ({ on: "", ph: "", gold: "", out: "", q: "", n: "", people: "", pair: "", s: {}, p: {}, c: {}, at: {} });
let asked = EMPTY();
const ANSWERS = ["entailment", "unknown", "contradiction", "not-entailment", "no answer", "missing"];
const WANTED = ["counted", "right", "wrong", ...ANSWERS];
const KNOWN = { on: ["part"], out: ["split", "none"], people: ["agree", "disagree", "differ"] };
const toAddress = (question) => {
  const fields = [];
  const add = (name, value) => { if (value !== "") fields.push(`${name}=${encodeURIComponent(value).replaceAll("%3A", ":")}`); };
  for (const name of ["on", "ph", "gold"]) add(name, question[name]);
  for (const letter of ["s", "p", "c", "at"]) {
    for (const [key, value] of Object.entries(question[letter])) add(`${letter}${key}`, value);
  }
  for (const name of ["out", "n", "people", "q", "pair"]) add(name, question[name]);
  return `#pairs?${fields.join("&")}`;
};
// What is unknown falls back to nothing.
const fromAddress = (hash) => {
  if (hash !== "#pairs" && !hash.startsWith("#pairs?")) return null;
  const question = EMPTY();
  for (const [name, value] of new URLSearchParams(hash.slice(7))) {
    const numbered = /^(s|p|c|at)(\d{1,4})$/.exec(name);
    if (numbered) {
      const [, letter, key] = numbered;
      const limit = letter === "at" ? store.attributes.length : store.systems.length;
      if (Number(key) >= limit) continue;
      if (letter === "s" && !WANTED.includes(value)) continue;
      if (letter === "p" && !["all", "notall"].includes(value)) continue;
      if (letter === "c" && !/^-?[\d.]*\.\.-?[\d.]*$/.test(value)) continue;
      question[letter][Number(key)] = value;
    } else if (name in KNOWN) {
      if (KNOWN[name].includes(value)) question[name] = value;
    } else if (["ph", "gold", "q", "pair"].includes(name)) {
      question[name] = value;
    } else if (name === "n" && /^\d{1,6}$/.test(value)) {
      question.n = value;
    }
  }
  return question;
};

