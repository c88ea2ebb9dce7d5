//! Baselines that know one thing about a pair and no meaning. If one predicts gold labels significantly better than the
//! best constant, this thing leaks the label.

mod cues;

use phenom_dataset::{Answer, Dataset, Judgment, Task};
use phenom_metrics::{LearnsFrom, linguistic_biased};
use phenom_report::{Cell, Column, RowKind, Style, Table};
use phenom_systems::{Groups, HYPOTHESIS_ONLY, WORD_OVERLAP};
use serde_json::{Value, json};

use self::cues::{CUES, Cue, Surroundings};
use super::cells::{Figure, cell, json_of, mean_of, new_table, row, share_of};
use super::meaning::NaiveBayes;
use crate::config::{Answers, EngineSystem, LearnsOn, System, WordNetFrom};
use crate::failure::Failure;
use crate::host::Host;
use crate::load;

/// The number of parts that the data are split into, by group, for what learns.
const PARTS: usize = 10;

/// Originals or monothematic pairs with gold labels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Population {
    Originals,
    Monothematic,
}

impl Population {
    fn name(self) -> &'static str {
        match self {
            Self::Originals => "original",
            Self::Monothematic => "monothematic",
        }
    }

    fn rows(self, dataset: &Dataset) -> Vec<usize> {
        let has_gold = |row: &usize| dataset.gold()[*row].is_some();
        match self {
            Self::Originals => dataset.originals().filter(has_gold).collect(),
            Self::Monothematic => dataset.monothematic().filter(has_gold).collect(),
        }
    }
}

/// A baseline on one population.
pub(super) struct Baseline {
    name: &'static str,
    /// What it knows.
    knows: &'static str,
    population: Population,
    task: Task,
    /// Its accuracy.
    accuracy: Option<Figure>,
    /// The label of the best constant baseline.
    constant: Judgment,
    /// Its accuracy less that of the best constant baseline.
    above: Option<Figure>,
}

fn as_task(task: Task, judgment: Judgment) -> Judgment {
    match task {
        Task::TwoWay | Task::Outcome => judgment.two_way(),
        Task::ThreeWay => judgment,
    }
}

impl Baseline {
    fn of(
        dataset: &Dataset,
        (name, knows): (&'static str, &'static str),
        population: Population,
        task: Task,
        predict: impl Fn(usize) -> Option<Judgment>,
    ) -> Option<Self> {
        let gold = |row: usize| dataset.gold()[row].map(|gold| as_task(task, gold));
        let rows = population.rows(dataset);
        let count =
            |judgment: Judgment| rows.iter().filter(|&&row| gold(row) == Some(judgment)).count();
        let constant = *task.judgments().iter().max_by_key(|&&judgment| {
            // The first of equals.
            (count(judgment), std::cmp::Reverse(judgment.code()))
        })?;
        let is_correct = |row: usize| predict(row).map(|label| as_task(task, label)) == gold(row);
        let share = |correct: bool| f64::from(u8::from(correct));
        let accuracy = rows.iter().map(|&row| (row, is_correct(row)));
        let above = rows
            .iter()
            .map(|&row| (row, share(is_correct(row)) - share(gold(row) == Some(constant))));
        Some(Self {
            name,
            knows,
            population,
            task,
            accuracy: share_of(dataset, accuracy),
            constant,
            above: mean_of(dataset, above),
        })
    }

    /// Whether the interval of its difference from the best constant baseline is above 0.
    fn is_leak(&self) -> bool {
        let interval = self.above.and_then(|above| above.interval);
        interval.is_some_and(|interval| interval.lower > 0.0)
    }

    pub(super) fn json(&self) -> Value {
        json!({
            "baseline": self.name, "pairs": self.population.name(), "task": self.task.name(),
            "accuracy": json_of(self.accuracy), "best_constant": self.constant.name(),
            "above_constant": json_of(self.above), "leak": self.is_leak(),
        })
    }
}

