//! What tables have in common: names of systems and baselines, and the notes on them.

use phenom_dataset::{Answer, Judgment, Missing};
use phenom_metrics::{Baseline, Origin, POOLED, Population, SystemCounts};

use crate::results::answered;
use crate::{PairCount, Results, SafeName};

/// The key of a part of a table that has too many columns for one: the first part has the table's own.
pub(super) fn part_key(key: &str, part: usize) -> SafeName {
    match part {
        0 => SafeName::new(key),
        part => SafeName::new(&format!("{key}-{}", part + 1)),
    }
}

/// A baseline's name for humans.
pub(crate) fn baseline_name(baseline: Baseline) -> String {
    match baseline {
        Baseline::Constant(judgment) => format!("always {judgment} †"),
        Baseline::Uniform => "uniform random †".to_owned(),
        Baseline::GoldDistribution => "random from gold †".to_owned(),
    }
}

/// Every system, all of them together if that is wanted, and every baseline: as tables show it, and
/// as the rows name it.
pub(super) fn shown_systems(results: &Results<'_>) -> Vec<(String, String)> {
    let systems = results.evaluation.systems.iter();
    let mut shown: Vec<(String, String)> =
        systems.map(|system| (results.marked(system), system.name.to_string())).collect();
    if results.options.pool {
        shown.push((results.pooled_name(), POOLED.to_owned()));
    }
    let baselines = results.baselines().into_iter();
    shown.extend(baselines.map(|baseline| (baseline_name(baseline), baseline.name())));
    shown
}

pub(super) const BASELINE_NOTE: &str =
    "† Baseline that is independent of the pair: expected accuracy, not sampled.";

pub(super) const POOLED_NOTE: &str = "§ The predictions of all systems except oracles together: each pair counts once for each system.";

/// The notes of every table of systems: marks, and predictions that are missing.
pub(crate) fn notes_on_systems(results: &Results<'_>) -> Vec<String> {
    let evaluation = results.evaluation;
    let mut notes = Vec::new();
    if evaluation.systems.iter().any(|system| system.origin == Origin::ReadsGold) {
        notes.push("‡ Oracle: uses gold labels, excluded from tests.".to_owned());
    }
    for system in evaluation.systems.iter().filter(|system| system.runs > 1) {
        notes.push(format!(
            "{} has {} runs. Its counts are means over the runs.",
            results.system(&system.name),
            system.runs
        ));
    }
    for system in &evaluation.systems {
        let meaning = match system.missing() {
            Missing::Refuse => continue,
            Missing::Wrong => COUNT_AS_WRONG,
            Missing::Skip => LEFT_OUT,
        };
        let (original, originals) = answered(system, Population::Original);
        let (monothematic, parts) = answered(system, Population::Monothematic);
        if original != originals || monothematic != parts {
            let of_parts = match parts.whole() {
                Some(0) => String::new(),
                _ => format!(" original and {monothematic} of {parts} monothematic"),
            };
            notes.push(format!(
                "{} has predictions for {original} of {originals}{of_parts} pairs. The others {meaning}.",
                results.system(&system.name)
            ));
        }
    }
    notes.extend(evaluation.systems.iter().filter_map(|system| abstentions(results, system)));
    notes
}

/// On how many pairs a system abstains.
fn abstentions(results: &Results<'_>, system: &SystemCounts) -> Option<String> {
    let (mut abstained, mut all) = (0, 0);
    for population in [Population::Original, Population::Monothematic] {
        let counts = system.counts(population, 0);
        let gold = Judgment::ALL.into_iter().map(Some);
        abstained += gold.map(|gold| counts.count(gold, Answer::Abstained)).sum::<u64>();
        all += counts.pairs();
    }
    (abstained > 0).then(|| {
        let [abstained, all] =
            [abstained, all].map(|sum| PairCount::over_runs(sum, system.times_counted()));
        let system = results.system(&system.name);
        format!("{system} abstains on {abstained} of {all} pairs. These {COUNT_AS_WRONG}.")
    })
}

/// How pairs without a prediction count: ends of notes on systems.
const COUNT_AS_WRONG: &str = "count as wrong";
const LEFT_OUT: &str = "are excluded from its scores";

/// What a note states about phenomena that have no row.
pub(super) const TOO_FEW_PAIRS: &str = "with fewer than";

/// Whether a note of the first table is on what its scores leave out or count as wrong.
#[must_use]
pub fn is_on_what_is_missing(note: &str) -> bool {
    let ends = |end: &str| note.trim_end_matches('.').ends_with(end);
    ends(COUNT_AS_WRONG) || ends(LEFT_OUT) || note.contains(TOO_FEW_PAIRS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Scene, plain};

    #[test]
    fn missing_predictions_and_runs_of_a_system_are_noted() {
        let scene = Scene::new(plain(), &["A", "B", "B"], "1 E - - E E\n2 E - E E E");
        let notes = notes_on_systems(&scene.results());
        assert_eq!(
            notes,
            [
                "B has 2 runs. Its counts are means over the runs.",
                "A has predictions for 1 of 2 pairs. The others count as wrong.",
            ]
        );
    }
}
