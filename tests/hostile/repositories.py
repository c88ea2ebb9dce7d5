"""Repositories as an attacker would prepare them: each is a function that changes a checkout which would be harmless without
it. `repo` is the checkout; `home` is the home folder of whoever opens it, `outside` a folder of theirs beside it."""

import hashlib
import json
import os
from pathlib import Path

PROGRAM = '#!/bin/sh\ntouch "{marker}"\n'

CONFIG = """\
title: A study
dataset: {path: pairs.csv, labels: judgments}
systems:
  - {name: one, predictions: one.csv}
  - {name: two, predictions: two.csv}
  - {name: hypothesis, engine: {name: hypothesis-only, cross-validated: 3}}
  - {name: trained, engine: {name: word-overlap, learn-on: {path: learn.csv, labels: judgments}}}
statistics: {resamples: 200}
report: {formats: [txt, csv, html, svg], tables: [phenomena], figures: [parts-wholes], answers: true}
output: out
"""

ASKING = """\
  - {name: program, command: [./program.sh, notes.txt], labels: judgments}
  - name: server
    endpoint: {url: "http://127.0.0.1:9/v1", model: m, key-variable: GITHUB_TOKEN}
"""


def harmless(repo):
    """A checkout of a study with a report, as it would be without an attack."""
    pairs = ["id,origin,text,hypothesis,gold,category,phenomenon"]
    one, two = ["id,label"], ["id,label"]
    labels = ["entailment", "contradiction", "unknown"]
    for number in range(12):
        gold = labels[number % 3]
        pairs.append(f"o{number},,A cat {number} sat.,A cat sat.,{gold},,")
        for part, phenomenon in enumerate(["synonymy", "negation"]):
            whole = gold if part == number % 2 else "entailment"
            pairs.append(f"p{number}{part},o{number},A cat {number} sat.,A cat sat.,{whole},lexical,{phenomenon}")
        for pair in (f"o{number}", f"p{number}0", f"p{number}1"):
            one.append(f"{pair},{labels[(number + len(pair)) % 3]}")
            two.append(f"{pair},{labels[number % 2]}")
    write(repo / "pairs.csv", "\n".join(pairs) + "\n")
    write(repo / "one.csv", "\n".join(one) + "\n")
    write(repo / "two.csv", "\n".join(two) + "\n")
    write(repo / "c.yaml", CONFIG)
    write(repo / "learn.csv", "\n".join(pairs).replace("cat", "dog") + "\n")
    readings = [f"o{number},{who},{labels[(number + len(who)) % 3]}" for number in range(12) for who in ("ann", "bob", "carol")]
    write(repo / "readings.csv", "\n".join(["id,annotator,label", *readings]) + "\n")
    write(repo / "d.yaml", "title: x\ndataset: {path: pairs.csv, labels: judgments, annotations: {path: readings.csv}}\n")
    write(repo / "counts.yaml", "title: x\ncounts: made/counts/counts.parquet\nclusters: made/counts/clusters.parquet\noutput: made/counted\n")
    write(repo / "program.sh", PROGRAM.format(marker=repo.parent / "ran"), 0o755)
    write(repo / "notes.txt", "notes\n")
    hooks = repo / ".git" / "hooks"
    hooks.mkdir(parents=True)
    write(repo / ".git" / "HEAD", "ref: refs/heads/main\n")


def write(path, text, mode=0o644):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(mode)


def link(path, target):
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.is_symlink() or path.exists():
        path.unlink()
    path.symlink_to(target)


def sha256(text):
    return hashlib.sha256(text.encode()).hexdigest()


def staging(name):
    """The staging folder of a file."""
    return f".phenom-writing-{sha256(name)[:8]}"


def header(name, dataset="pairs.csv"):
    return json.dumps({"phenom": "annotations", "version": 1, "dataset": dataset, "dataset_sha256": "00", "annotator": name}) + "\n"


