//! How far people agree on the decomposition itself: places, phenomena and labels of parts, with intervals.

use std::collections::{BTreeMap, BTreeSet};

use phenom_dataset::{Dataset, Task};

use super::agreement_rows::tasks;
use super::annotation_counts::kappa_of;
use super::resampled::{Boxed, resampled};
use super::rows::AgreementRow;
use crate::counts::{ContingencyTable, Population, SliceKind};
use crate::evaluation::StatisticsSettings;
use crate::measures::{Better, Measure, Style};
use crate::scores::ScoreInterval;
use crate::seed::Seed;
use crate::statistics::PooledClusters;
use crate::undefined::{Proportion, Undefined, Value};

const OF_DECOMPOSITIONS: Measure = Measure {
    better: Better::Higher,
    range: "-1 to 1; 0 for chance",
    bounds: [-1.0, 1.0],
    undefined: "if there is nothing to compare, and if all labels are the same",
    source: "Not in the papers: Cohen 1960, on decompositions",
    ..Measure::OF_PEOPLE
};
const OF_SHARES: Measure =
    Measure { range: "0 to 1", bounds: [0.0, 1.0], style: Style::Percent, ..OF_DECOMPOSITIONS };
const KAPPA_FORMULA: &str = "kappa = (p_o - p_e) / (1 - p_e), with p_o the share of equal labels and p_e = sum_k \
                             P(first = k) P(second = k)";

/// Which of the decomposed originals two people can be compared on.
pub const DECOMPOSED_TWICE: Measure = Measure {
    key: "decomposed_twice",
    better: Better::Neither,
    name: "originals with two decompositions",
    definition: "The share of the decomposed originals that two annotators decomposed independently. With the keys \
                 author and reader: those with a part whose phenomenon a reader named.",
    formula: "compared originals / decomposed originals",
    undefined: "never",
    ..OF_SHARES
};

/// Agreement on the words that are changed.
pub const PLACE_KAPPA: Measure = Measure {
    key: "place_kappa",
    name: "kappa of changed words",
    definition: "Cohen's kappa of two annotators on whether a word of T is changed by a part, over all words of T and \
                 the words of H that an unsupported part of either names.",
    formula: KAPPA_FORMULA,
    ..OF_DECOMPOSITIONS
};

/// Parts with a partner.
pub const PLACE_F1: Measure = Measure {
    key: "place_f1",
    name: "F1 of places",
    definition: "The share of the parts of two annotators that have a partner: a part of the other annotator that \
                 changes a common word. Parts are matched one to one, by the largest number of common words first.",
    formula: "F1 = 2 matched / (parts of the first + parts of the second)",
    undefined: "if neither has a part",
    source: "Not in the papers",
    ..OF_SHARES
};

/// Agreement on phenomena.
pub const PHENOMENON_KAPPA: Measure = Measure {
    key: "phenomenon_kappa",
    name: "kappa of phenomena",
    definition: "Cohen's kappa of two annotators on the phenomena of matched parts. With the keys author and reader: on \
                 the phenomena of the author's parts.",
    formula: KAPPA_FORMULA,
    ..OF_DECOMPOSITIONS
};

/// Agreement on the categories of phenomena.
pub const CATEGORY_KAPPA: Measure = Measure {
    key: "category_kappa",
    name: "kappa of categories",
    definition: "The kappa of phenomena, with the category of each phenomenon as the label.",
    formula: KAPPA_FORMULA,
    ..OF_DECOMPOSITIONS
};

/// Equal labels of matched parts.
pub const PART_LABEL_AGREEMENT: Measure = Measure {
    key: "part_label_agreement",
    name: "agreement on labels of parts",
    definition: "The share of matched parts to which both authors gave the same label.",
    formula: "matched parts with equal labels / matched parts",
    undefined: "if no parts are matched",
    source: "Not in the papers",
    ..OF_SHARES
};

/// Agreement on labels of matched parts beyond chance.
pub const PART_LABEL_KAPPA: Measure = Measure {
    key: "part_label_kappa",
    name: "kappa of labels of parts",
    definition: "Cohen's kappa of two annotators on the labels of matched parts.",
    formula: KAPPA_FORMULA,
    ..OF_DECOMPOSITIONS
};

