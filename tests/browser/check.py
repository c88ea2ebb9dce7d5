"""Reports in a real browser: python check.py PAGE...

Each PAGE is opened from the disk in headless Chromium and looked at through its DevTools. Needs the
package websocket-client. Says `skipped` where there is no Chromium (with PHENOM_NEED_BROWSER set, that
is a failure), `ok` or what is wrong for each check, and ends with 1 where anything is wrong.
"""

import itertools
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

# Far above what a filter takes (docs/performance.md): a page that hangs, not a busy machine.
LIMIT_MS = 2000


class Browser:
    """Chromium, spoken to by the DevTools protocol."""

    def __init__(self, program, profile):
        import websocket

        self.process = subprocess.Popen(
            [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
             "--no-first-run", "--remote-debugging-port=0", "--remote-allow-origins=*",
             f"--user-data-dir={profile}", "about:blank"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        port = pathlib.Path(profile) / "DevToolsActivePort"
        for _ in range(300):
            if port.exists() and len(port.read_text().split()) == 2:
                break
            time.sleep(0.1)
        number, path = port.read_text().split()
        self.socket = websocket.create_connection(f"ws://127.0.0.1:{number}{path}", timeout=60)
        self.numbers = itertools.count(1)
        self.events = []
        self.session = None
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.send(f"{domain}.enable")

    def send(self, method, **parameters):
        number = next(self.numbers)
        message = {"id": number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        self.socket.send(json.dumps(message))
        while True:
            answer = json.loads(self.socket.recv())
            if answer.get("id") == number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)
            if answer.get("method") == "Page.javascriptDialogOpening":
                # Left open it would stop everything.
                self.socket.send(json.dumps({
                    "id": next(self.numbers), "sessionId": self.session,
                    "method": "Page.handleJavaScriptDialog", "params": {"accept": True}}))

    def open(self, url):
        # By way of an empty page, or another fragment would not load anew.
        self.send("Page.navigate", url="about:blank")
        self.send("Runtime.evaluate", expression="1")
        self.events.clear()
        self.send("Page.navigate", url=url)
        for _ in range(600):
            if self.run("document.readyState === 'complete' && location.href !== 'about:blank'"):
                return
            time.sleep(0.1)
        raise RuntimeError(f"{url} does not load")

    def run(self, expression):
        answer = self.send("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            return f"an exception: {json.dumps(answer['exceptionDetails'])[:1000]}"
        return answer["result"].get("value")

    def named(self, *methods):
        return [it["params"] for it in self.events if it.get("method") in methods]

    def close(self):
        self.socket.close()
        self.process.terminate()
        self.process.wait(timeout=20)


# What every check may use.
HELP = r"""
globalThis.all = (selector) => [...document.querySelectorAll(selector)];
globalThis.pause = () => new Promise((done) => setTimeout(done, 50));
globalThis.set = async (name, value) => {
  const field = document.getElementById("filters").elements[name];
  field.value = value;
  const start = performance.now();
  field.dispatchEvent(new Event("input", { bubbles: true }));
  document.body.offsetHeight;
  const took = performance.now() - start;
  await pause();
  return took;
};
globalThis.clear = async () => { document.querySelector("#filters [type=reset]").click(); await pause(); };
globalThis.hits = () => Number(document.getElementById("hits").textContent.split(" ")[0].replaceAll(",", ""));
globalThis.linked = (pair) => pair[8] ?? pair[0];
globalThis.data = () => JSON.parse(document.getElementById("data").textContent);
"""

# Name and JavaScript that gives true, or what is wrong.
TABLES = [
    ("there are tables", "all('table').length > 0 && all('tbody tr').length > 0 || 'none'"),
    ("every header of a table sorts by pointer and keyboard, undefined last", r"""(async () => {
      for (const table of all("table")) {
        const heads = [...table.tHead.rows[table.tHead.rows.length - 1].cells];
        const before = [...table.tBodies[0].rows];
        for (const [column, head] of heads.entries()) {
          const button = head.querySelector("button");
          if (!button || button.tabIndex !== 0) return "a header is no button";
          for (const direction of ["ascending", "descending"]) {
            button.focus();
            button.click();
            if (head.getAttribute("aria-sort") !== direction) return `aria-sort is not ${direction}`;
            const cells = [...table.tBodies[0].rows].filter((row) => !row.classList.contains("total")).map((row) => row.cells[column]);
            const first = cells.findIndex((cell) => "undefined" in cell.dataset);
            if (first >= 0 && cells.slice(first).some((cell) => cell.dataset.value !== undefined)) return "undefined is not last";
            const values = cells.filter((cell) => cell.dataset.value !== undefined).map((cell) => Number(cell.dataset.value));
            const sign = direction === "ascending" ? 1 : -1;
            if (values.some((value, at) => at > 0 && sign * (value - values[at - 1]) < 0)) return `not sorted: ${values}`;
          }
          button.click();
          if (head.hasAttribute("aria-sort")) return "a third click does not restore";
          if ([...table.tBodies[0].rows].some((row, at) => row !== before[at])) return "the order is not restored";
        }
      }
      return true; })()"""),
    ("a table's filter hides rows and counts the others", r"""(async () => {
      for (const box of all(".table")) {
        const field = box.querySelector("input");
        const rows = [...box.querySelectorAll("tbody tr")];
        const word = rows[0].textContent.trim().split(/\s+/)[0].toUpperCase();
        field.value = word;
        field.dispatchEvent(new Event("input"));
        const shown = rows.filter((row) => !row.hidden);
        if (shown.length === 0 || shown.some((row) => !row.textContent.toUpperCase().includes(word))) return "wrong rows";
        if (!box.querySelector("output").textContent.startsWith(`${shown.length} of ${rows.length}`)) return "wrong count";
        field.value = "no row says this";
        field.dispatchEvent(new Event("input"));
        if (rows.some((row) => !row.hidden)) return "rows are left";
        field.value = "";
        field.dispatchEvent(new Event("input"));
        if (rows.some((row) => row.hidden)) return "rows are missing";
      }
      return true; })()"""),
    ("an undefined value tells its reason, and its mark leads to the note", r"""(() => {
      for (const cell of all("[data-undefined]")) {
        if (!cell.title) return "no reason";
        const note = document.getElementById(cell.querySelector("a").hash.slice(1));
        if (!note || !note.textContent.includes(cell.title)) return "no note";
      }
      return true; })()"""),
    ("tables have captions and headers with scope, the page landmarks and a link past them", r"""(() => {
      if (all("table").some((it) => !it.caption)) return "a table has no caption";
      if (all("th").some((it) => !it.scope)) return "a header has no scope";
      if (all("svg").some((it) => it.getAttribute("role") !== "img" || !it.getAttribute("aria-label"))) return "a figure has no name";
      if (!["main", "header", "nav", "footer"].every((it) => document.querySelector(it))) return "a landmark is missing";
      const ids = all("[id]").map((it) => it.id);
      if (new Set(ids).size !== ids.length) return "an id occurs twice";
      const links = all("a[href^='#']").filter((it) => !it.hash.startsWith("#pair="));
      const dead = links.filter((it) => !document.getElementById(decodeURIComponent(it.hash.slice(1))));
      if (dead.length) return `a link leads nowhere: ${dead[0].hash}`;
      return document.querySelector("a").className === "skip" || "no link past the header"; })()"""),
    ("the theme turns and turns back", r"""(() => {
      const colour = () => getComputedStyle(document.documentElement).backgroundColor;
      const before = colour();
      document.getElementById("theme").click();
      if (colour() === before) return "nothing turned";
      document.getElementById("theme").click();
      return colour() === before || "it does not turn back"; })()"""),
    ("nothing is wider than a narrow page", r"""(async () => document.documentElement.scrollWidth <= innerWidth
      || `${document.documentElement.scrollWidth} > ${innerWidth}`)()"""),
]

PAIRS = [
    ("all pairs are counted and some are shown", r"""(() => {
      const { originals } = data();
      if (hits() !== originals.length) return `${hits()} of ${originals.length}`;
      const shown = all("#results > article").length;
      return shown === Math.min(20, originals.length) || `${shown} are shown`; })()"""),
    ("texts are shown as they are", r"""(() => {
      const { originals } = data();
      for (const [at, article] of all("#results > article").entries()) {
        const text = originals[at][0][1];
        const shown = article.querySelector(".said bdi");
        if (!shown || text === "") continue;
        const clean = text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, "\ufffd");
        if (!clean.startsWith(shown.textContent)) return `shown as ${shown.textContent}`;
        if (shown.textContent !== clean && shown.textContent.length < 1000) return "cut short";
      }
      return all("#results script, #results img").length === 0 || "markup was made of a text"; })()"""),
    ("a long text is shown whole when asked", r"""(() => {
      const button = all(".said button")[0];
      if (!button) return data().originals.every(([pair]) => pair[1].length < 2000) || "there is no button";
      const text = button.parentElement.querySelector("bdi");
      button.click();
      return text.textContent.length > 2000 || "it is still cut"; })()"""),
    ("each outcome gives the pairs that the answers say", r"""(async () => {
      const { originals, systems } = data();
      const marks = (parts, at) => parts.map((it) => it[7][at]).filter((it) => it !== "-");
      const rules = {
        right: (w, p) => w === "1" && p.every((it) => it === "1"),
        parts: (w, p) => w === "0" && p.length > 0 && p.every((it) => it === "1"),
        whole: (w, p) => w === "1" && p.some((it) => it === "0"),
        wrong: (w, p) => w === "0" && p.every((it) => it === "0"),
      };
      for (const [outcome, rule] of Object.entries(rules)) {
        for (const at of systems.keys()) {
          await set("system", String(at));
          await set("outcome", outcome);
          const expected = originals.filter(([pair, parts]) => rule(pair[7][at], marks(parts, at))).length;
          if (hits() !== expected) return `${outcome} of ${systems[at]}: ${hits()} and not ${expected}`;
        }
      }
      await clear();
      await set("outcome", "disagree");
      const expected = originals.filter(([pair]) => new Set(pair[6]).size > 1).length;
      const got = hits();
      await clear();
      if (hits() !== originals.length) return "clearing does not clear";
      return got === expected || `disagree: ${got} and not ${expected}`; })()"""),
    ("phenomenon, category, gold and search give their pairs", r"""(async () => {
      const { originals, words } = data();
      const field = document.getElementById("filters").elements.phenomenon;
      for (const { value } of [...field.options].slice(1)) {
        await set("phenomenon", value);
        const has = (it) => it[4].some((number) => `${words[number]}:`.startsWith(`${value}:`));
        const expected = originals.filter(([pair, parts]) => [pair, ...parts].some(has)).length;
        if (expected === 0 || hits() !== expected) return `${value}: ${hits()} and not ${expected}`;
      }
      await clear();
      for (const { value } of [...document.getElementById("filters").elements.gold.options].slice(1)) {
        await set("gold", value);
        const expected = originals.filter(([pair]) => words[pair[3]] === value).length;
        if (hits() !== expected) return `${value}: ${hits()} and not ${expected}`;
      }
      await clear();
      const wanted = originals.at(-1)[0][1].slice(0, 60).toUpperCase();
      if (wanted === "") return true;
      await set("search", wanted);
      const found = hits();
      await set("search", "no text says this");
      const none = hits();
      await clear();
      return (found > 0 && found < originals.length + 1 && none === 0) || `${found}, ${none}`; })()"""),
    ("pages turn", r"""(async () => {
      if (data().originals.length <= 20) return true;
      const first = () => document.querySelector("#results > article").dataset.pair;
      const before = first();
      const [previous, next] = all("#pages button");
      if (!previous.disabled) return "there is a page before the first";
      next.click();
      if (first() !== linked(data().originals[20][0])) return "the next page is another";
      previous.click();
      return first() === before || "it does not turn back"; })()"""),
    (f"a filter answers within {LIMIT_MS} ms", r"""(async () => {
      const slow = [];
      // The median of three: a machine that others use stumbles now and then.
      const timed = async (name, value) => {
        const times = [];
        for (let time = 0; time < 3; time += 1) times.push(await set(name, value));
        return times.sort((one, other) => one - other)[1];
      };
      const note = (name, took) => { if (took > %d) slow.push(`${name}: ${took.toFixed(0)} ms`); globalThis.slowest = Math.max(globalThis.slowest ?? 0, took); };
      for (const name of ["phenomenon", "gold", "outcome", "system"]) {
        for (const { value } of [...document.getElementById("filters").elements[name].options].slice(0, 6)) note(`${name} ${value}`, await timed(name, value));
        await clear();
      }
      for (const text of ["l", "la", "landscape", "landscape 99", "xyz"]) note(text, await timed("search", text));
      await clear();
      return slow.length === 0 || slow.join(", "); })()""" % LIMIT_MS),
]


def check_page(browser, page):
    wrong = []
    url = pathlib.Path(page).resolve().as_uri()

    def report(name, outcome):
        print(f"  {'ok' if outcome is True else 'WRONG'}: {name}{'' if outcome is True else f': {outcome}'}")
        if outcome is not True:
            wrong.append(name)

    print(page)
    browser.send("Emulation.setDeviceMetricsOverride", width=400, height=900, deviceScaleFactor=1, mobile=False)
    browser.open(url)
    browser.run(HELP)
    has_pairs = browser.run("document.getElementById('data') !== null")
    for name, script in TABLES + (PAIRS if has_pairs else []):
        report(name, browser.run(script))
    if has_pairs:
        print(f"  the slowest filter took {browser.run('globalThis.slowest'):.0f} ms")
    requests = [it["request"]["url"] for it in browser.named("Network.requestWillBeSent")]
    report("no request but for the page", requests == [url] or requests)
    quiet(browser, report)
    if has_pairs:
        permalinks(browser, url, report)
    size = pathlib.Path(page).stat().st_size
    if not has_pairs:
        report("a page without pairs is under 1 MB", size < 1_000_000 or size)
    return wrong


def quiet(browser, report):
    told = [it for it in browser.named("Log.entryAdded") if it["entry"]["level"] in ("error", "warning")]
    told += browser.named("Runtime.exceptionThrown")
    told += [it for it in browser.named("Runtime.consoleAPICalled") if it["type"] in ("error", "warning", "assert")]
    report("the console is quiet", not told or json.dumps(told)[:600])
    report("no text runs as a script", not browser.named("Page.javascriptDialogOpening"))


def permalinks(browser, url, report):
    ids = browser.run("(() => { const { originals } = data(); const last = originals.at(-1);"
                      " return [originals[0][0], last[0], last[1][0] ?? last[0]].map(linked); })()")
    for name, pair in zip(("the first", "the last", "a part"), ids):
        browser.open(f"{url}#pair={pair}")
        target = browser.run("[...document.querySelectorAll('article.target')].map((it) => it.dataset.pair)")
        focused = browser.run("document.activeElement.dataset.pair")
        report(f"a link to {name} leads there", (target == [pair] and focused == pair) or [target, focused])
        quiet(browser, report)
    browser.run("location.hash = '#pair=there%20is%20none'")
    time.sleep(0.2)
    report("a link to no pair says so", "no pair" in browser.run("document.getElementById('hits').textContent"))


def main(pages):
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program is None:
        print("skipped: no Chromium here")
        return 1 if os.environ.get("PHENOM_NEED_BROWSER") else 0
    if not pages:
        print(__doc__)
        return 2
    missing = [page for page in pages if not pathlib.Path(page).is_file()]
    if missing:
        print(f"no such page: {', '.join(missing)}")
        return 2
    wrong = []
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(program, profile)
        try:
            for page in pages:
                wrong += check_page(browser, page)
        finally:
            browser.close()
    print(f"{len(wrong)} wrong" if wrong else "nothing is wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
