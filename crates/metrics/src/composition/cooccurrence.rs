//! Which phenomena, and which categories, stand together in originals. It depends on the data and on no system.

use std::cmp::Reverse;
use std::num::NonZeroUsize;

use phenom_dataset::Dataset;

use super::phenomena::phenomena_of;
use crate::counts::SliceKind;
use crate::statistics::{
    TwoByTwo, benjamini_hochberg, independence_in_strata, is_corrected, odds_ratio,
};
use crate::threads::side_by_side;
use crate::undefined::{Undefined, Value};

/// How often two phenomena, or two categories, stand together in an original.
#[derive(Debug, Clone, PartialEq)]
pub struct Cooccurrence {
    /// Whether the two are phenomena or categories.
    pub kind: SliceKind,
    /// The one that comes first in the data: a category, or the whole path of a phenomenon.
    pub first: String,
    /// The other.
    pub second: String,
    /// The originals with both, with one of them, and with neither, of all that are counted.
    pub originals: TwoByTwo,
    /// How many would have both if the two were independent.
    pub expected: f64,
    /// The odds of the second in originals with the first, over its odds in the others; above 1 where the two
    /// stand together more often than independent ones. Where a count is 0, with a half added to each.
    pub odds_ratio: Value,
    /// Whether halves were added.
    pub is_corrected: bool,
    /// The two-sided p-value of independence, of originals that are independent of each other; nothing where
    /// one of the two stands in all originals.
    pub p: Option<f64>,
    /// The same under the false discovery rate over all pairs of the kind.
    pub p_adjusted: Option<f64>,
    /// How p was found: `exact_conditional` (Fisher's test), `mantel_haenszel` (the chi-squared test, where both
    /// could be any of more than 4,000 numbers); empty where it was not.
    pub method: &'static str,
}

/// The pairs of phenomena and of categories of a dataset.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Cooccurrences {
    /// The originals that are counted: where originals are decomposed, those that have parts or a phenomenon of their
    /// own; else all.
    pub originals: u64,
    /// How many of them have no phenomenon.
    pub untagged: u64,
    /// How many phenomena and categories have no pairs here, since so many others stand in more originals.
    pub left_out: usize,
    /// The pairs of phenomena and then those of categories, each with the smallest p-value first and equal ones
    /// in the order of the data.
    pub rows: Vec<Cooccurrence>,
}

impl Cooccurrences {
    /// Pairs are made of so many phenomena, and of so many categories: those that stand in the most originals.
    /// There are 19,900 of them, however many phenomena the data have.
    pub const MOST: usize = 200;
}

/// The pairs of all phenomena and of all categories, up to [`Cooccurrences::MOST`] of each.
///
/// An original has the phenomena that it and its parts are tagged with. Originals without any are counted, since leaving
/// them out would make any two look as if they avoided each other; where originals are decomposed, those are left out
/// that have neither parts nor a phenomenon, of which nothing is known.
///
/// # Formula
/// Of n originals, a with the first and b with the second, `a b / n` would have both if the two were
/// independent. p is that of Fisher's exact test, two-sided by the probability of the tables, adjusted by
/// Benjamini and Hochberg's method.
///
/// # References
/// Fisher 1935; Benjamini and Hochberg 1995.
#[must_use]
pub fn cooccurrences(dataset: &Dataset, threads: NonZeroUsize) -> Cooccurrences {
    let phenomena: Vec<&str> = dataset.phenomena().iter().map(|one| one.path()).collect();
    let categories: Vec<&str> = dataset.categories().iter().map(String::as_str).collect();
    let categories_of = |original: usize| {
        let phenomena = phenomena_of(dataset, original).into_iter();
        let mut found: Vec<u32> =
            phenomena.map(|phenomenon| dataset.category_of(phenomenon)).collect();
        found.sort_unstable();
        found.dedup();
        found
    };
    let phenomena_of = |original: usize| phenomena_of(dataset, original);
    let of_phenomena = Members::new(dataset, phenomena.len(), &phenomena_of);
    let of_categories = Members::new(dataset, categories.len(), &categories_of);
    let mut rows = of_phenomena.pairs(&SliceKind::Phenomenon, &phenomena, threads);
    rows.extend(of_categories.pairs(&SliceKind::Category, &categories, threads));
    Cooccurrences {
        originals: of_phenomena.originals,
        untagged: of_phenomena.untagged,
        left_out: of_phenomena.left_out + of_categories.left_out,
        rows,
    }
}

/// How many originals have each of some names, and each two of them.
struct Members {
    originals: u64,
    untagged: u64,
    left_out: usize,
    /// The names that are counted, by number, ascending.
    names: Vec<usize>,
    /// For every two places in these the originals with both; on the diagonal, those with the one.
    together: Vec<u64>,
}

