//! The one way to make a dataset: pair by pair, checked as a whole at the end.

mod arrivals;
mod batch;
mod binned;
mod clusters;
mod composed_gold;
mod finish;
mod gathered;
mod judged;
mod kept;
mod left_out;
mod loose;
mod order;
mod origins;
mod places;
mod rare;
mod relevance;
#[cfg(test)]
mod tests;
mod waiting;

pub(crate) use arrivals::Arrivals;
use kept::{ConfigPlaces, Gathered, Judging, LeftOut, Loose, LooseAnnotations, Waiting};

use crate::bins::Bins;
use crate::dataset::Texts;
use crate::decomposed_twice::{ComparedWork, KeptWork};
use crate::dependence::{ClusterBy, Fingerprints};
use crate::problem::{FirstUse, ProblemKind};
use crate::problems::Problems;
use crate::readers::UnfitExpressions;
use crate::relevance::Relevance;
use crate::string_table::Interner;
use crate::tables::trimmed;
use crate::wording::quoted;
use crate::{CompositionRule, EntailmentRule, Factor, Judgment, PairRow, Phenomenon, RIGHT};

/// Whether a dataset holds the texts of its pairs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeepTexts {
    /// It does.
    Yes,
    /// It does while there are at most so many pairs with so many bytes of text; with more it holds none.
    UpTo {
        /// The largest number of pairs whose texts are kept.
        pairs: usize,
        /// The bytes of their texts and hypotheses.
        bytes: usize,
    },
    /// It does not: nothing that will be computed reads them.
    No,
}

/// Collects pairs, and at the end either is a [`Dataset`](crate::Dataset) or tells all that is wrong.
#[derive(Debug)]
pub struct DatasetBuilder {
    files: Vec<String>,
    file: u32,
    ids: Interner,
    places: Vec<(u32, u64)>,
    origins: Vec<Option<u32>>,
    origin_ids: Interner,
    gold: Vec<Option<Judgment>>,
    tag_ends: Vec<u32>,
    tags: Vec<u32>,
    /// The paths of the phenomena, numbered as they are.
    tag_numbers: Interner,
    phenomena: Vec<Phenomenon>,
    task: Factor,
    /// The cluster of each original.
    clusters: Factor,
    cluster_column: Option<String>,
    /// How the config says which originals depend on each other.
    cluster_by: Option<ClusterBy>,
    fingerprints: Fingerprints,
    /// The names of the attributes, numbered as they are.
    attribute_numbers: Interner,
    attributes: Vec<Factor>,
    texts: Option<Texts>,
    /// The pairs and the bytes beyond which no texts are kept.
    most_texts: (usize, usize),
    also_gold: Vec<(u32, Vec<Judgment>)>,
    annotators: Interner,
    annotations: Vec<(u32, u32, Judgment)>,
    annotator_counts: Vec<(u32, [u16; Judgment::ALL.len()])>,
    /// Annotations that came apart from their pairs.
    loose_annotations: LooseAnnotations,
    judging: Judging,
    weights: Vec<f64>,
    rules: Vec<(u32, EntailmentRule)>,
    /// Tags that came apart from their pairs: place, id, phenomenon.
    loose_tags: Vec<((u32, u64), String, u32)>,
    /// Whether pairs have no gold labels, because it is known how far predictions are right.
    of_outcomes: bool,
    /// What becomes of what came apart from pairs.
    loose: Loose,
    least_pairs: u64,
    /// The rule that gives originals gold which they have not.
    composed_by: Option<CompositionRule>,
    /// The attributes that are put into bins.
    bins: Vec<(String, Bins)>,
    /// How much phenomena weigh, where it is asked for.
    relevance: Option<Relevance>,
    /// The word overlap of each pair, where it is asked for.
    overlaps: Vec<Option<f64>>,
    left_out: LeftOut,
    /// Whether some file is read in part, as `where` says.
    subset_is_read: bool,
    /// Monothematic pairs whose originals may still be to come, or be left out.
    waiting: Waiting,
    /// Expressions of `ids` that changed nothing.
    unfit: UnfitExpressions,
    /// Where a config says what is asked of the pairs.
    config_places: ConfigPlaces,
    gathered: Gathered,
    /// What the user must know of what was read.
    notes: Vec<String>,
    work: KeptWork,
    problems: Problems,
}

