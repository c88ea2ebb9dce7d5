//! Gold of the originals against what the rule of composition makes of gold of their parts.

use phenom_dataset::{CompositionRule, Judgment};
use phenom_metrics::{GoldCheck, GoldFinding, GoldRow};

use crate::{Cell, Column, Row, RowKind, SafeName, Table};

/// So many originals of each kind are shown; all are in the tidy file.
const SHOWN: usize = 50;

/// The sentence on the gold of originals and of their parts; nothing where nothing is decomposed.
#[must_use]
pub fn gold_check_in_words(check: &GoldCheck, rule: &CompositionRule) -> Option<String> {
    let (agree, differ) = (check.agree, check.differ.len());
    let (undecided, without) = (check.undecided.len(), check.without_gold.len());
    if agree == 0 && differ == 0 && undecided == 0 && without == 0 {
        return None;
    }
    let mut said = format!(
        "By the rule of composition ({rule}), gold of {agree} of {} decomposed originals is what gold of their \
         parts makes",
        agree + (differ + undecided + without) as u64
    );
    let rest = [
        (differ, "is something else"),
        (undecided, "cannot be told, because a part that matters has no gold"),
        (without, "is not given"),
    ];
    for (count, what) in rest.into_iter().filter(|(count, _)| *count > 0) {
        said += &format!("; of {count} it {what}");
    }
    said += ".";
    if check.is_composed() {
        said += " It never is something else: gold of originals and of parts may be one judgment and not two \
                 independent ones, and figures that hold wholes against parts say less then.";
    }
    Some(said)
}

/// The originals that the gold check names; nothing where it names none.
#[must_use]
pub fn gold_check_table(rows: &[GoldRow], said: Option<String>) -> Option<Table> {
    let columns = ["finding", "original", "gold", "by the rule", "gold of the parts"];
    let mut columns: Vec<Column> = columns.map(Column::new).into();
    columns[0] = Column::repeating("finding");
    let mut shown = Vec::new();
    let mut notes: Vec<String> = said.into_iter().collect();
    for finding in [GoldFinding::Differs, GoldFinding::Undecided, GoldFinding::WithoutGold] {
        let of_finding: Vec<&GoldRow> = rows.iter().filter(|row| row.finding == finding).collect();
        for (place, row) in of_finding.iter().take(SHOWN).enumerate() {
            let kind = if place == 0 { RowKind::First } else { RowKind::Body };
            let parts: Vec<String> =
                row.parts.iter().map(|(id, gold)| format!("{id}: {}", named(*gold))).collect();
            let cells = vec![
                Cell::text(in_words(finding)),
                Cell::text(&row.original),
                Cell::text(named(row.gold)),
                Cell::text(row.composed.map_or("cannot be told", Judgment::name)),
                Cell::text(parts.join(", ")),
            ];
            shown.push(Row { kind, cells });
        }
        if of_finding.len() > SHOWN {
            notes.push(format!(
                "Of {} originals of the kind *{}*, {SHOWN} are shown; all are in `gold_check.csv`.",
                of_finding.len(),
                in_words(finding)
            ));
        }
    }
    let title = "Gold of originals, and what gold of their parts makes".to_owned();
    let key = SafeName::new("composition-gold");
    (!shown.is_empty()).then_some(Table { key, title, columns, rows: shown, notes })
}

fn named(gold: Option<Judgment>) -> &'static str {
    gold.map_or("none", Judgment::name)
}

fn in_words(finding: GoldFinding) -> &'static str {
    match finding {
        GoldFinding::Differs => "differs",
        GoldFinding::Undecided => "undecided",
        GoldFinding::WithoutGold => "without gold",
    }
}
