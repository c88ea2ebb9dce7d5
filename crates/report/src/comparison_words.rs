//! What comparisons come to, in sentences.

use phenom_metrics::measures::measure;
use phenom_metrics::{ComparisonRow, Verdict};

use crate::Results;
use crate::low_power::low_power_caution;
use crate::tables::{figure, opponent};

/// What can be told of every two that are held against each other: a sentence on the declared figures, and
/// one on what is exploratory.
#[must_use]
pub fn comparisons_in_words(results: &Results<'_>) -> Vec<String> {
    let mut pairs: Vec<(&str, &str)> = Vec::new();
    for row in results.comparisons {
        let pair = (row.system_a.as_str(), row.system_b.as_str());
        if !pairs.contains(&pair) {
            pairs.push(pair);
        }
    }
    let mut sentences = Vec::new();
    for (first, second) in pairs {
        let of_pair = |primary: bool| -> Vec<&ComparisonRow> {
            let rows = results.comparisons.iter();
            rows.filter(|row| row.system_a == first && row.system_b == second)
                .filter(|row| row.family.is_primary() == primary)
                .collect()
        };
        sentences.extend(sentence(results, &of_pair(true), ""));
        sentences.extend(sentence(results, &of_pair(false), "Exploratory: "));
    }
    sentences.extend(low_power_caution(results.comparisons));
    sentences
}

fn sentence(results: &Results<'_>, rows: &[&ComparisonRow], prefix: &str) -> Option<String> {
    let row = rows.first()?;
    let (first, second) = (results.shown(&row.system_a), opponent(results, row));
    // Who is what, and in which figures.
    let mut told: Vec<(String, Vec<String>)> = Vec::new();
    for row in rows {
        let Some([words, _]) = measure(row.measure).map(|measure| measure.verdicts()) else {
            continue;
        };
        let winner = match row.verdict {
            Verdict::First => first,
            Verdict::Second => second.as_str(),
            Verdict::CannotTell => continue,
        };
        let is = match words.starts_with("deviates") {
            true => format!("{winner} {words}"),
            false => format!("{winner} is {words}"),
        };
        match told.iter_mut().find(|(known, _)| *known == is) {
            Some((_, figures)) => figures.push(figure(results, row)),
            None => told.push((is, vec![figure(results, row)])),
        }
    }
    let all = rows.len();
    let parts: Vec<String> =
        told.into_iter().map(|(is, figures)| format!("{is} in {}", figures.join(", "))).collect();
    Some(match parts.as_slice() {
        [] => format!(
            "{prefix}{first} against {second}: in none of {all} figures one can tell a difference."
        ),
        parts => format!("{prefix}{first} against {second}: {}.", parts.join("; ")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Scene, compared, told_apart};

    #[test]
    fn declared_figures_and_exploratory_ones_have_sentences_of_their_own() {
        let said = comparisons_in_words(&told_apart(&["A", "B"]).results());
        let declared = "A against B: A is better in accuracy on original pairs.";
        assert_eq!(said[0], declared);
        assert!(said[1].starts_with("Exploratory: A against B: A is better in"), "{said:?}");
    }

    #[test]
    fn where_nothing_can_be_told_that_is_said() {
        let scene = Scene::new(compared(), &["A", "B"], "1 E - E U\n2 U - U U");
        let said = comparisons_in_words(&scene.results());
        assert_eq!(said[0], "A against B: in none of 1 figures one can tell a difference.");
    }
}
