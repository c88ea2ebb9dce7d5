//! Systems held against each other by measures of their rankings.

use super::comparison_row::{ComparisonRow, Family, Verdict};
use super::families::Draft;
use super::of_rankings;
use crate::counts::{Population, SliceKind};
use crate::evaluation::Evaluation;
use crate::measures::{Computation, Measure, RankedBy};
use crate::rankings::Place;
use crate::statistics::{Comparison, Question};
use crate::undefined::{Undefined, Value};

/// Two systems that rank the same pairs, and a measure of rankings.
pub(super) struct ComparedRankings {
    /// The number of the pair in the pools.
    pub(super) pair: usize,
    systems: (usize, usize),
    population: Population,
    measure: &'static Measure,
}

/// All comparisons of rankings.
pub(super) fn all_compared_rankings(evaluation: &Evaluation) -> Vec<ComparedRankings> {
    let Some(pools) = evaluation.pair_pools() else { return Vec::new() };
    let mut all = Vec::new();
    for (pair, &systems) in pools.pairs.iter().enumerate() {
        for population in [Population::Original, Population::Monothematic] {
            for measure in evaluation.wanted.measures() {
                let of_ranking = matches!(measure.computation, Computation::Ranking(..));
                if of_ranking && super::compared::compares(evaluation, measure) {
                    all.push(ComparedRankings { pair, systems, population, measure });
                }
            }
        }
    }
    all
}

impl ComparedRankings {
    pub(super) fn draft(&self, evaluation: &Evaluation, draws: usize) -> Option<Draft> {
        let (first, second) = self.systems;
        let Computation::Ranking(by, start) = self.measure.computation else { return None };
        let places = [self.places(evaluation, first, by)?, self.places(evaluation, second, by)?];
        let values = [self.value(evaluation, first)?, self.value(evaluation, second)?];
        let settings = &evaluation.statistics;
        let clusters = of_rankings::cluster_count(places[0]);
        let (difference, compared) = if of_rankings::of_same_pairs(places[0], places[1]) {
            let flipped = of_rankings::compare(start, places, draws, settings, evaluation.seed)?;
            let compared = match &values {
                [Ok(first), Ok(second)] => {
                    Some(Comparison::of_ranks([*first, *second], flipped, clusters))
                }
                _ => None,
            };
            (values[0].clone().and_then(|value| Ok(value - values[1].clone()?)), compared)
        } else {
            (Err(Undefined::UnequalPairs), None)
        };
        let primary = settings.primary.has(self.measure);
        let name = |system: usize| evaluation.systems[system].name.clone();
        let row = ComparisonRow {
            system_a: name(first),
            system_b: name(second),
            population: self.population,
            slice_kind: SliceKind::All,
            slice: String::new(),
            measure: self.measure.key,
            pairs: places[0].len() as u64,
            interval: None,
            adjusted_interval: None,
            p: compared.as_ref().map(Comparison::p),
            p_adjusted: None,
            family: if primary { Family::Figures } else { Family::Exploratory },
            significance: settings.level.significance(),
            question: Question::Models,
            verdict: Verdict::CannotTell,
            method: "ranking_sign_flip",
            discordant: None,
            clusters,
            design_effect: None,
            detectable: None,
            pilot: None,
            pairs_needed: None,
            values,
            difference,
        };
        Some(Draft { row, compared })
    }

    fn places<'e>(
        &self,
        evaluation: &'e Evaluation,
        system: usize,
        by: RankedBy,
    ) -> Option<&'e [Place]> {
        evaluation.systems[system].rankings().ok()?.of(self.population)?.places(by)
    }

    fn value(&self, evaluation: &Evaluation, system: usize) -> Option<Value> {
        evaluation.systems[system]
            .rankings()
            .ok()?
            .of(self.population)?
            .value(self.measure, 0)
            .cloned()
    }
}

#[cfg(test)]
mod tests {
    use phenom_dataset::{Answer, Judgment, Missing, Run, RunBuilder, Score, ScoreKind};

    use crate::measures::average_precision::AVERAGE_PRECISION;
    use crate::testing::{Pair, dataset};
    use crate::{
        Compared, Evaluation, Origin, Settings, StatisticsSettings, Undefined, comparisons,
    };

    #[test]
    fn systems_that_rank_different_pairs_have_no_difference_and_say_why() {
        let golds = [Judgment::Entailment, Judgment::Unknown].into_iter().cycle();
        let pairs: Vec<Pair> = (0..20)
            .zip(golds)
            .map(|(id, gold)| Pair::original(&id.to_string()).gold(gold))
            .collect();
        let dataset = dataset(&pairs);
        let run = |name: &str, rows: std::ops::Range<usize>| -> (Run, Origin) {
            let mut builder = RunBuilder::new(&dataset, name, Missing::Skip);
            builder.start_file("answers");
            builder.ranked_by(ScoreKind::EntailmentScore);
            for row in rows {
                let (answer, score) = (Answer::Judged(Judgment::Entailment), row as f64);
                builder.add(row as u64 + 1, dataset.id(row), answer, Some(Score::One(score)));
            }
            (builder.finish().unwrap(), Origin::Answers)
        };
        let runs = [run("A", 0..20), run("B", 5..20), run("C", 0..15)];
        let statistics = StatisticsSettings {
            compare: Compared::All,
            resamples: 100,
            ..StatisticsSettings::default()
        };
        let settings = Settings { statistics, ..Settings::default() };
        let rows = comparisons(&Evaluation::new(&dataset, &runs, &settings));
        let of_rankings: Vec<_> =
            rows.iter().filter(|row| row.measure == AVERAGE_PRECISION.key).collect();
        assert_eq!(of_rankings.len(), 3);
        for row in of_rankings {
            assert_eq!((&row.difference, row.p), (&Err(Undefined::UnequalPairs), None));
            assert!(row.values.iter().all(Result::is_ok));
        }
    }
}