/// The baselines on all populations with more than one gold label.
pub(super) fn baselines(
    dataset: &Dataset,
    task: Task,
    host: &dyn Host,
) -> Result<Vec<Baseline>, Failure> {
    let mut found = Vec::new();
    let varies = |population: &Population| {
        let rows = population.rows(dataset);
        rows.iter().any(|row| dataset.gold()[*row] != dataset.gold()[rows[0]])
    };
    let mut populations = vec![Population::Monothematic, Population::Originals];
    populations.retain(varies);
    let tasks: &[Task] = match task {
        Task::ThreeWay => &[Task::TwoWay, Task::ThreeWay],
        Task::TwoWay | Task::Outcome => &[Task::TwoWay],
    };
    if populations.contains(&Population::Monothematic) {
        for &task in tasks {
            let names = ("linguistic-biased", "the phenomenon");
            let run = linguistic_biased(dataset, names.0, LearnsFrom::AllPairs, task);
            let predict = |row| judged(&run.answer(row));
            found.extend(Baseline::of(dataset, names, Population::Monothematic, task, predict));
        }
    }
    let groups = Groups::of(dataset);
    if groups.count() < PARTS || populations.is_empty() {
        return Ok(found);
    }
    let learners = [
        ("hypothesis-only", "the hypothesis alone", &HYPOTHESIS_ONLY),
        ("word-overlap", "the share of common words", &WORD_OVERLAP),
    ];
    let readable = without_texts(dataset) == 0;
    for (name, knows, learner) in learners.into_iter().filter(|_| readable) {
        let engine = EngineSystem::Learnt {
            learner,
            from: LearnsOn::OtherParts(PARTS),
            wordnet: WordNetFrom::Nowhere,
            rules: Vec::new(),
            trees: Vec::new(),
        };
        let system = System::new(name.to_owned(), Answers::Engine(Box::new(engine)));
        let systems = load::systems(&[system], dataset, load::Reading::answers(host))?;
        for (run, _) in &systems.runs {
            for &population in &populations {
                let predict = |row| judged(&run.answer(row));
                let of_task =
                    |&task| Baseline::of(dataset, (name, knows), population, task, predict);
                found.extend(tasks.iter().filter_map(of_task));
            }
        }
    }
    let parts = groups.parts(PARTS);
    let surroundings = Surroundings::of(dataset);
    for cue in CUES.iter() {
        for &population in &populations {
            found.extend(of_cue(dataset, cue, &surroundings, population, (tasks, &parts)));
        }
    }
    Ok(found)
}

/// How many pairs have no text or no hypothesis, as those of rules that do not apply.
pub(super) fn without_texts(dataset: &Dataset) -> usize {
    let is_blank = |row: &usize| {
        let texts = dataset.texts(*row);
        texts
            .is_none_or(|(text, hypothesis)| text.trim().is_empty() || hypothesis.trim().is_empty())
    };
    (0..dataset.len()).filter(is_blank).count()
}

fn judged(answer: &Answer) -> Option<Judgment> {
    match answer {
        Answer::Judged(judgment) => Some(*judgment),
        _ => None,
    }
}