/// The keys of what authors and readers name.
pub const AUTHOR_AND_READER: [&str; 2] = ["author", "reader"];

/// How far people agree on the decomposition: those who decomposed one original independently, and authors with the
/// readers who named phenomena. Empty if there are neither. Intervals are bootstrapped over clusters of originals.
#[must_use]
pub fn decomposition_rows(
    dataset: &Dataset,
    statistics: &StatisticsSettings,
    seed: Seed,
) -> Vec<AgreementRow> {
    let work = dataset.compared_work();
    // An original that was dropped has no cluster.
    let cluster = |id: &str| dataset.row(id).map(|row| dataset.cluster_of(row));
    let of_all = work.decomposed.iter().filter(|id| cluster(id).is_some()).count() as u64;
    let twice: Vec<_> =
        work.twice.iter().filter_map(|two| Some((cluster(&two.original)?, two))).collect();
    let named: Vec<_> =
        work.named.iter().filter_map(|two| Some((cluster(&two.original)?, two))).collect();
    let task = tasks(dataset)[0];
    let mut rows = Rows { statistics, seed, task, keys: ["", ""], rows: Vec::new() };
    if !twice.is_empty() {
        rows.originals(twice.iter().map(|(_, two)| two.original.as_str()), of_all);
        let words = twice.iter().flat_map(|(cluster, two)| {
            let cells = [[0, 0], [0, 1], [1, 0], [1, 1]];
            cells.map(|labels| (*cluster, labels, two.words[labels[0]][labels[1]]))
        });
        rows.kappa(&PLACE_KAPPA, None, words);
        rows.f1(twice.iter().map(|(cluster, two)| {
            (*cluster, [two.partners.len() as u32, two.parts[0] + two.parts[1]])
        }));
        let partners = || {
            let of_two = twice.iter();
            of_two.flat_map(|(cluster, two)| two.partners.iter().map(|parts| (*cluster, parts)))
        };
        rows.phenomena(|| partners().map(|(cluster, parts)| (cluster, &parts.phenomena)));
        let labels =
            partners().map(|(cluster, parts)| (cluster, parts.labels.map(|it| it.code()), 1));
        rows.kappa(&PART_LABEL_KAPPA, Some(&PART_LABEL_AGREEMENT), labels);
    }
    if !named.is_empty() {
        rows.keys = AUTHOR_AND_READER;
        rows.originals(named.iter().map(|(_, two)| two.original.as_str()), of_all);
        rows.phenomena(|| named.iter().map(|(cluster, two)| (*cluster, &two.phenomena)));
    }
    rows.rows
}

/// The rows so far.
struct Rows<'a> {
    statistics: &'a StatisticsSettings,
    seed: Seed,
    task: Task,
    keys: [&'static str; 2],
    rows: Vec<AgreementRow>,
}