def nothing(repo, home, outside):
    """No attack at all."""


def journal_of_an_earlier_version(repo, home, outside):
    """Completed by version 0.1, this puts a program where the next checkout runs it."""
    steps = [{"put": {"name": "lnk/post-checkout", "was": None}}]
    write(repo / "out/.phenom-writing/journal.json", json.dumps({"steps": steps}))
    write(repo / "out/.phenom-writing/new/lnk/post-checkout", PROGRAM.format(marker=repo.parent / "ran"), 0o755)
    link(repo / "out/lnk", "../.git/hooks")


def journal_with_a_forged_seal(repo, home, outside):
    steps = [
        {"put": {"name": "report.html", "was": None, "now": sha256("x")}},
        {"put": {"name": "lnk/new.txt", "was": None, "now": sha256("x")}},
        {"remove": {"name": "lnk/precious.txt", "was": sha256("precious\n")}},
    ]
    for seal in ["0" * 64]:
        journal = {"root": str(repo / "out"), "staged": "new", "steps": steps}
        write(repo / "out/.phenom-writing/journal.json", json.dumps({"journal": journal, "seal": seal}))
    write(repo / "out/.phenom-writing/new/0", "x")
    write(repo / "out/.phenom-writing/new/1", "x")
    link(repo / "out/lnk", "../../outside")


def journal_without_a_seal_and_with_ways_out(repo, home, outside):
    steps = [
        {"put": {"name": "../../outside/new.txt", "was": None, "now": sha256("x")}},
        {"put": {"name": str(outside / "new.txt"), "was": None, "now": sha256("x")}},
    ]
    journal = {"root": str(repo / "out"), "staged": "../../../outside", "steps": steps}
    write(repo / "out/.phenom-writing/journal.json", json.dumps({"journal": journal, "seal": None}))


def journals_beside_single_files(repo, home, outside):
    for name in ["phenom.yaml", "made.jsonl", "made.model", "decomposed.jsonl"]:
        steps = [{"put": {"name": "lnk/post-checkout", "was": None}}]
        write(repo / staging(name) / "journal.json", json.dumps({"steps": steps}))
        write(repo / staging(name) / "new/lnk/post-checkout", PROGRAM.format(marker=repo.parent / "ran"), 0o755)
    link(repo / "lnk", ".git/hooks")


def torn_steps(repo, home, outside):
    """A line that was cut off is set aside in a file of its own, which leads elsewhere."""
    for name in ["ann", "bo"]:
        write(repo / f"pairs.annotations/{name}.jsonl", header(name) + "alias ls='touch ran'")
    link(repo / "pairs.annotations/ann.jsonl.torn", "../../home/.bashrc")
    link(repo / "pairs.annotations/bo.jsonl.torn", "../../home/.bashrc")


def draft_that_is_a_link(repo, home, outside):
    write(repo / "pairs.annotations/ann.jsonl", header("ann"))
    for name in ["ann.draft.json", "ann.draft.json.new", "ann.draft.new"]:
        link(repo / "pairs.annotations" / name, "../../outside/precious.txt")


def steps_that_are_links(repo, home, outside):
    link(repo / "pairs.annotations/ann.jsonl", "../../outside/new.txt")
    link(repo / "pairs.annotations/bo.jsonl", "../../home/.bashrc")


def steps_with_another_name(repo, home, outside):
    (repo / "pairs.annotations").mkdir()
    os.link(home / "steps.txt", repo / "pairs.annotations/ann.jsonl")


def folder_of_steps_that_is_a_link(repo, home, outside):
    link(repo / "pairs.annotations", "../outside")


def pipes(repo, home, outside):
    for name in [
        "pairs.annotations/ann.jsonl", "pairs.annotations/bo.jsonl", "pairs.annotations/ann.draft.json",
        "out/.phenom-writing/lock", "out/manifest.json", "out/answers.csv", "one.csv",
        f"{staging('phenom.yaml')}/lock", "made.jsonl", "made/counts/counts.parquet",
    ]:
        path = repo / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists():
            path.unlink()
        os.mkfifo(path)


