//! What a config says of the systems.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};

use super::against::Against;
use super::answer_roles::AnswerRoles;
use super::dialogue::Dialogue;
use super::draft::{Draft, scalar};
use super::ids::{self, Rewriting};
use super::labels::MOST_LABELS;
use super::labels::judgment;
use super::logs;
use super::looked::Looked;
use super::meaning::{Known, adding, by_number, covers, listed, option};
use super::names::{bare, letters};
use super::noted::Noted;
use super::place::named;
use super::preset;
use super::probabilities::{Source, Unscaled};
use super::table::{Cell, Column};
use super::unit::Unit;
use super::usual_words::usual;

/// What is said of one system, beside the file and what it is held against.
pub(super) struct System<'a> {
    pub name: &'a str,
    pub(super) looked: &'a Looked,
    /// The files that its answers stand in.
    pub(super) paths: &'a [PathBuf],
    pub(super) roles: &'a AnswerRoles,
    pub(super) folder: &'a Path,
    /// What the labels of runs mean, where the user said it.
    pub(super) labels: Option<&'a Value>,
    pub(super) missing: Option<&'a str>,
    /// The unit of the file, if a pair has several rows in it.
    pub(super) unit: Option<&'a Unit>,
    /// Whether rows repeat an answer, or a pair has one for each system and run.
    pub(super) is_repeated: bool,
    /// The files of its runs, if it has several.
    pub(super) runs: &'a [PathBuf],
    /// Whether the pairs were seen from the first to the last.
    pub(super) all_pairs: bool,
    /// How the ids of the pairs are rewritten, and so all others.
    pub(super) ids_of_pairs: Option<Rewriting>,
}

