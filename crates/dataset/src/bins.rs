//! Numbers of pairs, put into few bins that are slices like those of any attribute.

use thiserror::Error;

/// How to sort numbers into bins.
#[derive(Debug, Clone, PartialEq)]
pub enum Bins {
    /// Into so many bins of about the same number of pairs, from 2 to 100. Equal numbers share a bin, so that
    /// there may be fewer.
    Quantiles(usize),
    /// Between ascending bounds; a number that is a bound belongs to the bin above it.
    Bounds(Vec<f64>),
}

/// Why there are no such bins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum BinsError {
    /// Too few or too many quantiles.
    #[error("`quantiles` must be from 2 to 100")]
    Quantiles,
    /// Bounds that do not ascend, or are none.
    #[error("`bounds` must be numbers in ascending order, at least one")]
    Bounds,
}

impl Bins {
    /// So many bins of about the same number of pairs.
    ///
    /// # Errors
    /// [`BinsError::Quantiles`] where these are not from 2 to 100.
    pub fn quantiles(bins: usize) -> Result<Self, BinsError> {
        if (2..=100).contains(&bins) {
            Ok(Self::Quantiles(bins))
        } else {
            Err(BinsError::Quantiles)
        }
    }

    /// Bins between bounds.
    ///
    /// # Errors
    /// [`BinsError::Bounds`] where there is none, or they do not ascend.
    pub fn bounds(bounds: Vec<f64>) -> Result<Self, BinsError> {
        let ascending = bounds.windows(2).all(|two| two[0] < two[1]);
        let finite = bounds.iter().all(|bound| bound.is_finite());
        let good = !bounds.is_empty() && ascending && finite;
        if good { Ok(Self::Bounds(bounds)) } else { Err(BinsError::Bounds) }
    }

    /// The bin of each number, and the names of the bins, ascending; bins without a number have none. A
    /// quantile is named by its least and its greatest number.
    pub(crate) fn assign(&self, numbers: &[Option<f64>]) -> (Vec<Option<usize>>, Vec<String>) {
        let mut sorted: Vec<f64> = numbers.iter().flatten().copied().collect();
        sorted.sort_unstable_by(f64::total_cmp);
        let bounds = match self {
            Self::Bounds(bounds) => bounds.clone(),
            Self::Quantiles(bins) => cuts(&sorted, *bins),
        };
        let bin_of = |number: f64| bounds.partition_point(|bound| *bound <= number);
        let mut used = vec![false; bounds.len() + 1];
        for number in &sorted {
            used[bin_of(*number)] = true;
        }
        let mut places = vec![0; used.len()];
        let mut ends = Vec::new();
        for bin in (0..used.len()).filter(|bin| used[*bin]) {
            places[bin] = ends.len();
            let first = sorted.partition_point(|number| bin_of(*number) < bin);
            let end = sorted.partition_point(|number| bin_of(*number) <= bin);
            ends.push((bin, sorted[first], sorted[end - 1]));
        }
        let names = match self {
            Self::Bounds(bounds) => ends.iter().map(|(bin, ..)| between(bounds, *bin)).collect(),
            Self::Quantiles(_) => ranges(&ends),
        };
        let of = |number: &Option<f64>| number.map(|number| places[bin_of(number)]);
        (numbers.iter().map(of).collect(), names)
    }
}

/// The least numbers of all bins but the first: of equal numbers, which share a bin, the end that is nearer.
fn cuts(sorted: &[f64], bins: usize) -> Vec<f64> {
    let cut = |bin: usize| {
        let at = bin * sorted.len() / bins;
        let number = *sorted.get(at)?;
        let first = sorted.partition_point(|other| *other < number);
        let end = sorted.partition_point(|other| *other <= number);
        let below = first > 0 && (at - first <= end - at || end == sorted.len());
        if below { Some(number) } else { sorted.get(end).copied() }
    };
    let mut cuts: Vec<f64> = (1..bins).filter_map(cut).collect();
    cuts.dedup();
    cuts
}

fn between(bounds: &[f64], bin: usize) -> String {
    match (bin.checked_sub(1).map(|below| bounds[below]), bounds.get(bin)) {
        (None, Some(above)) => format!("below {}", shown(*above)),
        (Some(below), Some(above)) => format!("{} to below {}", shown(below), shown(*above)),
        (Some(below), None) => format!("{} and more", shown(below)),
        (None, None) => "all".to_owned(),
    }
}

