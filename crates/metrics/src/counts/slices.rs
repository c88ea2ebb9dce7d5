//! Which pairs are counted together.

use std::hash::BuildHasher;
use std::num::NonZeroUsize;

use arcstr::ArcStr;
use hashbrown::DefaultHashBuilder;
use phenom_dataset::{Answer, Dataset, EXCEPTION, Factor, Judgment, Task};
use serde::Serialize;

use super::JudgmentCounts;
use crate::statistics::NumbersByHash;
use crate::statistics::threads::both;

/// The pairs that a figure is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Population {
    /// The original pairs.
    Original,
    /// The monothematic pairs.
    Monothematic,
    /// The original pairs that were decomposed, together with their monothematic pairs.
    Decomposition,
}

impl Population {
    /// The word in files and tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Original => "original",
            Self::Monothematic => "monothematic",
            Self::Decomposition => "decomposition",
        }
    }
}

/// By what the pairs of a slice belong together.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum SliceKind {
    /// All pairs of the population.
    All,
    /// Pairs with one gold judgment.
    Judgment,
    /// Pairs with a phenomenon of one category.
    Category,
    /// Pairs with one phenomenon.
    Phenomenon,
    /// Pairs with a phenomenon of one category and one gold judgment.
    CategoryByJudgment,
    /// Pairs with one phenomenon and one gold judgment.
    PhenomenonByJudgment,
    /// Pairs of one task of RTE.
    Task,
    /// Pairs that agree in an attribute, which is named.
    Attribute(ArcStr),
    /// One original pair with its monothematic pairs.
    Pair,
    /// All pairs, after every answer of one kind was rewritten to another.
    Rewriting,
    /// The same: by how much the figure is higher than before.
    RewritingChange,
    /// All pairs, after entailment and contradiction were swapped in gold and answers.
    Negated,
    /// The same: by how much the figure is higher than before.
    NegatedChange,
    /// All pairs, of one run of a system that has several, or of them all.
    Run,
}

impl SliceKind {
    /// The kind that is [displayed](std::fmt::Display) so.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "all" => Some(Self::All),
            "judgment" => Some(Self::Judgment),
            "category" => Some(Self::Category),
            "phenomenon" => Some(Self::Phenomenon),
            "category-by-judgment" => Some(Self::CategoryByJudgment),
            "phenomenon-by-judgment" => Some(Self::PhenomenonByJudgment),
            "task" => Some(Self::Task),
            "pair" => Some(Self::Pair),
            "rewriting" => Some(Self::Rewriting),
            "rewriting-change" => Some(Self::RewritingChange),
            "negated" => Some(Self::Negated),
            "negated-change" => Some(Self::NegatedChange),
            "run" => Some(Self::Run),
            other => other.strip_prefix("attribute:").map(|name| Self::Attribute(name.into())),
        }
    }
}

impl SliceKind {
    /// Whether pairs are counted by it; other slices are made of such counts.
    #[must_use]
    pub(crate) fn is_counted(&self) -> bool {
        matches!(
            self,
            Self::All | Self::Category | Self::Phenomenon | Self::Task | Self::Attribute(_)
        )
    }
}

impl std::fmt::Display for SliceKind {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::All => formatter.write_str("all"),
            Self::Judgment => formatter.write_str("judgment"),
            Self::Category => formatter.write_str("category"),
            Self::Phenomenon => formatter.write_str("phenomenon"),
            Self::CategoryByJudgment => formatter.write_str("category-by-judgment"),
            Self::PhenomenonByJudgment => formatter.write_str("phenomenon-by-judgment"),
            Self::Task => formatter.write_str("task"),
            Self::Attribute(name) => write!(formatter, "attribute:{name}"),
            Self::Pair => formatter.write_str("pair"),
            Self::Rewriting => formatter.write_str("rewriting"),
            Self::RewritingChange => formatter.write_str("rewriting-change"),
            Self::Negated => formatter.write_str("negated"),
            Self::NegatedChange => formatter.write_str("negated-change"),
            Self::Run => formatter.write_str("run"),
        }
    }
}

/// A slice of the data that is counted: everything, a category, a phenomenon, a task, an attribute.
/// (Judgments need no count of their own: they are the rows of every slice's table.)
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slice {
    /// By what it is cut.
    pub kind: SliceKind,
    /// The name as in the data; empty for everything.
    pub name: ArcStr,
}

/// What each slice is counted for, which is finer than [`Population`]: original pairs without
/// monothematic pairs count in accuracy and not in a Correlation Index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Counted {
    Original = 0,
    Decomposed = 1,
    Monothematic = 2,
}

impl Counted {
    pub(crate) const COUNT: u32 = 3;

