//! Originals on one text that are not of one cluster.

use std::collections::BTreeMap;

use phenom_annotate::{Finding, FindingKind, folded};
use phenom_dataset::{ClusterBy, Dataset};

/// One finding for all such texts, with the setting that makes them clusters.
pub(super) fn find(dataset: &Dataset) -> Option<Finding> {
    let declared = dataset.cluster_column();
    if declared.is_none() && dataset.cluster_by() == Some(ClusterBy::Text) {
        return None;
    }
    let mut with_text: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for row in dataset.originals() {
        let text = dataset.texts(row).map(|(text, _)| folded(text)).unwrap_or_default();
        with_text.entry(text).or_default().push(row);
    }
    let cluster = |row: usize| declared.map(|_| dataset.cluster_of(row));
    let is_split = |rows: &[usize]| match declared {
        None => rows.len() > 1,
        Some(_) => rows.iter().any(|row| cluster(*row) != cluster(rows[0])),
    };
    let groups: Vec<&Vec<usize>> = with_text.values().filter(|rows| is_split(rows)).collect();
    let first = *groups.iter().min_by_key(|rows| rows[0])?;
    let originals: usize = groups.iter().map(|rows| rows.len()).sum();
    let ids: Vec<&str> = first.iter().take(4).map(|row| dataset.id(*row)).collect();
    let (what, setting) = match declared {
        None => (
            "no cluster is declared",
            "`dataset: {cluster-by: text}` in the config, or one `cluster` for each text"
                .to_owned(),
        ),
        Some(column) => {
            ("they are of different clusters", format!("one value of `{column}` for each text"))
        }
    };
    Some(Finding {
        kind: FindingKind::SharedText,
        pair: ids[0].to_owned(),
        what: format!(
            "{originals} of {} originals share their text with others ({}), and {what}. Write {setting}. The first: {}",
            dataset.originals().len(),
            if groups.len() == 1 { "1 text".to_owned() } else { format!("{} texts", groups.len()) },
            ids.join(", ")
        ),
    })
}
