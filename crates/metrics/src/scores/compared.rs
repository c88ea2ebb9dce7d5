//! What is compared: the systems, the slices and the measures.

use std::rc::Rc;
use std::sync::Arc;

use arcstr::ArcStr;

use phenom_dataset::{Judgment, Phenomenon};

use super::comparison_row::{ComparisonRow, Family};
use crate::baselines::Baseline;
use crate::clusters::ClusterPools;
use crate::counts::{Population, Slice, SliceKind};
use crate::evaluation::{Evaluation, Origin};
use crate::measures::accuracy::ACCURACY;
use crate::measures::{ComparedOn, Computation, Measure, Test};
use crate::rankings::is_of_ranking;

/// Two that are held against each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Opponents {
    /// Two systems, by the number of the pair in the pools.
    Systems(u32),
    /// A system, by its number, and the constant answer that is right most often.
    Constant(u32, Judgment),
}

/// One comparison on the clusters of a slice. There may be millions.
#[derive(Debug, Clone, Copy)]
pub(super) struct Compared {
    pub(super) opponents: Opponents,
    pub(super) slice: u32,
    pub(super) population: Population,
    pub(super) measure: &'static Measure,
}

/// Whether right answers and pairs are all that a measure needs of the clusters.
pub(super) fn needs_right_answers_only(measure: &Measure) -> bool {
    matches!(measure.computation, Computation::RightAnswers)
}

/// Everything that is compared on clusters: pair of systems by pair of systems in the order of the slices,
/// then the systems that do not read gold against the best constant.
pub(super) fn all_compared(evaluation: &Evaluation) -> Vec<Compared> {
    let Some(pools) = evaluation.pair_pools() else { return Vec::new() };
    let mut all = Vec::new();
    let by_slice = by_slice(evaluation);
    for pair in 0..pools.pairs.len() as u32 {
        for (slice, compared) in (0..).zip(&by_slice) {
            for &(population, measure) in compared.iter() {
                let opponents = Opponents::Systems(pair);
                all.push(Compared { opponents, slice, population, measure });
            }
        }
    }
    if !compares(evaluation, &ACCURACY) {
        return all;
    }
    let competing = |system: &usize| evaluation.systems[*system].origin == Origin::Answers;
    for system in (0..evaluation.systems.len()).filter(competing) {
        for &population in evaluation.populations() {
            let Some(judgment) = evaluation.best_constant(population) else { continue };
            let opponents = Opponents::Constant(system as u32, judgment);
            let on = |slice: usize| Compared {
                opponents,
                slice: slice as u32,
                population,
                measure: &ACCURACY,
            };
            all.push(on(0));
            if Some(&population) == evaluation.populations().last() {
                all.extend(slices_with_constant(evaluation, population).map(on));
            }
        }
    }
    all
}

/// The comparison in accuracy that a row shows.
pub(super) fn compared_in_accuracy(
    evaluation: &Evaluation,
    pools: &ClusterPools,
    row: &ComparisonRow,
) -> Option<Compared> {
    let is_of_row = |slice: &Arc<Slice>| *slice == row.slice;
    let slice = evaluation.slices.iter().position(is_of_row)? as u32;
    let (population, measure) = (row.population, &ACCURACY);
    let name = |system: usize| evaluation.systems[system].name.as_str();
    let is_pair = |(first, second): &(usize, usize)| {
        name(*first) == row.system_a && name(*second) == row.system_b
    };
    let opponents = match pools.pairs.iter().position(is_pair) {
        Some(pair) => Opponents::Systems(pair as u32),
        None => {
            let system = (0..evaluation.systems.len()).find(|one| name(*one) == row.system_a)?;
            Opponents::Constant(system as u32, evaluation.best_constant(population)?)
        }
    };
    Some(Compared { opponents, slice, population, measure })
}

/// The categories and phenomena on which systems are compared with the constant of the population. Slices with one gold
/// label are left out: a constant is correct on all of their pairs or on none.
pub(super) fn slices_with_constant(
    evaluation: &Evaluation,
    population: Population,
) -> impl Iterator<Item = usize> {
    let is_compared = move |slice: &usize| {
        let of = &evaluation.slices[*slice];
        let is_kind = matches!(of.kind, SliceKind::Category | SliceKind::Phenomenon);
        let gold = evaluation.gold(population, *slice);
        let has = |label: &&Judgment| {
            let same =
                |gold: &Judgment| evaluation.task.column(*gold) == evaluation.task.column(**label);
            Judgment::ALL.iter().filter(|one| same(one)).any(|one| gold.gold(*one) > 0)
        };
        let labels = evaluation.task.judgments().iter().filter(has).count();
        is_kind && of.name != Phenomenon::NO_CATEGORY && labels > 1
    };
    (0..evaluation.slices.len()).filter(is_compared)
}

