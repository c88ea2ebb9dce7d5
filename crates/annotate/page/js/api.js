// Speaking with the program. The token comes in the address's fragment and does not stay there.
const TOKEN = "phenom-token";
const kept = {
  get: (store, name) => {
    try {
      return store().getItem(name);
    } catch {
      return null;
    }
  },
  set: (store, name, value) => {
    try {
      store().setItem(name, value);
    } catch {
      /* A browser without storage: the token lives as long as the page. */
    }
  },
};
const session = () => sessionStorage;
const local = () => localStorage;

let token = null;
const takeToken = () => {
  const found = location.hash.slice(1);
  if (!/^[0-9A-Za-z_-]{16,}$/.test(found)) return false;
  token = found;
  kept.set(session, TOKEN, token);
  history.replaceState(null, "", location.pathname);
  return true;
};
if (!takeToken()) token = kept.get(session, TOKEN);

// What went wrong: `kind` is "gone" where nobody answers, "token" where the token is another, else what the program says.
class Failure extends Error {
  constructor(kind, error, help = null) {
    super(error);
    this.kind = kind;
    this.help = help;
  }
}

const PATIENCE_MS = 15000;
const call = async (path, body = undefined, keepalive = false) => {
  const options = { headers: { "X-Phenom-Token": token ?? "" }, cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS), keepalive };
  if (body !== undefined) {
    options.method = "POST";
    options.headers["Content-Type"] = "application/json";
    options.body = JSON.stringify(body);
  }
  let answer;
  let told;
  try {
    answer = await fetch(path, options);
    told = await answer.json().catch(() => null);
  } catch {
    throw new Failure("gone", "phenom annotate does not respond.");
  }
  // An answer that is no object was cut off: it counts as none.
  if (told === null || typeof told !== "object" || told.kind === "stopped")
    throw new Failure("gone", told?.error ?? "phenom annotate does not respond.");
  if (answer.ok) return told;
  throw new Failure(told.kind ?? "refused", told.error ?? `The program responds with status ${answer.status}.`, told.help);
};
const query = (path, values) => `${path}?${new URLSearchParams(values)}`;

// Of several questions of one kind only the last is answered: earlier ones give null.
const lastOf = (ask) => {
  let asked = 0;
  const last = async (...values) => {
    asked += 1;
    const mine = asked;
    try {
      const answer = await ask(...values);
      return mine === asked ? answer : null;
    } catch (failure) {
      if (mine === asked) throw failure;
      return null;
    }
  };
  // Nobody waits for the answer any more.
  last.drop = () => {
    asked += 1;
  };
  return last;
};
const explain = (failure) => [failure.message, failure.help].filter(Boolean).join(" ");
