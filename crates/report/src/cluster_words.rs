//! What the clusters that phenom found change, in sentences.

use phenom_metrics::Population;

use crate::Results;
use crate::comparison_names::{figure, opponent};

/// How many comparisons are named of which the verdict is another without the clusters.
const NAMED: usize = 6;

/// How many primary verdicts are others without the clusters that phenom found, and which; nothing if it found none, or
/// nothing was compared.
pub(crate) fn without_clusters_in_words(results: &Results<'_>) -> Option<String> {
    let rows = results.with_and_without_clusters();
    let given = results.evaluation.clusters.as_ref()?;
    if rows.is_empty() {
        return None;
    }
    let differing: Vec<String> = rows
        .iter()
        .filter(|(with, without)| with.verdict != without.verdict)
        .map(|(with, _)| {
            let (first, second) = (results.shown(&with.system_a), opponent(results, with));
            format!("\"{first}\" and \"{second}\" in {}", figure(results, with))
        })
        .collect();
    let originals = results.evaluation.gold(Population::Original, 0).pairs();
    let found = format!(
        "Some original pairs share a text or a near copy of one, so phenom tests {} {} instead of {originals} original pairs.",
        given.clusters,
        if given.clusters == 1 { "cluster" } else { "clusters" }
    );
    let (all, differ) = (rows.len(), differing.len());
    let which = match differ {
        0 => {
            return Some(format!(
                "{found} Without these clusters, none of {all} primary verdicts differs."
            ));
        }
        _ if differ > NAMED => {
            format!("{}; and {} more", differing[..NAMED].join("; "), differ - NAMED)
        }
        _ => differing.join("; "),
    };
    let verb = if differ == 1 { "differs" } else { "differ" };
    Some(format!(
        "{found} Without these clusters, {differ} of {all} primary verdicts {verb}: {which}."
    ))
}