def journals_that_are_pipes_and_folders(repo, home, outside):
    (repo / "out/.phenom-writing").mkdir(parents=True)
    os.mkfifo(repo / "out/.phenom-writing/journal.json")
    (repo / staging("phenom.yaml") / "journal.json").mkdir(parents=True)
    link(repo / staging("made.jsonl") / "journal.json", "../../home/.bashrc")


def manifest_with_known_hashes(repo, home, outside):
    """What an earlier run wrote and this one does not is removed: here it is the user's."""
    files = {"lnk/precious.txt": sha256("precious\n"), "lnk/../lnk/precious.txt": sha256("precious\n"), "up/.bashrc": sha256("# mine\n")}
    write(repo / "out/manifest.json", json.dumps({"phenom": "0.1.0", "files": files}))
    link(repo / "out/lnk", "../../outside")
    link(repo / "out/up", "../../home")


def manifest_that_lists_what_is_not_of_phenom(repo, home, outside):
    """The hashes of a checkout's own files, and of version control's, are known to whoever sends it."""
    write(repo / "c.yaml", CONFIG.replace("output: out", "output: ."))
    listed = [".git/HEAD", "program.sh", "notes.txt", "pairs.csv"]
    files = {name: sha256((repo / name).read_text()) for name in listed}
    write(repo / "manifest.json", json.dumps({"phenom": "0.1.0", "files": files}))


manifest_that_lists_what_is_not_of_phenom.outputs = [
    "report.txt", "report.html", "manifest.json", "scores.csv", "claims.json", "answers.csv", "comparisons.csv", "readings.csv", "originals.csv",
    "report_settings.json", "tables", "figures", ".phenom-writing",
]


def subfolders_that_are_links(repo, home, outside):
    link(repo / "out/tables", "../../home")
    link(repo / "out/figures", "../../outside")
    link(repo / "out/appendix", str(outside))


def report_folder_that_is_a_link(repo, home, outside):
    link(repo / "out", "../outside")
    link(repo / "made", "../home")


def report_folder_elsewhere(repo, home, outside):
    write(repo / "c.yaml", CONFIG.replace("output: out", "output: ../outside/report"))


def report_folder_in_the_home(repo, home, outside):
    write(repo / "c.yaml", CONFIG.replace("output: out", f"output: {home}/.config"))


def report_folder_among_the_hooks(repo, home, outside):
    write(repo / "c.yaml", CONFIG.replace("output: out", "output: .git/hooks"))


def staging_that_is_a_link(repo, home, outside):
    link(repo / "out/.phenom-writing", "../../outside")
    link(repo / staging("phenom.yaml"), "../home")
    link(repo / staging("made.jsonl"), "../outside")


def locks_that_are_links(repo, home, outside):
    link(repo / "out/.phenom-writing/lock", "../../../home/.bashrc")
    link(repo / staging("phenom.yaml") / "lock", "../../outside/new.txt")
    (repo / staging("made.jsonl")).mkdir()
    os.link(home / ".bashrc", repo / staging("made.jsonl") / "lock")


def staged_files_that_are_links(repo, home, outside):
    for folder, up in [("out/.phenom-writing", "../../.."), (staging("phenom.yaml"), "../..")]:
        link(repo / folder / "new", f"{up}/outside")
        link(repo / folder / "journal.new", f"{up}/home/.bashrc")
        write(repo / folder / "x/y", "x")
        link(repo / folder / "x/z", f"{up}/../outside")


def report_files_that_are_links(repo, home, outside):
    for name in ["report.html", "report.txt", "manifest.json", "scores.csv", "answers.csv", "tables/phenomena.csv"]:
        up = "../" * (1 + name.count("/"))
        link(repo / "out" / name, f"{up}../home/.bashrc")