impl System<'_> {
    /// What a config says of it; what stays open is added to the doubts.
    pub(super) fn draft(
        &self,
        against: &Against<'_>,
        dialogue: &mut Dialogue<'_>,
        noted: &mut Noted,
    ) -> Draft {
        let Self { looked, roles, .. } = self;
        let mut draft = Draft::default();
        self.say_files(&mut draft);
        if let Some(preset) = roles.preset {
            preset::say(preset, &looked.layout, &mut draft);
            let said = preset.predictions.as_ref();
            if said.is_some_and(|said| !said.contains_key("labels")) {
                self.say_labels(against, dialogue, noted, &mut draft);
            }
            self.say_missing(against, dialogue, noted, &mut draft);
            return draft;
        }
        looked.layout.say(&mut draft);
        self.say_labels(against, dialogue, noted, &mut draft);
        draft.mapping("columns", self.columns(against, noted));
        let is_score =
            roles.label.is_none() && roles.probabilities.is_none() && roles.unscaled.is_none();
        if is_score && !roles.scores.is_empty() {
            draft.comment("A score at or above the threshold is entailment: write the threshold.");
            draft.propose("threshold", 0.5);
        }
        self.say_missing(against, dialogue, noted, &mut draft);
        draft
    }

    /// Says which files hold the answers, and which rows of them.
    fn say_files(&self, draft: &mut Draft) {
        let rows = format!("{}.", self.looked.rows());
        let paths = if self.runs.is_empty() { self.paths } else { self.runs };
        let paths: Vec<Value> = paths.iter().map(|path| named(self.folder, path).into()).collect();
        let files = match paths.as_slice() {
            [one] => one.clone(),
            many => many.to_vec().into(),
        };
        let Some(unit) = self.unit.filter(|unit| unit.is_long()) else {
            draft.set("name", self.name);
            draft.comment(rows);
            if self.runs.is_empty() {
                draft.set("predictions", files);
            } else {
                draft.comment("Read as runs of one system because of the names of the files.");
                draft.set("runs", files);
            }
            if !self.roles.runs.is_empty() {
                draft.comment("Read as runs of one system because of the names of the columns.");
                draft.set("run-columns", self.roles.runs.clone());
            }
            if self.is_repeated {
                draft.comment("phenom reads rows that repeat a prediction once.");
                draft.set("repeated", "same");
            }
            return;
        };
        if unit.system.is_empty() {
            draft.set("name", self.name);
        }
        draft.comment(format!("{rows} A row for each pair, system and run."));
        draft.set("from", files);
        if let [system] = unit.system.as_slice() {
            draft.comment("Each of its values is the name of a system.");
            draft.set("system", system.as_str());
        } else if !unit.system.is_empty() {
            draft.comment("Their values, separated by a blank, are the name of a system.");
            draft.set("system", unit.system.clone());
        } else if unit.run.is_none() {
            let column = unit.unclear.first().map_or("COLUMN", String::as_str);
            draft.comment(
                "phenom cannot decide what distinguishes the rows of a pair: systems, or runs of one system.",
            );
            draft.propose("system", column);
        }
        if let Some(run) = &unit.run {
            draft.comment("Each of its values is a run of the system.");
            draft.set("run", run.as_str());
        }
        if unit.copies > 0 {
            draft.comment("phenom reads rows that repeat a prediction once.");
            draft.set("repeated", "same");
        }
    }

    fn say_labels(
        &self,
        against: &Against<'_>,
        dialogue: &mut Dialogue<'_>,
        noted: &mut Noted,
        draft: &mut Draft,
    ) {
        let Some(label) = &self.roles.label else { return };
        // The answer is made of the probabilities, and the label is not read.
        let read = self.is_read();
        let gold = self.roles.gold.iter().filter_map(|gold| self.looked.table.column(gold));
        let Some(column) = self.looked.table.column(label).filter(|_| read) else { return };
        let of_runs = self.roles.runs.iter().filter_map(|run| self.looked.table.column(run));
        let values = [column]
            .into_iter()
            .chain(of_runs)
            .chain(gold)
            .filter_map(|column| column.values(MOST_LABELS));
        let labels: BTreeSet<&str> =
            values.flat_map(std::collections::BTreeMap::into_keys).collect();
        let as_gold = against.labels.filter(|known| covers(known, &labels));
        let turned = || {
            let turned = is_turned(&column.name, against.join.gold_name()?);
            (turned && say_nothing_alone(&labels)).then_some(&labels)
        };
        noted.doubts.extend(turned().filter(|_| self.labels.is_none()).map(|labels| {
            format!(
                "whether {} in `{label}` of `{}` have the same meanings as among the gold labels, `{}`: their names \
                 suggest the opposite. Write them under `labels` of this system, or set `--run-labels`",
                listed(labels),
                self.looked.name(),
                against.join.gold_name().unwrap_or_default()
            )
        }));
        let said = self.labels.map(|said| adding(said, &labels, against.labels));
        let by_number = against.labels.and_then(|known| by_number(known, &labels));
        if let (None, None, Some(meanings)) = (&said, as_gold, by_number) {
            draft.comment("The gold labels, written as numbers with a fraction.");
            draft.set("labels", meanings);
            return;
        }
        match (said.as_ref(), as_gold) {
            (None, Some(known)) => {
                noted.doubts.extend(self.doubled(column, known, against));
                draft.comment("The same labels as the gold labels.");
                draft.set("labels", known.clone());
            }
            // What gold's labels mean is asked already.
            (None, None)
                if against.labels.is_none()
                    && labels
                        .iter()
                        .all(|label| against.gold.values().any(|gold| gold == label)) =>
            {
                draft.comment("The same labels as the gold labels.");
            }
            (said, _) => {
                let asked = format!("the column `{label}` of {}", self.looked.name());
                match Known::of(&labels, &asked, said, dialogue) {
                    Some(known) => {
                        if let (None, Some(value)) = (said, known.value()) {
                            noted.doubts.extend(self.doubled(column, &value, against));
                        }
                        say_known(&known, &labels, &asked, against, noted, draft);
                    }
                    None => {
                        draft.comment(
                            "The labels are too many to be listed: write the meaning of each.",
                        );
                        draft.propose("labels", json!({"LABEL": "MEANING"}));
                        noted.doubts.push(format!(
                            "the meanings of the labels in `{}`: `--run-labels`",
                            self.looked.name()
                        ));
                    }
                }
            }
        }
    }

    /// Whether a label that gold does not have means the same as one that it has, as an open question: `unknown` beside
    /// `neutral` may be an abstention.
    fn doubled(&self, column: &Column, known: &Value, against: &Against<'_>) -> Option<String> {
        let labels = column.values(MOST_LABELS)?;
        let golds: BTreeSet<&str> = against.gold.values().map(String::as_str).collect();
        let forms: BTreeSet<String> = golds.iter().map(|gold| letters(gold)).collect();
        let others = labels.keys().filter(|label| !forms.contains(&letters(label)));
        others.filter_map(|label| {
            let meaning = judgment(known, label)?;
            let is_same = |gold: &&&str| {
                labels.contains_key(**gold) && judgment(known, gold) == Some(meaning.clone())
            };
            let gold = golds.iter().find(is_same)?;
            Some(format!(
                "the meaning of `{label}` in `{}` of `{}` next to `{gold}`, the label that gold labels use: \
                 `--run-labels '{label}=none'` for an abstention, `--run-labels '{label}={meaning}'` if it means \
                 {meaning}",
                column.name,
                self.looked.name()
            ))
        }).next()
    }

    /// Whether the label is the answer, and not what is made of probabilities beside it.
    fn is_read(&self) -> bool {
        self.roles.probabilities.as_ref().is_none_or(|found| found.unlike_label > 0)
            || self.roles.gold.is_some()
    }

    /// Whether nothing but the order of the rows says which pairs, known by ids, are answered.
    fn is_in_order(&self, against: &Against<'_>) -> bool {
        self.roles.id == ["@row"] && against.id != ["@row"]
    }

    fn columns(&self, against: &Against<'_>, noted: &mut Noted) -> Draft {
        let roles = self.roles;
        let mut draft = Draft::default();
        match roles.id.as_slice() {
            [row] if row == "@row" => {
                draft.comment("No column of ids: the predictions are in the order of the pairs.");
                let in_order = if self.is_in_order(against) { "@pair" } else { row };
                draft.set("id", in_order);
            }
            [one] => draft.set("id", one.as_str()),
            many => draft.set("id", many.to_vec()),
        }
        if let Some(outcome) = &roles.outcome {
            draft.comment("How far each prediction is correct.");
            draft.set("outcome", outcome.as_str());
            return draft;
        }
        let by_probabilities = roles.probabilities.as_ref().filter(|found| found.unlike_label == 0);
        match (by_probabilities, &roles.label) {
            (Some(found), label) => {
                let key = if found.logs { "log-likelihoods" } else { "probabilities" };
                let mut said = format!(
                    "The highest is the prediction, and they rank the pairs; recognised {}.",
                    found.known
                );
                if let Some(label) = label {
                    said += &format!(
                        " It is `{label}` on every row. To use the label alone: label: {}.",
                        scalar(label)
                    );
                }
                draft.comment(said);
                draft.set(key, source(&found.source));
            }
            (None, Some(label)) => {
                if let Some(found) = &roles.probabilities {
                    draft.comment(format!(
                        "The highest of the numbers next to it ({}) is another label on {} rows: the label is the \
                         prediction.",
                        found.columns().join(", "),
                        found.unlike_label
                    ));
                }
                if let Some((column, count)) = &roles.list {
                    draft.comment(format!(
                        "`{column}` contains {count} probabilities in an unknown order. To predict and rank by them: \
                         probabilities: {{column: {}, order: [LABEL, ...]}}",
                        scalar(column)
                    ));
                }
                if roles.runs.is_empty() {
                    draft.set("label", label.as_str());
                }
            }
            (None, None) => self.say_numbers(noted, &mut draft),
        }
        if by_probabilities.is_none() && roles.label.is_some() {
            match (&roles.confidence, roles.scores.first()) {
                (Some(confidence), _) => {
                    draft.comment("How sure the system is of its prediction, whatever it is; it ranks the pairs.");
                    draft.set("confidence", confidence.as_str());
                }
                (None, Some(score)) => {
                    draft.comment(format!(
                        "`{score}` is not read. If it states how sure the system is of its prediction, it is a \
                         confidence; if how likely the pair is entailed, an entailment-score."
                    ));
                    draft.propose("confidence", score.as_str());
                }
                (None, None) => {}
            }
        }
        self.say_commas(noted, &mut draft);
        if let Some(gold) = &roles.gold {
            draft.comment("phenom compares this gold label with that of the dataset.");
            draft.set("gold", gold.as_str());
        }
        draft
    }

    /// Says what numbers there are, where there are neither labels nor probabilities that are known.
    fn say_numbers(&self, noted: &mut Noted, draft: &mut Draft) {
        let roles = self.roles;
        if let Some(unscaled) = &roles.unscaled {
            self.say_unscaled(unscaled, noted, draft);
        } else if let Some((column, _)) = &roles.list {
            draft.comment("Probabilities in an unknown order: write the order, and remove the #.");
            draft.propose("probabilities", json!({"column": column, "order": ["LABEL"]}));
            noted.doubts.push(format!(
                "the order of the probabilities in `{}`: decide it in the config",
                self.looked.name()
            ));
        } else if let Some(score) = roles.scores.first() {
            draft.comment("Only numbers: a score and a threshold give the prediction.");
            draft.propose("score", score.as_str());
            noted.doubts.push(format!(
                "the threshold of the scores in `{}`: decide it in the config",
                self.looked.name()
            ));
        }
    }

    /// Says which numbers are not read since they have decimal commas.
    fn say_commas(&self, noted: &mut Noted, draft: &mut Draft) {
        let roles = self.roles;
        for column in &roles.commas {
            draft.comment(format!("`{column}` is not read: its numbers have a decimal comma."));
            if roles.label.is_none() && roles.probabilities.is_none() {
                noted.doubts.push(format!(
                    "the numbers in `{column}` of `{}`: they have a decimal comma; write 0.83 for 0,83, and run this \
                     again",
                    self.looked.name()
                ));
            }
        }
    }

    /// Says that numbers for the judgments are on a scale that is not known.
    fn say_unscaled(&self, unscaled: &Unscaled, noted: &mut Noted, draft: &mut Draft) {
        let names: Vec<String> =
            unscaled.columns.iter().map(|(_, column)| format!("`{column}`")).collect();
        let (names, name) = (names.join(", "), self.looked.name());
        let what = if unscaled.percent {
            "they sum to 100: divide them by 100, and run this again"
        } else {
            "they do not sum to 1 as probabilities do. If they are logarithms or logits, decide it in the config"
        };
        if !unscaled.percent {
            draft.comment(
                "A number for each label, but not probabilities. If the highest is the prediction, and they are \
                 logarithms or logits, remove the #.",
            );
            draft.propose("log-likelihoods", entries(&unscaled.columns));
        } else {
            draft.comment(format!("{names} are not read: they sum to 100, not to 1."));
        }
        noted.doubts.push(format!("the numbers in {names} of `{name}`: {what}"));
    }

    /// Says that some ids are those of no pair, and what could mend them.
    fn say_unknown_ids(
        &self,
        own: &[String],
        against: &Against<'_>,
        noted: &mut Noted,
        draft: &mut Draft,
    ) {
        let name = self.looked.name();
        let found = (self.roles.known * own.len() as f64).round();
        draft.comment(format!("{found} of its {} ids are ids of pairs.", own.len()));
        match ids::rewriting(own, against.ids) {
            Some(rewriting) if self.roles.known < 0.9 => {
                let words = rewriting.words;
                let how = match (rewriting.changes(own), rewriting.changes(against.ids)) {
                    (true, true) => "remove the # here, and write the same under `dataset`",
                    (true, false) => "remove the #",
                    (false, _) => "write this under `dataset` instead",
                };
                draft.comment(format!("They match {words}: {how}."));
                draft.propose("ids", rewriting.value());
                noted.doubts.push(format!(
                    "how the ids of `{name}` match those of pairs: they match {}",
                    rewriting.words
                ));
            }
            _ if ids::fit_shifted(own, against.ids) => {
                draft.comment(
                    "All fit if they count from another number. If the rows are in the order of the pairs, write `id: \
                     \"@pair\"` among the columns.",
                );
                noted.doubts.push(format!(
                    "whether the ids of `{name}` are shifted by one: {found} of {} fit, and all fit if they count from \
                     another number",
                    own.len()
                ));
            }
            _ => {
                draft.comment("`ignore` leaves out the predictions for ids that no pair has.");
                draft.propose("extra", "ignore");
                noted.doubts.push(format!(
                    "which pairs `{name}` predicts: {found} of its {} ids are ids of pairs",
                    own.len()
                ));
            }
        }
    }

    fn say_missing(
        &self,
        against: &Against<'_>,
        dialogue: &mut Dialogue<'_>,
        noted: &mut Noted,
        draft: &mut Draft,
    ) {
        if let Some(missing) = self.missing {
            draft.set("missing", missing);
        }
        self.say_empty(noted, draft);
        let table = &self.looked.table;
        let own = ids::of(table, &self.roles.id);
        let name = self.looked.name();
        // Rows that cannot be read lack in what is compared here; the check names their lines.
        if self.is_in_order(against) || self.looked.layout.ragged > 0 {
            return;
        }
        let respelt = ids::respelt(&own, against.ids)
            .filter(|spelling| self.roles.known < 1.0 && !spelling.changes(against.ids));
        let is_rewritten = respelt.is_some() || self.ids_of_pairs.is_some();
        if let Some(rewriting) =
            respelt.or(self.ids_of_pairs).filter(|rewriting| rewriting.changes(&own))
        {
            draft.comment(format!("Ids match those of pairs {}.", rewriting.words));
            draft.set("ids", rewriting.value());
        }
        if self.roles.known < 1.0 && self.all_pairs && !is_rewritten {
            self.say_unknown_ids(&own, against, noted, draft);
            return;
        }
        let different: BTreeSet<&String> = own.iter().collect();
        let answered = match self.unit {
            Some(unit) => unit.fewest_answered(table),
            None => different.len(),
        };
        if !self.all_pairs || !table.whole || answered >= against.ids.len() {
            return;
        }
        let count = against.ids.len() - answered;
        let pairs = if count == 1 { "1 pair".to_owned() } else { format!("{count} pairs") };
        let options = ["wrong".to_owned(), "skip".to_owned()];
        let question = format!(
            "`{name}` has no prediction for {pairs}. Does it count as wrong, or should phenom skip it?"
        );
        if self.missing.is_some() {
            return;
        }
        let said = dialogue.choose(&question, &options).map(|chosen| options[chosen].clone());
        draft.comment(format!(
            "No prediction for {pairs}: `wrong` counts that as wrong, `skip` leaves them out."
        ));
        match said {
            Some(said) => draft.set("missing", said),
            None => {
                draft.propose("missing", "wrong");
                noted.doubts.push(format!(
                    "how to count {pairs} for which `{name}` has no prediction: `--missing wrong` \
                    or `--missing skip`"
                ));
            }
        }
    }
}

