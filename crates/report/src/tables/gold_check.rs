//! Gold of the originals against what the rule of composition makes of gold of their parts.

use phenom_dataset::{CompositionRule, Judgment};
use phenom_metrics::{GoldCheck, GoldFinding, GoldRow};

use crate::{Cell, Column, Row, RowKind, SafeName, Table};

/// So many originals of each kind are shown; all are in the tidy file.
const SHOWN: usize = 50;

/// The sentence on the gold of originals and of their parts; nothing where nothing is decomposed, or all gold is what the
/// rule makes.
#[must_use]
pub fn gold_check_in_words(check: &GoldCheck, rule: &CompositionRule) -> Option<String> {
    let (agree, differ) = (check.agree, check.differ.len());
    let (undecided, without) = (check.undecided.len(), check.without_gold.len());
    if agree == 0 && differ == 0 && undecided == 0 && without == 0 {
        return None;
    }
    let all = agree + (differ + undecided + without) as u64;
    let own = if check.composed > 0 { " with a gold label of their own" } else { "" };
    let mut said = match check.is_composed() {
        true => format!(
            "In all {all} originals{own} the gold label equals the label composed from parts. The two may \
             not be independent annotations, so tests of composition are limited."
        ),
        false => format!(
            "In {agree} of {all} originals{own} the gold label equals the label composed from parts."
        ),
    };
    let rest: Vec<String> = [
        (differ, "it differs"),
        (undecided, "a part that decides has no gold label"),
        (without, "the original has no gold label"),
    ]
    .into_iter()
    .filter(|(count, _)| *count > 0)
    .map(|(count, what)| format!("In {count} {what}."))
    .collect();
    if !rest.is_empty() {
        said += &format!(" {}", rest.join(" "));
    }
    said += &format!(" Composition rule: {rule}.");
    Some(said)
}

/// The originals that the gold check names; nothing where it names none.
#[must_use]
pub fn gold_check_table(rows: &[GoldRow], said: Option<String>) -> Option<Table> {
    let columns =
        ["finding", "original", "gold label", "composed label", "gold labels of the parts"];
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
                Cell::text(row.composed.map_or("undecided", Judgment::name)),
                Cell::text(parts.join(", ")),
            ];
            shown.push(Row { kind, cells });
        }
        if of_finding.len() > SHOWN {
            notes.push(format!(
                "Shown: {SHOWN} of {} originals of the kind \"{}\". All: `gold_check.csv`.",
                of_finding.len(),
                in_words(finding)
            ));
        }
    }
    let title = "Gold labels of originals and labels composed from their parts".to_owned();
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
        GoldFinding::WithoutGold => "no gold label",
    }
}

#[cfg(test)]
mod tests {
    use phenom_metrics::GoldDifference;

    use super::*;
    use crate::testing::{notes, shown};

    #[test]
    fn originals_that_the_rule_contradicts_stand_with_their_parts() {
        let part = |id: &str, gold| (id.to_owned(), gold);
        let row = |original: &str, finding, composed, second| GoldRow {
            original: original.to_owned(),
            finding,
            gold: Some(Judgment::Entailment),
            composed,
            parts: vec![part("x.1", Some(Judgment::Entailment)), part("x.2", second)],
        };
        let rows = [
            row("a", GoldFinding::Differs, Some(Judgment::Unknown), Some(Judgment::Unknown)),
            row("b", GoldFinding::Undecided, None, None),
        ];
        let (gold, composed) = (Judgment::Entailment, Judgment::Unknown);
        let differ = vec![GoldDifference { original: 0, gold, composed }];
        let check = GoldCheck { agree: 8, differ, ..GoldCheck::default() };
        let said = gold_check_in_words(&check, &CompositionRule::All);
        let table = gold_check_table(&rows, said).unwrap();
        assert_eq!(
            shown(&table),
            [
                "differs | a | entailment | unknown | x.1: entailment, x.2: unknown",
                "undecided | b | entailment | undecided | x.1: entailment, x.2: none",
            ]
        );
        let notes = notes(&table);
        assert!(notes.contains("In 8 of 9 originals"), "{notes}");
        assert!(notes.contains(" In 1 it differs."), "{notes}");
        assert!(gold_check_table(&[], None).is_none());
    }

    #[test]
    fn gold_that_never_differs_may_be_one_judgment() {
        let check = GoldCheck { agree: 3, ..GoldCheck::default() };
        let said = gold_check_in_words(&check, &CompositionRule::All).unwrap();
        assert!(said.contains("may not be independent annotations"), "{said}");
        assert_eq!(gold_check_in_words(&GoldCheck::default(), &CompositionRule::All), None);
    }

    #[test]
    fn nothing_is_said_of_agreement_where_the_rule_made_the_gold() {
        let composed = GoldCheck { composed: 5, ..GoldCheck::default() };
        assert_eq!(gold_check_in_words(&composed, &CompositionRule::All), None);
        let some = GoldCheck { agree: 1, composed: 5, ..GoldCheck::default() };
        let said = gold_check_in_words(&some, &CompositionRule::All).unwrap();
        assert!(said.contains("1 originals with a gold label of their own"), "{said}");
    }
}
