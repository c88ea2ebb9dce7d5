//! Looks at the files of a user and says in a config what they hold: which have pairs and which answers, how each is
//! written down, what its columns are. What cannot be told is asked, or written commented out and named as a doubt.

mod all_systems;
mod annotations;
mod annotators;
mod answers;
mod choosing;
mod dataset;
mod delimited;
mod dialogue;
mod documents;
mod draft;
mod ids;
mod json;
mod labels;
mod layout;
mod lead;
mod lists;
mod looked;
mod meaning;
mod names;
mod pairs;
mod parquet;
mod parts;
mod phenomena;
mod place;
mod preset;
mod probabilities;
mod rte_xml;
mod sample;
mod sorted;
mod system_names;
mod systems;
mod table;
mod tags;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde_json::Value;

use all_systems::Systems;
use annotations::{annotations, long_form};
use answers::Against;
use choosing::{
    choose_gold, choose_origin, choose_parts, refuse_absent, refuse_absent_label, refuse_run, sort,
};
use dataset::{PairFiles, gold_labels, is_whole};
pub(crate) use dialogue::Dialogue;
pub(crate) use documents::{DocumentColumn, FEWEST_DOCUMENTS, document_columns, is_document};
use draft::Draft;
use looked::Looked;
use meaning::{Known, option};
use pairs::PairRoles;
pub(crate) use pairs::{LabelsAreOf, SaidOfPairs};
use table::Table;

use crate::failure::Failure;

/// What the user said beside the files.
#[derive(Debug, Clone, Default)]
pub(crate) struct Said {
    /// The file that holds the pairs.
    pub(crate) pairs: Option<PathBuf>,
    pub(crate) of_pairs: SaidOfPairs,
    /// What the labels of gold mean, as a config says it.
    pub(crate) labels: Option<Value>,
    /// The same of answers.
    pub(crate) run_labels: Option<Value>,
    /// The column of answers.
    pub(crate) label: Option<String>,
    /// What a pair without an answer means.
    pub(crate) missing: Option<String>,
}

/// A config that was made of files.
#[derive(Debug)]
pub(crate) struct Inspected {
    draft: Draft,
    /// What each file was taken for, a line each.
    pub(crate) found: Vec<String>,
    /// What could not be told, and is commented out.
    pub(crate) doubts: Vec<String>,
}

impl Inspected {
    /// The text of the config, below some lines of comment.
    pub(crate) fn text(&self, above: &[String]) -> String {
        let mut draft = Draft::default();
        above.iter().for_each(|line| draft.comment(line.as_str()));
        draft.text() + &self.draft.text()
    }
}

/// What is told of files while a config is made of them.
#[derive(Debug, Default)]
struct Noted {
    found: Vec<String>,
    doubts: Vec<String>,
}

/// Looks at files and makes a config that stands in a folder.
///
/// # Errors
/// Where a file cannot be read, no rows are found in it, nothing tells which file holds the pairs, or a column that the
/// user named is not there.
pub(crate) fn inspect(
    files: &[PathBuf],
    folder: &Path,
    said: &Said,
    dialogue: &mut Dialogue<'_>,
) -> Result<Inspected, Failure> {
    let once = files.iter().enumerate().filter(|(at, path)| !files[..*at].contains(path));
    let looked: Vec<Looked> = once.map(|(_, path)| Looked::at(path)).collect::<Result<_, _>>()?;
    let mut noted = Noted::default();
    let mut draft = Draft::default();
    draft.comment(
        "`phenom check FILE` says what is in the data, `phenom schema` what else a config can say.",
    );
    match looked.as_slice() {
        [alone] if said.pairs.is_none() && long_form(alone).is_some() => {
            annotations_alone(alone, folder, said, dialogue, &mut noted, &mut draft);
        }
        _ => pairs_and_systems(looked, folder, said, dialogue, &mut noted, &mut draft)?,
    }
    let Noted { found, doubts } = noted;
    Ok(Inspected { draft, found, doubts })
}

