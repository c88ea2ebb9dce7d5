"""Reports in a real browser: python check.py [--quick] PAGE...

With --quick, fewer links are followed, and axe-core looks at fewer sizes and colours. Each PAGE is opened from the disk in
headless Chromium and looked at through its DevTools. Needs the
package websocket-client, and axe-playwright-python for axe-core. Says `skipped` where there is no Chromium (with PHENOM_NEED_BROWSER set, that
is a failure), `ok` or what is wrong for each check, and ends with 1 where anything is wrong.
"""

import contextlib
import importlib.util
import itertools
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.parse

# Far above what a filter takes (docs/performance.md): a page that hangs, not a busy machine.
LIMIT_MS = 2000


class Elsewhere(RuntimeError):
    """A page that was asked is gone: it is loaded anew, or another one is."""


class Lost(Exception):
    """Chromium or its page ended before it answered, which may not be the fault of the page."""


class Browser:
    """Chromium, spoken to by the DevTools protocol."""

    def __init__(self, program, profile, **environment):
        self.program, self.profile, self.environment = program, pathlib.Path(profile), environment
        twice([], self.start)

    def start(self):
        import websocket

        self.gone = (websocket.WebSocketConnectionClosedException, ConnectionError)
        self.socket = self.session = None
        port = self.profile / "DevToolsActivePort"
        port.unlink(missing_ok=True)
        # To append: reading it moves no place at which Chromium writes.
        self.said = tempfile.TemporaryFile("a+b")
        # Without updates: a closed network refuses many connections at a time.
        self.process = subprocess.Popen(
            [self.program, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
             "--disable-background-networking", "--disable-component-update", "--disable-sync",
             "--no-first-run", "--disable-ipc-flooding-protection", "--remote-debugging-port=0", "--remote-allow-origins=*",
             f"--user-data-dir={self.profile}", "about:blank"],
            stdout=subprocess.DEVNULL, stderr=self.said, env={**os.environ, **self.environment})
        try:
            self.connect(websocket, port)
        except BaseException:
            self.close()
            raise

    def connect(self, websocket, port):
        found = []
        for _ in range(600):
            if port.exists() and len(found := port.read_text().split()) == 2 or self.process.poll() is not None:
                break
            time.sleep(0.1)
        if len(found) != 2:
            raise self.lost("did not start")
        number, path = found
        try:
            self.socket = websocket.create_connection(f"ws://127.0.0.1:{number}{path}", timeout=300)
        except (OSError, websocket.WebSocketException) as error:
            raise self.lost("took no connection") from error
        self.numbers = itertools.count(1)
        self.events = []
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log", "Inspector"):
            self.send(f"{domain}.enable")

    def again(self):
        """Another Chromium, with a new profile, in place of one that was lost."""
        self.close()
        shutil.rmtree(self.profile, ignore_errors=True)
        self.start()

    def lost(self, how):
        # A lost connection may be known before its end.
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(timeout=2)
        self.said.seek(0)
        # D-Bus is missing on every machine without a desktop.
        last = [line for line in self.said.read().decode(errors="replace").splitlines() if "dbus/" not in line][-20:]
        return Lost("\n  ".join([f"Chromium {how}; its exit code is {self.process.returncode}, its last lines are:", *last]))

    def send(self, method, **parameters):
        try:
            return self.answered(method, parameters)
        except self.gone as error:
            raise self.lost(f"ended during {method}") from error

    def answered(self, method, parameters):
        number = next(self.numbers)
        message = {"id": number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        self.socket.send(json.dumps(message))
        while True:
            answer = json.loads(self.socket.recv())
            if answer.get("id") == number:
                if "error" in answer:
                    # The code of the protocol for a page or its context that ended while it was asked.
                    gone = method == "Runtime.evaluate" and answer["error"].get("code") == -32000
                    raise (Elsewhere if gone else RuntimeError)(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)
            if answer.get("method") == "Inspector.targetCrashed":
                # It would never answer.
                raise self.lost(f"lost its page during {method}")
            if answer.get("method") == "Page.javascriptDialogOpening":
                # Left open it would stop everything.
                self.socket.send(json.dumps({
                    "id": next(self.numbers), "sessionId": self.session,
                    "method": "Page.handleJavaScriptDialog", "params": {"accept": True}}))

    def open(self, url):
        # By way of an empty page, or another fragment would not load anew.
        self.send("Page.navigate", url="about:blank")
        self.until("location.href === 'about:blank'", 60, 0.01)
        self.events.clear()
        self.send("Page.navigate", url=url)
        if not self.until("document.readyState === 'complete' && location.href !== 'about:blank'", 60, 0.1):
            raise RuntimeError(f"{url} does not load")

    def until(self, expression, seconds, pause):
        """Whether `expression` becomes true in time. While one page gives way to the next, it is not."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                if self.run(f"Boolean({expression})") is True:
                    return True
            except Elsewhere:
                pass
            time.sleep(pause)
        return False

    def run(self, expression):
        answer = self.send("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            return f"an exception: {json.dumps(answer['exceptionDetails'])[:1000]}"
        return answer["result"].get("value")

    def named(self, *methods):
        return [it["params"] for it in self.events if it.get("method") in methods]

    def close(self):
        if self.socket:
            self.socket.close()
        self.process.terminate()
        try:
            self.process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.said.close()


def twice(browsers, look):
    """What `look` gives. If one of its browsers is lost, it looks once more with new ones, and a line says so."""
    try:
        return look()
    except Lost as lost:
        print(f"{lost}\n  It is looked at once more, with a new one.", flush=True)
        for browser in browsers:
            browser.again()
        return look()


# What every check may use. `index` holds the pairs as the page has them, unpacked here and not by its script.
HELP = r"""
globalThis.all = (selector, within = document) => [...within.querySelectorAll(selector)];
globalThis.pause = (time = 20) => new Promise((done) => setTimeout(done, time));
globalThis.unpacked = async (packed) => {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).json();
};
globalThis.read = async () => {
  const head = JSON.parse(document.getElementById("data").textContent);
  const index = await unpacked(head.index);
  const rows = [];
  for (const [original, parts] of index.parts.entries()) {
    const first = rows.length;
    for (let row = first; row <= first + parts; row += 1) {
      rows.push({
        row, original, id: index.ids[row], part: row > first, first, parts,
        gold: index.words[index.gold.charCodeAt(row) - 65],
        tags: index.tagged[row].map((tag) => index.tags[tag]),
        answers: index.answers.map((all) => index.words[all.charCodeAt(row) - 65]),
        right: index.right.map((all) => all[row]),
        texted: index.texted?.[row] !== "0",
      });
    }
  }
  globalThis.head = head;
  globalThis.rows = rows;
  globalThis.attributes = index.attributes;
  globalThis.originals = rows.filter((row) => !row.part);
  globalThis.partsOf = (row) => rows.slice(row.first + 1, row.first + 1 + row.parts);
  return rows.length;
};
// White space in a title is a blank; characters that steer what shows them are written as the page writes them.
globalThis.spaced = (text) => text.replace(/\s+/g, " ");
globalThis.tame = (text) => text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "\ufffd");
// How many links are followed: each is a search among all pairs.
globalThis.most = () => (rows.length > 20000 ? 60 : globalThis.links);
globalThis.drawn = () => Number(document.documentElement.dataset.drawn);
// Until all is drawn that was asked for.
globalThis.settled = async (before) => { for (let time = 0; time < 600 && drawn() <= before; time += 1) await pause(5); };
globalThis.set = async (name, value) => {
  const field = document.getElementById("filters").elements[name];
  const before = drawn();
  field.value = value;
  const start = performance.now();
  field.dispatchEvent(new Event("input", { bubbles: true }));
  await settled(before);
  document.body.offsetHeight;
  return performance.now() - start;
};
globalThis.clear = async () => { const before = drawn(); document.getElementById("clear").click(); await settled(before); };
globalThis.hits = () => Number(document.getElementById("hits").textContent.split(" ")[0].replaceAll(",", ""));
globalThis.go = async (hash) => { const before = drawn(); location.hash = hash; await settled(before); };
"""

# Name and JavaScript that gives true, or what is wrong.
TABLES = [
    ("there are tables", "all('table').length > 0 && all('tbody tr').length > 0 || 'none'"),
    ("every header of a table sorts by pointer and keyboard, undefined last", r"""(async () => {
      for (const table of all(".table table")) {
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
    ("phenomena are sorted within categories, totals stay first and rows by gold stay under theirs", r"""(() => {
      const grid = document.getElementById("phenomena-table");
      if (!grid) return true;
      const heads = [...grid.tHead.rows[0].cells];
      const under = (row) => {
        const subs = [];
        for (let next = row.nextElementSibling; next?.classList.contains("sub"); next = next.nextElementSibling) subs.push(next);
        return subs;
      };
      const before = new Map(all("tr:not(.sub)", grid.tBodies[0].parentElement).filter((row) => row.dataset.n).map((row) => [row, under(row)]));
      for (const [column, head] of heads.entries()) {
        for (const sign of [1, -1, 0]) {
          head.querySelector("button").click();
          for (const [row, subs] of before) if (under(row).some((sub, at) => sub !== subs[at])) return "rows by gold moved";
          for (const body of grid.tBodies) {
            const rows = all("tr:not(.sub)", body);
            const kinds = rows.map((row) => row.classList.contains("phenomenon"));
            if (kinds.some((kind, at) => at > 0 && kinds[at - 1] && !kind)) return "a total moved";
            const values = rows.filter((row) => row.classList.contains("phenomenon")).map((row) => row.cells[column].dataset.value);
            const numbers = values.filter((value) => value !== undefined).map(Number);
            if (column > 0 && sign !== 0 && numbers.some((value, at) => at > 0 && sign * (value - numbers[at - 1]) < 0)) return `not sorted: ${numbers}`;
          }
        }
      }
      return true; })()"""),
    ("a row opens by gold judgment, and its counts add up to the row's", r"""(() => {
      const grid = document.getElementById("phenomena-table");
      if (!grid) return true;
      for (const button of all("button.x", grid)) {
        const row = button.closest("tr");
        const subs = [];
        for (let next = row.nextElementSibling; next?.classList.contains("sub"); next = next.nextElementSibling) subs.push(next);
        if (subs.length === 0 || subs.some((sub) => !sub.hidden)) return "rows by gold are not folded";
        button.click();
        if (button.getAttribute("aria-expanded") !== "true" || subs.some((sub) => sub.hidden)) return "a row does not open";
        const sum = subs.reduce((all, sub) => all + Number(sub.cells[1].dataset.c), 0);
        if (sum !== Number(row.dataset.n)) return `${row.textContent.trim()}: ${sum} and not ${row.dataset.n}`;
        button.click();
      }
      return true; })()"""),
    ("another measure is shown in the table, and accuracy again", r"""(async () => {
      const field = document.getElementById("measure");
      if (!field) return true;
      const grid = document.getElementById("phenomena-table");
      const before = grid.tBodies[0].textContent;
      for (const { value, textContent } of [...field.options].slice(1)) {
        const name = textContent.toLowerCase();
        field.value = value;
        field.dispatchEvent(new Event("change", { bubbles: true }));
        const named = () => document.getElementById("measured").textContent.toLowerCase().startsWith(`${name}:`);
        for (let time = 0; time < 300 && !named(); time += 1) await pause();
        if (!named()) return `${name} is not shown`;
        const cells = all("tr:not(.sub) .m", grid);
        if (cells.some((cell) => cell.dataset.c !== cell.querySelector("a, .v").textContent)) return "what is copied is not what is shown";
      }
      field.value = "0";
      field.dispatchEvent(new Event("change", { bubbles: true }));
      await pause(60);
      return grid.tBodies[0].textContent === before || "accuracy does not come back"; })()"""),
    ("a table is copied as it is shown, in three formats", r"""(async () => {
      let copied = "";
      Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText: async (text) => { copied = text; } } });
      for (const menu of all(".menu").slice(0, 3)) {
        const table = menu.closest(".bar").nextElementSibling.querySelector("table");
        const lines = all("tbody tr", table).filter((row) => !row.hidden).length + 1;
        for (const button of all("button", menu)) {
          button.click();
          await pause();
          const rows = copied.trimEnd().split("\n");
          const extra = { CSV: 0, Markdown: 1, LaTeX: 5 }[button.textContent];
          if (rows.length !== lines + extra) return `${button.textContent}: ${rows.length} lines and not ${lines + extra}`;
          if (button.textContent === "LaTeX" && /(^|[^\\])[&]{2}|[^\\][#%$_](?![{^\\])/.test(copied.replace(/\$[^$]*\$/g, ""))) return "LaTeX is not escaped";
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
      if (all("svg:not([aria-hidden])").some((it) => !["img", "group"].includes(it.getAttribute("role")) || !it.getAttribute("aria-label"))) return "a figure has no name";
      if (!["main", "header", "nav"].every((it) => document.querySelector(it))) return "a landmark is missing";
      const ids = all("[id]").map((it) => it.id);
      if (new Set(ids).size !== ids.length) return "an id occurs twice";
      const links = all("a[href^='#']:not([href^='#pairs?'])");
      const dead = links.filter((it) => !document.getElementById(decodeURIComponent(it.hash.slice(1))));
      if (dead.length) return `a link leads nowhere: ${dead[0].hash}`;
      return document.querySelector("a").className === "skip" || "no link past the header"; })()"""),
    ("a stage opens by its summary to originals, and its count is that of those shown and left out", r"""(() => {
      for (const stage of all("#stages details.stage")) {
        const summary = stage.querySelector("summary");
        if (stage.open || summary.tabIndex !== 0) return "a stage is open or takes no focus";
        summary.click();
        const shown = all(".examples > li", stage);
        if (!stage.open || shown.some((original) => original.getClientRects().length === 0)) return "a stage does not open";
        const more = /^(\d+) more /.exec(all(":scope > .fact", stage)[0]?.textContent ?? "");
        const count = Number(/\d+/.exec(summary.querySelector(".num").textContent)[0]);
        if (shown.length + Number(more?.[1] ?? 0) !== count) return `${shown.length} of ${count} originals`;
        summary.click();
      }
      return true; })()"""),
    ("a link into a fold opens it", r"""(async () => {
      const inner = all("details:not([open]) [id]")[0];
      if (!inner) return true;
      location.hash = `#${inner.id}`;
      await pause(100);
      return inner.closest("details").open || "it stays closed"; })()"""),
    ("a figure for print is downloaded as SVG", r"""(async () => {
      const buttons = all("[data-figure]");
      if (buttons.length === 0) return document.getElementById("print-data") === null || "no button";
      const kept = [];
      const [made, clicked] = [URL.createObjectURL, HTMLAnchorElement.prototype.click];
      URL.createObjectURL = (blob) => { kept.push(blob); return made.call(URL, blob); };
      HTMLAnchorElement.prototype.click = function () { kept.push(this.download); };
      for (const button of [buttons[0], buttons.at(-1)]) {
        button.click();
        for (let time = 0; time < 200 && kept.length < 2; time += 1) await pause();
        const [blob, name] = kept.splice(0);
        const parsed = new DOMParser().parseFromString(await blob.text(), "image/svg+xml");
        if (parsed.documentElement.nodeName !== "svg" || name !== `${button.dataset.figure}.svg`) return `${name} is no SVG`;
      }
      URL.createObjectURL = made;
      HTMLAnchorElement.prototype.click = clicked;
      return true; })()"""),
    ("figures have the page's own type and follow light and dark", r"""(() => {
      if (all("main svg use, main svg path[id]").length > 0) return "a figure for print is in the page";
      const text = document.querySelector(".native text[data-f=i]");
      if (!text) return true;
      const fill = () => getComputedStyle(text).fill;
      const before = fill();
      document.getElementById("theme").click();
      const after = fill();
      document.getElementById("theme").click();
      return (before !== after && fill() === before) || `a text is ${before} and ${after}`; })()"""),
    ("two systems are compared row by row, and swapped", r"""(async () => {
      const [table, one, other] = ["compare-table", "one", "other"].map((id) => document.getElementById(id));
      if (!table) return true;
      const compared = () => document.documentElement.dataset.compared;
      const until = async (wanted) => { for (let time = 0; time < 200 && compared() !== wanted; time += 1) await pause(); return compared() === wanted; };
      const choose = async (a, b) => {
        one.value = a;
        other.value = b;
        other.dispatchEvent(new Event("change", { bubbles: true }));
        return until(`${a} ${b}`);
      };
      const tests = await unpacked(document.getElementById("comparisons").textContent);
      const grid = all("#phenomena-table tbody tr:not(.sub)");
      const last = one.options.length - 1;
      for (const [a, b] of [[0, 1], [last, 0]]) {
        if (!(await choose(a, b))) return `${a} and ${b} are not compared`;
        const rows = [...table.tBodies[0].rows];
        if (rows.length !== grid.length) return `${rows.length} rows and not ${grid.length}`;
        for (const [at, row] of rows.entries()) {
          const values = [a, b].map((system) => grid[at].cells[2 + system].dataset.value);
          if (values.includes(undefined)) continue;
          const number = Number(row.cells[5].dataset.c.split(" ")[0].replace("−", "-"));
          if (Math.abs(number - 100 * (values[0] - values[1])) > 0.0501 && Math.abs(number - (values[0] - values[1])) > 0.00051) return `${number} is not the difference of ${values}`;
          const test = tests.find(([line, systems]) => line === Number(grid[at].dataset.r) && systems.includes(a) && systems.includes(b));
          const [result, significant] = [row.cells[7].textContent, Boolean(test?.[6])];
          if (!test && result !== "not compared") return `${result}, but nothing was tested`;
          if (test && significant !== result.endsWith(" higher")) return `${result}, but the test says ${significant}`;
          if (significant && result !== `${one.options[number > 0 ? a : b].text} higher`) return `${result} at ${number}`;
        }
      }
      const before = [...table.tBodies[0].rows].map((row) => row.cells[5].dataset.c.split(" ")[0]);
      document.getElementById("swap").click();
      if (!(await until(`0 ${last}`))) return "they are not swapped";
      const turned = { "+": "−", "−": "+" };
      const after = [...table.tBodies[0].rows].map((row) => row.cells[5].dataset.c.split(" ")[0]);
      return after.every((text, at) => text === before[at].replace(/^[+−]/, (sign) => turned[sign])) || "a swapped difference has another value"; })()"""),
    ("systems are hidden and shown again, and one stays", r"""(() => {
      const chips = all("[data-system]");
      if (chips.length === 0) return true;
      const shown = (system) => all(`[data-s="${system}"]`).filter((element) => element.getClientRects().length > 0).length;
      const before = shown(0);
      chips[0].click();
      if (shown(0) !== 0 || chips[0].getAttribute("aria-pressed") !== "false") return "a system is not hidden";
      for (const chip of chips.slice(1)) chip.click();
      if (chips.filter((chip) => chip.getAttribute("aria-pressed") === "true").length !== 1) return "no system stays";
      document.getElementById("all-systems").click();
      return shown(0) === before || `${shown(0)} of ${before} are shown again`; })()"""),
    ("a system with several runs opens to its runs", r"""(() => {
      for (const button of all("#runs button.x")) {
        const row = button.closest("tr");
        const runs = [];
        for (let next = row.nextElementSibling; next?.classList.contains("sub"); next = next.nextElementSibling) runs.push(next);
        if (runs.length !== Number(row.cells[1].textContent) || runs.some((run) => !run.hidden)) return "runs are missing or open";
        button.click();
        if (runs.some((run) => run.hidden)) return "runs do not open";
        const values = runs.map((run) => Number(run.cells[2].dataset.value));
        const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
        if (Math.abs(mean - Number(row.cells[2].dataset.value)) > 1e-6) return `${mean} is not the mean of ${values}`;
        button.click();
      }
      return true; })()"""),
    ("what is tall scrolls in view of its labels", r"""(() => {
      for (const box of all(".scroll.tall, main .scroll:not(.fits)").filter((box) => box.getClientRects().length > 0)) {
        box.scrollTo(box.scrollWidth, 150);
        const [edge, head] = [box.getBoundingClientRect(), box.querySelector("thead th")];
        if (box.scrollTop > 0 && Math.abs(head.getBoundingClientRect().top - edge.top) > 2) return `${box.ariaLabel}: the header scrolls away`;
        const first = box.querySelector("tbody th");
        if (box.scrollLeft > 0 && first && Math.abs(first.getBoundingClientRect().left - edge.left) > 2) return `${box.ariaLabel}: the first column scrolls away`;
        box.scrollTo(0, 0);
      }
      return true; })()"""),
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
    ("all pairs are counted and those in view are shown", r"""(async () => {
      await clear();
      if (hits() !== originals.length) return `${hits()} of ${originals.length}`;
      const shown = all("#list .row");
      if (shown.length === 0 || shown.length > 60) return `${shown.length} are drawn`;
      return shown[0].getAttribute("aria-setsize") === String(originals.length) || "their number is not said"; })()"""),
    ("texts are shown as they are, and nothing in them is markup", r"""(async () => {
      const block = head.texts[0]?.[1] ? await unpacked(head.texts[0][1]) : [];
      for (const original of originals.slice(0, Math.min(4, originals.length))) {
        if (original.row >= block.length) break;
        await go(`#pairs?pair=${encodeURIComponent(original.id)}`);
        if (document.getElementById("det").dataset.pair !== original.id) return `${original.id} is not shown`;
        const said = all("#det dd");
        if (said.length === 0) continue;
        for (const button of all("#det dd button")) button.click();
        for (const [at, field] of said.entries()) {
          const wanted = tame(block[original.row][at]);
          if (field.textContent !== wanted) return `shown as ${field.textContent.slice(0, 200)}`;
        }
      }
      await clear();
      return all("#pairs script, #pairs img").length === 0 || "markup was made of a text"; })()"""),
    ("words that are in only one of two texts are marked", r"""(async () => {
      await clear();
      const [text, hypothesis] = all("#det dd").map((field) => field.textContent.toLowerCase());
      if (!hypothesis) return true;
      const words = new Set(text.match(/[\p{L}\p{N}]+/gu) ?? []);
      const marks = all("mark", all("#det dd")[1]).flatMap((mark) => mark.textContent.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
      const novel = (hypothesis.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !words.has(word));
      return marks.join() === novel.join() || `${marks} and not ${novel}`; })()"""),
    ("answers, outcomes and parts give the pairs that the answers say", r"""(async () => {
      const competing = head.systems.map((_, at) => at).filter((at) => !head.reads_gold[at]);
      const expect = async (hash, rule, of = originals) => {
        await go(hash);
        const expected = of.filter(rule).length;
        return hits() === expected ? null : `${hash}: ${hits()} and not ${expected}`;
      };
      const parts = rows.filter((row) => row.part);
      const wrongs = [];
      for (const at of head.systems.keys()) {
        wrongs.push(await expect(`#pairs?s${at}=right`, (row) => row.right[at] === "1"));
        wrongs.push(await expect(`#pairs?s${at}=wrong`, (row) => row.right[at] === "0"));
        if (parts.length === 0) continue;
        wrongs.push(await expect(`#pairs?on=part&s${at}=wrong`, (row) => row.right[at] === "0", parts));
        const counted = (row) => row.parts > 0 && row.right[at] !== "-" && partsOf(row).every((part) => part.right[at] !== "-");
        const solved = (row) => partsOf(row).every((part) => part.right[at] === "1");
        wrongs.push(await expect(`#pairs?s${at}=wrong&p${at}=all`, (row) => counted(row) && row.right[at] === "0" && solved(row)));
        wrongs.push(await expect(`#pairs?s${at}=right&p${at}=notall`, (row) => counted(row) && row.right[at] === "1" && !solved(row)));
      }
      const [a, b] = competing;
      if (b !== undefined) {
        wrongs.push(await expect(`#pairs?s${a}=right&s${b}=wrong`, (row) => row.right[a] === "1" && row.right[b] === "0"));
        wrongs.push(await expect("#pairs?out=none", (row) => competing.every((at) => row.right[at] === "0")));
        wrongs.push(await expect("#pairs?out=split", (row) => new Set(competing.map((at) => row.right[at]).filter((right) => right !== "-")).size > 1));
      }
      for (const gold of new Set(originals.map((row) => row.gold).filter(Boolean))) {
        for (const answer of new Set(originals.map((row) => row.answers[0]))) {
          const covers = (wanted, said) => said === wanted || (wanted === "not-entailment" && ["unknown", "contradiction"].includes(said));
          wrongs.push(await expect(`#pairs?gold=${gold}&s0=${encodeURIComponent(answer)}`, (row) => covers(gold, row.gold) && covers(answer, row.answers[0])));
        }
      }
      wrongs.push(await expect("#pairs?s99=right&s0=nonsense&out=nonsense&p0=nonsense&unknown=1", () => true));
      await clear();
      return wrongs.filter(Boolean).join("; ") || true; })()"""),
    ("a chip counts the pairs that it gives", r"""(async () => {
      await clear();
      for (let at = 0; at < all("#chips .chip").length; at += 1) {
        const chip = all("#chips .chip")[at];
        const count = Number(chip.querySelector("b").textContent.replaceAll(",", ""));
        const before = drawn();
        chip.click();
        await settled(before);
        if (hits() !== count) return `${chip.textContent}: ${hits()}`;
        await clear();
      }
      return true; })()"""),
    ("phenomenon, category, gold, parts, attributes and search give their pairs", r"""(async () => {
      const { elements } = document.getElementById("filters");
      const has = (row, value) => row.tags.some((path) => path === value || path.split(":")[0] === value);
      for (const { value } of all("option", elements.ph).slice(1, 30)) {
        await set("ph", value);
        const expected = originals.filter((row) => [row, ...partsOf(row)].some((pair) => has(pair, value))).length;
        if (expected === 0 || hits() !== expected) return `${value}: ${hits()} and not ${expected}`;
      }
      await clear();
      for (const { value } of [...elements.gold.options].slice(1)) {
        await set("gold", value);
        const covers = (gold) => gold === value || (value === "known" && gold !== "") || (value === "not-entailment" && ["unknown", "contradiction"].includes(gold));
        const expected = originals.filter((row) => covers(row.gold)).length;
        if (hits() !== expected) return `${value}: ${hits()} and not ${expected}`;
      }
      await clear();
      if (elements.n) {
        let sum = 0;
        for (const { value } of [...elements.n.options].slice(1)) { await set("n", value); sum += hits(); }
        if (sum !== originals.length) return `numbers of parts: ${sum} and not ${originals.length}`;
        await clear();
      }
      if (elements.people) {
        await set("people", "agree");
        const agree = hits();
        await set("people", "disagree");
        if (agree === 0 || hits() === 0 || agree + hits() !== originals.length) return `annotators: ${agree} and ${hits()}`;
        await clear();
      }
      if (elements.at0) {
        const [{ values, of }] = attributes;
        for (const { value } of [...elements.at0.options].slice(1, 30)) {
          await set("at0", value);
          const expected = originals.filter(({ row }) => values[of[row]] === value).length;
          if (expected === 0 || hits() !== expected) return `attribute ${value}: ${hits()} and not ${expected}`;
        }
        await clear();
      }
      if (elements.low0) {
        await set("low0", "0.5");
        const high = hits();
        await set("high0", "0.5");
        if (high === 0 || hits() >= high) return `confidence: ${high}, ${hits()}`;
        await clear();
      }
      const last = originals.at(-1);
      await set("q", last.id.toUpperCase());
      const found = hits();
      await set("q", "no text says this");
      const none = hits();
      await clear();
      return (found > 0 && none === 0) || `search: ${found}, ${none}`; })()"""),
    ("j and k go through the pairs, and the address keeps what is asked for", r"""(async () => {
      await clear();
      document.getElementById("pairs").scrollIntoView();
      const press = async (key) => { document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true })); await pause(150); };
      const shown = () => document.getElementById("det").dataset.pair;
      const first = shown();
      // The first that can be read.
      const at = Math.max(0, originals.findIndex((row) => row.texted));
      if (first !== originals[at].id) return `${first} is first`;
      if (originals.length === at + 1) return true;
      await press("j");
      const next = originals[at + 1].id;
      if (shown() !== next) return "j does not go on";
      if (!location.hash.includes(`pair=${encodeURIComponent(next).replaceAll("%3A", ":")}`)) return `the address is ${location.hash}`;
      await press("k");
      return shown() === first || "k does not go back"; })()"""),
    ("every link from a cell leads to exactly the pairs that it counts", r"""(async () => {
      const links = all("a[href^='#pairs?']").filter((link) => !link.closest("#pairs, svg"));
      // Of very many, every so-many-th; each kind of cell is among them.
      const step = Math.max(1, Math.ceil(links.length / most()));
      const wrongs = [];
      let followed = 0;
      for (let at = 0; at < links.length; at += step) {
        const link = links[at];
        const cell = link.closest("td");
        const said = /(\d+) of (\d+) correct/.exec(link.title);
        const ratio = /^(\d+)\/(\d+)$/.exec(link.textContent);
        const rests = /rests on (\d+) counted pairs/.exec(link.title);
        const counted = Number(said?.[2] ?? rests?.[1] ?? link.dataset.count ?? ratio?.[2] ?? link.textContent);
        await go(link.getAttribute("href"));
        followed += 1;
        const pair = /[?&]pair=([^&]+)/.exec(link.getAttribute("href"))?.[1];
        if (pair !== undefined) {
          const shown = document.getElementById("det").dataset.pair;
          if (shown !== decodeURIComponent(pair)) wrongs.push(`${link.getAttribute("href")}: ${shown}`);
          continue;
        }
        if (Number.isNaN(counted)) {
          // A sentence that leads to pairs states no number.
          if (hits() === 0) wrongs.push(`${link.getAttribute("href")}: no pairs`);
          continue;
        }
        if (hits() !== counted) wrongs.push(`${link.getAttribute("href")}: ${hits()} and not ${counted}`);
        const system = /s(\d+)=counted/.exec(link.getAttribute("href"))?.[1];
        const right = said?.[1] ?? ratio?.[1];
        if (right === undefined || system === undefined) continue;
        await set(`s${system}`, "right");
        if (hits() !== Number(right)) wrongs.push(`${link.getAttribute("href")}: ${hits()} right and not ${right}`);
      }
      await clear();
      globalThis.followed = followed;
      if (links.length === 0) return "there is no link";
      return wrongs.slice(0, 3).join("; ") || true; })()"""),
    ("every link from a mark of a drawing has a name, takes focus and leads to exactly the pairs that it counts", r"""(async () => {
      const links = all("main svg a[href^='#pairs?']");
      const step = Math.max(1, Math.ceil(links.length / most()));
      const wrongs = [];
      // What a title says of the pairs: how many, how many of them are right, or what share.
      const said = (title) => {
        const number = (pattern) => { const found = pattern.exec(title); return found && Number(found[1]); };
        return {
          counted: number(/ answer [^:]+: (\d+) of \d+$/) ?? number(/: [\d.]+ \d+\/(\d+)(?: |$)/),
          right: number(/: [\d.]+ (\d+)\/\d+(?: |$)/),
          share: number(/ original pairs ([\d.]+) %/) ?? number(/: accuracy ([\d.]+) %/) ?? number(/, gold [a-z-]+: ([\d.]+)$/),
        };
      };
      for (let at = 0; at < links.length; at += step) {
        const link = links[at];
        const [address, title] = [link.getAttribute("href"), link.querySelector("title")?.textContent ?? ""];
        const wrong = (what) => wrongs.push(`${title} (${address}): ${what}`);
        if (title.trim() === "") wrong("no name");
        link.focus();
        if (document.activeElement !== link) wrong("takes no focus");
        await go(address);
        const pair = /[?&]pair=([^&]+)/.exec(address)?.[1];
        if (pair !== undefined) {
          const shown = document.getElementById("det").dataset.pair;
          const [name, said] = [tame(spaced(shown)), spaced(title)];
          const named = said.endsWith("…") ? name.startsWith(said.slice(0, -1)) : said.startsWith(name);
          if (shown !== decodeURIComponent(pair) || !named) wrong(`shows ${shown}`);
          continue;
        }
        const { counted, right, share } = said(title);
        const all = hits();
        if (all === 0 || (counted !== null && all !== counted)) wrong(`${all} and not ${counted}`);
        const systems = [...address.matchAll(/[?&]s(\d+)=counted/g)].map(([, system]) => system);
        const rights = [];
        for (const system of systems) {
          await set(`s${system}`, "right");
          rights.push(hits());
          await set(`s${system}`, "counted");
        }
        if (right !== null && rights[0] !== right) wrong(`${rights[0]} right and not ${right}`);
        if (share !== null && Math.abs(100 * rights[0] / all - share) > 0.0501) wrong(`${rights[0]} of ${all} right is not ${share} %`);
        // Of a name as long as a text the title is cut before its figure.
        if (systems.length === 2 && !title.endsWith("…")) {
          const difference = Number(/: ([−+]?[\d.]+)/.exec(title)[1].replace("−", "-"));
          if (Math.abs(100 * (rights[0] - rights[1]) / all - difference) > 0.0501) wrong(`${rights} right of ${all} differ not by ${difference}`);
        }
      }
      await clear();
      globalThis.marks = Math.ceil(links.length / step);
      return wrongs.slice(0, 3).join("; ") || true; })()"""),
    ("a mark that is chosen leads to its pairs, and nowhere else", r"""(async () => {
      const link = document.querySelector("figure svg a[href^='#pairs?']");
      if (!link) return true;
      const before = drawn();
      link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
      await settled(before);
      if (hits() === 0) return "no pairs are shown";
      await clear();
      return true; })()"""),
    ("every cell with a figure of pairs that are known is a link", r"""(() => {
      const cells = all("#phenomena-table td.n, #phenomena-table td.m").filter((cell) => /^[\d.]+$/.test(cell.dataset.c) && Number(cell.dataset.value ?? cell.dataset.c) > 0);
      const without = cells.filter((cell) => !cell.querySelector("a"));
      return without.length <= cells.length * globalThis.unlinked || `${without.length} of ${cells.length}: ${without[0].closest("tr").textContent.trim().slice(0, 80)}`; })()"""),
]

# How long filters take, at most; the median of three: a machine that others use stumbles now and then.
FILTERS = r"""(async () => {
  const slow = [];
  const timed = async (name, value) => {
    const times = [];
    for (let time = 0; time < 3; time += 1) times.push(await set(name, value));
    return times.sort((one, other) => one - other)[1];
  };
  const note = (name, took) => { if (took > LIMIT) slow.push(`${name}: ${took.toFixed(0)} ms`); globalThis.slowest = Math.max(globalThis.slowest ?? 0, took); };
  // Texts are unpacked once, before anything is found in them.
  await set("q", "unpack");
  for (const text of ["l", "la", "landscape", "landscape river", "xyz"]) note(text, await timed("q", text));
  await clear();
  for (const name of ["ph", "gold", "s0", "p0", "on"]) {
    const field = document.getElementById("filters").elements[name];
    if (!field) continue;
    for (const { value } of all("option", field).slice(0, 6)) note(`${name} ${value}`, await timed(name, value));
    await clear();
  }
  return slow.length === 0 || slow.join(", "); })()"""

# What pages of these names have to bear: milliseconds until the pairs can be read, milliseconds for a filter, and
# bytes. Others are held to what no page should need.
BOUNDS = {
    "large.html": (1500, 100, 3_000_000),
    "huge.html": (5000, 2000, 40_000_000),
    "rte5-pilot/report.html": (5000, LIMIT_MS, 1_000_000),
}
# How high pages may be at 1280 pixels, all folds as they are at first.
HEIGHTS = {"rte5-pilot/report.html": 8_500, "monothematic-en/report.html": 12_000, "ten.html": 12_000}
USUAL = (5000, LIMIT_MS, 40_000_000)
# A busy machine takes longer. What takes this many times its time is a fault of the page.
NOISE = 4


def ready(browser):
    for _ in range(1200):
        if browser.run("document.documentElement.dataset.pairs === 'ready'"):
            return True
        time.sleep(0.05)
    return False


def named(bounds, page):
    """What holds for a page, by the end of its path; of the folder of a report, by its beginning."""
    path = pathlib.Path(page).resolve()
    for end, bound in bounds.items():
        folder, _, name = end.rpartition("/")
        if path.name == name and folder in path.parent.name:
            return bound
    return None


def check_page(browser, page, quick, wrong):
    url = pathlib.Path(page).resolve().as_uri()
    within, filtered, size = named(BOUNDS, page) or USUAL

    def report(name, outcome):
        print(f"  {'ok' if outcome is True else 'WRONG'}: {name}{'' if outcome is True else f': {outcome}'}")
        if outcome is not True:
            wrong.append(name)

    print(page)
    browser.send("Emulation.setDeviceMetricsOverride", width=400, height=900, deviceScaleFactor=1, mobile=False)
    loads = []
    for _ in range(3):
        browser.open(url)
        has_pairs = browser.run("document.getElementById('data') !== null")
        if has_pairs:
            report("pairs are unpacked", ready(browser)) if not loads else ready(browser)
        loads.append(browser.run(
            "document.documentElement.dataset.pairs === 'ready' ? globalThis.performance.getEntriesByName('pairs')[0].startTime"
            " : performance.timing.loadEventEnd - performance.timing.navigationStart"))
    report("the page is there in time", min(loads) <= NOISE * within or f"{min(loads):.0f} ms")
    print(f"  loaded in {min(loads):.0f} ms, the fastest of three; {within} ms are wanted on an idle machine")
    browser.run(HELP)
    browser.run(f"globalThis.links = {100 if quick else 400}")
    if has_pairs:
        browser.run("read()")
    # Cells that count more than the pairs of a page are not links. Of the made-up pages, only the one with runs has them.
    browser.run(f"globalThis.unlinked = {0 if 'pages/' in url and not url.endswith('ten.html') else 1}")
    for name, script in TABLES + (PAIRS if has_pairs else []):
        report(name, browser.run(script))
    if has_pairs:
        report("a filter answers in time", browser.run(FILTERS.replace("LIMIT", str(NOISE * filtered))))
        print(f"  the slowest filter took {browser.run('globalThis.slowest'):.0f} ms; {filtered} ms are wanted on an idle machine")
        print(f"  {browser.run('globalThis.followed')} links from cells and {browser.run('globalThis.marks')} from marks were followed")
    else:
        report("without pairs there is no link to any", browser.run("all(\"a[href^='#pairs']\").length === 0"))
    requests = [it["request"]["url"] for it in browser.named("Network.requestWillBeSent")]
    report("no request but for the page", requests == [url] or requests)
    quiet(browser, report)
    if has_pairs:
        permalinks(browser, url, report)
    sizes(browser, url, report)
    accessible(browser, url, report, quick)
    bytes_ = pathlib.Path(page).stat().st_size
    report(f"the page is under {size / 1e6:.0f} MB", bytes_ < size or bytes_)


def quiet(browser, report):
    told = [it for it in browser.named("Log.entryAdded") if it["entry"]["level"] in ("error", "warning")]
    told += browser.named("Runtime.exceptionThrown")
    told += [it for it in browser.named("Runtime.consoleAPICalled") if it["type"] in ("error", "warning", "assert")]
    report("the console is quiet", not told or json.dumps(told)[:600])
    report("no text runs as a script", not browser.named("Page.javascriptDialogOpening"))


def permalinks(browser, url, report):
    ids = browser.run("[originals[0].id, originals.at(-1).id, rows.at(-1).id]")
    for name, pair in zip(("the first", "the last", "a part"), ids):
        browser.open(f"{url}#pairs?pair={urllib.parse.quote(pair)}")
        ready(browser)
        shown = browser.run("document.getElementById('det').dataset.pair")
        report(f"a link to {name} leads there", shown == pair or shown)
        quiet(browser, report)
    browser.run(HELP)
    browser.run("go('#pairs?pair=there%20is%20none')")
    report("a link to no pair says so", "no pair" in browser.run("document.getElementById('toast').textContent"))


# Words that are broken within, and columns that no scrolling reaches. What has no place to break may be broken anywhere.
WHOLE = r"""(() => {
  for (const cell of document.querySelectorAll("#main :is(th, .chip, h2, h3, figcaption)")) {
    if (cell.getClientRects().length === 0 || cell.closest(".vh")) continue;
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const runs = [...text.data.matchAll(/\S+/gu)].filter(([run]) => run.length <= 24);
      for (const [from, word] of runs.flatMap((run) => [...run[0].matchAll(/[\p{L}\p{N}]{2,}/gu)].map((found) => [run.index + found.index, found[0]]))) {
        const range = document.createRange();
        range.setStart(text, from);
        range.setEnd(text, from + word.length);
        const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (tops.size > 1) return `"${word}" is broken in "${cell.textContent.trim().slice(0, 40)}"`;
      }
    }
  }
  for (const table of document.querySelectorAll("#main table")) {
    if (table.getClientRects().length === 0) continue;
    const region = table.closest(".scroll") ?? table.parentElement;
    const scrolls = ["auto", "scroll"].includes(getComputedStyle(region).overflowX);
    if (!scrolls && table.getBoundingClientRect().right > document.documentElement.clientWidth + 1) return `columns of ${table.caption?.textContent} are out of reach`;
    for (const head of table.tHead?.rows[table.tHead.rows.length - 1].cells ?? []) {
      if (head.getBoundingClientRect().width < 8) return `a column of ${table.caption?.textContent} is missing`;
    }
  }
  return true; })()"""


def looked_at(browser, url, widths):
    """The page at each width in both schemes: as it is opened in one, then as it changes to the other."""
    for width, schemes in zip(widths, itertools.cycle((("light", "dark"), ("dark", "light")))):
        browser.send("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
        for scheme in schemes:
            browser.send("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
            if scheme == schemes[0]:
                browser.open(url)
                if browser.run("document.getElementById('data') !== null"):
                    ready(browser)
            yield width, scheme
    browser.send("Emulation.setEmulatedMedia", features=[])


def sizes(browser, url, report):
    """Nothing is wider than the window or broken, at any size that is used, in light and dark."""
    most = named(HEIGHTS, urllib.parse.unquote(urllib.parse.urlparse(url).path))
    for width, scheme in looked_at(browser, url, (390, 768, 1280, 1920)):
        wide = browser.run("document.documentElement.scrollWidth")
        report(f"nothing is wider than {width} pixels, {scheme}", wide <= width or wide)
        report(f"no word is broken and no column missing at {width} pixels, {scheme}", browser.run(WHOLE))
        if most and width == 1280:
            height = browser.run("document.documentElement.scrollHeight")
            report(f"the page is under {most} pixels high, {scheme}", height < most or height)
            print(f"  {height} pixels high at {width} pixels")


def axe_core(report):
    """The script of axe-core, where a Python package that brings it is installed; else nothing, which is said."""
    found = importlib.util.find_spec("axe_playwright_python")
    if found is None:
        print("  skipped: axe-playwright-python, which brings axe-core, is not installed")
        if os.environ.get("PHENOM_NEED_BROWSER"):
            report("axe-core is there", "it is not")
        return None
    return (pathlib.Path(found.submodule_search_locations[0]) / "axe.min.js").read_text()


def accessible(browser, url, report, quick):
    """What axe-core finds."""
    axe = axe_core(report)
    if axe is None:
        return
    for width, scheme in looked_at(browser, url, (1280, 390) if quick else (1280, 768, 390)):
        if quick and (width, scheme) not in ((1280, "light"), (390, "dark")):
            continue
        browser.run("for (const fold of [...[...document.querySelectorAll('details.fold')].slice(0, 4), ...document.querySelectorAll('details.stage')]) fold.open = true;")
        browser.run(axe)
        violations = browser.run(
            "axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, nodes }) =>"
            " `${id} (${nodes.length}): ${nodes[0].target} ${nodes[0].html.slice(0, 120)}`))")
        report(f"axe-core finds nothing at {width} pixels, {scheme}", violations == [] or violations)


def main(arguments):
    quick, pages = "--quick" in arguments, [argument for argument in arguments if argument != "--quick"]
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
                # What is wrong before a browser is lost stays wrong.
                twice([browser], lambda: check_page(browser, page, quick, wrong))
        finally:
            browser.close()
    print(f"{len(wrong)} wrong" if wrong else "nothing is wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
