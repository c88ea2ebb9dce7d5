//! Numbers of pairs, put into few bins that are slices like those of any attribute.

use thiserror::Error;

/// How numbers are put into bins.
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
    #[error("from 2 to 100 quantiles are needed")]
    Quantiles,
    /// Bounds that do not ascend, or are none.
    #[error("bounds are numbers in ascending order, and at least one is needed")]
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
        let mut names = Vec::new();
        for bin in (0..used.len()).filter(|bin| used[*bin]) {
            places[bin] = names.len();
            names.push(match self {
                Self::Bounds(bounds) => between(bounds, bin),
                Self::Quantiles(_) => {
                    let first = sorted.partition_point(|number| bin_of(*number) < bin);
                    let end = sorted.partition_point(|number| bin_of(*number) <= bin);
                    range(sorted[first], sorted[end - 1])
                }
            });
        }
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

fn range(least: f64, greatest: f64) -> String {
    let (least, greatest) = (shown(least), shown(greatest));
    if least == greatest { least } else { format!("{least} to {greatest}") }
}

/// A number as short as can be, with four digits after the point at the most.
fn shown(number: f64) -> String {
    let text = format!("{number:.4}");
    let short = text.trim_end_matches('0').trim_end_matches('.');
    if short == "-0" { "0".to_owned() } else { short.to_owned() }
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
