//! Which columns of a file hold the answers of systems.

use std::collections::BTreeSet;

use serde_json::Value;

use super::against::Against;
use super::alternatives::Alternatives;
use super::answer_roles::AnswerRoles;
use super::candidates::{Gold, SortedLabels};
use super::ids;
use super::labels::{MOST_LABELS, Meanings, judgment};
use super::looked::Looked;
use super::names::{Role, is_answer, is_gold, is_of_holder};
use super::pairs::meanings;
use super::preset;
use super::probabilities::{Probabilities, Unscaled, numbers_in_lists};
use super::runs;
use super::table::{Column, Table, UNNAMED};
use super::unit::Unit;
use super::usual_words::usual;
use crate::config::Preset;

/// The systems in a file, and the columns that may hold others.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) systems: Vec<AnswerRoles>,
    /// Columns that may hold predictions, each with what is known of it.
    pub(super) unclear: Vec<(String, String)>,
    /// Columns that say the same as gold.
    pub(super) copies: Vec<String>,
    /// Columns that say in other words what a column of predictions says, and that column.
    pub(super) repeating: Vec<(String, String)>,
}

impl Found {
    /// What is not used since it says the same as predictions, a sentence each.
    pub(super) fn told(&self) -> impl Iterator<Item = String> {
        let told = |(name, of): &(String, String)| {
            format!("Not used: `{name}` (contains the labels of `{of}`).")
        };
        self.repeating.iter().map(told)
    }

    /// Which columns hold predictions, as an open question; `None` if that is known.
    pub(super) fn open(&self, looked: &Looked) -> Option<String> {
        /// The most columns that are named.
        const NAMED: usize = 6;
        let copies = self.copies.iter().filter(|_| self.systems.is_empty());
        let copies = copies.map(|name| format!("`{name}` equals the gold label"));
        let unclear = self.unclear.iter().map(|(name, reason)| format!("`{name}` {reason}"));
        let named: Vec<String> = unclear.chain(copies).collect();
        let more = match named.len().saturating_sub(NAMED) {
            0 => String::new(),
            more => format!(", and {more} more"),
        };
        (!named.is_empty()).then(|| {
            format!(
                "which columns of `{}` contain predictions: {}{more}: set `--label COLUMN` for each that does",
                looked.name(),
                named[..named.len().min(NAMED)].join(", ")
            )
        })
    }
}

