//! Systems that look at no meaning, on the monothematic pairs: what they get beyond the best constant answer is given
//! away by the phenomenon, by the hypothesis alone, or by shared words.

use phenom_dataset::{Answer, Dataset, Judgment, Run, Task};
use phenom_metrics::{LearnsFrom, linguistic_biased};
use phenom_report::{Cell, Column, RowKind, Style, Table};
use phenom_systems::{Groups, HYPOTHESIS_ONLY, WORD_OVERLAP};
use serde_json::{Value, json};

use super::cells::{Figure, cell, json_of, mean_of, new_table, row, share_of};
use crate::config::{Answers, EngineSystem, LearnsOn, System, WordNetFrom};
use crate::failure::Failure;
use crate::host::Host;
use crate::load;

/// A baseline should be no further above the best constant: 5 points.
pub const MOST_ABOVE: f64 = 0.05;

/// The number of parts that the data are split into, by group, for what learns.
const PARTS: usize = 10;

/// A baseline on the monothematic pairs.
pub(super) struct Baseline {
    name: &'static str,
    /// What it learns from.
    gives_away: &'static str,
    task: Task,
    /// Its accuracy.
    accuracy: Option<Figure>,
    /// The best constant answer.
    constant: Judgment,
    /// Its accuracy less that of the best constant.
    above: Option<Figure>,
}

impl Baseline {
    fn of(
        dataset: &Dataset,
        (name, gives_away): (&'static str, &'static str),
        task: Task,
        run: &Run,
    ) -> Option<Self> {
        let as_task = |judgment: Judgment| match task {
            Task::TwoWay | Task::Outcome => judgment.two_way(),
            Task::ThreeWay => judgment,
        };
        let gold = |row: usize| dataset.gold()[row].map(as_task);
        let rows: Vec<usize> =
            dataset.monothematic().filter(|&row| dataset.gold()[row].is_some()).collect();
        let count =
            |judgment: Judgment| rows.iter().filter(|&&row| gold(row) == Some(judgment)).count();
        let constant = *task.judgments().iter().max_by_key(|&&judgment| {
            // The first of equals.
            (count(judgment), std::cmp::Reverse(judgment.code()))
        })?;
        let right = |row: usize| match run.answer(row) {
            Answer::Judged(judgment) => Some(as_task(judgment)) == gold(row),
            _ => false,
        };
        let share = |right: bool| f64::from(u8::from(right));
        let accuracy = rows.iter().map(|&row| (row, right(row)));
        let above =
            rows.iter().map(|&row| (row, share(right(row)) - share(gold(row) == Some(constant))));
        Some(Self {
            name,
            gives_away,
            task,
            accuracy: share_of(dataset, accuracy),
            constant,
            above: mean_of(dataset, above),
        })
    }

    /// Whether it is further above the best constant than it should be.
    pub(super) fn is_a_leak(&self) -> bool {
        self.above.is_some_and(|above| above.estimate > MOST_ABOVE)
    }

    pub(super) fn json(&self) -> Value {
        json!({
            "baseline": self.name, "task": self.task.name(), "accuracy": json_of(self.accuracy),
            "best_constant": self.constant.name(), "above_constant": json_of(self.above),
        })
    }
}

/// The baselines; none where the monothematic pairs have one gold judgment or none.
pub(super) fn baselines(
    dataset: &Dataset,
    task: Task,
    host: &dyn Host,
) -> Result<Vec<Baseline>, Failure> {
    let gold: Vec<Judgment> =
        dataset.monothematic().filter_map(|row| dataset.gold()[row]).collect();
    let varies = gold.iter().any(|judgment| Some(judgment) != gold.first());
    if !varies {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    let all = LearnsFrom::AllPairs;
    let biased = linguistic_biased(dataset, "linguistic-biased", all, Task::TwoWay);
    let phenomenon = "the phenomenon";
    found.extend(Baseline::of(dataset, ("linguistic-biased", phenomenon), Task::TwoWay, &biased));
    if task == Task::ThreeWay {
        let biased = linguistic_biased(dataset, "linguistic-biased", all, Task::ThreeWay);
        let names = ("linguistic-biased, three-way", phenomenon);
        found.extend(Baseline::of(dataset, names, Task::ThreeWay, &biased));
    }
    if Groups::of(dataset).count() < PARTS {
        return Ok(found);
    }
    let learners = [
        ("hypothesis-only", "the hypothesis alone", &HYPOTHESIS_ONLY),
        ("word-overlap", "words in common", &WORD_OVERLAP),
    ];
    for (name, gives_away, learner) in learners {
        let engine = EngineSystem::Learnt {
            learner,
            from: LearnsOn::OtherParts(PARTS),
            wordnet: WordNetFrom::Nowhere,
            rules: Vec::new(),
            trees: Vec::new(),
        };
        let system = System { name: name.to_owned(), answers: Answers::Engine(Box::new(engine)) };
        let systems = load::systems(&[system], dataset, load::Reading::answers(host))?;
        for (run, _) in &systems.runs {
            found.extend(Baseline::of(dataset, (name, gives_away), task, run));
        }
    }
    Ok(found)
}

/// What the baselines show.
pub(super) fn in_words(found: &[Baseline]) -> Vec<String> {
    let mut said = Vec::new();
    for baseline in found {
        let Some(above) = baseline.above else { continue };
        let Some(interval) = above.interval.filter(|interval| interval.lower > 0.0) else {
            continue;
        };
        let (points, lower, upper) =
            (100.0 * above.estimate, 100.0 * interval.lower, 100.0 * interval.upper);
        let (name, what) = (baseline.name, baseline.gives_away);
        said.push(format!(
            "{name} is {points:.1} points [{lower:.1}, {upper:.1}] above the constant baseline on {} monothematic \
             pairs: {what} is informative about the label.",
            above.pairs
        ));
    }
    said
}

/// Nothing where there are no baselines.
pub(super) fn table(found: &[Baseline]) -> Option<Table> {
    let names = ["baseline", "task", "accuracy", "constant baseline", "above it"];
    let columns: Vec<Column> = names.map(Column::new).into();
    let rows = found.iter().map(|baseline| {
        row(
            RowKind::Body,
            vec![
                Cell::text(baseline.name),
                Cell::text(baseline.task.name()),
                cell(baseline.accuracy, Style::Percent),
                Cell::text(baseline.constant.name()),
                cell(baseline.above, Style::SignedPercent),
            ],
        )
    });
    let rows: Vec<_> = rows.collect();
    let notes = vec![format!(
        "Accuracy on the monothematic pairs, with 95 % intervals over clusters. linguistic-biased uses the gold labels \
         of the pairs that it predicts, as in Cabrio & Magnini 2010. The others are cross-validated in {PARTS} parts, \
         if there are {PARTS} groups of pairs that share an original, a cluster or a text. A baseline more than {:.0} \
         points above the constant baseline deserves attention.",
        100.0 * MOST_ABOVE
    )];
    (!rows.is_empty())
        .then(|| new_table("leaks", "Baselines that ignore meaning", columns, rows, notes))
}
