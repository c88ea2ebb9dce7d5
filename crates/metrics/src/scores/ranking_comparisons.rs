//! Systems held against each other by measures of their rankings.

use super::comparison_row::{ComparisonRow, Family};
use super::families::Draft;
use super::of_rankings;
use crate::counts::Population;
use crate::evaluation::Evaluation;
use crate::measures::Measure;
use crate::rankings::PopulationRankings;

/// Two systems that rank the same pairs, and a measure of rankings.
pub(super) struct ComparedRankings {
    /// The number of the pair in the pools.
    pub(super) pair: u32,
    population: Population,
    measure: &'static Measure,
}

/// All comparisons of rankings.
pub(super) fn all_compared_rankings(evaluation: &Evaluation) -> Vec<ComparedRankings> {
    let Some(pools) = evaluation.pair_pools() else { return Vec::new() };
    let mut all = Vec::new();
    for pair in 0..pools.pairs.len() as u32 {
        for &population in evaluation.populations() {
            for measure in evaluation.wanted.measures() {
                if measure.has_influences() && super::compared::compares(evaluation, measure) {
                    all.push(ComparedRankings { pair, population, measure });
                }
            }
        }
    }
    all
}

impl ComparedRankings {
    pub(super) fn draft(&self, evaluation: &Evaluation) -> Option<Draft> {
        let (first, second) = evaluation.pair_pools()?.pairs[self.pair as usize];
        let rankings = [self.ranking(evaluation, first)?, self.ranking(evaluation, second)?];
        let [one, other] = [rankings[0].clusters()?, rankings[1].clusters()?];
        let of = |ranking: &PopulationRankings| ranking.value(self.measure, 0).cloned();
        let values = [of(rankings[0])?, of(rankings[1])?];
        let (settings, all) = (&evaluation.statistics, evaluation.slices.first()?);
        let equal_pairs = one.are_of_same_pairs(other);
        if equal_pairs && values.iter().any(Result::is_err) {
            return None;
        }
        let tested = || of_rankings::compare(self.measure, [one, other], settings.question);
        let compared = equal_pairs.then(tested).flatten();
        let primary = evaluation.primary().has(self.measure);
        let both = [first, second].map(|system| &evaluation.systems[system]);
        let names = both.map(|system| system.name.clone());
        let row = ComparisonRow {
            pairs: one.pairs(),
            family: if primary { Family::Figures } else { Family::Exploratory },
            question: settings.question.answered(both.map(|system| system.runs)),
            clusters: one.clusters(),
            unequal_pairs: !equal_pairs,
            ..ComparisonRow::bare(names, (self.population, all), self.measure, values)
        };
        Some(Draft::new(row, compared))
    }

    fn ranking<'e>(
        &self,
        evaluation: &'e Evaluation,
        system: usize,
    ) -> Option<&'e PopulationRankings> {
        evaluation.systems[system].rankings().ok()?.of(self.population)
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
            rows.iter().filter(|row| row.measure.key == AVERAGE_PRECISION.key).collect();
        assert_eq!(of_rankings.len(), 3);
        for row in of_rankings {
            assert_eq!((row.difference(), row.p()), (Err(Undefined::UnequalPairs), None));
            assert!(row.values.iter().all(Result::is_ok));
        }
    }
}
