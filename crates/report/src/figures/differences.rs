//! Which systems have a figure of their differences.

use hashbrown::HashSet;
use phenom_metrics::{Compared, Origin, SystemCounts};

use crate::{Differences, Results};

/// The pairs of systems whose differences are drawn.
pub(super) struct Pairing<'a> {
    /// Of each pair the system whose value comes first in the difference, and that whose value is subtracted.
    pub(super) systems: Vec<(&'a str, &'a str)>,
    /// Why these, where they are not all.
    pub(super) said: Option<String>,
}

/// How many figures there are at most, unless all are asked for.
const MOST: usize = 8;

/// The pairs of systems whose differences are drawn. A system that is an oracle is no competitor, and drawn only where
/// all are asked for, or where it is the baseline.
pub(super) fn pairing<'a>(results: &Results<'a>) -> Pairing<'a> {
    let compared = compared(results);
    let evaluation = results.evaluation;
    let baseline = match evaluation.statistics.compare {
        Compared::Against(number) => evaluation.systems.get(number),
        Compared::All | Compared::None => None,
    };
    let usual = if baseline.is_some() { Differences::Baseline } else { Differences::Best };
    let (against, what) = match results.options.differences.unwrap_or(usual) {
        Differences::All => (None, ""),
        Differences::Best => {
            (results.best_system(results.evaluation.tagged()), "the most accurate")
        }
        Differences::Baseline => (baseline, "the baseline"),
    };
    let all = compared.len();
    let Some(against) = against else { return Pairing { systems: compared, said: None } };
    let reads_gold = |name: &str| {
        let system = evaluation.systems.iter().find(|system| system.name == name);
        system.is_some_and(|system: &SystemCounts| system.origin == Origin::ReadsGold)
    };
    let other = |&(first, second): &(&'a str, &'a str)| match against.name.as_str() {
        name if name == second => Some((first, second)),
        name if name == first => Some((second, first)),
        _ => None,
    };
    let with_it: Vec<(&str, &str)> = compared.iter().filter_map(other).collect();
    let competitors = with_it.iter().filter(|(first, _)| !reads_gold(first)).copied();
    let mut systems: Vec<(&str, &str)> = competitors.collect();
    if systems.is_empty() {
        systems = with_it;
    }
    if systems.is_empty() {
        return Pairing { systems: compared, said: None };
    }
    systems.truncate(MOST);
    let said = (systems.len() < all).then(|| {
        format!(
            "Shown: comparisons with {what} system, {} ({} of {all} compared pairs of systems).",
            results.shown(&against.name),
            systems.len()
        )
    });
    Pairing { systems, said }
}

/// Every two systems that are compared, and not a system with a constant answer.
fn compared<'a>(results: &Results<'a>) -> Vec<(&'a str, &'a str)> {
    let mut pairs: Vec<(&str, &str)> = Vec::new();
    let mut known = HashSet::new();
    for row in results.comparisons.iter().filter(|row| !row.is_with_constant()) {
        let pair = (row.system_a.as_str(), row.system_b.as_str());
        if pairs.last() != Some(&pair) && known.insert(pair) {
            pairs.push(pair);
        }
    }
    pairs
}
