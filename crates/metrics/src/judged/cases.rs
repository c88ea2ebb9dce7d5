//! The estimates on tables whose expected values another implementation made (numpy). They lie beside the real data, and the
//! test says so where they are not there.

#![allow(clippy::print_stderr, reason = "says what was skipped")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use phenom_dataset::{CompositionRule, Judgment, Task};
use serde_json::Value as Json;

use super::estimates::{of_mean, of_share};
use super::formula::Formula;
use super::slice::{JudgedSlice, weights_of};
use super::wholes::composed_answers;
use super::*;
use crate::statistics::Interval;
use crate::statistics::prediction_powered::{ByConfusion, LabelsNeeded, Scale, Values, shrunken};

/// A row of a table.
struct Row {
    cluster: String,
    is_part: bool,
    phenomenon: String,
    human: Option<Judgment>,
    chance: Option<f64>,
    judges: Vec<Option<Judgment>>,
    answers: Vec<Option<Judgment>>,
}

struct Case {
    rows: Vec<Row>,
    systems: Vec<String>,
    judges: Vec<String>,
}

impl Case {
    /// Originals first, then the parts of each in turn, as a dataset has them. No field is quoted.
    fn read(path: &Path) -> Self {
        let text = std::fs::read_to_string(path).unwrap();
        let mut lines = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
        let header = lines.next().unwrap();
        let named = |prefix: &str| -> Vec<(usize, String)> {
            let columns = header.iter().enumerate();
            columns
                .filter_map(|(at, name)| Some((at, name.strip_prefix(prefix)?.to_owned())))
                .collect()
        };
        let (judges, systems) = (named("judge:"), named("answer:"));
        let at = |name: &str| header.iter().position(|column| *column == name).unwrap();
        let judgment = |text: &str| (!text.is_empty()).then(|| Judgment::from_name(text).unwrap());
        let mut rows: Vec<Row> = lines
            .map(|fields| Row {
                cluster: fields[at("cluster")].to_owned(),
                is_part: fields[at("level")] == "part",
                phenomenon: fields[at("phenomenon")].to_owned(),
                human: judgment(fields[at("human")]),
                chance: fields[at("probability")].parse().ok(),
                judges: judges.iter().map(|(at, _)| judgment(fields[*at])).collect(),
                answers: systems.iter().map(|(at, _)| judgment(fields[*at])).collect(),
            })
            .collect();
        let names =
            |columns: Vec<(usize, String)>| columns.into_iter().map(|(_, name)| name).collect();
        rows.sort_by_key(|row| row.is_part);
        let mut order: Vec<String> = Vec::new();
        for row in rows.iter().filter(|row| !row.is_part) {
            order.push(row.cluster.clone());
        }
        let place = |row: &Row| order.iter().position(|cluster| *cluster == row.cluster);
        rows.sort_by_cached_key(|row| (row.is_part, if row.is_part { place(row) } else { None }));
        Self { rows, systems: names(systems), judges: names(judges) }
    }

    fn table(&self, task: Task) -> JudgedTable {
        let mut numbers = BTreeMap::new();
        for row in &self.rows {
            let next = numbers.len() as u32;
            numbers.entry(row.cluster.as_str()).or_insert(next);
        }
        let clusters = self.rows.iter().map(|row| numbers[row.cluster.as_str()]).collect();
        let people: Vec<Option<Judgment>> = self.rows.iter().map(|row| row.human).collect();
        let chances: Vec<Option<f64>> = self.rows.iter().map(|row| row.chance).collect();
        let chances = chances.iter().any(Option::is_some).then_some(chances);
        let judges: Vec<Vec<Option<Judgment>>> = (0..self.judges.len())
            .map(|judge| self.rows.iter().map(|row| row.judges[judge]).collect())
            .collect();
        JudgedTable::new(task, clusters, (&people, chances), &judges)
    }

    fn answers(&self, system: usize) -> Vec<Option<Judgment>> {
        self.rows.iter().map(|row| row.answers[system]).collect()
    }

    fn pairs(&self, holds: impl Fn(&Row) -> bool) -> Vec<u32> {
        (0..self.rows.len()).filter(|at| holds(&self.rows[*at])).map(|at| at as u32).collect()
    }

    /// The rows of the parts of each original.
    fn parts(&self) -> Vec<std::ops::Range<usize>> {
        let originals = self.rows.iter().filter(|row| !row.is_part);
        originals
            .map(|original| {
                let is_of = |row: &Row| row.is_part && row.cluster == original.cluster;
                let first = self.rows.iter().position(is_of).unwrap_or(0);
                first..first + self.rows.iter().filter(|row| is_of(row)).count()
            })
            .collect()
    }
}

