//! How to report this: the paragraphs for a paper, on results and on methods.

mod decomposition;
mod figures;
mod methods;

use decomposition::{composition, correlation};
use figures::{baselines, right_answers, what, words};
use methods::methods;
use phenom_metrics::Population;
use phenom_metrics::measures::accuracy::ACCURACY;

use crate::low_power::low_power_caution;
use crate::paragraph::Paragraph;
use crate::selection::selection_note;
use crate::{Pairs, Results};

/// The paragraphs for a paper, ready to be pasted: what was evaluated and what came out, and how. Nothing where no
/// system answers without reading gold.
#[must_use]
pub fn how_to_report(results: &Results<'_>, version: &str) -> Vec<Paragraph> {
    let Some(mut said) = what(results) else { return Vec::new() };
    let sentences = results
        .populations()
        .iter()
        .filter_map(|population| right_answers(results, *population))
        .chain(selection(results))
        .chain(baselines(results))
        .chain(correlation(results))
        .chain(composition(results))
        .chain(caution(results));
    for sentence in sentences {
        said.say(" ");
        said.extend(sentence);
    }
    vec![said, methods(results, version)]
}

/// What the interval of the most accurate system does not allow for, if the paragraph gives intervals.
fn selection(results: &Results<'_>) -> Option<Paragraph> {
    let has_interval = |population: &Population| {
        let best = results.best_system(*population);
        let score =
            best.and_then(|best| results.score(&best.name, *population, Pairs::All, &ACCURACY));
        score.is_some_and(|score| score.interval.is_some())
    };
    let given = results.populations().iter().any(has_interval);
    selection_note(results).filter(|_| given).map(words)
}

/// The caution beside the differences that the paragraph gives: those of the primary families.
fn caution(results: &Results<'_>) -> Option<Paragraph> {
    let primary = results.comparisons.iter().filter(|row| row.family.is_primary());
    low_power_caution(primary).map(words)
}

#[cfg(test)]
mod tests {
    use phenom_metrics::readings;

    use super::*;
    use crate::testing::{Scene, compared, told_apart};

    #[test]
    fn what_was_told_is_said_with_its_p_value() {
        let said = how_to_report(&told_apart(&["A", "B"]).results(), "1.2.3");
        let results = said[0].plain();
        assert!(results.starts_with("We evaluated A and B (three-way) on "), "{results}");
        assert!(results.contains("A is more accurate than B (adjusted p"), "{results}");
        assert!(said[1].plain().contains("phenom 1.2.3, seed 1"), "{}", said[1].plain());
    }

    #[test]
    fn what_was_not_told_is_not_said() {
        let scene = Scene::new(compared(), &["A", "B"], "1 E - E U\n2 U - U U\n");
        let said = how_to_report(&scene.results(), "1.2.3")[0].plain();
        assert!(said.contains("differ in too few originals for a test"), "{said}");
        assert!(!said.contains("more accurate"), "{said}");
    }

    #[test]
    fn a_reference_is_named_and_not_reported() {
        let scene = Scene::new(compared(), &["A", "R!"], "1 E - E E\n2 U - U U\n");
        let said = how_to_report(&scene.results(), "1.2.3")[0].plain();
        assert!(said.starts_with("We evaluated A (three-way) on 2 original pairs"), "{said}");
        assert!(!said.contains('R'), "{said}");
    }

    #[test]
    fn a_decomposition_is_reported_with_its_index_and_its_reading() {
        let pairs = "1 E - E\n1.1 E lex:syn E\n2 E - E\n2.1 E lex:syn E\n3 E - U\n3.1 E lex:syn E\n\
                     4 E - E\n4.1 E syn:act U";
        let scene = Scene::new(compared(), &["A"], pairs);
        let rows = readings(&scene.evaluation, &scene.comparisons);
        let said = how_to_report(&scene.results().with_readings(&rows), "1")[0].plain();
        assert!(said.contains("4 monothematic pairs (all of them entailments) derived"), "{said}");
        assert!(said.contains("The Correlation Index is 1.00"), "{said}");
        let interval = "for A (-33.3 points; -87.0 to +75.1; adjusted p = 1) it is not shown";
        assert!(said.contains(interval), "{said}");
    }
}
