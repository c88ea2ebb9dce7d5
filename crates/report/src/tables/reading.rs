//! What the values of CI and DI mean, in the words of Cabrio & Magnini 2010, sections 3.2, 3.3
//! and 4.3.

use phenom_dataset::Judgment;
use phenom_metrics::Population;
use phenom_metrics::Reading;
use phenom_metrics::measures::correlation_index::CORRELATION_INDEX;
use phenom_metrics::measures::deviation_index::DEVIATION_INDEX;

use crate::{Numbers, Pairs, Results, Style};

/// Up to which distance from 1 a CI is called near the ideal.
const NEAR: f64 = 0.05;
/// Up to which distance a deviation is called light; the paper's word for VENSES, at 0.15.
const LIGHT: f64 = 0.15;

/// The three configurations of a Correlation Index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Correlation {
    Ideal,
    Missing { light: bool },
    Over { light: bool },
}

impl Correlation {
    pub(super) fn of(correlation_index: f64) -> Self {
        let light = (1.0 - correlation_index).abs() <= LIGHT;
        match correlation_index {
            near if (1.0 - near).abs() <= NEAR => Self::Ideal,
            below if below < 1.0 => Self::Missing { light },
            _ => Self::Over { light },
        }
    }

    /// "missing correlation" and so on.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Ideal => "near ideal correlation",
            Self::Missing { light: true } => "light missing correlation",
            Self::Missing { light: false } => "missing correlation",
            Self::Over { light: true } => "light over correlation",
            Self::Over { light: false } => "over correlation",
        }
    }

    fn meaning(self) -> &'static str {
        match self {
            Self::Ideal => {
                "it is about as good on whole pairs as on the phenomena in them, so that improving \
                 single modules should improve the whole"
            }
            Self::Missing { .. } => {
                "what it can do on single phenomena it does not carry over to whole pairs"
            }
            Self::Over { .. } => {
                "it judges whole pairs better than the phenomena in them, so by other means than \
                 these"
            }
        }
    }
}

/// A sentence on a system's Correlation Index.
pub(crate) fn correlation(system: &str, correlation_index: f64, numbers: Numbers) -> String {
    let reading = Correlation::of(correlation_index);
    let shown = numbers.rounded(correlation_index, Style::Ratio);
    format!(
        "{system}: {} (CI {shown}), which Cabrio & Magnini read so: {}.",
        reading.name(),
        reading.meaning()
    )
}

/// Where what the solved table says is not what the Correlation Index alone would say.
pub(super) fn against_index(
    system: &str,
    correlation_index: f64,
    said: Reading,
    numbers: Numbers,
) -> Option<String> {
    let index = Correlation::of(correlation_index);
    let agrees = matches!(
        (index, said),
        (_, Reading::CannotTell)
            | (Correlation::Missing { .. }, Reading::IndependentOfParts)
            | (Correlation::Ideal, Reading::CarriesOver)
            | (Correlation::Over { .. }, Reading::RightForOtherReasons)
    );
    let shown = numbers.rounded(correlation_index, Style::Ratio);
    (!agrees).then(|| {
        format!(
            "{system}: its Correlation Index of {shown} is read as {} in Cabrio & Magnini 2010 ({}). The table \
             above says: {}.",
            index.name(),
            index.meaning(),
            said.words()
        )
    })
}

/// The same of a system by its rows; nothing where its CI has no value.
pub(crate) fn of_correlation(results: &Results<'_>, system: &str) -> Option<String> {
    let value = correlation_of(results, system, Pairs::All)?;
    Some(correlation(results.shown(system), value, results.options.numbers))
}

pub(super) fn correlation_of(results: &Results<'_>, system: &str, pairs: Pairs) -> Option<f64> {
    let score = results.score(system, Population::Decomposition, pairs, &CORRELATION_INDEX)?;
    score.value.clone().ok()
}

