//! What CI and DI show, in the terms of Cabrio & Magnini 2010, sections 3.2, 3.3 and 4.3. A term is used only if the
//! interval of a CI excludes 1.

use phenom_dataset::Judgment;
use phenom_metrics::measures::correlation_index::CORRELATION_INDEX;
use phenom_metrics::measures::correlation_reading::CorrelationReading;
use phenom_metrics::measures::deviation_index::DEVIATION_INDEX;
use phenom_metrics::measures::deviation_index::NEGATIVE;
use phenom_metrics::statistics::Interval;
use phenom_metrics::{Population, Reading, correlation_interval};

use crate::{Numbers, Pairs, Results, Style};

/// Whose terms they are.
const TERMS: &str = "in the terms of Cabrio and Magnini (2010)";

/// The Correlation Index of a system on some originals, with the interval that is corrected for the readings of all
/// systems.
#[derive(Debug, Clone, Copy)]
struct Index {
    value: f64,
    interval: Option<Interval>,
}

impl Index {
    /// That on all originals, or on one of the two sides of a Deviation Index.
    fn of(results: &Results<'_>, system: &str, pairs: Pairs) -> Option<Self> {
        let score = results.score(system, Population::Decomposition, pairs, &CORRELATION_INDEX)?;
        let (gold, each) = match pairs {
            Pairs::All => (Judgment::ALL.to_vec(), 1),
            Pairs::Gold(judgment) => (vec![judgment], 2),
            _ => (NEGATIVE.to_vec(), 2),
        };
        let interval = correlation_interval(results.evaluation, score, &gold, each);
        Some(Self { value: score.value.clone().ok()?, interval })
    }

    fn reading(self) -> Option<CorrelationReading> {
        self.interval.and_then(CorrelationReading::of)
    }

    /// `0.79 [0.68, 0.89]`.
    fn shown(self, numbers: Numbers) -> String {
        let shown = |value: f64| numbers.rounded(value, Style::Ratio);
        let interval = self.interval.map_or(String::new(), |Interval { lower, upper }| {
            format!(" [{}, {}]", shown(lower), shown(upper))
        });
        format!("{}{interval}", shown(self.value))
    }

    /// What the interval shows.
    fn verdict(self) -> String {
        match (self.reading(), self.interval) {
            (Some(reading), _) => format!("the interval excludes 1: {}", reading.term()),
            (None, Some(_)) => "the interval includes 1".to_owned(),
            (None, None) => "no interval".to_owned(),
        }
    }
}

/// A note on a system's Correlation Index for a table of which [`correlation_rule`] is another note.
pub(super) fn note_on_correlation(results: &Results<'_>, system: &str) -> Option<String> {
    let index =
        Index::of(results, system, Pairs::All).filter(|_| !results.evaluation.gold_is_silent())?;
    let shown = index.shown(results.options.numbers);
    Some(format!("{}: CI {shown} ({}).", results.shown(system), index.verdict()))
}

/// Why no Correlation Index has a reading; `None` if each may have one.
pub(crate) fn no_reading(results: &Results<'_>) -> Option<String> {
    results.evaluation.gold_is_silent().then(|| match results.evaluation.gold_is_composed {
        true => {
            "No Correlation Index has a reading: gold labels of originals are composed from those of their parts \
             (`gold: composed`), so an index of 1 is expected of every system that composes as the rule does."
                .to_owned()
        }
        false => "No Correlation Index has a reading: gold labels of too many originals are not what the \
                  composition rule makes of gold labels of their parts."
            .to_owned(),
    })
}

/// If the interval of a Correlation Index excludes 1, and the solved table does not state what the term of the paper
/// says.
pub(super) fn against_index(results: &Results<'_>, system: &str, said: Reading) -> Option<String> {
    let (index, reading) = read(results, system)?;
    let agrees = matches!(
        (reading, said),
        (_, Reading::CannotTell)
            | (CorrelationReading::Missing, Reading::IndependentOfParts)
            | (CorrelationReading::Over, Reading::RightForOtherReasons)
    );
    (!agrees).then(|| {
        format!(
            "{}: its Correlation Index is {index} ({} {TERMS}). The table above says: {}.",
            results.shown(system),
            reading.term(),
            said.words()
        )
    })
}

/// A system's Correlation Index with its interval, and its reading; `None` if it has no reading.
pub(super) fn read(results: &Results<'_>, system: &str) -> Option<(String, CorrelationReading)> {
    let index = Index::of(results, system, Pairs::All)?;
    Some((index.shown(results.options.numbers), index.reading()?))
}

/// The sentence on a system's Deviation Index by its rows, which stand on `deviation`; nothing if a CI has no value, or
/// if the gold labels of originals are composed.
pub(super) fn of_deviation(
    results: &Results<'_>,
    system: &str,
    (negative, pairs): (&str, Pairs),
    deviation: Pairs,
) -> Option<String> {
    if results.evaluation.gold_is_silent() {
        return None;
    }
    let sides = Sides {
        positive: Index::of(results, system, Pairs::Gold(Judgment::Entailment))?,
        negative: Index::of(results, system, pairs)?,
        negative_name: negative,
        deviation_index: results.value(
            system,
            Population::Decomposition,
            deviation,
            &DEVIATION_INDEX,
        )?,
    };
    Some(sides.sentence(results.shown(system), results.options.numbers))
}