/// Says what labels mean; what of it stays open is added to the doubts.
fn say_known(
    known: &Known,
    labels: &BTreeSet<&str>,
    asked: &str,
    against: &Against<'_>,
    noted: &mut Noted,
    draft: &mut Draft,
) {
    known.say(draft, labels);
    let unsaid = known.unsaid(labels);
    if !unsaid.is_empty() {
        noted.doubts.push(format!(
            "the meanings of {} in {asked}, which `--run-labels` does not name",
            listed(&unsaid)
        ));
    }
    if known.value().is_none() {
        // What gold's labels mean is known, and is added to what is said.
        let is_open =
            |label: &&&str| against.labels.is_none_or(|of_gold| judgment(of_gold, label).is_none());
        let open: BTreeSet<&str> = labels.iter().filter(is_open).copied().collect();
        noted
            .doubts
            .push(format!("the meanings of labels in {asked}: {}", option("--run-labels", &open)));
    }
}

impl System<'_> {
    /// Says what cells without an answer mean, beside rows that are not there.
    fn say_empty(&self, noted: &mut Noted, draft: &mut Draft) {
        let label = self.roles.label.as_ref().filter(|_| self.roles.runs.is_empty());
        let said = self.labels.and_then(Value::as_object).is_some_and(|said| said.contains_key(""));
        let Some(column) = label.and_then(|label| self.looked.table.column(label)) else { return };
        let empty = column.cells.iter().filter(|cell| **cell == Cell::Empty).count();
        if self.roles.preset.is_some()
            || empty == 0
            || empty == column.cells.len()
            || said
            || !self.is_read()
        {
            return;
        }
        let cells = if empty == 1 { "a cell".to_owned() } else { format!("{empty} cells") };
        let failed =
            logs::failed(self.looked).map(|failed| format!(" ({failed})")).unwrap_or_default();
        match self.missing {
            Some("skip") => {
                draft.comment("phenom leaves out rows without a prediction.");
                draft.set("where", json!({ column.name.as_str(): { "not": "" } }));
            }
            Some(_) => draft.comment("Cells without a prediction count as wrong."),
            None => noted.doubts.push(format!(
                "how to count the empty cells in `{}` of `{}` ({cells}{failed}): `--missing wrong` or `--missing skip`",
                column.name,
                self.looked.name()
            )),
        }
    }
}

