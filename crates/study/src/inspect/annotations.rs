//! What annotators said, a row each: an id, an annotator and a label.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::Value;

use super::dialogue::Dialogue;
use super::draft::Draft;
use super::labels::MOST_LABELS;
use super::layout::Written;
use super::looked::Looked;
use super::meaning::{Known, covers, option};
use super::names::{Role, bare, is_answer, names_a_system};
use super::pairs::{PairRoles, meanings};
use super::place::named;
use super::table::Column;
use super::unit::{Unit, names_systems_alone};
use super::usual_words::usual;

/// The columns of annotations, a row each.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct LongForm {
    pub(super) id: String,
    pub(super) annotator: String,
    pub(super) label: String,
}

/// The most names that are looked at.
const MOST_NAMES: usize = 200;

/// The columns of what annotators said, where a pair stands on several rows with an annotator and a label each.
pub(super) fn long_form(looked: &Looked) -> Option<LongForm> {
    let table = &looked.table;
    let (_, annotator) = Role::Annotator
        .best(&table.columns)
        .filter(|(_, column)| column.is_text() && !column.is_unique())?;
    if names_systems_alone(annotator) {
        return None;
    }
    let (_, id) = Role::Id.best(table.columns.iter().filter(|column| {
        column.name != annotator.name && column.is_text() && !column.is_unique()
    }))?;
    let is_label = |column: &&Column| {
        let few = column.values(MOST_LABELS).is_some_and(|values| values.len() > 1);
        few && column.name != annotator.name && column.name != id.name
    };
    let named =
        |column: &&Column| Role::Gold.rank(&column.name).is_some() || is_answer(&column.name);
    let labels = || table.columns.iter().filter(is_label);
    let sure = |column: &&Column| meanings(column).is_some_and(|of| of.is_sure());
    let label = labels().find(named).or_else(|| labels().find(sure))?;
    let of = |column: &Column| column.name.clone();
    Some(LongForm { id: of(id), annotator: of(annotator), label: of(label) })
}

/// What a config says of annotations; their labels mean what is known of those of gold, if that is said of them all.
pub(super) fn annotations(
    looked: &Looked,
    long: &LongForm,
    meanings: Option<&Value>,
    folder: &Path,
    dialogue: &mut Dialogue<'_>,
    doubts: &mut Vec<String>,
) -> Draft {
    let mut draft = Draft::default();
    draft.comment(format!("{}: labels of annotators.", looked.rows()));
    let paths: Vec<Value> = looked.paths().map(|path| named(folder, path).into()).collect();
    match paths.as_slice() {
        [one] => draft.set("path", one.clone()),
        several => draft.set("path", several.to_vec()),
    }
    looked.layout.say(&mut draft);
    let names = looked.table.column(&long.annotator).and_then(|column| column.values(MOST_NAMES));
    let system = names.and_then(|names| names.into_keys().find(|name| names_a_system(name)));
    // Whoever annotates in a tool is a person, whatever the session is called.
    let system = system.filter(|_| !matches!(looked.layout.written, Written::Log(_)));
    doubts.extend(system.map(|system| {
        format!(
            "whether `{system}` in `{}` of `{}` is a person: it has the name of a system. Predictions of a system are \
             not annotations; move them to a file of their own",
            long.annotator,
            looked.name()
        )
    }));
    let values = looked.table.column(&long.label).and_then(|column| column.values(MOST_LABELS));
    let labels: BTreeSet<&str> = values.into_iter().flat_map(BTreeMap::into_keys).collect();
    match meanings.filter(|meanings| covers(meanings, &labels)) {
        Some(meanings) => draft.set("labels", meanings.clone()),
        None => {
            let asked = format!("the column `{}` of {}", long.label, looked.name());
            if let Some(known) = Known::of(&labels, &asked, None, dialogue) {
                known.say(&mut draft, &labels);
                if known.value().is_none() {
                    let option = option("--labels", &labels);
                    doubts.push(format!(
                        "the meanings of the labels in `{}`: {option}",
                        looked.name()
                    ));
                }
            }
        }
    }
    doubts.extend(nobody_among(looked, long));
    let mut columns = Draft::default();
    columns.set("id", long.id.as_str());
    columns.set("annotator", long.annotator.as_str());
    columns.set("label", long.label.as_str());
    draft.mapping("columns", columns);
    draft
}

/// Names among those of annotators that are of gold or of a vote, as an open question: nobody of that name annotates.
fn nobody_among(looked: &Looked, long: &LongForm) -> Option<String> {
    let named: BTreeSet<&str> = looked.table.column(&long.annotator)?.texts().collect();
    let is_nobody = |name: &&&str| {
        let bare = bare(name);
        usual("nobody").iter().any(|word| bare == *word || word.len() > 6 && bare.starts_with(word))
    };
    let nobody: Vec<String> =
        named.iter().filter(is_nobody).map(|name| format!("`{name}`")).collect();
    (!nobody.is_empty()).then(|| {
        format!(
            "whether {} in `{}` of `{}` annotates: agreement is between people. If these labels are gold labels, put \
             them into a column of the pairs and remove their rows",
            nobody.join(", "),
            long.annotator,
            looked.name()
        )
    })
}

/// The columns of what annotators said, if pairs have a row for each annotator.
pub(super) fn annotated_rows(looked: &Looked, unit: &Unit, roles: &PairRoles) -> Option<LongForm> {
    let annotator = unit.annotator.clone()?;
    let [id] = roles.id.as_slice() else { return None };
    let labels = looked.table.columns.iter().filter(|column| unit.varying.contains(&column.name));
    let mut labels = labels.filter(|column| {
        let few = column.values(MOST_LABELS).is_some_and(|values| values.len() > 1);
        let sure = meanings(column).is_some_and(|of| of.is_sure());
        few && (sure || Role::Gold.rank(&column.name).is_some())
    });
    let label = labels.next()?.name.clone();
    Some(LongForm { id: id.clone(), annotator, label })
}