impl Rows<'_> {
    fn push(
        &mut self,
        measure: &Measure,
        value: Value,
        (proportion, support): (Option<Proportion>, u64),
        interval: Option<ScoreInterval>,
    ) {
        let of_originals = [PLACE_KAPPA.key, DECOMPOSED_TWICE.key].contains(&measure.key);
        self.rows.push(AgreementRow {
            system: String::new(),
            keys: self.keys.map(str::to_owned),
            population: if of_originals { Population::Original } else { Population::Monothematic },
            slice_kind: SliceKind::All,
            slice: String::new(),
            task: self.task,
            measure: measure.key,
            interval: interval.filter(|_| value.is_ok()),
            value,
            proportion,
            support,
        });
    }

    fn originals<'i>(&mut self, ids: impl Iterator<Item = &'i str>, denominator: u64) {
        let numerator = ids.collect::<BTreeSet<_>>().len() as u64;
        let share = Proportion { numerator, denominator };
        self.push(&DECOMPOSED_TWICE, share.value(), (Some(share), denominator), None);
    }

    /// The kappa of the phenomena and of their categories: the first parts of their paths.
    fn phenomena<'i, I: Iterator<Item = (usize, &'i [String; 2])>>(
        &mut self,
        named: impl Fn() -> I,
    ) {
        let of_paths = |(cluster, paths): (_, &'i [String; 2])| {
            (cluster, paths.each_ref().map(String::as_str), 1)
        };
        let category = |path: &'i str| path.split(':').next().unwrap_or_default();
        self.kappa(&PHENOMENON_KAPPA, None, named().map(of_paths));
        let of_categories = named()
            .map(of_paths)
            .map(|(cluster, paths, times)| (cluster, paths.map(category), times));
        self.kappa(&CATEGORY_KAPPA, None, of_categories);
    }

    /// Cohen's kappa of pairs of labels, each with its cluster and how often it is there, and the share of equal ones.
    fn kappa<L: Ord + Copy>(
        &mut self,
        measure: &Measure,
        share: Option<&Measure>,
        pairs: impl Iterator<Item = (usize, [L; 2], u32)>,
    ) {
        let pairs: Vec<_> = pairs.filter(|(.., times)| *times > 0).collect();
        let labels: BTreeSet<L> = pairs.iter().flat_map(|(_, labels, _)| *labels).collect();
        let labels: Vec<L> = labels.into_iter().collect();
        // Only combinations that occur are counted: of 35 phenomena there could be 1,225.
        let cells: BTreeSet<[L; 2]> = pairs.iter().map(|(_, labels, _)| *labels).collect();
        let cells: Vec<[L; 2]> = cells.into_iter().collect();
        let places: Vec<[usize; 2]> = cells
            .iter()
            .map(|cell| cell.map(|label| labels.partition_point(|known| *known < label)))
            .collect();
        let counts = pairs.iter().map(|(cluster, labels, times)| {
            (*cluster, cells.partition_point(|known| known < labels), *times)
        });
        let clusters = summed(cells.len(), counts);
        let size = labels.len();
        let table = |sums: &[u64]| {
            let mut table = ContingencyTable::new(size);
            for ([first, second], units) in places.iter().zip(sums) {
                table.add(*first, *second, *units);
            }
            if table.total() == 0 { Err(Undefined::NothingShared) } else { Ok(table) }
        };
        let of: [Boxed<'_>; 2] = [
            Box::new(|sums| kappa_of(&table(sums).ok()?).ok()),
            Box::new(|sums| table(sums).ok()?.correct().value().ok()),
        ];
        let [of_kappa, of_share] = self.intervals(&clusters, of);
        let table = table(&clusters.sums());
        let support = table.as_ref().map_or(0, ContingencyTable::total);
        if let Some(measure) = share {
            let equal = table.clone().map(|table| table.correct());
            let value = equal.clone().and_then(Proportion::value);
            self.push(measure, value, (equal.ok(), support), of_share);
        }
        self.push(measure, table.and_then(|table| kappa_of(&table)), (None, support), of_kappa);
    }

    /// The share of parts that are matched, from the matched pairs and the parts of both.
    fn f1(&mut self, counts: impl Iterator<Item = (usize, [u32; 2])>) {
        let counts = counts.flat_map(|(cluster, [matched, parts])| {
            [(cluster, 0, 2 * matched), (cluster, 1, parts)]
        });
        let clusters = summed(2, counts);
        let share = |sums: &[u64]| Proportion {
            numerator: sums.first().copied().unwrap_or(0),
            denominator: sums.get(1).copied().unwrap_or(0),
        };
        let [interval] =
            self.intervals(&clusters, [Box::new(move |sums| share(sums).value().ok())]);
        let found = share(&clusters.sums());
        let value = found.value().map_err(|_| Undefined::NoParts);
        let proportion = value.is_ok().then_some(found);
        self.push(&PLACE_F1, value, (proportion, found.denominator), interval);
    }

    fn intervals<const N: usize>(
        &self,
        clusters: &PooledClusters,
        of: [Boxed<'_>; N],
    ) -> [Option<ScoreInterval>; N] {
        if !self.statistics.intervals {
            return [None; N];
        }
        let mut found = resampled(clusters, &of, self.statistics, self.seed).into_iter();
        of.map(|_| found.next().flatten())
    }
}

/// Counts of clusters, each of one place among `width`, summed by cluster and pooled.
fn summed(width: usize, counts: impl Iterator<Item = (usize, usize, u32)>) -> PooledClusters {
    let mut of_clusters: BTreeMap<usize, Vec<u32>> = BTreeMap::new();
    for (cluster, place, times) in counts {
        let sums = of_clusters.entry(cluster).or_insert_with(|| vec![0; width]);
        sums[place] = sums[place].saturating_add(times);
    }
    let vectors = of_clusters.into_values().map(|sums| (sums, 1));
    PooledClusters::new(width, vectors).unwrap_or_else(|_| PooledClusters::empty(width))
}