/// The systems in a file, among its columns but those that are used already; `said` are the columns of answers, if the
/// user named them. `is_in_pairs`: whether it is the file of the pairs.
pub(super) fn systems(
    looked: &Looked,
    against: &Against<'_>,
    used: &[&str],
    said: &[String],
    is_in_pairs: bool,
) -> Found {
    let table = &looked.table;
    let (id, known) = id(table, against);
    if !against.outcomes.is_empty() {
        let here = against.outcomes.iter().filter(|name| table.column(name).is_some());
        let one = |name: &String| AnswerRoles {
            id: id.clone(),
            known,
            outcome: Some(name.clone()),
            ..AnswerRoles::default()
        };
        return Found { systems: here.map(one).collect(), ..Found::default() };
    }
    let free = |column: &&Column| {
        !id.contains(&column.name)
            && !used.contains(&column.name.as_str())
            && !is_of_holder(&column.name)
    };
    let given: Vec<&Column> = said.iter().filter_map(|name| table.column(name)).collect();
    let mut labels: Vec<&Column> = match given.as_slice() {
        [_, ..] => given.clone(),
        [] => table
            .columns
            .iter()
            .filter(free)
            .filter(|column| holds_answers(column, against))
            .collect(),
    };
    let of_rows = against.join.gold_of_rows(table, &id);
    let beside = Gold { name: against.join.gold_name(), of_rows: &of_rows, is_in_pairs };
    let mut gold = None;
    if given.is_empty() && labels.len() > 1 && !is_in_pairs {
        let at = labels
            .iter()
            .position(|column| is_gold(&column.name) || repeats_gold(table, &id, column, against));
        gold = at.map(|at| labels.remove(at).name.clone());
    }
    // Beside labels, texts of which most rows have one of their own are what explains them.
    let are_few = |column: &&Column| column.values(MOST_LABELS).is_some();
    if given.is_empty() && labels.iter().any(are_few) {
        labels.retain(|column| are_few(column) || column.values(column.filled() / 2).is_some());
    }
    let sure_answers: Vec<&Column> =
        labels.iter().copied().filter(|column| is_answer(&column.name)).collect();
    let (mut unclear, mut copies) = (Vec::new(), Vec::new());
    if given.is_empty() {
        let others = table.columns.iter().filter(free);
        let others = others.filter(|column| Some(&column.name) != gold.as_ref());
        let sorted = SortedLabels::of(&labels, others, &beside, against);
        labels = sorted.predictions;
        copies.extend(sorted.copies.into_iter().map(|column| column.name.clone()));
        let named = sorted.unclear.into_iter();
        unclear.extend(named.map(|(column, reason)| (column.name.clone(), reason)));
    }
    // Beside a column `prediction`, one called `label` is gold, or what the prediction was made of.
    if given.is_empty()
        && let [one] = sure_answers.as_slice()
        && labels.iter().all(|column| *column == *one || Role::Answer.rank(&column.name).is_some())
    {
        labels = sure_answers;
    }
    // A log repeats the answer of a system under several names.
    let mut answered: Vec<&Column> = Vec::new();
    for column in labels {
        let surer = Role::Answer.rank(&column.name).is_some();
        match answered
            .iter()
            .position(|other| other.cells == column.cells && column.name.contains('.'))
        {
            None => answered.push(column),
            Some(at) if surer && Role::Answer.rank(&answered[at].name).is_none() => {
                answered[at] = column
            }
            Some(_) => {}
        }
    }
    let mut labels = answered;
    let mut repeating = Vec::new();
    if given.is_empty() {
        let found = Alternatives::of(labels, &beside);
        labels = found.kept;
        let named = |(column, what): (&Column, String)| (column.name.clone(), what);
        unclear.extend(found.unclear.into_iter().map(named));
        repeating.extend(found.repeating.into_iter().map(|(c, o)| named((c, o.to_owned()))));
    }
    let numbers = |column: &&Column| column.numbers().is_some() && column.is_text();
    let numeric: Vec<&Column> = table.columns.iter().filter(free).filter(numbers).collect();
    let confidence = numeric.iter().find(|column| Role::Confidence.rank(&column.name).is_some());
    let confidence = confidence.map(|column| column.name.clone());
    let commas = table.columns.iter().filter(free).filter(|column| column.has_decimal_commas());
    let commas: Vec<String> = commas.map(|column| column.name.clone()).collect();
    let one = |label: Option<&Column>| {
        let meanings = label.and_then(|label| said_of(label, against));
        let beside = label.zip(meanings.as_ref());
        let probabilities = Probabilities::of(table, beside)
            .filter(|found| found.columns().iter().all(|column| !used.contains(column)));
        let read = |column: &&&Column| {
            let is_probability =
                probabilities.iter().any(|found| found.columns().contains(&column.name.as_str()));
            let label = label.is_some_and(|label| label.name == column.name);
            !is_probability && !label && Some(&column.name) != confidence.as_ref()
        };
        let scores = numeric.iter().filter(read).filter(|column| is_score(column));
        let scores = scores.map(|column| column.name.clone()).collect();
        let list = table.columns.iter().find_map(|column| {
            let (_, count) = numbers_in_lists(column)?;
            Some((column.name.clone(), count))
        });
        let unscaled = Unscaled::of(table).filter(|_| label.is_none() && probabilities.is_none());
        AnswerRoles {
            preset: None,
            id: id.clone(),
            known,
            label: label.map(|label| label.name.clone()),
            runs: Vec::new(),
            outcome: None,
            unscaled,
            list: list.filter(|_| probabilities.is_none()),
            probabilities,
            confidence: confidence.clone(),
            gold: gold.clone(),
            scores,
            commas: commas.clone(),
        }
    };
    let systems = match labels.as_slice() {
        [] => {
            let found = one(None);
            let something =
                found.probabilities.is_some() || found.list.is_some() || !found.scores.is_empty();
            let something = something || !found.commas.is_empty();
            if something { vec![found] } else { Vec::new() }
        }
        [label] => {
            let beside = one(Some(label));
            let other = beside.probabilities.as_ref().and_then(Probabilities::shared_name);
            let is_other = other.is_some_and(|other| !label.name.starts_with(&other));
            let has_other = is_other
                && beside.probabilities.as_ref().is_some_and(|found| found.unlike_label > 0);
            match has_other {
                true => vec![AnswerRoles { probabilities: None, ..beside }, one(None)],
                false => vec![beside],
            }
        }
        // Numbers stand beside one system, not beside several.
        many => {
            let names: Vec<&str> = many.iter().map(|label| label.name.as_str()).collect();
            let plain = |columns: Vec<String>| AnswerRoles {
                id: id.clone(),
                known,
                label: columns.first().cloned(),
                runs: if columns.len() > 1 { columns } else { Vec::new() },
                gold: gold.clone(),
                ..AnswerRoles::default()
            };
            runs::by_columns(&names).into_iter().map(plain).collect()
        }
    };
    Found { systems, unclear, copies, repeating }
}