/// A naive Bayes classifier on one cue, which predicts each part of the groups from the others.
fn of_cue(
    dataset: &Dataset,
    cue: &Cue,
    surroundings: &Surroundings,
    population: Population,
    (tasks, part_of): (&[Task], &[usize]),
) -> Vec<Baseline> {
    let rows = population.rows(dataset);
    let features: Vec<_> =
        rows.iter().map(|&row| (cue.features)(dataset, surroundings, row)).collect();
    // What is equal for all pairs tells nothing, and pairs may have nothing of the kind.
    if features.iter().all(|of_row| *of_row == features[0]) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for &task in tasks {
        let label = |row: usize| dataset.gold()[row].map(|gold| as_task(task, gold).name());
        let mut predicted = vec![None; dataset.len()];
        for part in 0..PARTS {
            let seen = rows.iter().zip(&features).filter(|(row, _)| part_of[**row] != part);
            let seen = seen.filter_map(|(row, features)| Some((label(*row)?, features.clone())));
            let model = NaiveBayes::train(seen, 1);
            let unseen = rows.iter().zip(&features).filter(|(row, _)| part_of[**row] == part);
            for (row, features) in unseen {
                let predicted_label = model.predict(features);
                let labels = task.judgments().iter();
                predicted[*row] =
                    labels.copied().find(|label| Some(label.name()) == predicted_label);
            }
        }
        let names = (cue.name, cue.knows);
        found.extend(Baseline::of(dataset, names, population, task, |row| predicted[row]));
    }
    found
}

/// The leaks, each with its populations and tasks: *siblings (original, two-way; original, three-way)*.
pub(super) fn leaks(found: &[Baseline]) -> Vec<String> {
    let leaks: Vec<&Baseline> = found.iter().filter(|baseline| baseline.is_leak()).collect();
    let named = |same: &[&Baseline]| {
        let where_found =
            same.iter().map(|leak| format!("{}, {}", leak.population.name(), leak.task.name()));
        format!("{} ({})", same[0].name, where_found.collect::<Vec<_>>().join("; "))
    };
    leaks.chunk_by(|one, other| one.name == other.name).map(named).collect()
}

/// A sentence for each leak, on the pairs and labels where it is largest.
pub(super) fn in_words(found: &[Baseline]) -> Vec<String> {
    let sentence = |same: &[Baseline]| {
        let leaks = same.iter().filter(|baseline| baseline.is_leak());
        let above = leaks.filter_map(|leak| Some((leak, leak.above?)));
        let (leak, above) =
            above.max_by(|one, other| one.1.estimate.total_cmp(&other.1.estimate))?;
        let interval = above.interval?;
        let points = |value: f64| 100.0 * value;
        Some(format!(
            "{} is {:.1} points [{:.1}, {:.1}] above the constant baseline on {} {} pairs ({}): {} is informative about \
             the label.",
            leak.name,
            points(above.estimate),
            points(interval.lower),
            points(interval.upper),
            above.pairs,
            leak.population.name(),
            leak.task.name(),
            leak.knows
        ))
    };
    found.chunk_by(|one, other| one.name == other.name).filter_map(sentence).collect()
}

/// Nothing where there are no baselines.
pub(super) fn table(found: &[Baseline]) -> Option<Table> {
    let names = ["pairs", "task", "accuracy", "constant baseline", "above it", "leak"];
    let columns: Vec<Column> =
        std::iter::once(Column::repeating("baseline")).chain(names.map(Column::new)).collect();
    let mut rows = Vec::new();
    for (place, baseline) in found.iter().enumerate() {
        let is_first = place == 0 || found[place - 1].name != baseline.name;
        rows.push(row(
            if is_first { RowKind::First } else { RowKind::Body },
            vec![
                Cell::text(baseline.name),
                Cell::text(baseline.population.name()),
                Cell::text(baseline.task.name()),
                cell(baseline.accuracy, Style::Percent),
                Cell::text(baseline.constant.name()),
                cell(baseline.above, Style::SignedPercent),
                Cell::text(if baseline.is_leak() { "yes" } else { "no" }),
            ],
        ));
    }
    let notes = vec![format!(
        "Accuracy with 95 % intervals over clusters. linguistic-biased uses the gold labels of the pairs that it \
         predicts, as in Cabrio & Magnini 2010. The others are cross-validated in {PARTS} parts, if there are {PARTS} \
         groups of pairs that share an original, a cluster or a text. A baseline is a leak if the interval of its \
         difference from the constant baseline is above 0."
    )];
    (!rows.is_empty())
        .then(|| new_table("leaks", "Baselines that ignore meaning", columns, rows, notes))
}