/// The names of bins by their least and greatest numbers, with four digits after the point, or as many as tell
/// all names apart.
fn ranges(ends: &[(usize, f64, f64)]) -> Vec<String> {
    let with = |shown: &dyn Fn(f64) -> String| -> Vec<String> {
        let name = |(_, least, greatest): &(usize, f64, f64)| {
            let (least, greatest) = (shown(*least), shown(*greatest));
            if least == greatest { least } else { format!("{least} to {greatest}") }
        };
        ends.iter().map(name).collect()
    };
    let distinct = |names: &Vec<String>| names.windows(2).all(|two| two[0] != two[1]);
    let rounded = [4, 8, 12].map(|digits| {
        move |number: f64| {
            let text = format!("{number:.digits$}");
            let short = text.trim_end_matches('0').trim_end_matches('.');
            if short == "-0" { "0".to_owned() } else { short.to_owned() }
        }
    });
    let mut tried = rounded.iter().map(|shown| with(shown));
    tried.find(distinct).unwrap_or_else(|| with(&shown))
}

/// A number as short as it can be written.
fn shown(number: f64) -> String {
    number.to_string()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn of(bins: &Bins, numbers: &[f64]) -> (Vec<Option<usize>>, Vec<String>) {
        bins.assign(&numbers.iter().copied().map(Some).collect::<Vec<_>>())
    }

    #[test]
    fn quantiles_are_named_by_what_is_in_them() {
        let four = Bins::quantiles(4).unwrap();
        let (bins, names) = of(&four, &[0.1, 0.9, 0.4, 0.5, 0.2, 0.3, 0.7, 1.0]);
        assert_eq!(names, ["0.1 to 0.2", "0.3 to 0.4", "0.5 to 0.7", "0.9 to 1"]);
        assert_eq!(bins[..3], [Some(0), Some(3), Some(1)]);
        // Equal numbers stay together.
        let (bins, names) = of(&four, &[1.0, 1.0, 1.0, 1.0, 2.0, 3.0]);
        assert_eq!(names, ["1", "2 to 3"]);
        assert_eq!(bins, [0, 0, 0, 0, 1, 1].map(Some));
        let two = Bins::quantiles(2).unwrap();
        // However near they are, no two bins have one name.
        assert_eq!(of(&two, &[1e-7, 2e-7]).1, ["0.0000001", "0.0000002"]);
        assert_eq!(of(&two, &[1e-300, 2e-300]).1.len(), 2);
        let near = Bins::bounds(vec![0.123_415, 0.123_425]).unwrap();
        let names = ["below 0.123415", "0.123415 to below 0.123425"];
        assert_eq!(of(&near, &[0.1, 0.123_42]).1, names);
        assert_eq!(of(&two, &[0.0, 0.0, 0.0, 1.0]).1, ["0", "1"]);
        assert_eq!(of(&two, &[0.0, 1.0, 1.0, 1.0]).1, ["0", "1"]);
        assert_eq!(of(&two, &[1.0, 1.0]).1, ["1"]);
        assert_eq!(of(&four, &[]), (vec![], Vec::<String>::new()));
        assert_eq!(four.assign(&[None, Some(2.0)]), (vec![None, Some(0)], vec!["2".to_owned()]));
    }

    #[test]
    fn a_bound_belongs_to_the_bin_above_it() {
        let bins = Bins::bounds(vec![10.0, 20.5, 30.0]).unwrap();
        let (found, names) = of(&bins, &[10.0, 9.9, 31.0]);
        assert_eq!(names, ["below 10", "10 to below 20.5", "30 and more"]);
        assert_eq!(found, [1, 0, 2].map(Some));
        for wrong in [vec![], vec![2.0, 1.0], vec![1.0, 1.0], vec![f64::NAN]] {
            assert_eq!(Bins::bounds(wrong), Err(BinsError::Bounds));
        }
        assert_eq!(Bins::quantiles(1), Err(BinsError::Quantiles));
    }

    proptest! {
        /// Bins ascend with their numbers, and no quantile of distinct numbers is more than one larger than
        /// another.
        #[test]
        fn quantiles_are_alike_in_size(
            numbers in proptest::collection::hash_set(-1000i32..1000, 1..60),
            bins in 2..9usize,
        ) {
            let numbers: Vec<f64> = numbers.into_iter().map(f64::from).collect();
            let (found, names) = of(&Bins::Quantiles(bins), &numbers);
            let mut sizes = vec![0usize; names.len()];
            for (number, bin) in numbers.iter().zip(&found) {
                sizes[bin.unwrap()] += 1;
                for (other, other_bin) in numbers.iter().zip(&found) {
                    prop_assert!(number >= other || bin <= other_bin);
                }
            }
            let (least, most) = (sizes.iter().min().unwrap(), sizes.iter().max().unwrap());
            prop_assert!(most - least <= 1, "{:?}", sizes);
        }
    }
}
