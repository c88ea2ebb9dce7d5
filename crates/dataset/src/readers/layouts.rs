//! How files are to be read: their formats, and which column holds what.

use serde::Deserialize;

use super::derived::DerivedAttributes;
use super::gold_bounds::GoldBounds;
use super::id_rewriting::IdRewriting;
use super::phenomena::PhenomenonColumns;
use super::repeated::{Again, Blank, Extra, Repeated};
use super::subset::Subset;
use crate::tables::{CellKind, ColumnRequest, TableFormat, TableOptions};
use crate::{Judgment, LabelScheme, OutcomeThreshold, RankingKind};

/// What stands between the phenomena of a pair in flat rows that name no other separator.
pub(crate) const TAG_SEPARATOR: &str = ";";

/// The formats of pairs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PairFormat {
    /// One original pair a line with its monothematic pairs in it; the format that we recommend.
    PhenomJsonl,
    /// The XML of the RTE challenges.
    RteXml,
    /// Rows with named columns.
    Table(TableFormat),
}

/// How a file of pairs is to be read.
#[derive(Debug, Clone)]
pub struct PairSource {
    /// Whether the pairs are JSON lines, XML of RTE or rows of a table.
    pub format: PairFormat,
    /// What its labels mean.
    pub labels: LabelScheme,
    /// How a table is written down; for [`PairFormat::Table`] only, as what follows.
    pub options: TableOptions,
    /// The columns to read.
    pub columns: PairColumns,
    /// Where phenomena stand besides the columns for them.
    pub phenomena: PhenomenonColumns,
    /// What a gold that is a set of judgments means.
    pub gold_sets: GoldSets,
    /// Lists of parts in the rows of JSON.
    pub parts: Option<Box<PartSource>>,
}

impl PairSource {
    /// A source with nothing special about it.
    #[must_use]
    pub fn new(format: PairFormat, labels: LabelScheme) -> Self {
        Self {
            format,
            labels,
            options: TableOptions::default(),
            columns: PairColumns::default(),
            phenomena: PhenomenonColumns::default(),
            gold_sets: GoldSets::default(),
            parts: None,
        }
    }
}

/// How a file of tags is to be read.
#[derive(Debug, Clone)]
pub struct TagSource {
    /// What the rows are written in: CSV, JSON, Parquet or another format of tables.
    pub format: TableFormat,
    /// How it is written down.
    pub options: TableOptions,
    /// The columns to read.
    pub columns: TagColumns,
}

/// How a file of annotations is to be read.
#[derive(Debug, Clone)]
pub struct AnnotationSource {
    /// What the rows are written in: CSV, JSON, Parquet or another format of tables.
    pub format: TableFormat,
    /// How it is written down.
    pub options: TableOptions,
    /// What its labels mean.
    pub labels: LabelScheme,
    /// The columns to read.
    pub columns: AnnotationColumns,
}

/// How a file of judges' scores of justifications is to be read.
#[derive(Debug, Clone)]
pub struct JustificationSource {
    /// What the rows are written in: CSV, JSON, Parquet or another format of tables.
    pub format: TableFormat,
    /// How it is written down.
    pub options: TableOptions,
    /// The columns to read.
    pub columns: JustificationColumns,
}

/// How a file of answers is to be read.
#[derive(Debug, Clone)]
pub struct PredictionSource {
    /// What the rows are written in: CSV, JSON, Parquet or another format of tables.
    pub format: TableFormat,
    /// How it is written down.
    pub options: TableOptions,
    /// What its labels mean.
    pub labels: LabelScheme,
    /// The columns to read.
    pub columns: PredictionColumns,
}