    pub(crate) const ALL: [(Self, &'static str); 3] = [
        (Self::Original, "original"),
        (Self::Decomposed, "decomposed"),
        (Self::Monothematic, "monothematic"),
    ];
}

/// The slices of a dataset, and for each pair those that it belongs to.
///
/// Many pairs belong to the same set of slices. Each distinct set has a number, so that pairs can be
/// counted once, whatever the number of their slices.
#[derive(Debug)]
pub struct SlicePlan {
    slices: Vec<Slice>,
    /// For each row, where the counts of its set and its gold judgment begin.
    pub(crate) keys: Vec<u32>,
    /// The rows whose gold is a set, with the judgments besides the first.
    pub(crate) gold_sets: Vec<(usize, Vec<Judgment>)>,
    /// The sets of the numbers of (slice, counted) pairs.
    pub(crate) sets: Sets,
}

/// Whether an attribute has the reason for which a pair is excused from a check.
fn is_reason(name: &str) -> bool {
    name.strip_prefix(EXCEPTION).is_some_and(|check| check.is_empty() || check.starts_with('-'))
}

impl SlicePlan {
    /// Plans the slices of a dataset: all pairs, categories, phenomena, tasks, attributes. Parts and originals are planned
    /// beside each other where there are several threads.
    ///
    /// An original pair belongs to a phenomenon that it or one of its monothematic pairs is tagged
    /// with [CM10, section 3.2]; in a Correlation Index only the latter counts. A monothematic pair
    /// without a task or attribute of its own has its original's. Attributes that begin with [`EXCEPTION`] are reasons, and make no slices.
    #[must_use]
    pub fn new(dataset: &Dataset, threads: NonZeroUsize) -> Self {
        let mut slices = vec![Slice { kind: SliceKind::All, name: ArcStr::new() }];
        let category_base = base(&slices);
        let categories = dataset.categories().iter();
        slices.extend(
            categories.map(|category| Slice { kind: SliceKind::Category, name: category.into() }),
        );
        let phenomenon_base = base(&slices);
        slices.extend(dataset.phenomena().iter().map(|phenomenon| Slice {
            kind: SliceKind::Phenomenon,
            name: phenomenon.path().into(),
        }));
        let factors = factors(dataset, &mut slices);
        let bases = Bases { dataset, category_base, phenomenon_base, factors };
        let ((mut sets, mut numbers), (of_parts, numbers_of_parts)) =
            both(threads, || bases.sets_of_originals(), || bases.sets_of_parts());
        // No set is one of an original and one of a part.
        let before = sets.len() as u32;
        numbers.extend(numbers_of_parts.into_iter().map(|number| before + number));
        sets.append(&of_parts);
        let rows = numbers.into_iter().enumerate();
        let keys = rows.map(|(row, number)| key(number, dataset, row)).collect();
        let gold_sets = dataset.rows_with_gold_sets();
        let gold_sets = gold_sets.map(|row| (row, dataset.also_gold(row).to_vec())).collect();
        Self { slices, keys, gold_sets, sets }
    }

    /// The slices for which a row is counted as such.
    pub(crate) fn slices_of(&self, row: usize, counted: Counted) -> impl Iterator<Item = usize> {
        let of_kind = self
            .set(self.keys[row])
            .iter()
            .filter(move |cell| *cell % Counted::COUNT == counted as u32);
        of_kind.map(|cell| (cell / Counted::COUNT) as usize)
    }

    /// The set of slices whose counts begin at a key.
    pub(crate) fn set(&self, key: u32) -> &[u32] {
        self.sets.of(key as usize / JudgmentCounts::CELLS)
    }

    pub(crate) fn into_slices(self) -> Vec<Slice> {
        self.slices
    }

    /// The slices: everything first, then categories, phenomena, tasks, attributes.
    #[must_use]
    pub fn slices(&self) -> &[Slice] {
        &self.slices
    }
}

/// Where the slices of each kind begin.
struct Bases<'d> {
    dataset: &'d Dataset,
    category_base: u32,
    phenomenon_base: u32,
    factors: Vec<(&'d Factor, u32)>,
}

impl Bases<'_> {
    fn of_tags(&self, row: usize) -> impl Iterator<Item = u32> {
        let slices =
            |tag| [self.category_base + self.dataset.category_of(tag), self.phenomenon_base + tag];
        self.dataset.tags(row).iter().copied().flat_map(slices)
    }

    /// The sets of the monothematic pairs, and the number of each pair's.
    fn sets_of_parts(&self) -> (Sets, Vec<u32>) {
        let (mut numbered, mut set) = (NumberedSets::default(), Vec::new());
        let mut numbers = Vec::with_capacity(self.dataset.monothematic().len());
        for original in self.dataset.originals() {
            for row in self.dataset.monothematic_of(original) {
                set.clear();
                set.push(cell(0, Counted::Monothematic));
                set.extend(self.of_tags(row).map(|slice| cell(slice, Counted::Monothematic)));
                for (factor, base) in &self.factors {
                    let code = factor.code(row).or_else(|| factor.code(original));
                    set.extend(code.map(|code| cell(base + code, Counted::Monothematic)));
                }
                numbers.push(numbered.number(&mut set));
            }
        }
        (numbered.sets, numbers)
    }

