//! The probabilities of systems beside what annotators said, in every slice.

use phenom_dataset::{Dataset, Judgment, Run, Task};

use super::agreement_rows::tasks;
use super::rows::{AgreementRow, Cut, cuts};
use super::{CROSS_ENTROPY, JENSEN_SHANNON, compare_distributions};
use crate::evaluation::Origin;
use crate::undefined::Proportion;

/// How far the probabilities of each system that has some are from the distribution of what annotators
/// said, averaged over the pairs of each slice; three-way where annotators and system are. A system with
/// several runs has no rows.
#[must_use]
pub fn distribution_rows(dataset: &Dataset, runs: &[(Run, Origin)]) -> Vec<AgreementRow> {
    let single = runs.chunk_by(|(a, _), (b, _)| a.system() == b.system()).filter_map(|group| {
        let [(run, _)] = group else { return None };
        probable(dataset, run).then_some(run)
    });
    let single: Vec<&Run> = single.collect();
    if single.is_empty() || !dataset.is_annotated() {
        return Vec::new();
    }
    let cuts = cuts(dataset);
    single.iter().flat_map(|run| of_run(dataset, run, &cuts)).collect()
}

fn probability(run: &Run, row: usize, judgment: Judgment) -> Option<f64> {
    run.scores()?.probability(row, judgment)
}

fn probable(dataset: &Dataset, run: &Run) -> bool {
    (0..dataset.len()).any(|row| probability(run, row, Judgment::Entailment).is_some())
}

fn of_run(dataset: &Dataset, run: &Run, cuts: &[Cut]) -> Vec<AgreementRow> {
    let tells = |judgment| (0..dataset.len()).any(|row| probability(run, row, judgment).is_some());
    let three_way = tasks(dataset).contains(&Task::ThreeWay)
        && tells(Judgment::Unknown)
        && tells(Judgment::Contradiction);
    let task = if three_way { Task::ThreeWay } else { Task::TwoWay };
    let mut rows = Vec::new();
    for cut in cuts {
        let pairs = cut.rows().map(|row| distributions(dataset, run, row, task));
        let compared = compare_distributions(pairs);
        let row = AgreementRow {
            system: run.system().to_owned(),
            support: compared.pairs,
            ..cut.row(task)
        };
        let (measure, value) = (JENSEN_SHANNON.key, compared.jensen_shannon);
        rows.push(AgreementRow { measure, value, ..row.clone() });
        let (measure, value) = (CROSS_ENTROPY.key, compared.cross_entropy);
        rows.push(AgreementRow { measure, value, ..row.clone() });
        let share = Proportion { numerator: compared.impossible, denominator: compared.pairs };
        let measure = super::IMPOSSIBLE_JUDGMENTS.key;
        let (value, proportion) = (share.value(), share.value().is_ok().then_some(share));
        rows.push(AgreementRow { measure, value, proportion, ..row });
    }
    rows
}

/// What annotators said of a pair and what the run says, in the order of the task's judgments; zeros
/// fill up.
fn distributions(dataset: &Dataset, run: &Run, row: usize, task: Task) -> ([f64; 3], [f64; 3]) {
    let seen = |judgment: Judgment| {
        if task == Task::TwoWay { judgment.two_way() } else { judgment }
    };
    let (mut people, mut system) = ([0.0; 3], [0.0; 3]);
    let counts = dataset.annotator_counts(row).unwrap_or_default();
    let places = task.judgments().iter().zip(people.iter_mut().zip(&mut system));
    for (judgment, (people, system)) in places {
        let unnamed = Judgment::ALL.into_iter().filter(|given| seen(*given) == *judgment);
        *people = unnamed.map(|given| f64::from(counts[usize::from(given.code())])).sum::<f64>()
            + dataset
                .numbered_annotations(row)
                .filter(|(_, named)| seen(*named) == *judgment)
                .count() as f64;
        *system = probability(run, row, *judgment).unwrap_or(0.0);
    }
    (people, system)
}