impl DatasetBuilder {
    /// A builder without pairs.
    #[must_use]
    pub fn new(texts: KeepTexts) -> Self {
        Self {
            files: Vec::new(),
            file: 0,
            ids: Interner::default(),
            places: Vec::new(),
            origins: Vec::new(),
            origin_ids: Interner::default(),
            gold: Vec::new(),
            tag_ends: Vec::new(),
            tags: Vec::new(),
            tag_numbers: Interner::default(),
            phenomena: Vec::new(),
            task: Factor::new("task"),
            clusters: Factor::new("cluster"),
            cluster_column: None,
            cluster_by: None,
            fingerprints: Fingerprints::default(),
            attribute_numbers: Interner::default(),
            attributes: Vec::new(),
            texts: (texts != KeepTexts::No).then(Texts::default),
            most_texts: match texts {
                KeepTexts::UpTo { pairs, bytes } => (pairs, bytes),
                KeepTexts::Yes | KeepTexts::No => (usize::MAX, usize::MAX),
            },
            also_gold: Vec::new(),
            annotators: Interner::default(),
            annotations: Vec::new(),
            annotator_counts: Vec::new(),
            loose_annotations: LooseAnnotations::default(),
            judging: Judging::default(),
            weights: Vec::new(),
            rules: Vec::new(),
            loose_tags: Vec::new(),
            of_outcomes: false,
            loose: Loose::default(),
            least_pairs: 0,
            composed_by: None,
            bins: Vec::new(),
            relevance: None,
            overlaps: Vec::new(),
            left_out: LeftOut::default(),
            subset_is_read: false,
            waiting: Waiting::default(),
            unfit: UnfitExpressions::default(),
            config_places: ConfigPlaces::default(),
            gathered: Gathered::default(),
            notes: Vec::new(),
            work: KeptWork::default(),
            problems: Problems::new(),
        }
    }

    /// Names the file that the next pairs come from, for messages.
    pub fn start_file(&mut self, file: &str) {
        self.file = u32::try_from(self.files.len()).unwrap_or(u32::MAX);
        self.files.push(file.to_owned());
    }

    /// Says that pairs have no gold labels: their predictions are [outcomes](crate::Outcome). Readers read no gold label then.
    pub fn expect_outcomes(&mut self) {
        self.of_outcomes = true;
    }

    /// Whether pairs have no gold labels.
    pub(crate) fn expects_outcomes(&self) -> bool {
        self.of_outcomes
    }

    /// Notes a problem that a reader found.
    pub(crate) fn problem(&mut self, line: Option<u64>, kind: ProblemKind) {
        let file = self.files.get(self.file as usize).map_or("", String::as_str);
        self.problems.push(file, line, kind);
    }

    /// Notes what the user must know of the file that is being read.
    pub(crate) fn note(&mut self, what: &str) {
        let file = self.files.get(self.file as usize).map_or("", String::as_str);
        self.notes.push(format!("{file}: {what}"));
    }

    /// Notes what the user must know of the data besides what the readers note.
    pub fn say(&mut self, note: String) {
        self.notes.push(note);
    }

    /// Keeps that people differ on a pair, and what each says: it has no gold until somebody settles it.
    pub fn leave_open(&mut self, pair: String, said: String) {
        self.work.unsettled.push((pair, said));
    }

    /// Keeps how people have decomposed the originals.
    pub fn compare_work(&mut self, compared: ComparedWork) {
        self.work.compared = compared;
    }

    /// Number of pairs so far.
    #[must_use]
    pub fn len(&self) -> usize {
        self.gold.len()
    }