/// Holds values against those expected, and counts them.
struct Checked(usize);

impl Checked {
    fn close(&mut self, what: &str, ours: f64, expected: &Json) {
        let expected = expected.as_f64().unwrap_or_else(|| panic!("{what}: {expected}"));
        assert!((ours - expected).abs() < 1e-9, "{what}: {ours} and not {expected}");
        self.0 += 1;
    }

    fn formula(&mut self, what: &str, ours: Result<Formula<'_>, NotCorrected>, expected: &Json) {
        let ours = ours.and_then(|formula| formula.corrected());
        let ours = match (ours, expected["point"].is_null()) {
            (Ok(ours), false) => ours,
            (Err(_), true) => return,
            (ours, _) => panic!("{what}: {ours:?} and not {expected}"),
        };
        self.close(&format!("{what} point"), ours.value, &expected["point"]);
        self.close(what, ours.error, &expected["standard_error"]);
        self.close(what, ours.floored_error, &expected["standard_error_floored"]);
        self.close(&format!("{what} df"), ours.freedom, &expected["df"]);
        let Interval { lower, upper } = ours.interval(0.05).unwrap();
        self.close(&format!("{what} low"), lower, &expected["low"]);
        self.close(&format!("{what} high"), upper, &expected["high"]);
        assert_eq!(Json::Bool(ours.is_outside()), expected["outside"], "{what}");
        if let Some(p) = expected.get("p") {
            self.close(&format!("{what} p"), ours.p().unwrap(), p);
        }
    }

    fn weights(&mut self, what: &str, ours: &[f64], expected: &Json) {
        let expected = expected.as_array().unwrap_or_else(|| panic!("{what}: {expected}"));
        assert_eq!(ours.len(), expected.len());
        for (ours, expected) in ours.iter().zip(expected) {
            self.close(&format!("{what} weight"), *ours, expected);
        }
    }
}

fn names_of(task: Task) -> Vec<&'static str> {
    let name = |judgment: &Judgment| match judgment {
        Judgment::NotEntailment => "not",
        other => other.name(),
    };
    task.judgments().iter().map(name).collect()
}

