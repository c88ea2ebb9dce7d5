//! How far annotators agree in every slice of a dataset, with intervals.

use phenom_dataset::{Dataset, Judgment, Task};

use super::resampled::{Annotators, Two};
use super::rows::{AgreementRow, Cut, MOST_PAIRED_IN_SLICES, cuts};
use super::{
    AGREEMENT, AnnotationCounts, AnswerKey, Coincidences, DISAGREEMENT, FLEISS_KAPPA,
    KRIPPENDORFF_ALPHA, Level, MEAN_PAIR_AGREEMENT, fleiss_kappa, krippendorff_alpha,
};
use crate::counts::{ContingencyTable, Population, SliceKind};
use crate::evaluation::StatisticsSettings;
use crate::measures::kappa::KAPPA;
use crate::seed::Seed;
use crate::statistics::threads::side_by_side;
use crate::undefined::{Proportion, Undefined, Value};

/// Up to how many annotators every two have rows of their own.
pub const MOST_PAIRED: usize = 25;

/// How far annotators agree: all together and every two of them, the official gold standing for one
/// more annotator, in every slice of the originals and of the monothematic pairs that were annotated.
/// Empty where nothing was.
///
/// Intervals are bootstrapped over originals with all that comes from them; Wilson's for a percentage
/// where no original has more than one pair of judgments.
#[must_use]
pub fn agreement_rows(
    dataset: &Dataset,
    statistics: &StatisticsSettings,
    seed: Seed,
) -> Vec<AgreementRow> {
    let cuts = cuts(dataset);
    let tasks = tasks(dataset);
    let of_cut = |cut: &Cut| Figures { dataset, statistics, seed, cut, tasks }.rows();
    side_by_side(&cuts, statistics.threads, of_cut).into_iter().flatten().collect()
}

/// The tasks that agreement is taken under: three-way only where no annotator judged two-way.
pub(super) fn tasks(dataset: &Dataset) -> &'static [Task] {
    let two_way = usize::from(Judgment::NotEntailment.code());
    let judged_two_way = |row: usize| {
        dataset.annotator_counts(row).is_some_and(|counts| counts[two_way] > 0)
            || dataset
                .numbered_annotations(row)
                .any(|(_, judgment)| judgment == Judgment::NotEntailment)
    };
    if (0..dataset.len()).any(judged_two_way) {
        &[Task::TwoWay]
    } else {
        &[Task::ThreeWay, Task::TwoWay]
    }
}

/// The judgments of two annotators, or of the official gold and one, over all pairs of a population.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnnotatorTable {
    /// The two by [name](AnswerKey::name): the first in the rows of the table.
    pub keys: [String; 2],
    /// Whether the judgments are on originals or on monothematic pairs.
    pub population: Population,
    /// The task whose judgments the table has: three-way where both are.
    pub task: Task,
    /// How often each combination was given.
    pub table: ContingencyTable,
}

/// The tables of every two who share a pair, the official gold first; none where there are more than ten
/// annotators.
#[must_use]
pub fn annotator_tables(dataset: &Dataset) -> Vec<AnnotatorTable> {
    let annotators = dataset.annotators().count() as u32;
    if annotators as usize > MOST_PAIRED_IN_SLICES {
        return Vec::new();
    }
    let mut tables = Vec::new();
    let populations = [
        (Population::Original, dataset.originals()),
        (Population::Monothematic, dataset.monothematic()),
    ];
    for (population, rows) in populations {
        let counts = AnnotationCounts::of(dataset, rows);
        let mut push = |first: AnswerKey, second: u32, of: &dyn Fn(Task) -> Option<_>| {
            let found =
                [Task::ThreeWay, Task::TwoWay].iter().find_map(|task| Some((*task, of(*task)?)));
            let keys = || [first, AnswerKey::Annotator(second)].map(|key| key.name(dataset));
            tables.extend(found.map(|(task, table)| AnnotatorTable {
                keys: keys(),
                population,
                task,
                table,
            }));
        };
        for second in 0..annotators {
            push(AnswerKey::Official, second, &|task| counts.official_table(second, task).ok());
        }
        for first in 0..annotators {
            for second in first + 1..annotators {
                let of = |task| counts.table(first, second, task).ok();
                push(AnswerKey::Annotator(first), second, &of);
            }
        }
    }
    tables
}

