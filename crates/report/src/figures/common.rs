//! What the figures of an evaluation have in common.

use std::collections::HashSet;

use phenom_metrics::measures::accuracy::ACCURACY;
use phenom_metrics::{Origin, Population, Score, SliceKind, SystemCounts};

use super::models::Interval;
use crate::{Pairs, PairsBehind, Results};

/// The most systems in a figure.
pub(crate) const SYSTEMS: usize = 24;
/// The most phenomena in a figure.
const PHENOMENA: usize = 60;

/// Phenomena on fewer pairs are behind the others, without intervals.
pub(super) const LEAST_PAIRS: u64 = 5;

/// The interval of a row.
pub(super) fn interval(score: &Score) -> Option<Interval> {
    Some(score.interval?.interval.into())
}

/// A phenomenon's category and its name within it.
pub(crate) fn split(path: &str) -> (String, String) {
    let (category, name) = path.split_once(':').unwrap_or(("", path));
    (category.to_owned(), name.to_owned())
}

impl Results<'_> {
    /// The systems that figures show.
    pub(super) fn first_systems(&self) -> &[SystemCounts] {
        let systems = &self.evaluation.systems;
        &systems[..systems.len().min(SYSTEMS)]
    }

    /// The pairs that a system's share of pairs counts.
    pub(crate) fn behind(&self, score: Option<&Score>) -> Option<PairsBehind> {
        let Score { system, population, proportion, .. } = score?;
        let pairs = (*proportion)?.denominator;
        Some(PairsBehind::counted(&[self.number(system)?], *population, pairs))
    }

    /// The number of a system.
    pub(crate) fn number(&self, name: &str) -> Option<usize> {
        self.evaluation.systems.iter().position(|system| system.name == name)
    }

    /// The first of the most accurate systems that are not oracles.
    pub(crate) fn best_system(&self, population: Population) -> Option<&SystemCounts> {
        let accuracy =
            |system: &SystemCounts| self.value(&system.name, population, Pairs::All, &ACCURACY);
        let systems = self.evaluation.systems.iter();
        let answering = systems.filter(|system| system.origin == Origin::Answers);
        let known = answering.filter_map(|system| Some((system, accuracy(system)?)));
        let best = known.reduce(|best, other| if other.1 > best.1 { other } else { best });
        best.map(|(system, _)| system)
    }

    /// A note where not all systems are shown.
    fn left_out(&self) -> Option<String> {
        let all = self.evaluation.systems.len();
        (all > SYSTEMS).then(|| format!("Shown: the first {SYSTEMS} of {all} systems."))
    }

    /// What every figure says of its systems.
    pub(super) fn figure_notes(&self, first: String) -> Vec<String> {
        let reads = |system: &&SystemCounts| system.origin == Origin::ReadsGold;
        let reading: Vec<&str> = self
            .first_systems()
            .iter()
            .filter(reads)
            .map(|system| self.system(&system.name))
            .collect();
        let gold = (!reading.is_empty()).then(|| {
            let oracles = if reading.len() == 1 { "Oracle" } else { "Oracles" };
            format!(
                "{oracles}: {} (gold labels as input, excluded from tests).",
                reading.join(", ")
            )
        });
        [Some(first), self.left_out(), gold].into_iter().flatten().collect()
    }

    pub(crate) fn level(&self) -> String {
        let level = 100.0 * self.evaluation.statistics.level.value();
        format!("{} %", (level * 1e9).round() / 1e9)
    }

    /// The phenomena that a figure shows, category by category: those with the most pairs if there are too many; and a
    /// note on the others. Phenomena on few pairs are the last of their category.
    pub(crate) fn first_phenomena(&self) -> (Vec<usize>, Option<String>) {
        let evaluation = self.evaluation;
        let all: Vec<usize> = evaluation.slices_of(&SliceKind::Phenomenon).collect();
        let pairs = |slice: usize| evaluation.gold(evaluation.tagged(), slice).pairs();
        let mut kept = all.clone();
        kept.sort_by_key(|slice| std::cmp::Reverse(pairs(*slice)));
        kept.truncate(PHENOMENA);
        let kept: HashSet<usize> = kept.into_iter().collect();
        let said = (all.len() > PHENOMENA).then(|| {
            format!("Shown: the {PHENOMENA} phenomena with the most pairs, of {}.", all.len())
        });
        let is_rare = |slice: &usize| pairs(*slice) < LEAST_PAIRS;
        let mut by_category = evaluation.phenomena_by_category();
        for (_, phenomena) in &mut by_category {
            phenomena.sort_by_key(is_rare);
        }
        by_category.sort_by_key(|(_, phenomena)| phenomena.iter().all(is_rare));
        let ordered = by_category.into_iter().flat_map(|(_, phenomena)| phenomena);
        (ordered.filter(|slice| kept.contains(slice)).collect(), said)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Scene, plain};

    #[test]
    fn of_equally_accurate_systems_the_first_that_reads_no_gold_is_best() {
        let scene = Scene::new(plain(), &["G!", "A", "B"], "1 E - E E E");
        let results = scene.results();
        assert_eq!(results.best_system(Population::Original).unwrap().name, "A");
        let notes = results.figure_notes("First.".to_owned());
        assert_eq!(notes, ["First.", "Oracle: G (gold labels as input, excluded from tests)."]);
    }

    #[test]
    fn a_phenomenon_on_few_pairs_is_the_last_of_its_category() {
        let rare = "a E rare:x E\nb E lex:rare E\n";
        let pairs: String = (0..5).map(|id| format!("{id} E lex:often E\n")).collect();
        let scene = Scene::new(plain(), &["A"], &format!("{rare}{pairs}"));
        let results = scene.results();
        let (shown, _) = results.first_phenomena();
        let names: Vec<String> = shown.iter().map(|slice| results.slice(*slice)).collect();
        assert_eq!(names, ["lex:often", "lex:rare", "rare:x"]);
    }

    #[test]
    fn of_too_many_phenomena_those_with_the_most_pairs_are_shown() {
        let mut pairs: String =
            (0..=PHENOMENA).map(|tag| format!("{tag} E lex:t{tag} E\n")).collect();
        for (id, tag) in (1000..).zip(0..PHENOMENA) {
            pairs += &format!("{id} E lex:t{tag} E\n");
        }
        let scene = Scene::new(plain(), &["A"], &pairs);
        let (shown, said) = scene.results().first_phenomena();
        assert_eq!(shown.len(), PHENOMENA);
        assert!(said.unwrap().ends_with("with the most pairs, of 61."));
    }
}