#[cfg(test)]
mod tests {
    use phenom_dataset::Judgment::{self, Contradiction, Entailment, Unknown};
    use phenom_dataset::{
        ComparedWork, DatasetBuilder, DecomposedTwice, KeepTexts, NamedPhenomenon, PairRow,
        Partners,
    };
    use proptest::prelude::*;

    use super::*;

    /// Parts that are partners: the phenomena and the labels.
    type Matched<'a> = ([&'a str; 2], [Judgment; 2]);

    fn two(
        original: usize,
        words: [[u32; 2]; 2],
        parts: [u32; 2],
        of: &[Matched<'_>],
    ) -> DecomposedTwice {
        let partners = of.iter().map(|(phenomena, labels)| Partners {
            phenomena: phenomena.map(str::to_owned),
            labels: *labels,
        });
        DecomposedTwice {
            original: original.to_string(),
            words,
            parts,
            partners: partners.collect(),
        }
    }

    /// Rows on 20 originals, each a cluster.
    fn rows(twice: Vec<DecomposedTwice>, named: &[[&str; 2]]) -> Vec<AgreementRow> {
        let mut builder = DatasetBuilder::new(KeepTexts::No);
        let ids: Vec<String> = (0..20).map(|id: usize| id.to_string()).collect();
        for id in &ids {
            builder.add(&PairRow { id, ..PairRow::default() });
        }
        let named = named.iter().enumerate().map(|(at, paths)| NamedPhenomenon {
            original: (at / 2).to_string(),
            phenomena: paths.map(str::to_owned),
        });
        let named = named.collect();
        builder.compare_work(ComparedWork { decomposed: ids, twice, named });
        let statistics = StatisticsSettings { resamples: 200, ..StatisticsSettings::default() };
        decomposition_rows(&builder.finish().unwrap(), &statistics, Seed(1))
    }

    fn of<'r>(rows: &'r [AgreementRow], measure: &Measure, keys: [&str; 2]) -> &'r AgreementRow {
        rows.iter().find(|row| row.measure == measure.key && row.keys == keys).unwrap()
    }

    fn is_near(row: &AgreementRow, wanted: f64, support: u64) {
        let value = row.value.clone().unwrap();
        assert!((value - wanted).abs() < 1e-12, "{}: {value}", row.measure);
        assert_eq!(row.support, support, "{}", row.measure);
    }

    fn three() -> Vec<DecomposedTwice> {
        vec![
            two(
                0,
                [[5, 1], [0, 2]],
                [2, 3],
                &[
                    (["lex:syn", "lex:syn"], [Entailment, Entailment]),
                    (["lex:syn", "lex:hyp"], [Entailment, Unknown]),
                ],
            ),
            two(
                1,
                [[4, 0], [2, 3]],
                [3, 2],
                &[
                    (["syn:act", "lex:hyp"], [Contradiction, Contradiction]),
                    (["disc:coref", "disc:coref"], [Entailment, Entailment]),
                ],
            ),
            two(2, [[6, 0], [0, 1]], [1, 1], &[(["lex:hyp", "lex:hyp"], [Unknown, Unknown])]),
        ]
    }

    // sklearn.metrics.cohen_kappa_score(first, second), scikit-learn 1.9.1, on the labels of all words, and of all
    // partners.
    #[test]
    fn kappas_are_those_of_scikit_learn() {
        let rows = rows(
            three(),
            &[["lex:syn", "lex:syn"], ["lex:syn", "syn:act"], ["lex:hyp", "lex:hyp"]],
        );
        let of = |measure| of(&rows, measure, ["", ""]);
        is_near(of(&PLACE_KAPPA), 0.709_677_419_354_838_7, 24);
        is_near(of(&PHENOMENON_KAPPA), 0.473_684_210_526_315_8, 5);
        is_near(of(&CATEGORY_KAPPA), 0.583_333_333_333_333_3, 5);
        is_near(of(&PART_LABEL_KAPPA), 0.6875, 5);
        // Five of six parts of each have a partner; four of five pairs have equal labels.
        is_near(of(&PLACE_F1), 10.0 / 12.0, 12);
        is_near(of(&PART_LABEL_AGREEMENT), 0.8, 5);
        is_near(of(&DECOMPOSED_TWICE), 3.0 / 20.0, 20);
        let interval = of(&PLACE_KAPPA).interval.unwrap().interval;
        assert!(interval.lower < 0.7 && 0.72 < interval.upper, "{interval:?}");
        let of = |measure| super::tests::of(&rows, measure, AUTHOR_AND_READER);
        is_near(of(&PHENOMENON_KAPPA), 0.5, 3);
        is_near(of(&CATEGORY_KAPPA), 0.0, 3);
        is_near(of(&DECOMPOSED_TWICE), 2.0 / 20.0, 20);
    }

    #[test]
    fn what_is_not_compared_has_no_rows_and_what_is_undefined_a_reason() {
        assert_eq!(rows(Vec::new(), &[]), []);
        let none = rows(vec![two(0, [[3, 0], [0, 0]], [0, 0], &[])], &[]);
        let reason = |measure| of(&none, measure, ["", ""]).value.clone();
        assert_eq!(reason(&PLACE_KAPPA), Err(Undefined::NoVariation));
        assert_eq!(reason(&PLACE_F1), Err(Undefined::NoParts));
        assert_eq!(reason(&PHENOMENON_KAPPA), Err(Undefined::NothingShared));
        // An original that is not in the dataset any more.
        assert_eq!(rows(vec![two(99, [[3, 0], [0, 1]], [1, 1], &[])], &[]), []);
    }

    fn any_two() -> impl Strategy<Value = DecomposedTwice> {
        let path = || prop::sample::select(vec!["lex:syn", "lex:hyp", "syn:act"]);
        let label = || prop::sample::select(vec![Entailment, Unknown, Contradiction]);
        let matched = prop::collection::vec(((path(), path()), (label(), label())), 0..4);
        let cells = prop::array::uniform4(0_u32..5);
        (0_usize..20, cells, 0_u32..3, 0_u32..3, matched).prop_map(
            |(original, [none, second, first, both], more, others, matched)| {
                let of: Vec<Matched<'_>> =
                    matched.iter().map(|((a, b), (c, d))| ([*a, *b], [*c, *d])).collect();
                let parts = [more, others].map(|more| more + of.len() as u32);
                two(original, [[none, second], [first, both]], parts, &of)
            },
        )
    }

    proptest! {
        #[test]
        fn the_order_of_people_makes_no_difference(
            twice in prop::collection::vec(any_two(), 1..6),
        ) {
            let turned = twice.iter().cloned().map(|mut two| {
                let [[_, second], [first, _]] = &mut two.words;
                std::mem::swap(first, second);
                two.parts.reverse();
                for parts in &mut two.partners {
                    parts.phenomena.reverse();
                    parts.labels.reverse();
                }
                two
            });
            for (row, other) in rows(twice.clone(), &[]).iter().zip(rows(turned.collect(), &[])) {
                match (&row.value, &other.value) {
                    (Ok(one), Ok(other)) => prop_assert!((one - other).abs() < 1e-12),
                    (one, other) => prop_assert_eq!(one, other),
                }
            }
        }

        #[test]
        fn equal_decompositions_agree_fully(twice in prop::collection::vec(any_two(), 1..6)) {
            let equal = twice.into_iter().map(|mut two| {
                two.words[0][1] = 0;
                two.words[1][0] = 0;
                two.parts = [two.partners.len() as u32; 2];
                for parts in &mut two.partners {
                    parts.phenomena[1] = parts.phenomena[0].clone();
                    parts.labels[1] = parts.labels[0];
                }
                two
            });
            for row in rows(equal.collect(), &[]) {
                let reasons = [Undefined::NoVariation, Undefined::NothingShared, Undefined::NoParts];
                match row.value {
                    _ if row.measure == DECOMPOSED_TWICE.key => {}
                    Ok(value) => prop_assert!((value - 1.0).abs() < 1e-12, "{}: {value}", row.measure),
                    Err(reason) => prop_assert!(reasons.contains(&reason), "{reason}"),
                }
            }
        }
    }
}
