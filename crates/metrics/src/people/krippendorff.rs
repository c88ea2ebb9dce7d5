//! Krippendorff's alpha.

use super::LabelCounts;
use super::label_counts::total;
use crate::measures::{Better, Measure, Style};
use crate::undefined::{Undefined, Value};

/// Krippendorff's alpha.
pub const KRIPPENDORFF_ALPHA: Measure = Measure {
    key: "krippendorff_alpha",
    better: Better::Higher,
    name: "Krippendorff's alpha",
    definition: "One minus the disagreement of annotators over the disagreement expected if the same labels were in \
                 random order. It allows any number of annotators, gaps, and labels that are names, ranks or numbers.",
    formula: "alpha = 1 - (n - 1) sum_ck o_ck d_ck / sum_ck n_c n_k d_ck, with o_ck the coincidences \
              of labels c and k, n_c their margins, n their sum, d_ck the squared difference of the \
              level: nominal 1, interval (c - k)^2, ordinal (sum_{c<=g<=k} n_g - (n_c + n_k)/2)^2",
    range: "at most 1; 0 for chance, below it for systematic disagreement",
    undefined: "if no unit has labels of two annotators, and if all labels are the same",
    source: "Not in the papers: Krippendorff 2011, Computing Krippendorff's alpha-reliability",
    style: Style::Bits,
    ..Measure::OF_PEOPLE
};

/// What the labels are, by their order in the counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Level {
    /// Names: any two labels differ alike.
    Nominal,
    /// Ranks: two labels differ by how many judgments lie between them.
    Ordinal,
    /// Numbers at equal distances, as the scores of a scale are.
    Interval,
}

/// How often two labels were given to one unit, each pair of labels by the annotators of the unit
/// weighted so that a unit counts as often as it was judged. Its size is the number of labels squared,
/// whatever the numbers of units and annotators.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Coincidences {
    labels: usize,
    cells: Vec<f64>,
}

impl Coincidences {
    /// No units yet, for a number of labels.
    #[must_use]
    pub(crate) fn new(labels: usize) -> Self {
        Self { labels, cells: vec![0.0; labels * labels] }
    }

    /// The coincidences in pooled units.
    #[must_use]
    pub(crate) fn of(units: &LabelCounts) -> Self {
        let mut coincidences = Self::new(units.labels());
        for (counts, times) in units.vectors() {
            coincidences.add(counts, times);
        }
        coincidences
    }

    /// Adds units that share a count vector. One that fewer than two annotators judged adds nothing;
    /// labels past the number of labels are left out.
    pub(crate) fn add(&mut self, counts: &[u32], units: u64) {
        let counts = &counts[..counts.len().min(self.labels)];
        let judged = total(counts);
        if judged < 2 {
            return;
        }
        let weight = units as f64 / (judged - 1) as f64;
        let given = || counts.iter().enumerate().filter(|(_, count)| **count > 0);
        for (first, &count) in given() {
            for (second, &other) in given() {
                let other = if first == second { other - 1 } else { other };
                self.cells[first * self.labels + second] +=
                    weight * f64::from(count) * f64::from(other);
            }
        }
    }
}

