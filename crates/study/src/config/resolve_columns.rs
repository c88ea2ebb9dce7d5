//! Which column of pairs holds what, as a config says it.

use phenom_dataset::PairColumns;

use super::raw::{ByJudgment, Names, RawPairColumns};
use super::resolve_rows::{used, used_of};

/// Columns with what each is called; none where the key is switched off.
pub(super) fn named(raw: Option<Names>) -> Vec<(String, Option<String>)> {
    let Names(named) = raw.unwrap_or_default();
    let nothing = matches!(named.as_slice(), [(name, None)] if used(Some(name.clone())).is_none());
    if nothing { Vec::new() } else { named }
}

pub(super) fn pair_columns(raw: RawPairColumns) -> PairColumns {
    PairColumns {
        only_named: true,
        id: raw.id.map(|columns| columns.0).unwrap_or_default(),
        origin: used(raw.origin),
        origin_before: raw.origin_before,
        whole: raw.whole.map(|columns| used_of(columns.0)).unwrap_or_default(),
        cluster: used(raw.cluster),
        text: raw.text.map(|columns| used_of(columns.0)).unwrap_or_default(),
        hypothesis: used(raw.hypothesis),
        gold: used(raw.gold),
        gold_separator: raw.gold_separator,
        annotators: raw.annotators,
        annotator_labels: used(raw.annotator_labels),
        annotator_counts: raw.annotator_counts.map(|ByJudgment(counts)| counts).unwrap_or_default(),
        weight: used(raw.weight),
        phenomenon: used(raw.phenomenon),
        category: used(raw.category),
        task: used(raw.task),
        attributes: named(raw.attributes)
            .into_iter()
            .map(|(name, column)| {
                let column = column.unwrap_or_else(|| name.clone());
                (name, column)
            })
            .collect(),
        ..PairColumns::default()
    }
}
