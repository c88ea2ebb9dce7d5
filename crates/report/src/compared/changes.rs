//! The pairs that broke and those that were mended, by phenomenon.

use phenom_dataset::Dataset;
use phenom_metrics::{Change, ChangedPair, Population};

use super::block::{Block, ListedPairs};
use super::names::{counted, cut, joined, pairs_of};
use crate::Results;

/// A pair that only one of two systems judges right, as readers see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownChange {
    /// The pair's id.
    pub pair: String,
    /// Whether it is an original or a monothematic one.
    pub population: Population,
    /// The paths of its phenomena.
    pub phenomena: Vec<String>,
    /// What becomes of it.
    pub change: Change,
}

/// The changed pairs of a dataset with their ids and phenomena.
#[must_use]
pub fn shown_changes(dataset: &Dataset, changed: &[ChangedPair]) -> Vec<ShownChange> {
    let shown = |changed: &ChangedPair| {
        let tags = dataset.tags(changed.row).iter();
        let phenomena = tags.filter_map(|tag| dataset.phenomena().get(*tag as usize));
        let is_part = dataset.monothematic().contains(&changed.row);
        ShownChange {
            pair: dataset.id(changed.row).to_owned(),
            population: if is_part { Population::Monothematic } else { Population::Original },
            phenomena: phenomena.map(|phenomenon| phenomenon.path().to_owned()).collect(),
            change: changed.change,
        }
    };
    changed.iter().map(shown).collect()
}

/// How many phenomena a sentence names.
const NAMED: usize = 3;

/// What is said of pairs without a phenomenon.
const NONE: &str = "without a phenomenon";

/// Broken and mended pairs of each population, those of the phenomena `first` before others; with `only` these alone
/// have their ids.
pub(super) fn blocks(
    results: &Results<'_>,
    changes: &[ShownChange],
    first: &[&str],
    only: bool,
) -> Vec<Block> {
    let mut blocks = Vec::new();
    for &population in results.evaluation.populations() {
        for change in [Change::Broken, Change::Mended] {
            let of =
                changes.iter().filter(|one| one.population == population && one.change == change);
            let of: Vec<&ShownChange> = of.collect();
            blocks.push(Block::Pairs(listed(results, &of, (population, change), (first, only))));
        }
    }
    blocks
}

fn listed(
    results: &Results<'_>,
    of: &[&ShownChange],
    (population, change): (Population, Change),
    (first, only): (&[&str], bool),
) -> ListedPairs {
    let pairs = match pairs_of(results.evaluation, population) {
        "all pairs" => ["pair", "pairs"],
        "original pairs" => ["original pair", "original pairs"],
        _ => ["monothematic pair", "monothematic pairs"],
    };
    let what = match (change, of.len()) {
        (Change::Broken, _) => "broke",
        (Change::Mended, 1) => "was mended",
        (Change::Mended, _) => "were mended",
    };
    let mut summary = match of.len() {
        0 => format!(
            "No {} {}",
            pairs[0],
            if change == Change::Broken { what } else { "was mended" }
        ),
        count => format!("{} {what}", counted(count, pairs[0], pairs[1])),
    };
    let groups = by_phenomenon(of, first);
    let tagged: Vec<&Group<'_>> =
        groups.iter().filter(|group| group.phenomenon.is_some()).collect();
    if !tagged.is_empty() {
        let named = tagged
            .iter()
            .take(NAMED)
            .map(|group| format!("{} {}", shown(results, group.phenomenon), group.ids.len()));
        let mut named: Vec<String> = named.collect();
        if tagged.len() > NAMED {
            named.push(counted(tagged.len() - NAMED, "more phenomenon", "more phenomena"));
        }
        summary = format!("{summary}: {}", joined(&named, "and"));
    }
    summary.push('.');
    let wanted = |group: &&Group<'_>| {
        !only || group.phenomenon.is_some_and(|phenomenon| first.contains(&phenomenon))
    };
    let groups = groups.iter().filter(wanted).map(|group| {
        let ids = group.ids.iter().map(|id| (*id).to_owned()).collect();
        (shown(results, group.phenomenon), ids)
    });
    ListedPairs { groups: groups.collect(), summary }
}

fn shown(results: &Results<'_>, phenomenon: Option<&str>) -> String {
    phenomenon.map_or(NONE.to_owned(), |path| {
        let kind = phenom_metrics::SliceKind::Phenomenon;
        cut(&super::names::slice(results, &kind, path))
    })
}

struct Group<'c> {
    phenomenon: Option<&'c str>,
    ids: Vec<&'c str>,
}

/// Pairs by phenomenon: those of `first`, then those with the most pairs; those without a phenomenon last. A pair
/// stands under each of its phenomena.
fn by_phenomenon<'c>(of: &[&'c ShownChange], first: &[&str]) -> Vec<Group<'c>> {
    let mut places = std::collections::HashMap::new();
    let mut groups: Vec<Group<'c>> = Vec::new();
    for pair in of {
        let tags = pair.phenomena.iter().map(|path| Some(path.as_str()));
        let none = pair.phenomena.is_empty().then_some(None);
        for phenomenon in tags.chain(none) {
            let at = *places.entry(phenomenon).or_insert(groups.len());
            if at == groups.len() {
                groups.push(Group { phenomenon, ids: Vec::new() });
            }
            groups[at].ids.push(&pair.pair);
        }
    }
    // Stable, so that equal ones stay in the order of the data.
    groups.sort_by_key(|group| {
        let place = group.phenomenon.and_then(|path| first.iter().position(|name| *name == path));
        let last = group.phenomenon.is_none();
        (last, place.unwrap_or(first.len()), std::cmp::Reverse(group.ids.len()))
    });
    groups
}