/// Which column holds what. A column that is not named here is looked for under the name of what
/// it holds (`id`, `origin`, `text`, ...), and may be absent unless it is `id` or `gold`; with
/// [`only_named`](Self::only_named) it is not looked for, and `gold` may be unnamed too.
///
/// Where a column is named, `@row` stands for the number of the row in its file, from 1, and `@file`
/// for the name of the file without its ending.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PairColumns {
    /// Whether nothing is read that is not named here.
    pub only_named: bool,
    /// How to rewrite ids, including those of originals.
    pub ids: IdRewriting,
    /// The rows that are read; the pairs of others are left out, with their monothematic pairs.
    pub keep: Subset,
    /// Attributes that stand within a cell or the name of the file.
    pub derived: DerivedAttributes,
    /// The judgments that numbers in the column of gold stand for.
    pub gold_bounds: Option<GoldBounds>,
    /// What a second row of a pair means.
    pub repeated: Repeated,
    /// The id of the pair; several columns are joined by a colon.
    pub id: Vec<String>,
    /// The id of the original of a monothematic pair; empty for an original.
    pub origin: Option<String>,
    /// The origin is what stands before the last of these in its column; a row without one is an
    /// original.
    pub origin_before: Option<String>,
    /// What the original is called whose part a row is, where originals have no rows of their own; several columns are
    /// joined by a colon. A row without an id has its original's with its number.
    pub whole: Vec<String>,
    /// The cluster that an original belongs to, for itself where it is empty: a document, a topic, the
    /// text of a family of originals. A monothematic pair is in that of its original.
    pub cluster: Option<String>,
    /// The text; several columns are joined by a blank.
    pub text: Vec<String>,
    /// The column of the hypothesis; `None` if it has no column.
    pub hypothesis: Option<String>,
    /// The gold judgment.
    pub gold: Option<String>,
    /// What stands between the judgments of a gold that is a set; a JSON list needs none.
    pub gold_separator: Option<String>,
    /// What several annotators said, each in a column.
    pub annotators: Vec<String>,
    /// What the annotators said, in a list; they are called 1, 2, 3, ...
    pub annotator_labels: Option<String>,
    /// How many annotators without a name gave a judgment, each with the column that holds the
    /// count: what crowds said, as `label_counter.e` of ChaosNLI. In NDJSON a row may lack a column,
    /// for 0; a row without any of them was judged by nobody.
    pub annotator_counts: Vec<(Judgment, String)>,
    /// The columns with the labels of judges, each with the judge's name.
    pub judges: Vec<(String, String)>,
    /// The probability with which people were to read the pair.
    pub probability: Option<String>,
    /// The weight of the pair.
    pub weight: Option<String>,
    /// The phenomenon: a name beside a column for its category, or else a path `CATEGORY:NAME`.
    pub phenomenon: Option<String>,
    /// The category of the phenomenon.
    pub category: Option<String>,
    /// The task of RTE.
    pub task: Option<String>,
    /// Further columns to be read as attributes of the pairs: the attribute's name and the column.
    pub attributes: Vec<(String, String)>,
    /// Of parts that a system made, what is [said of them](crate::SAID_OF_PARTS): the name of the attribute and the column,
    /// whose cells may be lists.
    pub said: Vec<(&'static str, String)>,
}

/// What a gold that is a set of judgments means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GoldSets {
    /// It is refused, where nothing is said of it.
    #[default]
    #[serde(skip)]
    Refuse,
    /// Each of them is right.
    Any,
    /// The pair has no gold.
    Exclude,
}

/// The parts of each row of a file, which are monothematic pairs of the original that the row is.
#[derive(Debug, Clone)]
pub struct PartSource {
    /// The path of the list of parts in a row.
    pub list: String,
    /// How a member of the list is read. A column is a key of the member, `.` the member itself, `^NAME` a
    /// key of the row, and `NAME[*]` the member of the same number in another list of the row. Without an
    /// id of its own, a part has its original's with its number; without a text, its original's.
    pub source: PairSource,
    /// What a row without parts is.
    pub without: WithoutParts,
}

/// What a row is whose list of parts is empty or absent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WithoutParts {
    /// An original that is not decomposed.
    #[default]
    Keep,
    /// No pair.
    Skip,
}

/// Which column of a tag file holds what.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TagColumns {
    /// The id of the pair.
    pub id: Vec<String>,
    /// The tag or tags; `phenomenon` where no column is named.
    pub phenomenon: Option<String>,
    /// The category of the tag, where it has a column of its own.
    pub category: Option<String>,
    /// Whether nothing is read that is not named here.
    pub only_named: bool,
    /// How to rewrite ids.
    pub ids: IdRewriting,
    /// What a tag means whose pair the dataset does not have.
    pub extra: Extra,
}

/// Which column of a file of annotations holds what. A column that is not named is looked for under
/// the name of what it holds.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AnnotationColumns {
    /// The id of the pair; several columns are joined by a colon.
    pub id: Vec<String>,
    /// The name of the annotator.
    pub annotator: Option<String>,
    /// The label; an empty one, or one that means none, is a gap.
    pub label: Option<String>,
    /// Who gave the labels.
    pub labelled_by: LabelledBy,
    /// How to rewrite ids.
    pub ids: IdRewriting,
    /// What an annotation means whose pair the dataset does not have.
    pub extra: Extra,
    /// What a second judgment of a pair by the same annotator means.
    pub again: Again,
}

/// Who gave the labels of a file of annotations.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum LabelledBy {
    /// The annotators whom the column [`AnnotationColumns::annotator`] names, each in its rows.
    #[default]
    EachRow,
    /// One annotator, who has this name.
    One(String),
    /// People, whose labels are the gold labels of the pairs. They are read only if the builder
    /// [expects them](crate::DatasetBuilder::expect_people_in_files). A column may have the probabilities with which they
    /// were to read the pairs, also of pairs without a label. A column [`CHOOSE_FROM`](crate::CHOOSE_FROM), if there is one,
    /// marks the pairs that were drawn for them.
    People(Option<String>),
}