struct Figures<'a> {
    dataset: &'a Dataset,
    statistics: &'a StatisticsSettings,
    seed: Seed,
    cut: &'a Cut,
    tasks: &'static [Task],
}

impl Figures<'_> {
    fn rows(&self) -> Vec<AgreementRow> {
        let counts = AnnotationCounts::of(self.dataset, self.cut.rows());
        let mut rows = Vec::new();
        self.together(&counts, &mut rows);
        self.in_pairs(&counts, &mut rows);
        rows
    }

    fn together(&self, counts: &AnnotationCounts, rows: &mut Vec<AgreementRow>) {
        let resampled = Annotators::new(self.dataset, self.cut, self.statistics, self.seed);
        for (&task, mut intervals) in self.tasks.iter().zip(resampled.intervals(self.tasks)) {
            let labels = counts.labels(task);
            let shared = labels.as_ref().map_or(0, |labels| labels.shared());
            let mut push = |measure, value: Value, proportion: Option<Proportion>, support| {
                let interval = intervals.remove(measure).filter(|_| value.is_ok());
                let row = self.cut.row(task);
                let value = value.map_err(|reason| self.reason(reason, counts));
                rows.push(AgreementRow { measure, value, proportion, support, interval, ..row });
            };
            let share = labels.as_ref().map_err(Clone::clone).and_then(|labels| labels.agreement());
            push(AGREEMENT.key, share.clone().and_then(Proportion::value), share.ok(), shared);
            push(MEAN_PAIR_AGREEMENT.key, counts.mean_agreement(task), None, shared);
            let fleiss = labels.as_ref().map_err(Clone::clone).and_then(fleiss_kappa);
            push(FLEISS_KAPPA.key, fleiss, None, shared);
            let alpha = labels
                .as_ref()
                .map_err(Clone::clone)
                .and_then(|labels| krippendorff_alpha(&Coincidences::of(labels), Level::Nominal));
            push(KRIPPENDORFF_ALPHA.key, alpha, None, shared);
            let differing = labels.map(|labels| labels.disagreement());
            let value = differing.clone().and_then(Proportion::value);
            let pairs = differing.as_ref().map_or(0, |differing| differing.denominator);
            push(DISAGREEMENT.key, value, differing.ok(), pairs);
        }
    }

    /// Nothing is shared for a reason that can be told where one annotator judged alone.
    fn reason(&self, reason: Undefined, counts: &AnnotationCounts) -> Undefined {
        if reason == Undefined::NothingShared && counts.annotators() == 1 {
            Undefined::OneAnnotator
        } else {
            reason
        }
    }

    fn in_pairs(&self, counts: &AnnotationCounts, rows: &mut Vec<AgreementRow>) {
        let annotators = self.dataset.annotators().count();
        let most = match self.cut.kind {
            SliceKind::All => MOST_PAIRED,
            _ => MOST_PAIRED_IN_SLICES,
        };
        if annotators > most {
            return;
        }
        let resampled = Two::all(self.dataset, self.cut);
        // Official gold is one side more, where there is any.
        let official = self.dataset.gold().iter().any(Option::is_some).then_some(None);
        let sides = || official.into_iter().chain((0..annotators as u32).map(Some));
        for (at, first) in sides().enumerate() {
            for second in sides().skip(at + 1).flatten() {
                self.of_two(counts, first, second, resampled.get(&(first, second)), rows);
            }
        }
    }

    /// Two annotators, or the official gold and one.
    fn of_two(
        &self,
        counts: &AnnotationCounts,
        first: Option<u32>,
        second: u32,
        resampled: Option<&Two>,
        rows: &mut Vec<AgreementRow>,
    ) {
        let judged = |annotator: u32| counts.judged(annotator) > 0;
        let name = |key: AnswerKey| key.name(self.dataset);
        let key = first.map_or(AnswerKey::Official, AnswerKey::Annotator);
        let intervals = resampled.map(|two| two.intervals(self.tasks, self.statistics, self.seed));
        for (at, &task) in self.tasks.iter().enumerate() {
            let table = match first {
                Some(first) => counts.table(first, second, task),
                None => counts.official_table(second, task),
            };
            let table = table.map_err(|reason| match reason {
                Undefined::NothingShared if !(judged(second) && first.is_none_or(judged)) => {
                    Undefined::NothingJudged
                }
                reason => reason,
            });
            let row = AgreementRow {
                keys: [name(key), name(AnswerKey::Annotator(second))],
                support: table.as_ref().map_or(0, |table| table.total()),
                ..self.cut.row(task)
            };
            let alike = table.as_ref().map(|table| table.correct()).map_err(Clone::clone);
            let kappa =
                table.as_ref().map_err(Clone::clone).and_then(super::annotation_counts::kappa_of);
            let of_task = intervals.as_ref().and_then(|intervals| intervals.get(at));
            let [of_share, of_kappa] = of_task.copied().unwrap_or_default();
            rows.push(AgreementRow {
                measure: AGREEMENT.key,
                value: alike.clone().and_then(Proportion::value),
                interval: of_share.filter(|_| alike.is_ok()),
                proportion: alike.ok(),
                ..row.clone()
            });
            let interval = of_kappa.filter(|_| kappa.is_ok());
            rows.push(AgreementRow { measure: KAPPA.key, value: kappa, interval, ..row });
        }
    }
}

