//! Original and monothematic pairs.

use std::ops::Range;

use crate::clusters::Clusters;
use crate::decomposed_twice::{ComparedWork, KeptWork};
use crate::dependence::Dependence;
use crate::judged::JudgedGold;
use crate::relevance::{PartWeights, Relevance};
use crate::string_table::{Interner, StringColumn};
use crate::{EntailmentRule, Factor, Judgment, JudgmentSet, Phenomenon};

/// The attribute of an original whose gold label differs from the composed one, with the reason. Attributes that begin with
/// it, such as `exception-chain`, excuse a pair from other checks. None of them makes slices.
pub const EXCEPTION: &str = "exception";

/// Pairs in columns.
///
/// A row is a pair's number. The originals come first, in the order of their file; the
/// monothematic pairs follow, those of one original side by side, in the order of their
/// originals. So an original with its monothematic pairs is one row and one range.
///
/// What holds of every dataset, because only a [`DatasetBuilder`](crate::DatasetBuilder) makes
/// one with pairs: ids are unique, every monothematic pair has its original in the dataset, and that original
/// is no monothematic pair itself.
#[derive(Debug, Clone, Default)]
pub struct Dataset {
    pub(crate) originals: usize,
    /// For each row, when its pair arrived at the builder, which is the number of its id.
    pub(crate) arrivals: Vec<u32>,
    /// The row of each id.
    pub(crate) rows: Vec<u32>,
    pub(crate) ids: Interner,
    pub(crate) gold: Vec<Option<Judgment>>,
    /// The originals whose gold was made of gold of their parts, ascending.
    pub(crate) composed_gold: Vec<usize>,
    /// Nothing where each original is a cluster by itself.
    pub(crate) clusters: Option<Clusters>,
    /// What texts show of the dependence of originals.
    pub(crate) dependence: Dependence,
    /// Where the monothematic pairs of each original end.
    pub(crate) monothematic_ends: Vec<u32>,
    pub(crate) tag_ends: Vec<u32>,
    pub(crate) tags: Vec<u32>,
    pub(crate) phenomena: Vec<Phenomenon>,
    pub(crate) categories: Vec<String>,
    pub(crate) category_of: Vec<u32>,
    pub(crate) task: Option<Factor>,
    pub(crate) attributes: Vec<Factor>,
    pub(crate) texts: Option<Texts>,
    /// Other judgments that are right too; by arrival, sorted.
    pub(crate) also_gold: Vec<(u32, Vec<Judgment>)>,
    pub(crate) annotators: Interner,
    /// Arrival, annotator, judgment; sorted by arrival and annotator, each pair of these once.
    pub(crate) annotations: Vec<(u32, u32, Judgment)>,
    /// Arrival and counts, sorted by arrival.
    pub(crate) annotator_counts: Vec<(u32, [u16; Judgment::ALL.len()])>,
    /// Who labelled the pairs, if people read some of them and judges labelled all.
    pub(crate) judged: Option<JudgedGold>,
    /// By arrival; empty where every pair weighs 1.
    pub(crate) weights: Vec<f64>,
    /// How much phenomena weigh and so what the monothematic pairs do, where it is asked for.
    pub(crate) relevance: Option<(Relevance, PartWeights)>,
    /// By arrival, sorted.
    pub(crate) rules: Vec<(u32, EntailmentRule)>,
    /// Ids of pairs that were left out.
    pub(crate) excluded: Interner,
    /// How many of them `exclude` left out.
    pub(crate) excluded_by_id: usize,
    pub(crate) notes: Vec<String>,
    pub(crate) work: KeptWork,
}

/// The texts and hypotheses, by arrival.
#[derive(Debug, Clone, Default)]
pub(crate) struct Texts {
    pub(crate) texts: StringColumn,
    pub(crate) hypotheses: StringColumn,
}

impl Texts {
    pub(crate) fn bytes(&self) -> usize {
        self.texts.bytes() + self.hypotheses.bytes()
    }
}

impl Dataset {
    /// Number of pairs of both kinds.
    #[must_use]
    pub fn len(&self) -> usize {
        self.gold.len()
    }