    /// The sets of the originals, and the number of each original's.
    fn sets_of_originals(&self) -> (Sets, Vec<u32>) {
        let (dataset, mut numbered, mut set) = (self.dataset, NumberedSets::default(), Vec::new());
        // The set of an original is looked up by what it is made of, which has fewer members, and is made once.
        let (mut made_of, mut made) = (NumberedSets::default(), Vec::new());
        let number = |original: usize| {
            let parts = dataset.monothematic_of(original);
            let decomposed = !parts.is_empty();
            let codes = self.factors.iter();
            let codes = codes.filter_map(|(factor, base)| Some(base + factor.code(original)?));
            set.clear();
            set.push(cell(0, if decomposed { Counted::Decomposed } else { Counted::Original }));
            set.extend(codes.clone().map(|slice| cell(slice, Counted::Original)));
            let tag = |counted| move |tag: &u32| cell(self.phenomenon_base + tag, counted);
            set.extend(dataset.tags(original).iter().map(tag(Counted::Original)));
            for row in parts.clone() {
                set.extend(dataset.tags(row).iter().map(tag(Counted::Monothematic)));
            }
            let number = made_of.number(&mut set) as usize;
            if let Some(made) = made.get(number) {
                return *made;
            }
            set.clear();
            set.extend(self.of_tags(original).map(|slice| cell(slice, Counted::Original)));
            let own = codes.chain([0]).chain(parts.flat_map(|row| self.of_tags(row)));
            for slice in own {
                set.push(cell(slice, Counted::Original));
                set.extend(decomposed.then(|| cell(slice, Counted::Decomposed)));
            }
            made.push(numbered.number(&mut set));
            made[number]
        };
        let numbers = dataset.originals().map(number).collect();
        (numbered.sets, numbers)
    }
}

/// Adds the slices of tasks and attributes, and gives each factor with the number of its first slice.
fn factors<'d>(dataset: &'d Dataset, slices: &mut Vec<Slice>) -> Vec<(&'d Factor, u32)> {
    let mut factors: Vec<(&Factor, u32)> = Vec::new();
    let attributes = dataset.attributes().iter().filter(|factor| !is_reason(factor.name()));
    for factor in dataset.task().into_iter().chain(attributes) {
        let is_task = dataset.task().is_some_and(|task| std::ptr::eq(task, factor));
        let kind =
            if is_task { SliceKind::Task } else { SliceKind::Attribute(factor.name().into()) };
        factors.push((factor, base(slices)));
        let values = factor.values();
        slices.extend(values.map(|value| Slice { kind: kind.clone(), name: value.into() }));
    }
    factors
}

/// The gold judgment that an answer is held against: where gold is a set, the answer's own if it is
/// among them, else the first.
pub(crate) fn gold_for(dataset: &Dataset, row: usize, answer: Answer) -> Option<Judgment> {
    let gold = dataset.gold()[row]?;
    Some(among(gold, dataset.also_gold(row), answer).unwrap_or(gold))
}

/// The judgment of a set besides the first that an answer agrees with, if it does not agree with
/// the first.
pub(crate) fn among(first: Judgment, also: &[Judgment], answer: Answer) -> Option<Judgment> {
    // What is one judgment only under the two-way task is right only there.
    let judgment = answer.single(Task::TwoWay)?;
    let agrees = |gold: Judgment| {
        gold == judgment || (judgment == Judgment::NotEntailment && gold.two_way() == judgment)
    };
    if agrees(first) { None } else { also.iter().copied().find(|gold| agrees(*gold)) }
}

fn base(slices: &[Slice]) -> u32 {
    slices.len() as u32
}

/// The number of a (slice, counted) pair.
pub(crate) fn cell(slice: u32, counted: Counted) -> u32 {
    slice * Counted::COUNT + counted as u32
}

/// Distinct sets of numbers, side by side, numbered from 0.
#[derive(Debug, Default)]
pub(crate) struct Sets {
    members: Vec<u32>,
    ends: Vec<usize>,
}

impl Sets {
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    fn of(&self, number: usize) -> &[u32] {
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.members[start..self.ends[number]]
    }

    fn push(&mut self, set: &[u32]) {
        self.members.extend_from_slice(set);
        self.ends.push(self.members.len());
    }

    fn append(&mut self, others: &Self) {
        (0..others.len()).for_each(|number| self.push(others.of(number)));
    }
}

/// Sets that are found again.
#[derive(Default)]
struct NumberedSets {
    sets: Sets,
    /// The number of each set.
    numbers: NumbersByHash,
    hasher: DefaultHashBuilder,
}

impl NumberedSets {
    /// The number of a set.
    fn number(&mut self, set: &mut Vec<u32>) -> u32 {
        set.sort_unstable();
        set.dedup();
        let Self { sets, numbers, hasher } = self;
        let hash = hasher.hash_one(set.as_slice());
        let (number, is_new) = numbers.number_of(hash, |number| sets.of(number) == set.as_slice());
        if is_new {
            sets.push(set);
        }
        number as u32
    }
}

/// Where the counts of a pair begin, given the number of the set of its slices.
fn key(number: u32, dataset: &Dataset, row: usize) -> u32 {
    let gold = dataset.gold()[row];
    number * JudgmentCounts::CELLS as u32 + JudgmentCounts::row(gold) as u32
}
