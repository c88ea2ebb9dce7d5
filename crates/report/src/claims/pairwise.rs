//! What a comparison of two systems shows, in one sentence for each verdict.

use phenom_metrics::measures::Better;
use phenom_metrics::measures::accuracy::ACCURACY;
use phenom_metrics::{ComparisonRow, Population, SliceKind, Verdict};

use super::quoting::quoted;
use super::view::View;
use crate::Style;
use crate::compared::slice;

/// One comparison in words: who is better by what on which pairs, with both values, n and the adjusted p; if it is not
/// significant, with the difference that the pairs would show.
pub(crate) fn pairwise(view: &View<'_, '_>, row: &ComparisonRow) -> Option<String> {
    let measure = row.measure;
    let names = [view.system(&row.system_a), second(view, row)];
    let on = on(view, row);
    let values = match &row.values {
        [Ok(first), Ok(second)] => [*first, *second],
        values => {
            let at = usize::from(values[0].is_ok());
            let reason = values[at].as_ref().err().map(ToString::to_string).unwrap_or_default();
            return Some(format!("{} is undefined for {}{on}: {reason}.", measure.name, names[at]));
        }
    };
    let shown = values.map(|value| match measure.style {
        Style::Percent => view.of(value, row.pairs),
        style => view.results.options.numbers.rounded(value, style),
    });
    let effect = view.effect(row);
    let n = row.pairs;
    let p = view.p_of(&[&effect], row.is_significant());
    let in_measure = match measure.key == ACCURACY.key {
        true => String::new(),
        false => format!(" in {}", measure.name),
    };
    if row.p().is_none() && row.verdict == Verdict::CannotTell {
        if row.correct_on_same {
            return Some(format!(
                "{} and {} are correct on the same{} ({}, n = {n}).",
                names[0],
                names[1],
                on.trim_start_matches(" on"),
                shown[0]
            ));
        }
        return Some(format!(
            "{} and {} were not tested{in_measure}{on}: their difference rests on too few {}s ({} and {}, n = {n}).",
            names[0],
            names[1],
            crate::resampled::unit(view.results.evaluation),
            shown[0],
            shown[1]
        ));
    }
    let [winner, loser] = match row.verdict {
        Verdict::First => [0, 1],
        Verdict::Second => [1, 0],
        Verdict::CannotTell => {
            let detectable = row.detectable().map_or(String::new(), |least| {
                let size = view.results.options.numbers.rounded(least, measure.style.unsigned());
                let size = match measure.style {
                    Style::Percent => view.with_unit(&size),
                    _ => size,
                };
                format!(" The pairs would show differences of about {size} (80 % power).")
            });
            return Some(format!(
                "{} and {} do not differ significantly{in_measure}{on} ({} and {}, n = {n}, {p}).{detectable}",
                names[0], names[1], shown[0], shown[1]
            ));
        }
    };
    let is = match (measure.key == ACCURACY.key, measure.better) {
        (true, _) => "is more accurate than".to_owned(),
        (_, Better::Neither) => "is higher than".to_owned(),
        (_, Better::NearOne) => "is nearer to 1 than".to_owned(),
        _ if measure.key == "ideal_distance" => "is nearer to the ideal than".to_owned(),
        _ => "is better than".to_owned(),
    };
    Some(format!(
        "{} {is} {}{in_measure}{on} ({} against {}, n = {n}, {p}).",
        names[winner], names[loser], shown[winner], shown[loser]
    ))
}

/// The second one: a system, or the constant baseline.
fn second(view: &View<'_, '_>, row: &ComparisonRow) -> String {
    match row.is_with_constant() {
        true => format!("always predicting {}", quoted(view.constant_label(row))),
        false => view.system(&row.system_b),
    }
}

/// ` on originals`, ` on "negation" (parts)`.
fn on(view: &View<'_, '_>, row: &ComparisonRow) -> String {
    let pairs = view.pairs_word(row.population);
    match (&row.slice.kind, row.population) {
        (SliceKind::All, Population::Decomposition) => String::new(),
        (SliceKind::All, _) => format!(" on {pairs}"),
        (kind, _) => format!(" on {} {pairs}", quoted(&slice(view.results, kind, &row.slice.name))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::told_apart;

    /// `A` and `C` have the same answers.
    #[test]
    fn systems_that_are_correct_on_the_same_pairs_are_said_to_be() {
        let scene = told_apart(&["A", "B", "C"]);
        let results = scene.results();
        let of = |second: &str| {
            let mut rows = results.comparisons.iter();
            let row = rows.find(|row| row.system_a == "A" && row.system_b == second);
            pairwise(&View::new(&results), row.unwrap()).unwrap()
        };
        let said = of("C");
        let expected = "\"A\" and \"C\" are correct on the same pairs (100.0 %, n = 12).";
        assert_eq!(said, expected);
        assert!(!of("B").contains("same"), "{}", of("B"));
    }
}