#[cfg(test)]
mod tests {
    use phenom_dataset::Judgment::{Contradiction, Entailment, Unknown};
    use phenom_dataset::{DatasetBuilder, KeepTexts, PairRow, Phenomenon};
    use proptest::prelude::*;

    use super::*;
    use crate::interval_method::IntervalMethod;

    /// Originals of up to three parts each, what up to three annotators said of every pair, and how
    /// many without a name said what.
    type Pairs = Vec<Vec<([Option<Judgment>; 3], [u16; 4])>>;

    fn dataset(originals: &Pairs) -> Dataset {
        in_clusters(originals, usize::MAX)
    }

    /// The same with the originals in so many clusters, turn and turn about.
    fn in_clusters(originals: &Pairs, clusters: usize) -> Dataset {
        let names = ["ann", "bob", "eve"];
        let mut builder = DatasetBuilder::new(KeepTexts::No);
        let tag = [Phenomenon::parse("x:y").unwrap()];
        for (number, pairs) in originals.iter().enumerate() {
            for (part, (said, counts)) in pairs.iter().enumerate() {
                let (whole, id) = (number.to_string(), format!("{number}.{part}"));
                let cluster = (number % clusters).to_string();
                let of = names.into_iter().zip(said);
                let annotations: Vec<(&str, Judgment)> =
                    of.filter_map(|(name, said)| Some((name, (*said)?))).collect();
                builder.add(&PairRow {
                    id: if part == 0 { &whole } else { &id },
                    origin: (part > 0).then_some(&whole),
                    cluster: (part == 0).then_some(&cluster),
                    gold: Some(Entailment),
                    annotations: &annotations,
                    annotator_counts: counts.iter().any(|count| *count > 0).then_some(*counts),
                    phenomena: if part == 1 { &tag } else { &[] },
                    ..PairRow::default()
                });
            }
        }
        builder.finish().unwrap()
    }

    fn rows(originals: &Pairs) -> Vec<AgreementRow> {
        let statistics = StatisticsSettings { resamples: 200, ..StatisticsSettings::default() };
        agreement_rows(&dataset(originals), &statistics, Seed(1))
    }

