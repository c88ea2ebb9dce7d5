//! phenom itself on an input: it answers or says what is wrong, and leaves no half of a report.

use std::fs;
use std::path::Path;
use std::process::Output;
use std::time::Duration;

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin;

/// The seconds that a command may take of the processor.
const LONGEST: u32 = 5;

/// The longest that it may take otherwise.
const PATIENCE: Duration = Duration::from_secs(60);

const PAIRS: &str = "id,origin,gold,category,phenomenon,score\n1,,entailment,,,0.7\n2,,contradiction,,,0.2\n\
                     1.1,1,entailment,lexical,synonymy,0.9\n2.1,2,contradiction,lexical,antonymy,0.1\n";

/// Pairs that annotators decompose.
const TO_DECOMPOSE: &str = "{\"id\": \"c-1\", \"text\": \"The night ferry to Olm carries no cars.\", \
                            \"hypothesis\": \"The night boat to Olm carries cars.\", \"gold\": \"contradiction\"}\n\
                            {\"id\": \"u-1\", \"text\": \"A clerk said that the crates held ivory.\", \
                            \"hypothesis\": \"The crates held ivory.\"}\n";

/// The files that the configs of the corpus name.
const FILES: [(&str, &str); 6] = [
    ("pairs.csv", PAIRS),
    (
        "answers.csv",
        "id,label,confidence\n1,entailment,0.7\n2,unknown,0.5\n1.1,entailment,1\n2.1,unknown,0\n",
    ),
    (
        "pairs.jsonl",
        "{\"id\": \"1\", \"gold\": \"entailment\"}\n{\"id\": \"2\", \"gold\": \"unknown\"}\n",
    ),
    (
        "annotations.csv",
        "id,annotator,label\n1,ann,entailment\n1,bob,unknown\n2,ann,unknown\n2,bob,unknown\n",
    ),
    ("scores.csv", "run,pair,judge,understandability,correctness\nA,1,x,4,4\nA,1,y,2,\n"),
    (
        "counts.csv",
        "system,population,slice_kind,slice,gold,predicted,count\nA,original,all,,entailment,entailment,3\n",
    ),
];

pub(crate) fn config(input: &[u8]) {
    for (name, content) in FILES {
        if !Path::new(name).exists() {
            fs::write(name, content).unwrap();
        }
    }
    fs::write("c.yaml", input).unwrap();
    phenom(&["check", "c.yaml"]);
}

/// The first line says which preset reads the rest, and whether as pairs or as answers.
pub(crate) fn presets(input: &[u8]) {
    let end = input.iter().position(|byte| *byte == b'\n').unwrap_or(input.len());
    let first = String::from_utf8_lossy(&input[..end]);
    fs::write("data", input.get(end + 1..).unwrap_or_default()).unwrap();
    let Some((side, preset)) = first.split_once(' ') else { return };
    let preset = format!("--format={}", preset.replace('\0', ""));
    if side == "pairs" {
        phenom(&["check", &preset, "data"]);
    } else {
        fs::write("gold.csv", PAIRS).unwrap();
        let run = preset.replacen("--format", "--run-format", 1);
        phenom(&["score", "--missing=skip", "--json", &run, "gold.csv", "data"]);
    }
}

pub(crate) fn counts_csv(input: &[u8]) {
    fs::write("counts.csv", input).unwrap();
    let config =
        "counts: counts.csv\nmissing: wrong\nreferences: [L]\nreport: {formats: [txt, csv]}\n";
    whole_or_absent(config);
}

pub(crate) fn counts_parquet(input: &[u8]) {
    fs::write("counts.parquet", input).unwrap();
    whole_or_absent("counts: counts.parquet\nmissing: skip\nreport: {formats: [txt, csv]}\n");
}

/// Cluster tables beside the counts of the one that they come from.
pub(crate) fn clusters_csv(input: &[u8]) {
    const COUNTS: &str = "system,population,slice_kind,slice,gold,predicted,count\n\
                          A,original,all,,entailment,entailment,2\n\
                          A,original,all,,contradiction,contradiction,1\n\
                          A,decomposed,all,,entailment,entailment,1\n\
                          A,monothematic,all,,contradiction,entailment,1\n\
                          B,original,all,,entailment,entailment,1\n\
                          B,original,all,,entailment,unknown,1\n\
                          B,original,all,,contradiction,entailment,1\n\
                          B,decomposed,all,,entailment,unknown,1\n\
                          B,monothematic,all,,contradiction,entailment,1\n";
    fs::write("counts.csv", COUNTS).unwrap();
    fs::write("clusters.csv", input).unwrap();
    let config = "counts: counts.csv\nclusters: clusters.csv\nmissing: wrong\n\
                  statistics: {resamples: 100}\nreport: {formats: [txt, csv]}\n";
    whole_or_absent(config);
}

pub(crate) fn table_file(input: &[u8]) {
    fs::write("table.csv", input).unwrap();
    phenom(&["table", "table.csv"]);
    phenom(&["table", "table.csv", "--json", "--transpose"]);
}