/// Whether labels mean what the name of their column says.
fn say_nothing_alone(labels: &BTreeSet<&str>) -> bool {
    const LABELS: [&str; 12] =
        ["0", "1", "0.0", "1.0", "f", "false", "n", "no", "t", "true", "y", "yes"];
    labels.iter().all(|label| LABELS.contains(&label.to_lowercase().as_str()))
}

/// Whether one name says that a pair is entailed and the other that it is not: `supported` and `hallucinated`.
fn is_turned(one: &str, other: &str) -> bool {
    let says = |name: &str| {
        let bare = bare(name);
        let has = |words: &[&str]| words.iter().any(|word| bare.contains(word));
        if has(usual("not-entailed")) {
            Some(false)
        } else {
            has(usual("entailed")).then_some(true)
        }
    };
    says(one).zip(says(other)).is_some_and(|(one, other)| one != other)
}

/// Where numbers stand, as a config says it.
fn source(source: &Source) -> Value {
    match source {
        Source::Columns(columns) => entries(columns),
        Source::List(column, order) => json!({ "column": column, "order": order }),
    }
}

/// Judgments with their columns, as a config says them.
fn entries(columns: &[(String, String)]) -> Value {
    let entries = columns.iter().map(|(judgment, column)| (judgment.clone(), json!(column)));
    Value::Object(entries.collect::<Map<_, _>>())
}