impl Members {
    /// The names of each original are ascending.
    fn new(dataset: &Dataset, names: usize, of: &dyn Fn(usize) -> Vec<u32>) -> Self {
        let mut alone = vec![0u64; names];
        let (mut originals, mut untagged) = (0, 0);
        let is_decomposed = !dataset.monothematic().is_empty();
        for original in dataset.originals() {
            let found = of(original);
            let is_known = !is_decomposed || !dataset.monothematic_of(original).is_empty();
            originals += u64::from(is_known || !found.is_empty());
            untagged += u64::from(is_known && found.is_empty());
            for name in found {
                alone[name as usize] += 1;
            }
        }
        let mut kept: Vec<usize> = (0..names).filter(|name| alone[*name] > 0).collect();
        let left_out = kept.len().saturating_sub(Cooccurrences::MOST);
        kept.sort_by_key(|name| Reverse(alone[*name]));
        kept.truncate(Cooccurrences::MOST);
        kept.sort_unstable();
        let mut together = vec![0u64; kept.len() * kept.len()];
        for original in dataset.originals() {
            let found = of(original);
            let places = found.iter().filter_map(|name| kept.binary_search(&(*name as usize)).ok());
            let places: Vec<usize> = places.collect();
            for (at, first) in places.iter().enumerate() {
                for second in &places[at..] {
                    together[first * kept.len() + second] += 1;
                }
            }
        }
        Self { originals, untagged, left_out, names: kept, together }
    }

    /// The originals with both of two places, with one of them, and with neither.
    fn table(&self, first: usize, second: usize) -> TwoByTwo {
        let of = |first: usize, second: usize| self.together[first * self.names.len() + second];
        let both = of(first, second);
        let [with_first, with_second] = [of(first, first), of(second, second)];
        TwoByTwo {
            both,
            first_alone: with_first - both,
            second_alone: with_second - both,
            neither: self.originals + both - with_first - with_second,
        }
    }

    fn pairs(&self, kind: &SliceKind, names: &[&str], threads: NonZeroUsize) -> Vec<Cooccurrence> {
        let places = 0..self.names.len();
        let pairs: Vec<(usize, usize)> = places
            .flat_map(|first| (first + 1..self.names.len()).map(move |second| (first, second)))
            .collect();
        let mut rows = side_by_side(&pairs, threads, |(first, second)| {
            let name = |place: usize| names[self.names[place]].to_owned();
            pair(kind, [name(*first), name(*second)], self.table(*first, *second))
        });
        let family: Vec<Option<f64>> = rows.iter().map(|row| row.p).collect();
        for (row, adjusted) in rows.iter_mut().zip(benjamini_hochberg(&family)) {
            row.p_adjusted = adjusted;
        }
        // No p-value comes last.
        let key = |row: &Cooccurrence| row.p.unwrap_or(f64::INFINITY);
        rows.sort_by(|one, other| key(one).total_cmp(&key(other)));
        rows
    }
}

