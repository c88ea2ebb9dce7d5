//! What `phenom check` says of gold of originals and of their parts.

use phenom_dataset::{CompositionRule, Dataset, Task};
use phenom_metrics::{GoldFinding, GoldRow, gold_rows};
use phenom_report::harmless;
use serde::Serialize;

/// So many originals of a kind are named.
const NAMED: usize = 20;

/// Gold of the decomposed originals that is not made by the rule, against what the rule makes of gold of their parts.
#[derive(Debug, Serialize)]
pub(super) struct GoldSummary {
    rule: String,
    decomposed: u64,
    agree: u64,
    /// Originals whose gold the rule made, and which are not among the decomposed ones above.
    composed: u64,
    /// Whether gold of originals never is anything else.
    never_differs: bool,
    originals: Vec<GoldRow>,
}

/// The check of a dataset; nothing where no original is decomposed, and of outcomes, which have no gold labels.
pub(super) fn gold_summary(
    dataset: &Dataset,
    rule: &CompositionRule,
    task: Task,
) -> Option<GoldSummary> {
    if dataset.monothematic().is_empty() || task == Task::Outcome {
        return None;
    }
    let (check, rows) = gold_rows(dataset, rule, task);
    Some(GoldSummary {
        rule: rule.to_string(),
        decomposed: check.agree + rows.len() as u64,
        agree: check.agree,
        composed: check.composed,
        never_differs: check.is_composed(),
        originals: rows,
    })
}

/// The lines of the summary: a name, and what it says.
pub(super) fn lines(summary: &GoldSummary) -> Vec<(String, String)> {
    let GoldSummary { rule, decomposed, agree, composed, originals, .. } = summary;
    let mut said = vec![("composition rule".to_owned(), rule.clone())];
    let name = "  gold labels of originals".to_owned();
    if *composed > 0 {
        said.push((name.clone(), format!("{composed} composed by the rule")));
    }
    if *decomposed > 0 {
        said.push((
            name,
            format!("{agree} of {decomposed} equal to the label composed from the parts"),
        ));
    }
    for (finding, name) in [
        (GoldFinding::Differs, "  differs"),
        (GoldFinding::Undecided, "  undecided"),
        (GoldFinding::WithoutGold, "  without gold"),
    ] {
        let found: Vec<&GoldRow> =
            originals.iter().filter(|original| original.finding == finding).collect();
        if found.is_empty() {
            continue;
        }
        let mut named: Vec<String> =
            found.iter().take(NAMED).map(|original| in_words(original)).collect();
        if found.len() > NAMED {
            named.push(format!("and {} more", found.len() - NAMED));
        }
        said.push((format!("{name}: {}", found.len()), named.join("\n")));
    }
    if summary.never_differs {
        let text =
            "gold labels and composed labels never differ. They may not be independent annotations";
        said.push((String::new(), text.to_owned()));
    }
    said
}

fn in_words(original: &GoldRow) -> String {
    let id = harmless(&original.original);
    match (original.gold, original.composed) {
        (Some(gold), Some(composed)) => {
            format!("{id}: {gold}, but composed from its parts: {composed}")
        }
        (Some(gold), None) => {
            let open = original.parts.iter().filter(|(_, gold)| gold.is_none()).map(|(id, _)| id);
            let open: Vec<String> = open.take(5).map(|id| harmless(id)).collect();
            format!("{id}: {gold}; no gold: {}", open.join(", "))
        }
        (None, _) => id,
    }
}