fn pairs_and_systems(
    looked: Vec<Looked>,
    folder: &Path,
    said: &Said,
    dialogue: &mut Dialogue<'_>,
    noted: &mut Noted,
    draft: &mut Draft,
) -> Result<(), Failure> {
    let mut sorted = sort(looked, said, dialogue)?;
    let together = joined(&sorted.pairs);
    if said.pairs.is_none() && said.of_pairs.gold.is_none() {
        refuse_run(&together)?;
    }
    refuse_absent(&together, &said.of_pairs)?;
    refuse_absent_label(&sorted.answers, said)?;
    let unsaid = said.of_pairs.id.is_none() && said.of_pairs.gold.is_none();
    let fitting = preset::of_pairs(&sorted.pairs[0]);
    if let Some(several) = fitting.several() {
        noted.doubts.push(format!(
            "whether `{}` is of a layout with a name: these fit it as well as one another: `format:` {several}",
            sorted.pairs[0].name()
        ));
    }
    let preset = fitting.one().filter(|_| unsaid);
    let of_preset = preset.and_then(PairRoles::of_preset);
    let mut roles = of_preset.unwrap_or_else(|| PairRoles::of(&together, &said.of_pairs));
    if roles.id == ["@row"] && roles.preset.is_none() && sorted.pairs.len() > 1 {
        roles.id = vec!["@file".to_owned(), "@row".to_owned()];
    }
    choose_gold(&mut roles, &together, dialogue, &mut noted.doubts);
    choose_origin(&mut roles, &together, dialogue, &mut noted.doubts);
    choose_parts(&mut roles, &together, dialogue, &mut noted.doubts);
    let known = meaning_of_gold(&sorted.pairs, &roles, said, dialogue, noted);
    let meanings = known.as_ref().and_then(Known::value);
    let parts = sorted.monothematic.take();
    let parts = parts.map(|looked| parts_of(looked, &together, &roles, said));
    let (ids, gold) = ids_and_gold(&together, &roles, parts.as_ref());
    let id = roles.id.clone();
    let against = Against { ids: &ids, id: &id, gold: &gold, labels: meanings.as_ref() };
    let all_pairs = is_whole(&sorted.pairs)
        && !has_repeated_ids(&together, &roles)
        && parts.as_ref().is_none_or(|(looked, _)| looked.table.whole);
    let preset = roles.preset;
    let systems = Systems { against, folder, said, all_pairs, preset };
    let in_columns = systems.in_columns(&together, &roles);
    for looked in &sorted.pairs {
        let of = roles.preset.map(|preset| format!(" of `{}`", preset.name)).unwrap_or_default();
        noted.found.push(format!("{}: pairs{of} ({})", looked.name(), looked.rows()));
    }
    if let Some((origin, column)) =
        roles.origin.as_ref().and_then(|origin| Some((origin, together.table.column(origin)?)))
    {
        let filled = column.filled();
        noted.found.push(format!(
            "{}: those with a value in `{origin}` ({filled}) are monothematic pairs of the rows that it names",
            together.name()
        ));
    }
    roles.find_attributes(&together.table, &all_systems::columns(&in_columns));
    let tags = sorted.tags.as_ref();
    let pairs =
        PairFiles { looked: &sorted.pairs, roles: &roles, labels: known.as_ref(), folder, tags };
    let mut dataset = pairs.draft(&together.table);
    if let Some((looked, roles)) = &parts {
        noted.found.push(format!("{}: monothematic pairs ({})", looked.name(), looked.rows()));
        let looked = std::slice::from_ref(looked);
        let files = PairFiles { looked, roles, labels: known.as_ref(), folder, tags: None };
        let mut both = Draft::default();
        both.mapping("originals", dataset);
        both.mapping("monothematic", files.draft(&looked[0].table));
        dataset = both;
    }
    if let Some(tags) = tags {
        noted.found.push(format!("{}: tags ({})", tags.looked.name(), tags.looked.rows()));
    }
    if let Some((looked, long)) = &sorted.annotations {
        noted.found.push(format!("{}: annotations ({})", looked.name(), looked.rows()));
        let said =
            annotations(looked, long, meanings.as_ref(), folder, dialogue, &mut noted.doubts);
        dataset.mapping("annotations", said);
    }
    let of_pairs = (&together, sorted.pairs.as_slice(), in_columns.as_slice());
    let drafts = systems.drafts(of_pairs, &sorted.answers, dialogue, noted);
    let stem = together.path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    draft.set("title", format!("Systems on {stem}"));
    draft.comment("The pairs. Paths are relative to this file.");
    draft.mapping("dataset", dataset);
    if drafts.is_empty() && roles.without_gold {
        draft.comment("No systems: `phenom agree FILE` says how far the annotators agree.");
        return Ok(());
    }
    draft.comment("The systems, in the order of the tables.");
    let drafts = if drafts.is_empty() { vec![reference(draft)] } else { drafts };
    draft.list("systems", drafts);
    draft.comment("The folder of the report.");
    draft.set("output", "report");
    Ok(())
}