def outputs_that_are_links(repo, home, outside):
    link(repo / "phenom.yaml", "../home/.bashrc")
    link(repo / "made.jsonl", "../outside/new.txt")
    link(repo / "made.model", "../outside/precious.txt")
    link(repo / "decomposed.jsonl", str(home / ".profile"))


def store_that_is_a_link(repo, home, outside):
    write(repo / "c.yaml", CONFIG.replace("statistics:", ASKING + "statistics:"))
    link(repo / ".phenom-answers", "../outside")


def programs_and_keys(repo, home, outside):
    write(repo / "c.yaml", CONFIG.replace("statistics:", ASKING + "statistics:"))


def programs_that_are_trusted_by_the_checkout(repo, home, outside):
    """The checkout ships a state folder, in which it trusts itself."""
    write(repo / "c.yaml", CONFIG.replace("statistics:", ASKING + "statistics:"))
    config = str((repo / "c.yaml").resolve())
    for folder in [".local/state/phenom", ".phenom", "phenom"]:
        write(repo / folder / "key", "0" * 32)
        write(repo / folder / "trusted" / f"{sha256(config)}.json", json.dumps({"path": config, "hash": "0", "seal": None}))


def devices_as_data(repo, home, outside):
    link(repo / "pairs.csv", "/dev/zero")
    link(repo / "one.csv", "/dev/random")
    link(repo / "two.csv", "/dev/stdin")
    link(repo / "readings.csv", "/dev/zero")
    write(repo / "counts.yaml", CONFIG.replace("path: pairs.csv", "path: /dev/zero"))


def data_that_is_a_link(repo, home, outside):
    link(repo / "one.csv", "../outside/precious.txt")
    link(repo / "two.csv", str(home / ".bashrc"))


def count_tables_that_are_links(repo, home, outside):
    link(repo / "made/counts/counts.parquet", "../../../outside/precious.txt")
    link(repo / "made/counts/clusters.parquet", "/dev/zero")
    link(repo / "made/counts/.phenom-writing", "../../../outside")


def names(repo, home, outside):
    """Every name of the data is a way out of the folder, an option, or a command."""
    ways = ["../../outside/x", "/tmp/phenom-hostile", "-rf", "$(touch ran)", "`touch ran`", "a\u202eb", "x" * 300, "..", "con.csv", "\u001b[2J"]
    pairs = (repo / "pairs.csv").read_text()
    pairs = pairs.replace("synonymy", ways[0]).replace("negation", ways[3]).replace("o1,", f'"{ways[1]}",')
    write(repo / "pairs.csv", pairs)
    for name in ["one.csv", "two.csv"]:
        write(repo / name, (repo / name).read_text().replace("o1,", f'"{ways[1]}",'))
    systems = "".join(f"  - {{name: {json.dumps(way)}, predictions: one.csv}}\n" for way in ways)
    write(repo / "c.yaml", CONFIG.replace("systems:\n", "systems:\n" + systems).replace("A study", ways[0]))


ALL = [
    nothing, journal_of_an_earlier_version, journal_with_a_forged_seal, journal_without_a_seal_and_with_ways_out,
    journals_beside_single_files, torn_steps, draft_that_is_a_link, steps_that_are_links, steps_with_another_name,
    folder_of_steps_that_is_a_link, pipes, journals_that_are_pipes_and_folders, manifest_with_known_hashes,
    manifest_that_lists_what_is_not_of_phenom,
    subfolders_that_are_links, report_folder_that_is_a_link, report_folder_elsewhere, report_folder_in_the_home,
    report_folder_among_the_hooks, staging_that_is_a_link, locks_that_are_links, staged_files_that_are_links,
    report_files_that_are_links, outputs_that_are_links, store_that_is_a_link, programs_and_keys,
    programs_that_are_trusted_by_the_checkout, devices_as_data, data_that_is_a_link, count_tables_that_are_links, names,
]
