// What all parts use; light and dark; contents; folds; figures.
const $ = (id) => document.getElementById(id);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const make = (name, properties = {}, ...children) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key in element && key !== "role") element[key] = value; else element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
};
const counted = (count, one, many) => `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
// Characters that steer what shows them are shown as what they are: odd ones.
const tame = (text) => text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "\ufffd");
const say = (text) => {
  $("toast").textContent = text;
  clearTimeout(say.ends);
  say.ends = setTimeout(() => { $("toast").textContent = ""; }, 2500);
};
// JSON, deflated, in base64.
const unpack = async (packed) => {
  const text = atob(packed);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return JSON.parse(await new Response(stream).text());
};
document.documentElement.classList.add("js");

const theme = $("theme");
const prefersDark = matchMedia("(prefers-color-scheme: dark)");
const isDark = () => (document.documentElement.dataset.theme ?? (prefersDark.matches ? "dark" : "light")) === "dark";
const nameTheme = () => { theme.textContent = isDark() ? "Light colours" : "Dark colours"; };
theme.addEventListener("click", () => {
  document.documentElement.dataset.theme = isDark() ? "light" : "dark";
  nameTheme();
});
prefersDark.addEventListener("change", nameTheme);
nameTheme();
theme.hidden = false;

// The section at the top of the window is marked in the contents.
const entries = all(".side nav a").map((link) => [link, $(link.hash.slice(1))]);
const markSection = () => {
  let here = entries[0];
  for (const entry of entries) if (entry[1].getBoundingClientRect().top < innerHeight * 0.3) here = entry;
  if (scrollY + innerHeight >= document.documentElement.scrollHeight - 4) here = entries.at(-1);
  for (const [link] of entries) {
    if (link === here[0]) link.setAttribute("aria-current", "true"); else link.removeAttribute("aria-current");
  }
};
let marking = false;
addEventListener("scroll", () => {
  if (marking) return;
  marking = true;
  requestAnimationFrame(() => { marking = false; markSection(); });
}, { passive: true });
markSection();

// What a link leads to stands open.
const unfold = (element) => {
  for (let fold = element?.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
};
const target = () => {
  try { return $(decodeURIComponent(location.hash.slice(1))); } catch { return null; }
};
const arrive = () => {
  const element = target();
  if (!element) return;
  unfold(element);
  element.scrollIntoView({ behavior: "instant", block: "start" });
};
addEventListener("hashchange", arrive);