fn check(case: &Case, task: Task, expected: &Json, checked: &mut Checked) {
    let table = case.table(task);
    let answers: Vec<Answers> =
        (0..case.systems.len()).map(|system| Answers::new(task, &[case.answers(system)])).collect();
    let right: Vec<Values> = answers.iter().map(|answers| table.right(answers)).collect();
    let gold = table.of_gold();
    let slice = |pairs: Vec<u32>, wide: Option<&JudgedSlice>| {
        let (right, gold): (Vec<&Values>, Vec<&Values>) =
            (right.iter().collect(), gold.iter().collect());
        JudgedSlice::new(&table, pairs, [&right, &gold], wide)
    };
    let has_parts = case.rows.iter().any(|row| row.is_part);
    let levels: Vec<(&str, Vec<u32>)> = match has_parts {
        true => vec![
            ("originals", case.pairs(|row| !row.is_part)),
            ("parts", case.pairs(|row| row.is_part)),
        ],
        false => vec![("all", case.pairs(|_| true))],
    };
    for (level, pairs) in &levels {
        let expected = &expected[*level];
        let slice = slice(pairs.clone(), None);
        let what = |figure: &str| format!("{task} {level} {figure}");
        checked.close(
            &what("effective"),
            slice.part().effective(),
            &expected["effective_clusters"],
        );
        for (system, name) in case.systems.iter().enumerate() {
            let right = &right[system];
            let of_right = (&slice.of_right[..], &slice);
            for (judge, of) in case.judges.iter().enumerate() {
                let naive = of_mean(&slice, right, of_right, By::Judge(judge)).unwrap().value;
                checked.close(&what("naive"), naive, &expected["naive"][name][of]);
            }
            let accuracy = of_mean(&slice, right, of_right, By::Corrected);
            checked.formula(&what(name), accuracy, &expected["accuracy"][name]);
            let weights = &expected["accuracy"][name]["lambda"];
            checked.weights(&what(name), &slice.of_right, weights);
            let people = of_mean(&slice, right, of_right, By::People);
            checked.formula(&what("people"), people, &expected["human_only"][name]);
            let plan = &expected["plan"][name];
            if let Ok(needed) = LabelsNeeded::new(slice.part(), right, &slice.of_right) {
                let of_all = &plan["ratio_when_all_read"];
                checked.close(&what("plan"), needed.share_with_all(), of_all);
                checked.close(&what("plan"), needed.of_units, &plan["rest"]);
                let half = needed.for_share(0.5).map(|labels| labels as u64);
                assert_eq!(half, plan["needed"].as_u64(), "{level} {name} {plan}");
            } else {
                assert!(plan["reason"].is_string());
            }
            for (judgment, of) in names_of(task).into_iter().enumerate() {
                let Some(expected) = expected["accuracy_by_gold"][name].get(of) else { continue };
                let answered = |pair| answers[system].share_of(pair, judgment);
                let on =
                    Values::new(table.pairs(), table.judges(), answered, |pair, _| answered(pair));
                let right = gold[judgment].with(&on, |gold, on| gold * on);
                let values = [&right, &gold[judgment]];
                let weights = (&slice.of_gold[..], slice.part());
                let share = of_share(slice.part(), values, weights, By::Corrected);
                checked.formula(&what(&format!("{name} {of}")), share, expected);
            }
        }
        for (judgment, of) in names_of(task).into_iter().enumerate() {
            let Some(expected) = expected["prevalence"].get(of) else { continue };
            let prevalence =
                of_mean(&slice, &gold[judgment], (&slice.of_gold, &slice), By::Corrected);
            checked.formula(&what(of), prevalence, expected);
        }
        for (first, a) in case.systems.iter().enumerate() {
            for (second, b) in case.systems.iter().enumerate().skip(first + 1) {
                let expected = &expected["difference"][format!("{a} - {b}")];
                let both = [&right[first], &right[second]];
                let corrections = super::difference::corrections(&slice, both);
                let is_judged = corrections >= FEWEST_CORRECTIONS;
                let by = if is_judged { By::Corrected } else { By::People };
                let values = both[0].less(both[1]);
                let of = |by| {
                    let formula = of_mean(&slice, &values, (&slice.of_right, &slice), by);
                    Ok(formula?.on(Scale::Plain, [-1.0, 1.0]))
                };
                if of(By::Corrected).and_then(|formula: Formula<'_>| formula.corrected()).is_err() {
                    assert!(expected["point"].is_null());
                    continue;
                }
                checked.formula(&what("difference"), of(By::Corrected), expected);
                let verdict = &expected["verdict"];
                checked.formula(&what("verdict"), of(by), verdict);
                assert_eq!(verdict["basis"], if is_judged { "judged" } else { "people" });
                assert_eq!(expected["corrections"], corrections as u64);
            }
        }
    }
    let (_, wide) = levels.last().unwrap();
    let all = slice(wide.clone(), None);
    let is_wide = |row: &Row| row.is_part || !has_parts;
    for (name, phenomena) in expected["by_phenomenon"].as_object().unwrap() {
        let system = case.systems.iter().position(|system| system == name).unwrap();
        for (phenomenon, expected) in phenomena.as_object().unwrap() {
            let pairs = case.pairs(|row| is_wide(row) && row.phenomenon == *phenomenon);
            let of_phenomenon = slice(pairs, Some(&all));
            let what = format!("{task} {name} {phenomenon}");
            let weights = (&of_phenomenon.of_right[..], &all);
            let accuracy = of_mean(&of_phenomenon, &right[system], weights, By::Corrected);
            checked.formula(&what, accuracy, expected);
            if let Some(weights) = expected.get("lambda") {
                checked.weights(&what, &of_phenomenon.of_right, weights);
            }
        }
    }
    for (name, expected) in expected["shrunken"].as_object().into_iter().flatten() {
        let system = case.systems.iter().position(|system| system == name).unwrap();
        let Some(phenomena) = expected["phenomena"].as_object() else {
            assert!(expected["reason"].is_string());
            continue;
        };
        let part = |phenomenon: &String| {
            table.part(case.pairs(|row| is_wide(row) && row.phenomenon == *phenomenon))
        };
        let mut names: Vec<&String> = phenomena.keys().collect();
        names.sort();
        let parts: Vec<_> = names.iter().map(|name| part(name)).collect();
        let parts: Vec<_> = parts.iter().collect();
        let ours = shrunken(all.part(), &parts, &right[system], &all.of_right).unwrap();
        checked.close("correction", ours.correction, &expected["correction"]);
        checked.close("spread", ours.spread, &expected["tau"]);
        for (ours, name) in ours.parts.iter().zip(names) {
            let expected = &phenomena[name];
            checked.close(&format!("{task} shrunken {name}"), ours.value, &expected["point"]);
            checked.close(name, ours.error, &expected["standard_error"]);
            checked.close(name, ours.own_weight, &expected["own_weight"]);
            let Interval { lower, upper } = ours.interval(0.05);
            checked.close(name, lower, &expected["low"]);
            checked.close(name, upper, &expected["high"]);
        }
    }
    if !has_parts {
        return;
    }
    let parts = case.parts();
    let wholes: Vec<u32> =
        (0..parts.len()).filter(|at| !parts[*at].is_empty()).map(|at| at as u32).collect();
    let of_parts = slice(case.pairs(|row| row.is_part), None);
    let of_wholes = slice(wholes.clone(), None);
    let composed: Vec<Answers> = (0..case.systems.len())
        .map(|system| {
            let rule = CompositionRule::All;
            let (answers, parts) = (case.answers(system), parts.clone());
            let composed = composed_answers(&answers, parts, (&rule, task), |_| 1.0);
            Answers::new(task, &[composed])
        })
        .collect();
    let composed: Vec<Values> = composed.iter().map(|answers| table.right(answers)).collect();
    let weights = weights_of(of_wholes.part(), right.iter().chain(&composed));
    for (system, name) in case.systems.iter().enumerate() {
        let index = of_half(&of_wholes, &right[system])
            .and_then(|wholes| wholes.over(of_half(&of_parts, &right[system])?));
        checked.formula("index", index, &expected["correlation_index"][name]);
        let expected = &expected["composed"][name];
        let Some(of_composed) = expected.get("composed") else { continue };
        let of =
            |values: &Values| of_mean(&of_wholes, values, (&weights, &of_wholes), By::Corrected);
        checked.formula("composed", of(&composed[system]), of_composed);
        let direct = of(&right[system].less(&composed[system]));
        let direct = direct.map(|direct| direct.on(Scale::Plain, [-1.0, 1.0]));
        checked.formula("direct", direct, &expected["direct_minus_composed"]);
        checked.weights("composed", &weights, &expected["lambda"]);
    }
}

