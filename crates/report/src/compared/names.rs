//! The names of systems, figures and slices in what is printed of a comparison.

use phenom_metrics::{ComparisonRow, Evaluation, Population, SliceKind};

use crate::Results;

pub(super) use crate::claims::cut;

/// The pairs of a population: `original pairs`; `all pairs` where there are no others.
pub(super) fn pairs_of(evaluation: &Evaluation, population: Population) -> &'static str {
    match population {
        _ if !evaluation.is_decomposed() => "all pairs",
        Population::Original => "original pairs",
        Population::Monothematic => "monothematic pairs",
        Population::Decomposition => "original pairs with their parts",
    }
}

/// A slice: a phenomenon without its category where no other one is called the same.
pub(crate) fn slice(results: &Results<'_>, kind: &SliceKind, name: &str) -> String {
    let shown = results.slice_named(kind, name);
    if *kind != SliceKind::Phenomenon {
        return cut(&shown);
    }
    let own = |name: &str| name.split_once(':').map_or(name.to_owned(), |(_, own)| own.to_owned());
    let alike = results.evaluation.slices.iter().filter(|other| {
        other.kind == *kind && own(&results.slice_named(kind, &other.name)) == own(&shown)
    });
    cut(&if alike.count() > 1 { shown } else { own(&shown) })
}

/// What a comparison is about: `accuracy, original pairs`, `negation`, `coreference, monothematic pairs`.
pub(super) fn figure(results: &Results<'_>, row: &ComparisonRow) -> String {
    let name = row.measure.name;
    let on = match row.population {
        Population::Decomposition => String::new(),
        population if results.evaluation.is_decomposed() => {
            format!(", {}", pairs_of(results.evaluation, population))
        }
        _ => String::new(),
    };
    match row.slice.kind {
        SliceKind::All => format!("{name}{on}"),
        _ => {
            let slice = slice(results, &row.slice.kind, &row.slice.name);
            let of = if name == "accuracy" { String::new() } else { format!(", {name}") };
            format!("{slice}{of}{on}")
        }
    }
}

/// A figure on all pairs, in a sentence: `accuracy on original pairs`, `distance from the ideal CI`.
pub(super) fn in_a_sentence(results: &Results<'_>, row: &ComparisonRow) -> String {
    let name = row.measure.name;
    match row.population {
        Population::Decomposition => name.to_owned(),
        population => format!("{name} on {}", pairs_of(results.evaluation, population)),
    }
}

/// A number of things.
pub(super) fn counted(count: usize, one: &str, many: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {many}") }
}