/// The system of a config without answers.
fn reference(draft: &mut Draft) -> Draft {
    draft.comment(
        "No answers are found. A system is an entry with a name and a file: {name: My system, predictions: FILE, \
         columns: {id: COLUMN, label: COLUMN}}. This one reads gold, and is here because a config needs one.",
    );
    let mut reference = Draft::default();
    reference.set("name", "Linguistic-biased");
    reference.set("algorithm", "linguistic-biased");
    reference
}

/// What the labels of gold mean.
fn meaning_of_gold(
    looked: &[Looked],
    roles: &PairRoles,
    said: &Said,
    dialogue: &mut Dialogue<'_>,
    noted: &mut Noted,
) -> Option<Known> {
    if let Some(preset) = roles.preset {
        return preset.pairs.as_ref()?.get("labels").cloned().map(Known::Said);
    }
    let labels = gold_labels(looked, roles);
    let in_rte_xml = looked[0].layout.written == layout::Written::RteXml;
    let column = roles.gold.as_deref().or(roles.parts.as_ref().map(|parts| parts.list.as_str()));
    let column = column.or(roles.annotators.first().map(String::as_str));
    let asked = format!("the column `{}` of {}", column.unwrap_or_default(), looked[0].name());
    if let Some(scheme) = labels::of_rte(&labels).filter(|_| said.labels.is_none() && in_rte_xml) {
        return Some(Known::Read(scheme));
    }
    let known = Known::of(&labels, &asked, said.labels.as_ref(), dialogue)?;
    let unsaid = known.unsaid(&labels);
    if known.value().is_none() {
        noted
            .doubts
            .push(format!("what the labels in {asked} mean: {}", option("--labels", &labels)));
    } else if !unsaid.is_empty() {
        noted.doubts.push(format!(
            "what {} in {asked} means, of which `--labels` says nothing",
            meaning::listed(&unsaid)
        ));
    }
    Some(known)
}

/// The config of what annotators said of pairs that have no file.
fn annotations_alone(
    looked: &Looked,
    folder: &Path,
    said: &Said,
    dialogue: &mut Dialogue<'_>,
    noted: &mut Noted,
    draft: &mut Draft,
) {
    let Some(long) = long_form(looked) else { return };
    let mut dataset = Draft::default();
    let labels = said.labels.as_ref();
    dataset.mapping(
        "annotations",
        annotations(looked, &long, labels, folder, dialogue, &mut noted.doubts),
    );
    draft.set("title", format!("Annotators of {}", looked.name()));
    draft.comment("No pairs: each id that annotators judged is one. `phenom agree FILE` says how far they agree.");
    draft.mapping("dataset", dataset);
    noted.found.push(format!("{}: annotations ({})", looked.name(), looked.rows()));
}