/// The system in a log whose layout a preset knows.
pub(super) fn of_preset(
    looked: &Looked,
    found: &'static Preset,
    against: &Against<'_>,
) -> Option<AnswerRoles> {
    let said = found.predictions.as_ref()?;
    let id = preset::id(said);
    let known = ids::share(&ids::of(&looked.table, &id), against.ids);
    let label = preset::column_of(said, "label");
    Some(AnswerRoles { preset: Some(found), id, known, label, ..AnswerRoles::default() })
}

/// What the labels of a column mean: what they mean in gold, or what they say themselves.
pub(super) fn said_of(column: &Column, against: &Against<'_>) -> Option<Value> {
    let values = column.values(MOST_LABELS)?;
    let as_gold = against
        .labels
        .filter(|labels| values.keys().all(|label| judgment(labels, label).is_some()));
    match as_gold {
        Some(labels) => Some(labels.clone()),
        None => Meanings::of(&values.keys().copied().collect())
            .filter(Meanings::is_sure)
            .map(|found| found.value()),
    }
}

/// The ids in a file of answers.
pub(super) fn own_ids(table: &Table, against: &Against<'_>) -> Vec<String> {
    match id(table, against).0 {
        by_row if by_row == ["@row"] => Vec::new(),
        columns => ids::of(table, &columns),
    }
}

/// The columns of the id, those that name the most pairs, and the share of their ids that do.
pub(super) fn id(table: &Table, against: &Against<'_>) -> (Vec<String>, f64) {
    if against.id.iter().all(|name| table.column(name).is_some()) {
        let share = ids::share(&ids::of(table, against.id), against.ids);
        if share == 1.0 {
            return (against.id.to_vec(), share);
        }
    }
    if let Some(texts) = against.join.texts_as_id(table, against.id) {
        let share = ids::share(&ids::of(table, &texts), against.ids);
        if share == 1.0 {
            return (texts, share);
        }
    }
    // If pairs have several rows, an id is the same on all rows of one.
    match Unit::by_texts(table, against.over) {
        Some(unit) => id_of_rows(&unit.of_pairs(table), against),
        None => id_of_rows(table, against),
    }
}

/// The same of a table with a row for each pair.
fn id_of_rows(table: &Table, against: &Against<'_>) -> (Vec<String>, f64) {
    let here = |name: &String| table.column(name).is_some() || name == "@row";
    let mut candidates: Vec<Vec<String>> = Vec::new();
    if against.id.iter().all(here) {
        candidates.push(against.id.to_vec());
    }
    let mut named: Vec<(usize, String)> = table
        .columns
        .iter()
        .filter(|column| column.is_unique())
        .map(|column| (Role::Id.rank(&column.name).unwrap_or(usize::MAX), column.name.clone()))
        .collect();
    named.sort();
    candidates.extend(named.into_iter().map(|(_, name)| vec![name]));
    let mut best: (Vec<String>, f64) = (Vec::new(), -1.0);
    for candidate in candidates {
        let share = ids::share(&ids::of(table, &candidate), against.ids);
        if share > best.1 {
            best = (candidate, share);
        }
    }
    // Columns that name nobody are no ids, unless they are called so, or could be rewritten.
    let by_name = best.0.iter().any(|name| Role::Id.rank(name).is_some());
    let rewritten = || ids::rewriting(&ids::of(table, &best.0), against.ids).is_some();
    if best.1 == 0.0 && !by_name && !rewritten() {
        return (vec!["@row".to_owned()], 0.0);
    }
    if best.0.is_empty() {
        return (ids::columns(table).unwrap_or_else(|| vec!["@row".to_owned()]), 0.0);
    }
    best
}

/// Whether a column can hold answers: by its name, or because its labels are those of gold or words for judgments.
fn holds_answers(column: &Column, against: &Against<'_>) -> bool {
    let Some(values) = column.values(MOST_LABELS).filter(|values| !values.is_empty()) else {
        return is_answer(&column.name) && column.holds_texts() && column.numbers().is_none();
    };
    let gold: BTreeSet<&str> = against.gold.values().map(String::as_str).collect();
    let like_gold = !gold.is_empty() && values.keys().all(|label| gold.contains(label));
    let numeric = values.keys().all(|label| label.parse::<f64>().is_ok());
    let named = Role::Answer.rank(&column.name).is_some() || is_answer(&column.name);
    if numeric {
        return named && values.keys().all(|label| label.parse::<i64>().is_ok());
    }
    column.holds_texts() && (like_gold || meanings(column).is_some_and(|of| of.is_sure()) || named)
}