    fn find<'a>(
        rows: &'a [AgreementRow],
        keys: [&str; 2],
        population: Population,
        slice: &str,
        measure: &str,
    ) -> &'a AgreementRow {
        let found = rows.iter().find(|row| {
            row.keys == keys
                && row.population == population
                && row.slice == slice
                && row.measure == measure
                && row.task == Task::ThreeWay
        });
        found.unwrap()
    }

    #[test]
    fn an_annotator_alone_and_one_who_judged_nothing_are_undefined_with_a_reason() {
        let none = [0; 4];
        let one = vec![vec![([Some(Entailment), None, None], none)]; 3];
        let alone = rows(&one);
        let of = |measure| find(&alone, ["", ""], Population::Original, "", measure).value.clone();
        for measure in [AGREEMENT.key, FLEISS_KAPPA.key, KRIPPENDORFF_ALPHA.key] {
            assert_eq!(of(measure), Err(Undefined::OneAnnotator), "{measure}");
        }
        // Eve judges wholes, never the one part, which is all there is of x:y.
        let two = [Some(Entailment), Some(Unknown), None];
        let with_part = vec![
            vec![([Some(Entailment), Some(Entailment), Some(Unknown)], none), (two, none)],
            vec![([Some(Unknown), Some(Entailment), Some(Unknown)], none)],
        ];
        let rows = rows(&with_part);
        let keys = ["annotator:ann", "annotator:eve"];
        let of_eve = find(&rows, keys, Population::Monothematic, "x:y", AGREEMENT.key);
        assert_eq!(of_eve.value, Err(Undefined::NothingJudged));
        let share = find(&rows, keys, Population::Original, "", AGREEMENT.key).proportion;
        assert_eq!(share, Some(Proportion { numerator: 1, denominator: 2 }));
    }

    #[test]
    fn wilson_where_each_original_has_one_pair_of_judgments_and_the_bootstrap_elsewhere() {
        let said = |a, b| ([Some(a), Some(b), None], [0; 4]);
        let mut originals = vec![vec![said(Entailment, Entailment)]; 5];
        originals.push(vec![said(Contradiction, Unknown)]);
        originals.push(vec![said(Contradiction, Contradiction)]);
        let method = |rows: &[AgreementRow], measure| {
            let row = find(rows, ["", ""], Population::Original, "", measure);
            row.interval.map(|interval| interval.method)
        };
        let single = rows(&originals);
        assert_eq!(method(&single, AGREEMENT.key), Some(IntervalMethod::Wilson));
        let statistics = StatisticsSettings { resamples: 200, ..StatisticsSettings::default() };
        let families = agreement_rows(&in_clusters(&originals, 5), &statistics, Seed(1));
        assert_eq!(method(&families, AGREEMENT.key), Some(IntervalMethod::BiasCorrected));
        let two = |rows: &[AgreementRow]| {
            let keys = ["annotator:ann", "annotator:bob"];
            let row = find(rows, keys, Population::Original, "", AGREEMENT.key);
            row.interval.map(|interval| interval.method)
        };
        assert_eq!(two(&single), Some(IntervalMethod::Wilson));
        assert_eq!(two(&families), Some(IntervalMethod::BiasCorrected));
        assert_eq!(method(&single, FLEISS_KAPPA.key), Some(IntervalMethod::BiasCorrected));
        originals[0][0].0[2] = Some(Unknown);
        let several = rows(&originals);
        assert_eq!(method(&several, AGREEMENT.key), Some(IntervalMethod::BiasCorrected));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        /// What is resampled is what is told: every interval is around, and the sums of all clusters
        /// give, the value that comes from the pairs themselves.
        #[test]
        fn the_resampled_sums_give_the_values(
            originals in proptest::collection::vec(proptest::collection::vec((
                proptest::array::uniform3(proptest::option::of(
                    proptest::sample::select(&Judgment::ALL[..3])
                )),
                (0u16..3, 0u16..3, 0u16..3).prop_map(|(e, u, c)| [e, u, c, 0]),
            ), 1..4), 2..7),
            clusters in 1..7usize,
        ) {
            let dataset = in_clusters(&originals, clusters);
            let statistics = StatisticsSettings { resamples: 20, ..StatisticsSettings::default() };
            for cut in cuts(&dataset) {
                let counts = AnnotationCounts::of(&dataset, cut.rows());
                let resampled = Annotators::new(&dataset, &cut, &statistics, Seed(1));
                for task in [Task::ThreeWay, Task::TwoWay] {
                    let labels = counts.labels(task).unwrap();
                    let alpha = krippendorff_alpha(&Coincidences::of(&labels), Level::Nominal);
                    let agreement = labels.agreement().and_then(Proportion::value);
                    let expected =
                        [agreement, fleiss_kappa(&labels), alpha, counts.mean_agreement(task)];
                    for (ours, expected) in resampled.estimates(task).into_iter().zip(expected) {
                        match (ours, expected) {
                            (Ok(ours), Ok(expected)) => prop_assert!((ours - expected).abs() < 1e-9),
                            (ours, expected) => prop_assert_eq!(ours.is_ok(), expected.is_ok()),
                        }
                    }
                }
            }
        }
    }
}