/// Krippendorff's alpha.
///
/// # Errors
/// [`Undefined::NothingShared`] where no unit was judged twice, [`Undefined::NoVariation`] where all
/// judgments of such units are the same.
pub(crate) fn krippendorff_alpha(coincidences: &Coincidences, level: Level) -> Value {
    let Coincidences { labels, cells } = coincidences;
    let labels = *labels;
    let margin = |label: usize| cells[label * labels..][..labels].iter().sum::<f64>();
    let margins: Vec<f64> = (0..labels).map(margin).collect();
    let all: f64 = margins.iter().sum();
    match margins.iter().filter(|margin| **margin > 0.0).count() {
        0 => return Err(Undefined::NothingShared),
        1 => return Err(Undefined::NoVariation),
        _ => {}
    }
    // Where each label stands: the difference of two is that of their places, squared.
    let mut before = 0.0;
    let places: Vec<f64> = (0..labels)
        .map(|label| {
            let middle = before + margins[label] / 2.0;
            before += margins[label];
            if level == Level::Ordinal { middle } else { label as f64 }
        })
        .collect();
    let difference = |first: usize, second: usize| match level {
        Level::Nominal => 1.0,
        Level::Ordinal | Level::Interval => (places[first] - places[second]).powi(2),
    };
    let (mut observed, mut expected) = (0.0, 0.0);
    for first in 0..labels {
        for second in (0..labels).filter(|second| *second != first) {
            let difference = difference(first, second);
            observed += cells[first * labels + second] * difference;
            expected += margins[first] * margins[second] * difference;
        }
    }
    Ok(1.0 - (all - 1.0) * observed / expected)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::people::label_counts::tests::label_counts;

    const LEVELS: [Level; 3] = [Level::Nominal, Level::Ordinal, Level::Interval];

    // krippendorff 0.9.0: krippendorff.alpha(value_counts=[the rows below],
    // level_of_measurement='nominal'), then 'ordinal', then 'interval'
    #[test]
    fn generated_data_with_gaps_give_what_the_krippendorff_package_gives() {
        let mut units = LabelCounts::new(4);
        for counts in [
            [2, 0, 0, 0],
            [1, 1, 0, 1],
            [1, 1, 0, 0],
            [3, 0, 1, 0],
            [2, 0, 3, 0],
            [4, 1, 0, 0],
            [3, 1, 1, 0],
            [2, 1, 1, 0],
            [0, 1, 0, 0],
            [1, 0, 0, 1],
            [3, 0, 1, 0],
            [2, 0, 3, 0],
        ] {
            units.add(&counts, 1);
        }
        let expected = [-0.058743169398907114, -0.13443289202738584, -0.12618166872174275];
        for (level, expected) in LEVELS.into_iter().zip(expected) {
            let alpha = krippendorff_alpha(&Coincidences::of(&units), level).unwrap();
            assert!((alpha - expected).abs() < 1e-10, "{level:?} {alpha}");
        }
    }

    #[test]
    fn no_alpha_without_shared_units_or_variation() {
        let mut units = LabelCounts::new(3);
        units.add(&[1, 0, 0], 4);
        let alpha =
            |units: &LabelCounts| krippendorff_alpha(&Coincidences::of(units), Level::Ordinal);
        assert_eq!(alpha(&units), Err(Undefined::NothingShared));
        units.add(&[0, 2, 0], 1);
        assert_eq!(alpha(&units), Err(Undefined::NoVariation));
    }

    proptest! {
        #[test]
        fn alpha_is_at_most_1_and_1_where_all_agree(units in label_counts()) {
            for level in LEVELS {
                if let Ok(alpha) = krippendorff_alpha(&Coincidences::of(&units), level) {
                    prop_assert!(alpha <= 1.0);
                    let agreement = units.agreement().unwrap();
                    prop_assert_eq!(agreement.numerator == agreement.denominator, alpha == 1.0);
                }
            }
        }

        #[test]
        fn two_labels_differ_alike_at_every_level(vectors in proptest::collection::vec((0u32..4, 0u32..4), 1..9)) {
            let mut coincidences = Coincidences::new(2);
            vectors.iter().for_each(|(first, second)| coincidences.add(&[*first, *second], 1));
            let alphas = LEVELS.map(|level| krippendorff_alpha(&coincidences, level));
            match alphas {
                [Ok(nominal), Ok(ordinal), Ok(interval)] => {
                    prop_assert!((nominal - ordinal).abs() < 1e-9);
                    prop_assert!((nominal - interval).abs() < 1e-9);
                }
                undefined => prop_assert!(undefined.iter().all(Result::is_err)),
            }
        }
    }
}
