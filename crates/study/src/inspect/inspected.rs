//! A config that is made of files.

use std::path::{Path, PathBuf};

use phenom_dataset::SharedTexts;

use super::annotations::{annotations, long_form};
use super::choosing::refuse_absent_over;
use super::dialogue::Dialogue;
use super::draft::{self, Draft};
use super::looked::{Looked, holds_texts};
use super::noted::Noted;
use super::said::Said;
use super::understood::Understood;
use super::{given, logs};
use crate::failure::Failure;

/// Originals that share a text are taken for independent if that could make the variance of a mean grow by this factor at the
/// most.
const NEGLIGIBLE: f64 = 1.1;

/// A config that was made of files.
#[derive(Debug)]
pub struct Inspected {
    draft: Draft,
    /// What each file was taken for, a line each.
    pub found: Vec<String>,
    /// What could not be told, and is commented out.
    pub doubts: Vec<String>,
}

impl Inspected {
    /// The text of the config, below some lines of comment and what is open.
    pub fn text(&self, above: &[String], open: &[String]) -> String {
        let mut draft = Draft::default();
        above.iter().for_each(|line| draft.comment(line.as_str()));
        let mut text = draft.text();
        if !open.is_empty() {
            text += "# Decide each of these below, then remove its line: until then no command uses this config.\n\
                open:\n";
            for line in open {
                text += &format!("  - {}\n", draft::scalar(line));
            }
        }
        text + &self.draft.text()
    }

    /// Says of the dataset how its originals depend on each other, as its texts were read.
    pub fn cluster_by(&mut self, shared: SharedTexts, originals: usize) {
        let sharing = shared.equal + shared.near;
        if sharing == 0 {
            return;
        }
        // At the most the variance of a mean grows by this factor, if originals that share a text always agree.
        let growth = 1.0 + (sharing * (shared.largest - 1)) as f64 / originals.max(1) as f64;
        let (value, comment) = if growth > NEGLIGIBLE {
            (
                "text",
                "Originals that share a text are a cluster. If they are independent nevertheless, write `none`.",
            )
        } else {
            ("none", "These are too few to matter. If they depend on each other, write `text`.")
        };
        let comment = format!(
            "{sharing} of {originals} originals share their text, or nearly, with another one. {comment}"
        );
        self.draft.add_within("dataset", &comment, "cluster-by", value);
    }
}

/// Looks at files and makes a config that stands in a folder.
///
/// # Errors
/// Where a file cannot be read, no rows are found in it, nothing tells which file holds the pairs, or a column that the
/// user named is not there.
pub fn inspect(
    files: &[PathBuf],
    folder: &Path,
    said: &Said,
    dialogue: &mut Dialogue<'_>,
) -> Result<Inspected, Failure> {
    let once = files.iter().enumerate().filter(|(at, path)| !files[..*at].contains(path));
    let (mut looked, mut noted) = (Vec::new(), Noted::default());
    for (_, path) in once {
        let (of_file, found) = given::all_at(path)?;
        looked.extend(of_file);
        noted.found.extend(found);
    }
    let (looked, of_logs) = logs::together(looked, said);
    let said = &of_logs;
    refuse_absent_over(&looked, said)?;
    let mut draft = Draft::default();
    draft.comment(
        "`phenom check FILE` summarises the data, and `phenom schema` lists the keys of a config.",
    );
    match looked.as_slice() {
        [alone] if said.pairs.is_none() && !holds_texts(alone) && long_form(alone).is_some() => {
            annotations_alone(alone, folder, said, dialogue, &mut noted, &mut draft);
        }
        _ => Understood::of(looked, said, dialogue, &mut noted)?
            .draft(folder, said, dialogue, &mut noted, &mut draft),
    }
    let Noted { found, doubts } = noted;
    Ok(Inspected { draft, found, doubts })
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
    draft.comment("No pairs: each id with labels of annotators is one. `phenom agree FILE` reports how far the \
        annotators agree.");
    draft.mapping("dataset", dataset);
    noted.found.push(format!("{}: annotations ({})", looked.name(), looked.rows()));
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