/// A table as an argument, which can be no longer than the system lets it be, and hold no NUL.
pub(crate) fn table_rows(input: &[u8]) {
    let said = String::from_utf8_lossy(&input[..input.len().min(100_000)]).replace('\0', " ");
    phenom(&["table", "--json", "--", &said]);
}

/// Mutated pairs in every format of a report that is text.
pub(crate) fn report(input: &[u8]) {
    fs::write("pairs.jsonl", input).unwrap();
    let config = "dataset: {path: pairs.jsonl}\n\
                  systems: [{name: Linguistic-biased, algorithm: linguistic-biased}]\n\
                  statistics: {resamples: 100}\n\
                  report: {formats: [txt, md, tex, csv, json, html, svg]}\n";
    whole_or_absent(config);
    if Path::new("report").exists() {
        nothing_steers_a_terminal(Path::new("report"));
    }
}

/// No file in a folder holds a control character but tabs and line ends.
fn nothing_steers_a_terminal(folder: &Path) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            nothing_steers_a_terminal(&path);
            continue;
        }
        let content = fs::read(&path).unwrap();
        let control = content.iter().find(|byte| **byte < b' ' && !b"\t\r\n".contains(*byte));
        assert!(control.is_none(), "a control character in {}: {control:?}", path.display());
    }
}

/// Mutated pairs with rules, decomposed.
pub(crate) fn rules(input: &[u8]) {
    fs::write("pairs.jsonl", input).unwrap();
    let _ = fs::remove_dir_all("checks");
    checked(&["decompose", "pairs.jsonl", "--output", "checks"]);
    if Path::new("checks").exists() {
        nothing_steers_a_terminal(Path::new("checks"));
    }
}

/// Mutated steps of an annotator.
pub(crate) fn steps(input: &[u8]) {
    let file = Path::new("pairs.annotations").join("ann.jsonl");
    fs::create_dir_all("pairs.annotations").unwrap();
    fs::write("pairs.jsonl", TO_DECOMPOSE).unwrap();
    fs::write(&file, input).unwrap();
    checked(&["decompose", "pairs.jsonl", "--work", "pairs.annotations"]);
    assert!(fs::read(&file).unwrap() == input, "the steps of an annotator were changed");
}

/// A mutated inventory of phenomena.
pub(crate) fn inventory(input: &[u8]) {
    fs::write("inventory.yaml", input).unwrap();
    fs::write("pairs.jsonl", TO_DECOMPOSE).unwrap();
    checked(&["decompose", "pairs.jsonl", "--inventory", "inventory.yaml"]);
}

/// A mutated plan.
pub(crate) fn plan(input: &[u8]) {
    fs::write("plan.yaml", input).unwrap();
    fs::write("pairs.jsonl", TO_DECOMPOSE).unwrap();
    checked(&["decompose", "pairs.jsonl", "--plan", "plan.yaml", "--strict"]);
}

/// Runs a config: the report folder is there exactly where phenom says that all is well.
fn whole_or_absent(config: &str) {
    let _ = fs::remove_dir_all("report");
    fs::write("c.yaml", config).unwrap();
    let output = phenom(&["run", "c.yaml", "--quiet", "--output", "report"]);
    let written = Path::new("report").exists();
    assert!(written == output.status.success(), "the exit code says one thing, the folder another");
}

/// Runs phenom: it succeeds, or fails with exit code 2 and a message that is fit to be printed.
fn phenom(arguments: &[&str]) -> Output {
    ended(arguments, &[2])
}

/// The same of a command whose checks may fail: its exit code is then 1.
fn checked(arguments: &[&str]) {
    ended(arguments, &[1, 2]);
}

fn ended(arguments: &[&str], failures: &[i32]) -> Output {
    let mut command = Command::new("sh");
    command.arg("-c").arg(format!("ulimit -t {LONGEST} && exec \"$0\" \"$@\""));
    command.arg(cargo_bin!("phenom")).args(arguments).env_remove("CLICOLOR_FORCE");
    // Nothing is remembered in the home of whoever runs this.
    command.env("XDG_STATE_HOME", "/nowhere").env("HOME", "/nowhere");
    let output = command.timeout(PATIENCE).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    if let Some(at) = said.find("panicked at") {
        // With its message, for the supervisor.
        panic!("phenom ended:\n{}", &said[at..]);
    }
    match output.status.code() {
        Some(0) => {}
        Some(code) if failures.contains(&code) => {
            assert!(said.contains("error"), "exit code {code} without an error");
        }
        // A signal is that of too much time or memory.
        _ => panic!("phenom ended by {}:\n{said}", output.status),
    }
    let printed = [said.as_ref(), &String::from_utf8_lossy(&output.stdout)].concat();
    let control =
        printed.chars().find(|character| character.is_control() && !"\n\t".contains(*character));
    assert!(control.is_none(), "a control character is printed: {control:?}");
    output
}
