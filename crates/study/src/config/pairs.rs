//! The files of a dataset, and what is made of their pairs.

use std::path::PathBuf;

use phenom_annotate::Folding;
use phenom_dataset::{
    AnnotationSource, Bins, ClusterBy, CompositionRule, JudgedGold, LabelScheme, PairSource,
    PhenomenonColumns, Relevance, TagSource,
};

use super::document::{Document, Segment};
use super::excluded::Excluded;
use super::files::DataFile;

/// The files of a dataset.
#[derive(Debug, Default)]
pub struct Pairs {
    /// The files that hold pairs, in the order in which they are read.
    pub files: Vec<PairFile>,
    pub(crate) tags: Vec<TagFile>,
    pub(crate) annotations: Vec<AnnotationFile>,
    /// Who labelled the pairs, if people read some of them and judges labelled all.
    pub(crate) judged: Option<Judged>,
    /// The steps of annotators on the pairs.
    pub work: Option<WorkFiles>,
    /// Whether the pairs are those that annotators judged, and nothing more is known of them.
    pub(crate) of_annotations: bool,
    /// Original pairs that are left out.
    pub(crate) exclude: Vec<Excluded>,
    /// Phenomena on fewer pairs are gathered under *other*.
    pub(crate) least_pairs: u64,
    /// The attributes whose numbers are put into bins.
    pub(crate) bins: Vec<(String, Bins)>,
    /// Which originals depend on each other, if no column says it; without it, phenom looks at their texts.
    pub(crate) cluster_by: Option<ClusterBy>,
    /// Whether the pairs have no gold labels: `task: outcome`.
    pub of_outcomes: bool,
    /// The rule that makes gold of originals without it, of gold of their parts.
    pub(crate) composed_by: Option<CompositionRule>,
    /// What monothematic pairs weigh by their phenomena.
    pub(crate) relevance: Option<Relevance>,
    /// The lines of the config that ask for what only the data can refuse.
    pub(crate) places: Vec<KeyPlace>,
}

impl Pairs {
    /// What the labels of all files mean, and phenom's own words besides; nothing where they mean different
    /// things.
    pub(crate) fn labels(&self) -> Option<LabelScheme> {
        let (first, rest) = self.files.split_first()?;
        let labels = &first.source.labels;
        rest.iter().all(|other| other.source.labels == *labels).then(|| labels.or_judgments())
    }

    /// The columns of the id of the pairs, if one layout of tables holds them all.
    pub(super) fn id_columns(&self) -> Vec<String> {
        let first = self.files.first().map(|file| file.source.columns.id.clone());
        first.unwrap_or_default()
    }
}

/// A file of pairs.
#[derive(Debug)]
pub struct PairFile {
    /// The file itself.
    pub file: DataFile,
    pub(crate) source: PairSource,
}

/// A file of tags.
#[derive(Debug)]
pub(crate) struct TagFile {
    pub(crate) file: DataFile,
    pub(crate) source: TagSource,
    pub(crate) phenomena: PhenomenonColumns,
}

/// A file of what annotators said.
#[derive(Debug)]
pub(crate) struct AnnotationFile {
    pub(crate) file: DataFile,
    pub(crate) source: AnnotationSource,
    /// The actions of people who labelled the pairs of the file in `phenom annotate`.
    pub(crate) work: Option<WorkFiles>,
}

/// Judged gold, and the columns of pairs for it.
#[derive(Debug)]
pub(crate) struct Judged {
    /// The people and the judges.
    pub(crate) gold: JudgedGold,
    /// The column of people's labels; `None` if they are in files of their own.
    pub(crate) people: Option<String>,
    /// The judges whose labels are in columns: name, column.
    pub(crate) judges: Vec<(String, String)>,
    /// The column of the probabilities with which people were to read pairs.
    pub(crate) probability: Option<String>,
}

/// The files with the steps of annotators.
#[derive(Debug)]
pub struct WorkFiles {
    /// The folder with a file for each annotator.
    pub folder: PathBuf,
    /// The files in it, or why there are none: an annotator may be about to begin.
    pub files: Result<Vec<DataFile>, (String, String)>,
    /// What annotators are called in the dataset that comes of it, and how their differences are settled.
    pub folding: Folding,
}

/// Where a config has a key: `relevance`, `exclude`, or the name of an attribute under `bins`.
#[derive(Debug)]
pub(crate) struct KeyPlace {
    pub(crate) key: String,
    pub(crate) file: String,
    pub(crate) line: u64,
}

impl KeyPlace {
    pub(super) fn of(document: &Document, key: &str, place: &[Segment]) -> Self {
        let before = document.text.get(..document.place(place).start).unwrap_or_default();
        let line = before.matches('\n').count().saturating_add(1);
        let line = u64::try_from(line).unwrap_or(u64::MAX);
        Self { key: key.to_owned(), file: document.file.clone(), line }
    }
}