/// The two sides of a Deviation Index, and the index.
struct Sides<'a> {
    /// The CI on entailment.
    positive: Index,
    /// The CI on the negative pairs.
    negative: Index,
    /// What these are called.
    negative_name: &'a str,
    deviation_index: f64,
}

/// How the words were chosen.
pub(super) fn correlation_rule() -> String {
    "CI = accuracy on the original pairs / accuracy on their monothematic pairs; ideal 1. Missing correlation: the \
     interval of CI, corrected for all systems by Bonferroni's method, is below 1; over correlation: it is above 1 \
     (Cabrio and Magnini 2010)."
        .to_owned()
}

impl Sides<'_> {
    /// A sentence on a system: both sides with their intervals, and whether they are on different sides of 1.
    fn sentence(&self, system: &str, numbers: Numbers) -> String {
        let Self { positive, negative, negative_name, deviation_index } = *self;
        let inverse = match (positive.reading(), negative.reading()) {
            (Some(one), Some(other)) if one != other => format!(" Inverse correlation {TERMS}."),
            _ => String::new(),
        };
        format!(
            "{system}: DI {}, with CI {} on entailment ({}) and CI {} on {negative_name} ({}).{inverse}",
            numbers.rounded(deviation_index, Style::Ratio),
            positive.shown(numbers),
            positive.verdict(),
            negative.shown(numbers),
            negative.verdict()
        )
    }
}

/// How the words were chosen.
pub(super) fn deviation_rule(negative: &str) -> String {
    format!(
        "DI = |CI on entailment - CI on {negative}|; ideal 0. Inverse correlation: the intervals of both CI exclude 1, \
         on different sides."
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Scene, plain, two_systems};

    fn index(value: f64, [lower, upper]: [f64; 2]) -> Index {
        Index { value, interval: Some(Interval { lower, upper }) }
    }

    fn deviation(positive: Index, negative: Index) -> String {
        let negative_name = "contradiction";
        let deviation_index = (positive.value - negative.value).abs();
        let sides = Sides { positive, negative, negative_name, deviation_index };
        sides.sentence("A", Numbers::default())
    }

    #[test]
    fn both_sides_of_a_deviation_need_their_intervals() {
        let inverse = deviation(index(0.89, [0.81, 0.97]), index(1.57, [1.1, 2.2]));
        let expected = "A: DI 0.68, with CI 0.89 [0.81, 0.97] on entailment (the interval excludes 1: missing \
                        correlation) and CI 1.57 [1.10, 2.20] on contradiction (the interval excludes 1: over \
                        correlation). Inverse correlation in the terms of Cabrio and Magnini (2010).";
        assert_eq!(inverse, expected);
        let unsure = deviation(index(0.89, [0.77, 1.01]), index(1.57, [1.1, 2.2]));
        assert!(unsure.contains("(the interval includes 1)"), "{unsure}");
        assert!(!unsure.contains("nverse") && !unsure.contains("missing"), "{unsure}");
    }

    #[test]
    fn a_correlation_without_an_interval_has_no_reading() {
        let scene = two_systems();
        let said = note_on_correlation(&scene.results(), "A").unwrap();
        assert_eq!(said, "A: CI 0.67 (no interval).");
    }

    /// Of `originals` originals the first `right` are right, and all of their parts.
    fn scene(originals: usize, right: usize) -> Scene {
        let mut settings = plain();
        settings.statistics.intervals = true;
        let pair = |number| {
            let whole = if number < right { "E" } else { "U" };
            format!("{number} E - {whole}\n{number}.1 E lex:syn E\n{number}.2 E lex:syn E\n")
        };
        let pairs: String = (0..originals).map(pair).collect();
        Scene::new(settings, &["A"], &pairs)
    }

    #[test]
    fn a_reading_needs_an_interval_that_excludes_one() {
        let missing = note_on_correlation(&scene(40, 20).results(), "A").unwrap();
        assert!(missing.starts_with("A: CI 0.50 ["), "{missing}");
        assert!(missing.ends_with("(the interval excludes 1: missing correlation)."), "{missing}");
        // Every other original is right, and so is the part of each of the others.
        let pairs: String = (0..40)
            .map(|number| {
                let (whole, part) = (["E", "U"][number % 2], ["U", "E"][number % 2]);
                format!("{number} E - {whole}\n{number}.1 E lex:syn {part}\n")
            })
            .collect();
        let mut settings = plain();
        settings.statistics.intervals = true;
        let unsure = Scene::new(settings, &["A"], &pairs);
        let unsure = note_on_correlation(&unsure.results(), "A").unwrap();
        assert!(unsure.starts_with("A: CI 1.00 ["), "{unsure}");
        assert!(unsure.ends_with("(the interval includes 1)."), "{unsure}");
    }

    #[test]
    fn composed_gold_has_no_reading() {
        let mut scene = scene(40, 20);
        assert_eq!(no_reading(&scene.results()), None);
        scene.evaluation.gold_is_composed = true;
        assert_eq!(note_on_correlation(&scene.results(), "A"), None);
        let reason = no_reading(&scene.results()).unwrap();
        assert!(reason.contains("`gold: composed`"), "{reason}");
    }
}