    /// The originals whose gold is not their own but what a rule of composition makes of gold of their parts,
    /// ascending.
    #[must_use]
    pub fn composed_gold(&self) -> &[usize] {
        &self.composed_gold
    }

    /// What the user must know of what was read, a sentence each: what a file says and nothing reads.
    #[must_use]
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Whether there is no pair.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.gold.is_empty()
    }

    /// The rows of the original pairs.
    #[must_use]
    pub fn originals(&self) -> Range<usize> {
        0..self.originals
    }

    /// The rows of the monothematic pairs.
    #[must_use]
    pub fn monothematic(&self) -> Range<usize> {
        self.originals..self.len()
    }

    /// The rows of the monothematic pairs of an original; empty for one that was not decomposed.
    #[must_use]
    #[inline]
    pub fn monothematic_of(&self, original: usize) -> Range<usize> {
        range(&self.monothematic_ends, original, self.originals)
    }

    /// The original that a pair comes from; an original comes from itself.
    #[must_use]
    pub fn original_of(&self, row: usize) -> usize {
        match row < self.originals {
            true => row,
            false => self.monothematic_ends.partition_point(|end| *end as usize <= row),
        }
    }

    /// The original that each monothematic pair comes from, in the order of
    /// [`monothematic`](Self::monothematic).
    pub fn origins(&self) -> impl Iterator<Item = usize> {
        self.originals().flat_map(|original| self.monothematic_of(original).map(move |_| original))
    }

    /// The id of the pair that was read as the so-many-th, from 1.
    pub(crate) fn id_in_order(&self, number: u64) -> Option<&str> {
        let arrival = u32::try_from(number.checked_sub(1)?).ok()?;
        ((arrival as usize) < self.ids.len()).then(|| self.ids.string(arrival))
    }

    /// Whether some pairs of the files are no pairs of the dataset.
    pub(crate) fn leaves_out(&self) -> bool {
        self.excluded.len() > 0
    }

    /// Whether the pair with an id was left out of the dataset, by its id or by `where`.
    #[must_use]
    pub fn is_excluded(&self, id: &str) -> bool {
        self.excluded.find(id).is_some()
    }

    /// How many pairs were left out by their ids, monothematic ones of left-out originals among them; of what
    /// `where` leaves out a note tells.
    #[must_use]
    pub fn excluded(&self) -> usize {
        self.excluded_by_id
    }

    /// A pair's id.
    #[must_use]
    pub fn id(&self, row: usize) -> &str {
        self.arrivals.get(row).map_or("", |&arrival| self.ids.string(arrival))
    }

    /// The row of the pair with an id.
    #[must_use]
    pub fn row(&self, id: &str) -> Option<usize> {
        self.row_of(self.ids.find(id)?)
    }

    /// The row of the pair that arrived as such a one.
    pub(crate) fn row_of(&self, arrival: u32) -> Option<usize> {
        let row = self.rows.get(arrival as usize).map(|&row| row as usize);
        // Of pairs without parts the ids of these are still known.
        row.filter(|row| *row < self.len())
    }

    /// All ids, in the order of the rows.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        (0..self.len()).map(|row| self.id(row))
    }

    /// The gold judgments by row; nothing where there is none.
    #[must_use]
    pub fn gold(&self) -> &[Option<Judgment>] {
        &self.gold
    }

    /// The same pairs under other gold judgments, by row; a pair that these leave out has none. A gold
    /// that was a set is one judgment, and what was judged gold is not corrected.
    #[must_use]
    pub fn with_gold(&self, gold: &[Option<Judgment>]) -> Self {
        let gold = (0..self.len()).map(|row| gold.get(row).copied().flatten()).collect();
        Self { gold, also_gold: Vec::new(), judged: None, ..self.clone() }
    }

    /// The originals alone; answers to the monothematic pairs are not unknown to it, but to pairs that were left out.
    #[must_use]
    pub fn of_originals(&self) -> Self {
        let mut alone = self.clone();
        for row in self.monothematic() {
            alone.excluded.intern(self.id(row));
        }
        let originals = self.originals;
        alone.gold.truncate(originals);
        alone.arrivals.truncate(originals);
        alone.monothematic_ends = vec![originals as u32; originals];
        alone.tag_ends.truncate(originals);
        alone.also_gold.retain(|(arrival, _)| (self.rows[*arrival as usize] as usize) < originals);
        alone.judged = self.judged.as_ref().map(|judged| judged.of_originals(originals));
        alone
    }

    /// The same pairs with other hypotheses for some rows, where texts are kept.
    #[must_use]
    pub fn with_hypotheses(&self, made: &[(usize, String)]) -> Self {
        let mut changed = self.clone();
        let Some(texts) = &mut changed.texts else { return changed };
        let arrival = |row: usize| self.arrivals.get(row).map(|&arrival| arrival as usize);
        let mut by_arrival: Vec<(usize, &str)> =
            made.iter().filter_map(|(row, made)| Some((arrival(*row)?, made.as_str()))).collect();
        by_arrival.sort_unstable();
        let mut hypotheses = StringColumn::default();
        for arrival in 0..texts.hypotheses.len() {
            let at = by_arrival.binary_search_by_key(&arrival, |(of, _)| *of);
            let new = at.ok().and_then(|at| by_arrival.get(at)).map(|(_, made)| *made);
            hypotheses.push(new.unwrap_or_else(|| texts.hypotheses.get(arrival)));
        }
        texts.hypotheses = hypotheses;
        changed
    }

    /// The numbers of the phenomena that a pair itself is tagged with.
    #[must_use]
    #[inline]
    pub fn tags(&self, row: usize) -> &[u32] {
        self.tags.get(range(&self.tag_ends, row, 0)).unwrap_or_default()
    }

    /// All phenomena, in the order of the file.
    #[must_use]
    pub fn phenomena(&self) -> &[Phenomenon] {
        &self.phenomena
    }

    /// All categories, in the order of the file.
    #[must_use]
    pub fn categories(&self) -> &[String] {
        &self.categories
    }

    /// The number of a phenomenon's category.
    #[must_use]
    pub fn category_of(&self, phenomenon: u32) -> u32 {
        self.category_of.get(phenomenon as usize).copied().unwrap_or(0)
    }

    /// The task of RTE (QA, IE, ...), where the dataset tells it.
    #[must_use]
    pub fn task(&self) -> Option<&Factor> {
        self.task.as_ref()
    }

    /// The other properties of pairs, in the order of the file.
    #[must_use]
    pub fn attributes(&self) -> &[Factor] {
        &self.attributes
    }

    /// A pair's text and hypothesis, where texts were kept.
    #[must_use]
    pub fn texts(&self, row: usize) -> Option<(&str, &str)> {
        let arrival = *self.arrivals.get(row)? as usize;
        let texts = self.texts.as_ref()?;
        Some((texts.texts.get(arrival), texts.hypotheses.get(arrival)))
    }

    /// The judgments besides [`gold`](Self::gold) that are right too, where gold is a set.
    #[must_use]
    #[inline]
    pub fn also_gold(&self, row: usize) -> &[Judgment] {
        if self.also_gold.is_empty() {
            return &[];
        }
        let Some(arrival) = self.arrivals.get(row) else { return &[] };
        let found = self.also_gold.binary_search_by_key(arrival, |(arrival, _)| *arrival);
        found.ok().and_then(|at| self.also_gold.get(at)).map_or(&[], |(_, also)| also)
    }

    /// All judgments that are gold; none where there is no gold.
    #[must_use]
    pub fn gold_set(&self, row: usize) -> JudgmentSet {
        let first = self.gold.get(row).copied().flatten();
        first.into_iter().chain(self.also_gold(row).iter().copied()).collect()
    }

    /// The rows whose gold is a set of judgments.
    pub fn rows_with_gold_sets(&self) -> impl Iterator<Item = usize> {
        self.also_gold
            .iter()
            .filter_map(|(arrival, _)| self.rows.get(*arrival as usize).map(|&row| row as usize))
    }

    /// The names of the annotators, in the order of the file.
    pub fn annotators(&self) -> impl Iterator<Item = &str> {
        self.annotators.iter()
    }

    /// What single annotators said of a pair: annotator and judgment, each annotator once.
    pub fn annotations(&self, row: usize) -> impl Iterator<Item = (&str, Judgment)> {
        let numbered = self.numbered_annotations(row);
        numbered.map(|(annotator, judgment)| (self.annotators.string(annotator), judgment))
    }

    /// What single annotators said of a pair: the annotator's number, which is the place in
    /// [`annotators`](Self::annotators), and the judgment; by ascending number, each once.
    pub fn numbered_annotations(&self, row: usize) -> impl Iterator<Item = (u32, Judgment)> {
        let arrival = self.arrivals.get(row).copied().unwrap_or(u32::MAX);
        let start = self.annotations.partition_point(|(at, ..)| *at < arrival);
        let of_row = self.annotations[start..].iter().take_while(move |(at, ..)| *at == arrival);
        of_row.map(|(_, annotator, judgment)| (*annotator, *judgment))
    }

    /// How many annotators without a name gave each judgment to a pair, by the judgment's
    /// [`code`](Judgment::code); nothing where the dataset does not tell.
    #[must_use]
    pub fn annotator_counts(&self, row: usize) -> Option<[u16; Judgment::ALL.len()]> {
        let arrival = self.arrivals.get(row)?;
        let found = self.annotator_counts.binary_search_by_key(arrival, |(at, _)| *at).ok()?;
        self.annotator_counts.get(found).map(|(_, counts)| *counts)
    }

    /// Whether the dataset tells what annotators said, by name or as counts.
    #[must_use]
    pub fn is_annotated(&self) -> bool {
        !self.annotations.is_empty() || !self.annotator_counts.is_empty()
    }

    /// How much a pair weighs, where the dataset tells it; 1 where not.
    #[must_use]
    #[inline]
    pub fn weight(&self, row: usize) -> f64 {
        if !self.is_weighted() {
            return 1.0;
        }
        let arrival = self.arrivals.get(row).map_or(usize::MAX, |&arrival| arrival as usize);
        self.weights.get(arrival).copied().unwrap_or(1.0)
    }

    /// Whether the dataset tells weights.
    #[must_use]
    pub fn is_weighted(&self) -> bool {
        !self.weights.is_empty()
    }

    /// How much phenomena weigh, where it is asked for.
    #[must_use]
    pub fn relevance(&self) -> Option<&Relevance> {
        self.relevance.as_ref().map(|(relevance, _)| relevance)
    }

    /// What a monothematic pair weighs by the relevance of its phenomena, in units that all share: as much as the
    /// weightiest of them. 1 where no relevance is asked for.
    #[must_use]
    pub fn relevance_of(&self, row: usize) -> u32 {
        self.relevance.as_ref().map_or(1, |(_, weights)| weights.of(self.tags(row)))
    }

    /// The pairs on which annotators differ and which nobody has settled, each with what they say.
    #[must_use]
    pub fn unsettled(&self) -> &[(String, String)] {
        &self.work.unsettled
    }

    /// How people have decomposed the originals, if the dataset comes from their work.
    #[must_use]
    pub fn compared_work(&self) -> &ComparedWork {
        &self.work.compared
    }

    /// The rule that made a monothematic pair, where the dataset tells it.
    #[must_use]
    pub fn rule(&self, row: usize) -> Option<&EntailmentRule> {
        let arrival = self.arrivals.get(row)?;
        let found = self.rules.binary_search_by_key(arrival, |(arrival, _)| *arrival).ok()?;
        self.rules.get(found).map(|(_, rule)| rule)
    }
}

/// The `index`th of ranges that follow each other, given where each ends and where the first
/// starts.
fn range(ends: &[u32], index: usize, first: usize) -> Range<usize> {
    let start = match index.checked_sub(1) {
        None => first,
        Some(before) => ends.get(before).map_or(first, |&end| end as usize),
    };
    let end = ends.get(index).map_or(start, |&end| end as usize);
    start..end
}