fn pair(kind: &SliceKind, [first, second]: [String; 2], originals: TwoByTwo) -> Cooccurrence {
    let test = independence_in_strata(&[originals]).ok();
    Cooccurrence {
        kind: kind.clone(),
        first,
        second,
        originals,
        expected: originals.expected_both(),
        odds_ratio: odds_ratio(originals).map_err(|_| Undefined::InAllOriginals),
        is_corrected: is_corrected(originals),
        p: test.map(|test| test.p),
        p_adjusted: None,
        method: test.map_or("", |test| test.method.key()),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing::{Pair, dataset, pairs_and_answers};

    const ONE: NonZeroUsize = NonZeroUsize::MIN;

    fn found<'r>(rows: &'r [Cooccurrence], first: &str, second: &str) -> &'r Cooccurrence {
        rows.iter().find(|row| row.first == first && row.second == second).unwrap()
    }

    /// An original of each kind that is named, so many times: its phenomena, each of a part.
    fn of(kinds: &[(&[&str], usize)]) -> Cooccurrences {
        let mut pairs = Vec::new();
        for (tags, times) in kinds {
            for _ in 0..*times {
                let id = format!("o{}", pairs.len());
                pairs.push(Pair::original(&id));
                for (number, tag) in tags.iter().enumerate() {
                    pairs.push(Pair::of(&format!("{id}.{number}"), &id).tags(&[tag]));
                }
            }
        }
        cooccurrences(&dataset(&pairs), ONE)
    }

    #[test]
    fn two_phenomena_by_hand_and_as_scipy_has_them() {
        let ours = of(&[
            (&["a:x", "a:y"], 8),
            (&["a:x", "a:x"], 2),
            (&["a:y"], 3),
            (&["b:z"], 12),
            // Without a phenomenon.
            (&[], 5),
        ]);
        assert_eq!((ours.originals, ours.left_out, ours.rows.len()), (25, 0, 4));
        let row = found(&ours.rows, "a:x", "a:y");
        assert_eq!(row.originals.counts(), [8, 2, 3, 12]);
        assert_eq!((row.kind.clone(), row.expected), (SliceKind::Phenomenon, 10.0 * 11.0 / 25.0));
        assert_eq!((row.odds_ratio.clone(), row.is_corrected), (Ok(16.0), false));
        // scipy.stats.fisher_exact([[8, 2], [3, 12]]).pvalue
        assert!((row.p.unwrap() - FISHER).abs() < 1e-12, "{row:?}");
        // [0, 10, 12, 3]: 0.5 * 3.5 / (10.5 * 12.5); fisher_exact([[0, 10], [12, 3]]).pvalue, the smallest of three
        let row = found(&ours.rows, "a:x", "b:z");
        assert!(
            (row.odds_ratio.clone().unwrap() - 1.75 / 131.25).abs() < 1e-15 && row.is_corrected
        );
        assert!((row.p.unwrap() - NEVER).abs() < 1e-12, "{row:?}");
        // scipy.stats.false_discovery_control of these two and of fisher_exact([[0, 11], [12, 2]]).pvalue
        for (first, second, adjusted) in
            [("a:x", "a:y", FISHER), ("a:x", "b:z", 1.5 * NEVER), ("a:y", "b:z", 3.0 * LEAST)]
        {
            let row = found(&ours.rows, first, second);
            assert!((row.p_adjusted.unwrap() - adjusted).abs() < 1e-12, "{row:?}");
        }
        assert_eq!(ours.rows[0].second, "b:z");
        let row = &ours.rows[3];
        assert_eq!((row.kind.clone(), row.first.as_str()), (SliceKind::Category, "a"));
        assert_eq!(row.originals.counts(), [0, 13, 12, 0]);
    }

    #[test]
    fn a_phenomenon_of_all_originals_has_no_odds() {
        let ours = of(&[(&["a:x", "a:y"], 3), (&["a:x"], 4)]);
        let row = &ours.rows[0];
        assert_eq!((row.odds_ratio.clone(), row.p), (Err(Undefined::InAllOriginals), None));
        assert_eq!((row.expected, row.method, ours.rows.len()), (3.0, "", 1));
        assert_eq!(of(&[(&["a:x"], 4)]).rows, []);
        assert_eq!(of(&[(&[], 4)]).rows, []);
    }

    #[test]
    fn pairs_without_a_phenomenon_are_counted_where_nothing_is_decomposed() {
        let tags = |number: usize| match number {
            0..3 => &["a:x", "a:y"][..],
            3 => &["a:x"],
            4 => &["a:y"],
            _ => &[],
        };
        let pair = |number: usize| Pair::original(&format!("o{number}")).tags(tags(number));
        let dataset = dataset(&(0..10).map(pair).collect::<Vec<_>>());
        let ours = cooccurrences(&dataset, NonZeroUsize::MIN);
        assert_eq!((ours.originals, ours.untagged), (10, 5));
        assert_eq!(ours.rows[0].originals.counts(), [3, 1, 1, 5]);
    }

    #[test]
    fn of_many_phenomena_those_in_the_most_originals_are_paired() {
        // Ten thousand phenomena in one original: of these, the first; and two that are in more.
        let names: Vec<String> = (0..10_000).map(|number| format!("p:{number}")).collect();
        let all: Vec<&str> = names.iter().map(String::as_str).collect();
        let ours = of(&[(&all, 1), (&["p:9000", "p:9001"], 2)]);
        assert_eq!((ours.left_out, ours.rows.len()), (9_800, 19_900));
        assert_eq!(found(&ours.rows, "p:9000", "p:9001").originals.both, 3);
        assert_eq!(found(&ours.rows, "p:0", "p:197").originals.both, 1);
        assert!(!ours.rows.iter().any(|row| row.second == "p:198"));
    }

    proptest! {
        #[test]
        fn counts_are_those_of_a_plain_search((pairs, _) in pairs_and_answers()) {
            let dataset = dataset(&pairs);
            let three = NonZeroUsize::new(3).unwrap();
            let ours = cooccurrences(&dataset, ONE);
            prop_assert_eq!(&cooccurrences(&dataset, three), &ours);
            let has = |original: usize, name: &str| {
                let mut rows = (0..dataset.len()).filter(|row| dataset.original_of(*row) == original);
                rows.any(|row| dataset.tags(row).iter().any(|tag| {
                    let phenomenon = &dataset.phenomena()[*tag as usize];
                    phenomenon.path() == name || phenomenon.category() == name
                }))
            };
            for row in &ours.rows {
                let mut counts = [0; 4];
                for original in dataset.originals() {
                    match (has(original, &row.first), has(original, &row.second)) {
                        (true, true) => counts[0] += 1,
                        (true, false) => counts[1] += 1,
                        (false, true) => counts[2] += 1,
                        (false, false) => {}
                    }
                }
                prop_assert_eq!(row.originals.counts()[..3].to_vec(), counts[..3].to_vec());
                prop_assert_eq!(row.originals.total(), ours.originals);
                prop_assert!(row.p.zip(row.p_adjusted).is_none_or(|(p, adjusted)| p <= adjusted + 1e-15));
            }
        }
    }

    const FISHER: f64 = 0.0051386458473549595;
    const NEVER: f64 = 0.00010768609503297887;
    const LEAST: f64 = 2.019114281868354e-05;
}