fn of_half<'j>(half: &'j JudgedSlice, right: &Values) -> Result<Formula<'j>, NotCorrected> {
    of_mean(half, right, (&half.of_right, half), By::Corrected)
}

/// Where the cases are: beside the real data.
fn folder() -> Option<PathBuf> {
    let data = PathBuf::from(std::env::var_os("PHENOM_REAL_DATA")?);
    let folder = data.parent()?.join("design/judged/cases");
    folder.is_dir().then_some(folder)
}

/// Each expected value was made by `reference.py` beside the cases: `python3 reference.py cases/NAME/table.csv`.
#[test]
fn estimates_are_those_of_another_implementation() {
    let Some(folder) = folder() else {
        eprintln!("skipped: PHENOM_REAL_DATA has no cases of judged gold beside it");
        return;
    };
    let mut checked = Checked(0);
    for case in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        let Ok(text) = std::fs::read_to_string(case.join("expected.json")) else { continue };
        let expected: Json = serde_json::from_str(&text).unwrap();
        if expected.get("three_way").is_none() {
            continue;
        }
        eprintln!("{}", case.display());
        let table = Case::read(&case.join("table.csv"));
        check(&table, Task::ThreeWay, &expected["three_way"], &mut checked);
        check(&table, Task::TwoWay, &expected["two_way"], &mut checked);
    }
    eprintln!("{} values", checked.0);
    assert!(checked.0 > 1000, "{} values", checked.0);
}

/// Each expected value was made by `reference.py`: `rogan_gladen(Table.read("cases/8-by-gold/table.csv"), "j", labels)` with the
/// labels entailment, contradiction and unknown.
#[test]
fn shares_of_labels_are_those_of_another_implementation() {
    let Some(case) = folder().map(|folder| folder.join("8-by-gold")) else {
        eprintln!("skipped: PHENOM_REAL_DATA has no cases of judged gold beside it");
        return;
    };
    let expected = std::fs::read_to_string(case.join("expected.json")).unwrap();
    let expected: Json = serde_json::from_str(&expected).unwrap();
    let expected = &expected["rogan_gladen"];
    let task = Task::ThreeWay;
    let case = Case::read(&case.join("table.csv"));
    let table = case.table(task);
    let part = table.part(case.pairs(|_| true));
    let of_people = |pair: u32| table.of_people(pair as usize);
    let of_judge = |pair: u32| table.of_judge(0, pair as usize);
    let found = ByConfusion::new(&part, 3, of_people, of_judge).unwrap();
    let place = |judgment| task.column(judgment).unwrap();
    let order = [Judgment::Entailment, Judgment::Contradiction, Judgment::Unknown].map(place);
    let mut checked = Checked(0);
    for (at, ours) in order.into_iter().enumerate() {
        checked.close("share", found.shares[ours], &expected["point"][at]);
        checked.close("error", found.errors[ours], &expected["standard_error"][at]);
        for (label, of_label) in order.into_iter().enumerate() {
            let confusion = found.confusion[ours][of_label];
            checked.close("confusion", confusion, &expected["confusion"][at][label]);
        }
    }
    assert_eq!(checked.0, 15);
}