/// The rows of several files of one layout.
fn joined(files: &[Looked]) -> Looked {
    let mut joined = files[0].clone();
    for looked in &files[1..] {
        joined.table.rows += looked.table.rows;
        joined.table.whole &= looked.table.whole;
        let Table { columns, nested, .. } = &looked.table;
        let more = columns.iter().chain(nested);
        let Table { columns, nested, .. } = &mut joined.table;
        for (column, more) in columns.iter_mut().chain(nested).zip(more) {
            column.cells.extend(more.cells.iter().cloned());
        }
    }
    joined
}

/// Monothematic pairs in a file of their own, with what its columns hold.
fn parts_of(
    looked: Looked,
    originals: &Looked,
    of: &PairRoles,
    said: &Said,
) -> (Looked, PairRoles) {
    let ids: BTreeSet<String> = ids::of(&originals.table, &of.id).into_iter().collect();
    let mut roles = PairRoles::of(&looked, &said.of_pairs);
    roles.origin = sorted::origin_among(&looked, &ids);
    roles.find_attributes(&looked.table, &BTreeSet::new());
    (looked, roles)
}

/// Whether an id stands on several rows, which are no tags of one pair.
fn has_repeated_ids(looked: &Looked, roles: &PairRoles) -> bool {
    let own = ids::of(&looked.table, &roles.id);
    let different: BTreeSet<&String> = own.iter().collect();
    roles.preset.is_none() && !roles.gathers_tags && different.len() < own.len()
}

/// The ids of all pairs, and gold by id.
fn ids_and_gold(
    looked: &Looked,
    roles: &PairRoles,
    parts: Option<&(Looked, PairRoles)>,
) -> (BTreeSet<String>, BTreeMap<String, String>) {
    let files = [(&looked.table, roles)]
        .into_iter()
        .chain(parts.map(|(looked, roles)| (&looked.table, roles)));
    let (mut all, mut gold) = (BTreeSet::new(), BTreeMap::new());
    for (table, roles) in files {
        let ids = ids::of(table, &roles.id);
        let column = roles.gold_column(table).filter(|_| ids.len() == table.rows);
        for (id, cell) in
            ids.iter().zip(column.map(|column| column.cells.as_slice()).unwrap_or_default())
        {
            gold.extend(cell.text().map(|label| (id.clone(), label.to_owned())));
        }
        for (id, count) in ids.iter().zip(roles.parts.iter().flat_map(|parts| &parts.counts)) {
            all.extend((1..=*count).map(|part| format!("{id}.{part}")));
        }
        all.extend(ids);
    }
    (all, gold)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn annotations_alone_are_a_dataset() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.csv");
        let rows = "id,worker,label\n1,x,entailment\n1,y,neutral\n2,x,neutral\n2,y,neutral\n";
        std::fs::write(&file, rows).unwrap();
        let path = file.to_str().unwrap().to_owned();
        let inspected =
            inspect(&[file], Path::new(""), &Said::default(), &mut Dialogue::nobody()).unwrap();
        let expected = json!({"annotations": {
            "path": path, "format": "csv", "labels": "nli",
            "columns": {"id": "id", "annotator": "worker", "label": "label"}}});
        assert_eq!(inspected.draft.values()["dataset"], expected);
        assert!(inspected.doubts.is_empty());
    }

    #[test]
    fn what_labels_mean_is_asked_on_a_terminal() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("gold.csv");
        std::fs::write(&file, "id,gold\n1,0\n2,1\n3,0\n").unwrap();
        let (mut typed, mut shown) = ("1\n4\n".as_bytes(), Vec::new());
        let mut dialogue = Dialogue::with(&mut typed, &mut shown);
        let inspected = inspect(&[file], Path::new(""), &Said::default(), &mut dialogue).unwrap();
        let labels = &inspected.draft.values()["dataset"]["labels"];
        assert_eq!(labels, &json!({"0": "entailment", "1": "not-entailment"}));
        assert!(
            String::from_utf8(shown)
                .unwrap()
                .contains("What does the label `0` in the column `gold`")
        );
    }
}
