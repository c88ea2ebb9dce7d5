//! The pairs that are newly wrong and newly correct, by phenomenon.

use phenom_dataset::{Dataset, listed};
use phenom_metrics::{Change, ChangedPair, Population, SliceKind};

use super::block::{Block, ListedPairs};
use super::names::{counted, cut, pairs_of};
use crate::Results;

/// A pair on which the share of correct runs differs between two systems, as readers see it.
#[derive(Debug, Clone, PartialEq)]
pub struct ShownChange {
    /// The pair's id.
    pub pair: String,
    /// Whether it is an original or a monothematic one.
    pub population: Population,
    /// The paths of its phenomena.
    pub phenomena: Vec<String>,
    /// Its task and the values of its attributes, as slices.
    pub properties: Vec<(SliceKind, String)>,
    /// Which system is correct in the larger share of its runs.
    pub change: Change,
    /// The difference of the shares; 1 for single runs.
    pub share: f64,
}

/// The changed pairs of a dataset with their ids and phenomena.
#[must_use]
pub fn shown_changes(dataset: &Dataset, changed: &[ChangedPair]) -> Vec<ShownChange> {
    let shown = |changed: &ChangedPair| {
        let tags = dataset.tags(changed.row).iter();
        let phenomena = tags.filter_map(|tag| dataset.phenomena().get(*tag as usize));
        let task = dataset.task().map(|task| (SliceKind::Task, task));
        let attributes = dataset.attributes().iter();
        let factors = task
            .into_iter()
            .chain(attributes.map(|factor| (SliceKind::Attribute(factor.name().into()), factor)));
        let properties = factors
            .filter_map(|(kind, factor)| Some((kind, factor.value(changed.row)?.to_owned())));
        let is_part = dataset.monothematic().contains(&changed.row);
        ShownChange {
            pair: dataset.id(changed.row).to_owned(),
            population: if is_part { Population::Monothematic } else { Population::Original },
            phenomena: phenomena.map(|phenomenon| phenomenon.path().to_owned()).collect(),
            properties: properties.collect(),
            change: changed.change,
            share: changed.share,
        }
    };
    changed.iter().map(shown).collect()
}

/// How many phenomena a sentence names.
const NAMED: usize = 3;

/// The group of pairs without a phenomenon.
const NONE: &str = "without a phenomenon";

/// Newly wrong and newly correct pairs of each population, those of the phenomena `first` before others; with `only` these alone
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
            blocks.push(Block::Pairs(listed_pairs(
                results,
                &of,
                (population, change),
                (first, only),
            )));
        }
    }
    blocks
}

fn listed_pairs(
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
    let read = [format!("{} that people read", pairs[0]), format!("{} that people read", pairs[1])];
    let pairs = match results.evaluation.judged {
        None => pairs,
        Some(_) => [read[0].as_str(), read[1].as_str()],
    };
    let [one_did, several_did] = match change {
        Change::Broken => ["is newly wrong", "are newly wrong"],
        Change::Mended => ["is newly correct", "are newly correct"],
    };
    let several_runs = results.evaluation.systems.iter().take(2).any(|system| system.runs > 1);
    let has_scores = results.evaluation.has_scores();
    let number = |share: f64| match several_runs || has_scores {
        true => format!("{share:.1}"),
        false => format!("{share}"),
    };
    let smaller = if change == Change::Broken { "smaller" } else { "larger" };
    let all: f64 = of.iter().map(|pair| pair.share).sum();
    let mut summary = match of.len() {
        0 => format!("No {} {one_did}", pairs[0]),
        count if has_scores => {
            let of =
                if count == 1 { format!("{} has", pairs[0]) } else { format!("{} have", pairs[1]) };
            let lower = if change == Change::Broken { "lower" } else { "higher" };
            format!("{count} {of} a {lower} score, by {} in total", number(all))
        }
        count if several_runs => format!(
            "{} {} {several_did} on average over runs ({} correct in a {smaller} share of runs)",
            number(all),
            pairs[1],
            counted(count, "pair is", "pairs are")
        ),
        1 => format!("1 {} {one_did}", pairs[0]),
        count => format!("{count} {} {several_did}", pairs[1]),
    };
    let groups = by_phenomenon(of, first);
    let tagged: Vec<&Group<'_>> =
        groups.iter().filter(|group| group.phenomenon.is_some()).collect();
    if !tagged.is_empty() {
        let named = tagged
            .iter()
            .take(NAMED)
            .map(|group| format!("{} {}", shown(results, group.phenomenon), number(group.share)));
        let mut named: Vec<String> = named.collect();
        if tagged.len() > NAMED {
            named.push(counted(tagged.len() - NAMED, "more phenomenon", "more phenomena"));
        }
        summary = format!("{summary}: {}", listed(&named, "and"));
    }
    summary.push('.');
    let wanted = |group: &&Group<'_>| {
        !only || group.phenomenon.is_some_and(|phenomenon| first.contains(&phenomenon))
    };
    let groups = groups.iter().filter(wanted).map(|group| {
        let ids = group.pairs.iter().map(|pair| pair.pair.clone()).collect();
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
    /// The pairs with the largest shares first.
    pairs: Vec<&'c ShownChange>,
    /// The sum of their shares.
    share: f64,
}

/// Pairs by phenomenon: those of `first`, then those with the most pairs, counted by their shares; those without a
/// phenomenon last. A pair is listed under each of its phenomena.
fn by_phenomenon<'c>(of: &[&'c ShownChange], first: &[&str]) -> Vec<Group<'c>> {
    let mut places = std::collections::HashMap::new();
    let mut groups: Vec<Group<'c>> = Vec::new();
    for pair in of {
        let tags = pair.phenomena.iter().map(|path| Some(path.as_str()));
        let none = pair.phenomena.is_empty().then_some(None);
        for phenomenon in tags.chain(none) {
            let at = *places.entry(phenomenon).or_insert(groups.len());
            if at == groups.len() {
                groups.push(Group { phenomenon, pairs: Vec::new(), share: 0.0 });
            }
            groups[at].pairs.push(pair);
            groups[at].share += pair.share;
        }
    }
    // Stable, so that equal ones stay in the order of the data.
    for group in &mut groups {
        group.pairs.sort_by(|one, other| other.share.total_cmp(&one.share));
    }
    let place = |group: &Group<'_>| {
        let place = group.phenomenon.and_then(|path| first.iter().position(|name| *name == path));
        (group.phenomenon.is_none(), place.unwrap_or(first.len()))
    };
    groups.sort_by(|one, other| {
        place(one).cmp(&place(other)).then(rounded(other.share).cmp(&rounded(one.share)))
    });
    groups
}

/// A sum of shares in millionths, so that the order of its terms makes no difference.
fn rounded(share: f64) -> i64 {
    (share * 1e6).round() as i64
}
