//! What is wrong with the columns of pairs, told with what the config says of them.

use super::columns::Places;
use crate::ProblemKind;
use crate::readers::PairSource;
use crate::wording::{quoted, yaml};

/// A problem with what the config says of the columns.
pub(super) fn explained(source: &PairSource, kind: ProblemKind) -> ProblemKind {
    let PairSource { columns, phenomena, .. } = source;
    let ProblemKind::MissingColumns { missing, available, .. } = &kind else { return kind };
    // `phenomena: {columns: {logic: Logic}}` in the place of `{Logic: logic}`.
    let of_tags = missing.iter().filter(|missing| missing.role == "phenomena");
    let category = |column: &str| {
        let named = phenomena.tags.iter().find(|(name, _)| name == column);
        named.and_then(|(_, category)| category.as_deref())
    };
    let turned: Vec<(&str, &str)> = of_tags
        .filter_map(|missing| Some((category(&missing.column)?, missing.column.as_str())))
        .filter(|(category, _)| available.iter().any(|column| column == category))
        .collect();
    if turned.is_empty() {
        let names: &[&str] = if columns.only_named { &[] } else { &Places::BY_NAME };
        return kind.read_by_name(names);
    }
    let pairs =
        turned.iter().map(|(column, category)| format!("{}: {}", yaml(column), yaml(category)));
    let help = format!(
        "map a column to the category of its tags: write `columns: {{{}}}` under `phenomena`",
        pairs.collect::<Vec<_>>().join(", ")
    );
    let message = format!(
        "there is no column {}, but there is one {}: swap the two in `phenomena.columns`",
        quoted(turned[0].1),
        quoted(turned[0].0)
    );
    ProblemKind::Malformed { message, help: Some(help) }
}
