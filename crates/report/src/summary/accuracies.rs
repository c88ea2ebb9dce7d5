//! Which systems are more accurate than which, in sentences.

use phenom_metrics::measures::accuracy::ACCURACY;
use phenom_metrics::{ComparisonRow, Population, Verdict};

use super::words::{LISTED, named_or_counted, share};
use crate::{Pairs, Results};

/// Which differences of accuracy can be told.
pub(super) fn told(results: &Results<'_>, population: Population) -> Option<String> {
    let rows = results.accuracies_compared(population);
    let first = rows.first()?;
    // Where accuracy was not declared beforehand, it is exploratory.
    let prefix = if first.family.is_primary() { "" } else { "Exploratory: " };
    let decided: Vec<(&str, &str)> = rows.iter().copied().filter_map(better_and_worse).collect();
    let said = match decided.len() {
        0 => cannot_be_told(results, population, &rows),
        told if told > LISTED => {
            format!("{told} of {} differences of accuracy are significant", rows.len())
        }
        told => {
            let clauses: Vec<String> = in_one_breath(&decided)
                .into_iter()
                .map(|(better, worse)| {
                    let is = if better.len() == 1 { "is" } else { "are" };
                    let [better, worse] =
                        [better, worse].map(|names| with_accuracies(results, population, &names));
                    format!("{better} {is} more accurate than {worse}")
                })
                .collect();
            let untold: Vec<&ComparisonRow> =
                rows.iter().copied().filter(|row| row.verdict == Verdict::CannotTell).collect();
            let rest = match untold.as_slice() {
                [] => String::new(),
                [row] => format!(
                    "; {} and {} cannot be told apart",
                    results.shown(&row.system_a),
                    results.shown(&row.system_b)
                ),
                _ => format!("; the other {} differences are not significant", rows.len() - told),
            };
            format!("{}{rest}", clauses.join("; "))
        }
    };
    Some(format!("{prefix}On the {} pairs, {said}.", population.name()))
}

/// The better and the worse system of a comparison in which that can be told.
pub(crate) fn better_and_worse(row: &ComparisonRow) -> Option<(&str, &str)> {
    match row.verdict {
        Verdict::First => Some((&row.system_a, &row.system_b)),
        Verdict::Second => Some((&row.system_b, &row.system_a)),
        Verdict::CannotTell => None,
    }
}

/// Which systems are better than which, those together of which each is better than the same others.
fn in_one_breath<'n>(decided: &[(&'n str, &'n str)]) -> Vec<(Vec<&'n str>, Vec<&'n str>)> {
    let mut by_better: Vec<(&str, Vec<&str>)> = Vec::new();
    for (better, worse) in decided {
        match by_better.iter_mut().find(|(known, _)| known == better) {
            Some((_, others)) => others.push(worse),
            None => by_better.push((better, vec![worse])),
        }
    }
    let mut together: Vec<(Vec<&str>, Vec<&str>)> = Vec::new();
    for (better, worse) in by_better {
        match together.iter_mut().find(|(_, others)| *others == worse) {
            Some((known, _)) => known.push(better),
            None => together.push((vec![better], worse)),
        }
    }
    together
}

/// That no difference is significant.
fn cannot_be_told(
    results: &Results<'_>,
    population: Population,
    rows: &[&ComparisonRow],
) -> String {
    let mut names: Vec<&str> = Vec::new();
    for name in rows.iter().flat_map(|row| [row.system_a.as_str(), row.system_b.as_str()]) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    if names.len() > LISTED {
        return format!("no two of {} systems can be told apart", names.len());
    }
    let value = |name: &&str| {
        let value = results.value(name, population, Pairs::All, &ACCURACY);
        value.unwrap_or(f64::NEG_INFINITY)
    };
    names.sort_by(|first, second| value(second).total_cmp(&value(first)));
    format!("{} cannot be told apart", with_accuracies(results, population, &names))
}

/// Systems with how accurate they are.
fn with_accuracies(results: &Results<'_>, population: Population, names: &[&str]) -> String {
    let of = |name: &&str| {
        let shown = results.shown(name);
        let Some(value) = results.value(name, population, Pairs::All, &ACCURACY) else {
            return shown.to_owned();
        };
        let of = results.answered_in_part(name, population);
        let of = of.map_or(String::new(), |(answered, all)| format!(" of {answered} of {all}"));
        format!("{shown} ({}{of})", share(results, value))
    };
    let named: Vec<String> = names.iter().map(of).collect();
    named_or_counted(&named.iter().map(String::as_str).collect::<Vec<_>>())
}