/// Whether a column judges every pair as gold does, in whatever words.
fn repeats_gold(table: &Table, id: &[String], column: &Column, against: &Against<'_>) -> bool {
    // A system that is always right says the same.
    let may_be = Role::Gold.rank(&column.name).is_some()
        || super::names::bare(&column.name).contains("gold")
        || column.name.starts_with(UNNAMED);
    let (Some(own), Some(of_gold), true) = (said_of(column, against), against.labels, may_be)
    else {
        return false;
    };
    let ids = ids::of(table, id);
    ids.len() == table.rows
        && !against.gold.is_empty()
        && ids.iter().zip(&column.cells).all(|(id, cell)| {
            let gold = against.gold.get(id).and_then(|label| judgment(of_gold, label));
            gold.is_some() && cell.text().and_then(|label| judgment(&own, label)) == gold
        })
}

/// Whether a column is called as scores are.
pub(super) fn is_called_score(name: &str) -> bool {
    let name = super::names::bare(name);
    usual("score").iter().any(|word| name.contains(word))
}

fn is_score(column: &Column) -> bool {
    is_called_score(&column.name)
        || column
            .numbers()
            .is_some_and(|numbers| numbers.iter().any(|number| number.fract() != 0.0))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use std::collections::BTreeMap;

    use super::super::join::Join;
    use super::super::layout::Layout;
    use super::super::table::column;
    use super::super::unit::OverColumns;
    use super::*;

    fn found(columns: Vec<Column>) -> Vec<AnswerRoles> {
        found_in(columns).systems
    }

    fn found_in(columns: Vec<Column>) -> Found {
        let rows = columns[0].cells.len();
        let table = Table { columns, rows, whole: true, ..Table::default() };
        let looked = Looked {
            path: "a.csv".into(),
            more: Vec::new(),
            layout: Layout::default(),
            table,
            classes: std::collections::BTreeMap::new(),
        };
        let gold = [("1", "entailment"), ("2", "neutral"), ("3", "neutral")];
        let gold: BTreeMap<String, String> =
            gold.map(|(id, gold)| (id.to_owned(), gold.to_owned())).into();
        let ids = gold.keys().cloned().collect();
        let labels = json!("nli");
        let id = ["id".to_owned()];
        systems(
            &looked,
            &Against {
                ids: &ids,
                id: &id,
                gold: &gold,
                join: &Join::default(),
                labels: Some(&labels),
                over: &OverColumns::default(),
                outcomes: &[],
            },
            &[],
            &[],
            false,
        )
    }

    #[test]
    fn a_label_with_what_stands_beside_it() {
        let found = found(vec![
            column("pair", &["3", "2", "1"]),
            column("prediction", &["neutral", "neutral", "entailment"]),
            column("confidence", &["0.9", "0.8", "0.7"]),
        ]);
        let [one] = found.as_slice() else { panic!("{found:?}") };
        assert_eq!(
            (one.id[0].as_str(), one.known, one.label.as_deref()),
            ("pair", 1.0, Some("prediction"))
        );
        assert_eq!(one.confidence.as_deref(), Some("confidence"));
        assert_eq!((&one.gold, one.scores.len()), (&None, 0));
    }

    #[test]
    fn gold_beside_answers_and_several_systems() {
        let two = found(vec![
            column("id", &["1", "2", "3"]),
            column("reference", &["entailment", "neutral", "neutral"]),
            column("bert", &["neutral", "neutral", "neutral"]),
            column("gpt", &["entailment", "neutral", "contradiction"]),
        ]);
        let names: Vec<_> = two.iter().map(|system| system.label.as_deref().unwrap()).collect();
        assert_eq!(names, ["bert", "gpt"]);
        assert!(two.iter().all(|system| system.gold.as_deref() == Some("reference")));
        let without_name = found(vec![
            column("x", &["1", "2", "3"]),
            column("y", &["entailment", "neutral", "neutral"]),
            column("z", &["neutral", "neutral", "neutral"]),
        ]);
        assert_eq!(without_name[0].gold.as_deref(), Some("y"));
    }

    #[test]
    fn probabilities_alone_are_answers_and_a_score_may_be() {
        let found_in = found(vec![
            column("id", &["1", "2", "3"]),
            column("entailment", &["0.5", "0.1", "0.2"]),
            column("contradiction", &["0.5", "0.9", "0.8"]),
        ]);
        assert!(found_in[0].label.is_none() && found_in[0].probabilities.is_some());
        let scores =
            found(vec![column("id", &["1", "2", "3"]), column("score", &["0.5", "0.1", "0.2"])]);
        assert_eq!(scores[0].scores, ["score"]);
        assert!(
            found(vec![column("id", &["1", "2", "3"]), column("length", &["5", "1", "2"])])
                .is_empty()
        );
    }
}