/// The sentence on a system's Deviation Index by its rows, which stand on `deviation`; nothing where a
/// CI has no value.
pub(super) fn of_deviation(
    results: &Results<'_>,
    system: &str,
    (negative, pairs): (&str, Pairs),
    deviation: Pairs,
) -> Option<String> {
    let population = Population::Decomposition;
    let sides = Sides {
        positive: correlation_of(results, system, Pairs::Gold(Judgment::Entailment))?,
        negative: correlation_of(results, system, pairs)?,
        negative_name: negative,
        deviation_index: results.value(system, population, deviation, &DEVIATION_INDEX)?,
    };
    Some(sides.sentence(results.shown(system), results.options.numbers))
}

/// The two sides of a Deviation Index, and the index.
struct Sides<'a> {
    /// The CI on entailment.
    positive: f64,
    /// The CI on the negative pairs.
    negative: f64,
    /// What these are called.
    negative_name: &'a str,
    deviation_index: f64,
}

/// How the words were chosen.
pub(super) fn correlation_rule() -> String {
    format!(
        "CI = accuracy on the original pairs / accuracy on their monothematic pairs; ideal 1. In \
         the words above, near ideal is within {NEAR} of it and light within {LIGHT}."
    )
}

impl Sides<'_> {
    /// A sentence on a system: which judgment deviates, and what that tells.
    fn sentence(&self, system: &str, numbers: Numbers) -> String {
        let Self { positive, negative, negative_name, deviation_index } = *self;
        let shown = |value: f64| numbers.rounded(value, Style::Ratio);
        let (on_positive, on_negative) = (Correlation::of(positive), Correlation::of(negative));
        let sides = format!(
            "CI {} on entailment ({}) and {} on {negative_name} ({})",
            shown(positive),
            on_positive.name(),
            shown(negative),
            on_negative.name()
        );
        let size = shown(deviation_index);
        if deviation_index <= LIGHT {
            return format!("{system}: near ideal deviation (DI {size}): {sides}.");
        }
        let (entailment_off, negative_off) = ((1.0 - positive).abs(), (1.0 - negative).abs());
        let deviates = if entailment_off > negative_off { "entailment" } else { negative_name };
        let meaning = match (on_positive, on_negative) {
        (Correlation::Missing { .. }, Correlation::Over { .. }) => format!(
            "; inverse correlation: it may be led by the likeness of text and hypothesis in \
             monothematic pairs, with no strategy for {negative_name} pairs"
        ),
        (Correlation::Over { .. }, Correlation::Missing { .. }) => {
            "; inverse correlation, against the usual direction: it is stronger on positive pairs \
             as a whole than on their parts"
                .to_owned()
        }
        _ => String::new(),
    };
        format!("{system}: DI {size}, {deviates} deviates: {sides}{meaning}.")
    }
}

/// How the words were chosen.
pub(super) fn deviation_rule(negative: &str) -> String {
    format!(
        "DI = |CI on entailment - CI on {negative}|; ideal 0. In the words above, near ideal is at \
         most {LIGHT}; the judgment that deviates is the one whose CI is farther from 1."
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_papers_words_for_the_papers_systems() {
        let name = |value| Correlation::of(value).name();
        assert_eq!(name(0.73), "missing correlation");
        assert_eq!(name(1.13), "light over correlation");
        assert_eq!(name(1.0), "near ideal correlation");
        let deviation = |system, positive, negative, deviation_index| {
            let negative_name = "contradiction";
            let sides = Sides { positive, negative, negative_name, deviation_index };
            sides.sentence(system, Numbers::default())
        };
        let edits = deviation("EDITS", 0.8863, 1.5714, 0.6851);
        assert!(edits.starts_with("EDITS: DI 0.69, contradiction deviates"), "{edits}");
        assert!(edits.contains("inverse correlation"), "{edits}");
        let venses = deviation("VENSES", 1.0469, 0.924, 0.1229);
        assert!(venses.starts_with("VENSES: near ideal deviation (DI 0.12)"), "{venses}");
    }
}