    /// Whether there is no pair so far.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.gold.is_empty()
    }

    /// Adds a pair.
    pub fn add(&mut self, pair: &PairRow<'_>) {
        // Whatever the format, blanks around an id are not part of it.
        let pair =
            &PairRow { id: trimmed(pair.id), origin: pair.origin.map(trimmed), ..pair.clone() };
        if pair.id.is_empty() {
            let (column, role) = ("id".to_owned(), "id");
            self.problem(Some(pair.line), ProblemKind::EmptyCell { column, role });
            return;
        }
        if self.leaves_out(pair) || self.waits(pair) {
            return;
        }
        self.take(pair);
        if pair.origin.is_none() && !self.waiting.is_empty() {
            self.add_waiting(pair.id);
        }
    }

    /// Takes a pair up that is not left out.
    fn take(&mut self, pair: &PairRow<'_>) {
        let (arrival, new) = self.ids.intern(pair.id);
        if !new {
            self.again(arrival, pair);
            return;
        }
        self.keep_first(arrival, pair);
        if pair.gold.is_none() && !pair.also_gold.is_empty() {
            let message = format!("{} has `also_gold` and no `gold`", quoted(pair.id));
            let help = Some("write the first of its gold labels as `gold`".to_owned());
            self.problem(Some(pair.line), ProblemKind::Malformed { message, help });
        }
        self.places.push((self.file, pair.line));
        // The parts of an original are often one after the other.
        let before = self.origins.last().copied().flatten();
        let before = before.filter(|before| pair.origin == Some(self.origin_ids.string(*before)));
        let origin = || pair.origin.map(|origin| self.origin_ids.intern(origin).0);
        self.origins.push(before.or_else(origin));
        self.gold.push(if self.of_outcomes { Some(RIGHT) } else { pair.gold });
        for phenomenon in pair.phenomena {
            let number = self.number(phenomenon);
            let start = self.tag_ends.last().map_or(0, |&end| end as usize);
            if !self.tags.get(start..).unwrap_or_default().contains(&number) {
                self.tags.push(number);
            }
        }
        self.tag_ends.push(u32::try_from(self.tags.len()).unwrap_or(u32::MAX));
        let at = arrival as usize;
        if let Some(task) = pair.task.map(str::trim).filter(|task| !task.is_empty()) {
            self.task.set(at, task);
        }
        if let Some(cluster) = pair.cluster.map(str::trim).filter(|cluster| !cluster.is_empty()) {
            self.clusters.set(at, cluster);
        }
        let named =
            |(name, value): &&(&str, &str)| !name.trim().is_empty() && !value.trim().is_empty();
        for (name, value) in pair.attributes.iter().filter(named) {
            self.attribute(name).set(at, value);
        }
        self.measure_overlap(pair);
        self.count_words(pair);
        self.fingerprints.push(pair);
        if let Some(texts) = &mut self.texts {
            texts.texts.push(pair.text.unwrap_or_default());
            texts.hypotheses.push(pair.hypothesis.unwrap_or_default());
            let (pairs, bytes) = self.most_texts;
            if texts.texts.len() > pairs || texts.bytes() > bytes {
                self.texts = None;
            }
        }
        if !pair.also_gold.is_empty() {
            self.also_gold.push((arrival, pair.also_gold.to_vec()));
        }
        for (annotator, judgment) in pair.annotations {
            let annotator = self.annotators.intern(annotator.trim()).0;
            self.annotations.push((arrival, annotator, *judgment));
        }
        if let Some(counts) = pair.annotator_counts {
            self.annotator_counts.push((arrival, counts));
        }
        if let Some(weight) = pair.weight {
            self.weights.resize(at, 1.0);
            self.weights.push(weight);
        }
        self.keep_probability(arrival, pair);
        if let Some(rule) = pair.rule {
            self.rules.push((arrival, rule.clone()));
        }
    }

    fn attribute(&mut self, name: &str) -> &mut Factor {
        let (number, new) = self.attribute_numbers.intern(name);
        if new {
            self.attributes.push(Factor::new(name));
        }
        &mut self.attributes[number as usize]
    }

    fn number(&mut self, phenomenon: &Phenomenon) -> u32 {
        let (number, new) = self.tag_numbers.intern(phenomenon.path());
        if new {
            self.phenomena.push(phenomenon.clone());
        }
        number
    }

    fn first_use(&self, arrival: u32) -> FirstUse {
        let (file, line) = self.places.get(arrival as usize).copied().unwrap_or_default();
        let file = (file != self.file).then(|| self.files.get(file as usize).cloned()).flatten();
        FirstUse { file, line }
    }
}