/// Which column of a file of scores holds what. A column that is not named is looked for under the
/// name of what it holds.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct JustificationColumns {
    /// The run that gave the justification.
    pub run: Option<String>,
    /// The id of the pair.
    pub pair: Option<String>,
    /// The name of the judge.
    pub judge: Option<String>,
    /// How understandable the justification is.
    pub understandability: Option<String>,
    /// How compelling the justification is; empty if the judge did not assign a correctness.
    pub correctness: Option<String>,
}

/// Which column holds what. A column that is not named here is looked for under the name of what
/// it holds; only `id` and what the answer is made from must be there. With
/// [`only_named`](Self::only_named) a `confidence` and a `justification` that are not named are not looked for.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PredictionColumns {
    /// Whether nothing is read that is not named here.
    pub only_named: bool,
    /// How to rewrite ids.
    pub ids: IdRewriting,
    /// The rows that are read.
    pub keep: Subset,
    /// The judgment that an abstention counts as; nothing where it is none.
    pub abstained: Option<Judgment>,
    /// What an empty label means.
    pub blank: Blank,
    /// What an answer means whose pair the dataset does not have.
    pub extra: Extra,
    /// What a second answer to a pair means.
    pub again: Again,
    /// The id of the pair; several columns are joined by a colon, `@row` and `@file` are known. `@pair` alone: the rows
    /// answer the pairs one after the other, as they were read.
    pub id: Vec<String>,
    /// Where the answer stands, or from what it is made.
    pub answer: AnswerColumns,
    /// What stands between the labels of an answer that is a set; a list in the cell needs none.
    pub label_separator: Option<String>,
    /// By what the run ranks its pairs, where not by what the answers are made from.
    pub ranking: RankingColumn,
    /// The gold judgment, if it stands beside the answers: it is compared with the dataset's.
    pub gold: Option<String>,
    /// Why the system answers so, in its own words.
    pub justification: Option<String>,
}

/// By what a run ranks its pairs.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum RankingColumn {
    /// By what the answers are made from: their probabilities, or a score of which the positive
    /// answer is *entailment*. For labels, by the column `confidence`, if there is one.
    #[default]
    OfAnswer,
    /// By how sure the system is of its answer.
    Confidence(String),
    /// By how far it takes the pair for entailed.
    EntailmentScore(String),
    /// By an explicit rank.
    Rank(RankingKind, String),
    /// By the order of the rows.
    Order(RankingKind),
}

/// Where a system's answer stands, or from what it is made.
#[derive(Debug, Clone, PartialEq)]
pub enum AnswerColumns {
    /// A label or several; `label` where no column is named. An empty one is an abstention, unless the labels give it
    /// another meaning.
    Label(Option<String>),
    /// A score: the positive judgment at or above a threshold, else the negative one. An empty
    /// score is no answer.
    Score {
        /// The column of the score.
        column: String,
        /// The least score of a positive answer on an original pair.
        threshold: f64,
        /// The least score of a positive answer on a monothematic pair.
        monothematic_threshold: f64,
        /// The judgment at or above the threshold.
        positive: Judgment,
        /// The judgment below it.
        negative: Judgment,
        /// Whether a score at the threshold itself is negative.
        above: bool,
    },
    /// A number for each judgment: the highest is the answer.
    Highest {
        /// The columns with their judgments.
        columns: Vec<(Judgment, String)>,
        /// Whether the numbers are probabilities, which sum to 1; log-likelihoods need not.
        probabilities: bool,
    },
    /// A list with a number for each judgment: the highest is the answer.
    HighestOfList {
        /// The column of the list.
        column: String,
        /// The labels in the order of the list.
        order: Vec<Judgment>,
        /// Whether the numbers are probabilities, as above.
        probabilities: bool,
    },
    /// How far the prediction is right, of a pair without a gold label. An empty cell is no prediction.
    Outcome {
        /// The column; `outcome` if none is named.
        column: Option<String>,
        /// Who gives the outcome, as messages call the column: `outcome`, or with judged outcomes `people` or `judges`.
        role: &'static str,
        /// From which score on it is right; `None`: the score counts.
        threshold: Option<OutcomeThreshold>,
    },
}

impl AnswerColumns {
    /// The judgments that have a number each, in the order of the numbers.
    pub(super) fn judgments(&self) -> Vec<Judgment> {
        match self {
            Self::Label(_) | Self::Score { .. } | Self::Outcome { .. } => Vec::new(),
            Self::Highest { columns, .. } => {
                columns.iter().map(|(judgment, _)| *judgment).collect()
            }
            Self::HighestOfList { order, .. } => order.clone(),
        }
    }
}

impl Default for AnswerColumns {
    fn default() -> Self {
        Self::Label(None)
    }
}

/// Asks for a column that must be there, under its own name where no other is given, and returns
/// the number of the request.
pub(crate) fn required(
    name: Option<&str>,
    role: &'static str,
    requests: &mut Vec<ColumnRequest>,
) -> usize {
    let (name, kind) = (name.unwrap_or(role).to_owned(), CellKind::Text);
    requests.push(ColumnRequest { name, role, required: true, kind });
    requests.len() - 1
}