/// The family of a comparison. Those with a constant are primary on all pairs; those of two systems if the measure was
/// declared beforehand.
pub(super) fn family(opponents: Opponents, on_all: bool, primary: bool) -> Family {
    match opponents {
        Opponents::Constant(..) if on_all => Family::Constants,
        Opponents::Constant(..) => Family::Exploratory,
        Opponents::Systems(_) if primary => Family::Figures,
        Opponents::Systems(_) => Family::Exploratory,
    }
}

/// The names of two systems, or of a system and a constant answer.
pub(super) fn names(
    evaluation: &Evaluation,
    pools: &ClusterPools,
    opponents: Opponents,
) -> [ArcStr; 2] {
    let name = |system: usize| evaluation.systems[system].name.clone();
    match opponents {
        Opponents::Systems(pair) => {
            let (first, second) = pools.pairs[pair as usize];
            [name(first), name(second)]
        }
        Opponents::Constant(system, judgment) => {
            [name(system as usize), Baseline::Constant(judgment).name().into()]
        }
    }
}

/// Whether systems are compared by a measure: it is wanted for that, or declared as primary. With many systems, a measure whose
/// test resamples must be named.
pub(super) fn compares(evaluation: &Evaluation, measure: &Measure) -> bool {
    let wanted = evaluation.wanted;
    let primary = evaluation.primary().has(measure) && wanted.has(measure);
    let resamples =
        !matches!(measure.computation, Computation::RightAnswers | Computation::Sets(_))
            && !is_of_ranking(measure);
    let is_left_out = resamples && evaluation.compares_only_exactly();
    primary || wanted.compares(measure) && !is_left_out
}

/// The measures by which fewer systems would be compared.
#[must_use]
pub fn not_compared(evaluation: &Evaluation) -> Vec<&'static Measure> {
    let is_left_out =
        |own: &&Measure| evaluation.wanted.compares(own) && !compares(evaluation, own);
    evaluation.wanted.measures().filter(is_left_out).collect()
}

/// What is compared on a slice of one kind, and in which measure.
type ComparedBy = (Population, &'static Measure);

/// By what systems are compared on the clusters of each slice.
pub(super) fn by_slice(evaluation: &Evaluation) -> Vec<Rc<[ComparedBy]>> {
    let kinds = evaluation.slices.chunk_by(|one, next| one.kind == next.kind);
    let by = |kind: &SliceKind| compared_by(evaluation, kind).into();
    kinds.flat_map(|slices| vec![by(&slices[0].kind); slices.len()]).collect()
}

/// The slice and population of each measure of more than right answers by which systems are compared.
pub(super) fn drawn_on(evaluation: &Evaluation) -> Vec<(usize, Population)> {
    let of_slice = |(slice, compared): (usize, &Rc<[ComparedBy]>)| {
        let drawn = compared.iter().filter(|(_, measure)| !needs_right_answers_only(measure));
        drawn.map(|(population, _)| (slice, *population)).collect::<Vec<_>>()
    };
    by_slice(evaluation).iter().enumerate().flat_map(of_slice).collect()
}

/// By what systems are compared on the clusters of a slice of one kind.
fn compared_by(evaluation: &Evaluation, kind: &SliceKind) -> Vec<ComparedBy> {
    let mut compared = Vec::new();
    for population in [Population::Original, Population::Monothematic, Population::Decomposition] {
        if population != Population::Original && !evaluation.is_decomposed() {
            continue;
        }
        for measure in evaluation.wanted.measures() {
            let of_decomposition = super::cuts::is_of_decomposition(measure);
            if of_decomposition != (population == Population::Decomposition)
                || !compares(evaluation, measure)
            {
                continue;
            }
            let Ok((on, test)) = measure.compared() else { continue };
            let here = match on {
                ComparedOn::AllSlices => true,
                ComparedOn::Categories => {
                    matches!(kind, SliceKind::All | SliceKind::Category)
                }
                ComparedOn::AllPairs => *kind == SliceKind::All,
            };
            if here && !matches!(test, Test::Student) {
                compared.push((population, measure, on));
            }
        }
    }
    // What is compared everywhere first, then wholes with parts, then the rest.
    compared.sort_by_key(|(population, _, on)| match (on, population) {
        (ComparedOn::AllSlices, _) => 0,
        (_, Population::Decomposition) => 1,
        _ => 2,
    });
    compared.into_iter().map(|(population, measure, _)| (population, measure)).collect()
}

#[cfg(test)]
mod tests {
    use phenom_dataset::{Answer, Judgment::*, Run};
    use proptest::prelude::*;

    use super::{Compared as Pairs, *};
    use crate::evaluation::{Compared, Settings, StatisticsSettings};
    use crate::measures::Wanted;
    use crate::scores::comparisons;
    use crate::testing::{Pair, dataset, pairs_and_answers};

    /// The measures by which this number of systems is compared on all pairs, and the primary ones.
    fn of_many(
        systems: usize,
        statistics: StatisticsSettings,
        wanted: Wanted,
    ) -> [Vec<&'static str>; 2] {
        let pairs = [Pair::original("1").gold(Entailment), Pair::of("1.1", "1").gold(Unknown)];
        let run = |number: usize| {
            let run = Run::from_answers(&number.to_string(), vec![Answer::Judged(Entailment); 2]);
            (run, Origin::Answers)
        };
        let runs: Vec<_> = (0..systems).map(run).collect();
        let settings = Settings { statistics, wanted, ..Settings::default() };
        let evaluation = Evaluation::new(&dataset(&pairs), &runs, &settings);
        let mut compared: Vec<&str> = compared_by(&evaluation, &SliceKind::All)
            .iter()
            .map(|(_, measure)| measure.key)
            .collect();
        compared.dedup();
        [compared, evaluation.primary().measures().map(|measure| measure.key).collect()]
    }

    #[test]
    fn many_systems_are_compared_unasked_only_where_nothing_is_drawn() {
        let (usual, all) = (StatisticsSettings::default(), Wanted::default());
        let few = of_many(Compared::MANY, usual, all);
        assert!(few[0].contains(&"kappa") && few[0].contains(&"ideal_distance"), "{few:?}");
        assert_eq!(few[1], ["accuracy", "ideal_distance"]);
        let many = |statistics, wanted| of_many(Compared::MANY + 1, statistics, wanted);
        assert_eq!(many(usual, all), [["accuracy"], ["accuracy"]]);
        let primary = Some(Wanted::named(["kappa"]));
        let declared = many(StatisticsSettings { primary, ..usual }, all);
        assert_eq!(declared, [vec!["accuracy", "kappa"], vec!["kappa"]]);
        assert!(many(usual, Wanted::named(["kappa"]))[0] == ["kappa"]);
        // Against one system there are no more comparisons than systems.
        let against = StatisticsSettings { compare: Compared::Against(0), ..usual };
        assert_eq!(many(against, all), few);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(30))]

        /// The comparison that is made for a row is the one among all that has its opponents, slice and population.
        #[test]
        fn a_row_in_accuracy_leads_back_to_its_comparison((pairs, answers) in pairs_and_answers()) {
            let dataset = dataset(&pairs);
            let mut turned = answers.clone();
            turned.rotate_left(1);
            let run = |name: &str, answers: Vec<Judgment>| {
                (Run::from_answers(name, answers.into_iter().map(Answer::Judged)), Origin::Answers)
            };
            let runs = [run("a", answers), run("b", turned)];
            let evaluation = Evaluation::new(&dataset, &runs, &Settings::default());
            let pools = evaluation.pair_pools().unwrap();
            for row in comparisons(&evaluation).iter().filter(|row| row.measure.key == ACCURACY.key) {
                let slice = |compared: &&Pairs| {
                    let slice = &evaluation.slices[compared.slice as usize];
                    *slice == row.slice
                };
                let all = all_compared(&evaluation);
                let expected = all.iter().filter(slice).find(|compared| {
                    *compared.measure == ACCURACY
                        && compared.population == row.population
                        && names(&evaluation, pools, compared.opponents)
                            == [row.system_a.clone(), row.system_b.clone()]
                });
                // Without the measure's functions: the same one may be at several addresses.
                let said = |found: &Pairs| {
                    let Pairs { opponents, slice, population, measure } = found;
                    format!("{:?}", (opponents, slice, population, measure.key))
                };
                let ours = compared_in_accuracy(&evaluation, pools, row).map(|found| said(&found));
                prop_assert_eq!(ours, expected.map(said));
            }
        }
    }
}
