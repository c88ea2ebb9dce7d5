//! Pairs to be looked at one by one: original pairs with what was derived from them, and every
//! system's answers.

mod behind;
mod question;
mod rows;

use std::collections::BTreeMap;

use phenom_dataset::{Answer, Dataset, EntailmentRule, Judgment, KeepTexts, Run, Task};
use phenom_metrics::is_right;

use crate::answers::in_a_word;

pub use behind::PairsBehind;
pub(crate) use question::{KNOWN, Level, PartsRight, Question, Wanted};
pub(crate) use rows::Rows;

/// How many pairs a page shows: more make it slow to load and to send.
const EXPLORER_PAIRS: usize = 200_000;
/// How many bytes of text are kept for a page, which holds them compressed.
const EXPLORER_TEXTS: usize = 192 << 20;
/// How many letters of one text a page shows.
const LETTERS: usize = 20_000;
/// How many letters of a reason for an answer a page shows: there is one for each system.
const LETTERS_OF_REASONS: usize = 2_000;

/// The pairs of a dataset and the answers of systems, for a reader to search.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Explorer {
    /// The names of the systems, in the order of every pair's answers.
    pub systems: Vec<String>,
    /// For each whether it reads gold: a reference, no competitor.
    pub reads_gold: Vec<bool>,
    /// For each whether the answers are those of one of several runs: its figures count more than these.
    pub several_runs: Vec<bool>,
    /// The names of the attributes, in the order of every pair's values.
    pub attributes: Vec<String>,
    /// The names of phenomena and categories that are shown in the place of those of the data.
    pub names: BTreeMap<String, String>,
    /// The original pairs.
    pub originals: Vec<ExplorerOriginal>,
    /// What the reader must know of them: how many were left out, and why.
    pub notes: Vec<String>,
}

impl Explorer {
    /// The texts that a dataset must keep for a page.
    pub const TEXTS: KeepTexts = KeepTexts::UpTo { pairs: EXPLORER_PAIRS, bytes: EXPLORER_TEXTS };

    /// The pairs of a dataset and the answers of the first run of each system, to be judged as a task
    /// has it.
    ///
    /// # Errors
    /// A sentence that says why where there are too many pairs for a page.
    pub fn new(dataset: &Dataset, runs: &[&Run], task: Task) -> Result<Self, String> {
        if dataset.len() > EXPLORER_PAIRS {
            return Err(format!(
                "The pairs themselves are not shown here: there are {}, and a page holds at most \
                 {EXPLORER_PAIRS}.",
                dataset.len()
            ));
        }
        let mut notes = Vec::new();
        if !dataset.is_empty() && dataset.texts(0).is_none() {
            notes.push(format!(
                "The texts of the pairs are not shown: they are longer than the {} MB that are kept for a page.",
                EXPLORER_TEXTS >> 20
            ));
        }
        let (mut cut, mut cut_reasons) = (0, 0);
        let mut text = |text: &str| shortened(text, LETTERS, &mut cut);
        let mut pair = |row: usize, original: usize| {
            let (t, h) = dataset.texts(row).unwrap_or_default();
            let mut reason = |text: &str| shortened(text, LETTERS_OF_REASONS, &mut cut_reasons);
            let answer = |run: &&Run| ExplorerAnswer {
                answer: match run.answer(row) {
                    Answer::Abstained => "no answer",
                    answer => in_a_word(answer, task),
                },
                right: is_right(dataset, row, run, task),
                confidence: run.scores().and_then(|scores| scores.value(row)),
                justification: run.justification(row).map(&mut reason).unwrap_or_default(),
            };
            let tags = dataset.tags(row).iter();
            let attribute = |attribute: &phenom_dataset::Factor| {
                let value = attribute.value(row).or_else(|| attribute.value(original));
                value.map(str::to_owned)
            };
            ExplorerPair {
                id: dataset.id(row).to_owned(),
                text: text(t),
                hypothesis: text(h),
                gold: dataset.gold()[row]
                    .filter(|_| task != Task::Outcome)
                    .map_or("", Judgment::name),
                phenomena: tags
                    .filter_map(|tag| dataset.phenomena().get(*tag as usize))
                    .map(|phenomenon| phenomenon.path().to_owned())
                    .collect(),
                rule: dataset.rule(row).map(rule).unwrap_or_default(),
                attributes: dataset.attributes().iter().map(attribute).collect(),
                annotations: dataset
                    .annotations(row)
                    .map(|(who, judgment)| (who.to_owned(), judgment.name()))
                    .collect(),
                answers: runs.iter().map(answer).collect(),
            }
        };
        let originals = dataset
            .originals()
            .map(|original| ExplorerOriginal {
                pair: pair(original, original),
                parts: dataset.monothematic_of(original).map(|row| pair(row, original)).collect(),
            })
            .collect();
        notes.extend(notes_on_cuts(cut, cut_reasons));
        let attributes = dataset.attributes().iter().map(|attribute| attribute.name().to_owned());
        Ok(Self {
            systems: runs.iter().map(|run| run.system().to_owned()).collect(),
            reads_gold: vec![false; runs.len()],
            several_runs: vec![false; runs.len()],
            attributes: attributes.collect(),
            names: BTreeMap::new(),
            originals,
            notes,
        })
    }

    /// Whether any pair has a gold label.
    #[must_use]
    pub fn has_gold(&self) -> bool {
        let mut pairs = self
            .originals
            .iter()
            .flat_map(|original| original.parts.iter().chain([&original.pair]));
        pairs.any(|pair| !pair.gold.is_empty())
    }

    /// Whether any original has parts.
    #[must_use]
    pub fn is_decomposed(&self) -> bool {
        self.originals.iter().any(|original| !original.parts.is_empty())
    }
}

/// What the reader must know of texts and of justifications that were cut.
fn notes_on_cuts(cut: usize, cut_reasons: usize) -> Vec<String> {
    let mut notes = Vec::new();
    if cut > 0 {
        notes.push(format!("{cut} texts are longer than {LETTERS} letters, and cut there."));
    }
    if cut_reasons > 0 {
        let are = match cut_reasons {
            1 => "1 justification of an answer is".to_owned(),
            many => format!("{many} justifications of answers are"),
        };
        notes.push(format!("{are} longer than {LETTERS_OF_REASONS} letters, and cut there."));
    }
    notes
}

/// The beginning of a text, and one more that is cut where it is longer.
pub(crate) fn shortened(text: &str, letters: usize, cut: &mut usize) -> String {
    match text.char_indices().nth(letters) {
        Some((end, _)) => {
            *cut += 1;
            format!("{} …", &text[..end])
        }
        None => text.to_owned(),
    }
}

/// A rule in words: `x => y; where synonymy(x, y); left: the part; right: the other`.
fn rule(rule: &EntailmentRule) -> String {
    let said = [
        ("", &rule.pattern),
        ("where ", &rule.constraint),
        ("left: ", &rule.left_hand_side),
        ("right: ", &rule.right_hand_side),
    ];
    let parts = said.iter().filter_map(|(what, text)| Some(format!("{what}{}", text.as_ref()?)));
    parts.collect::<Vec<_>>().join("; ")
}

/// An original pair with its monothematic pairs.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ExplorerOriginal {
    /// The original itself.
    pub pair: ExplorerPair,
    /// The monothematic pairs that were derived from it.
    pub parts: Vec<ExplorerPair>,
}

/// One pair.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ExplorerPair {
    /// Its id, unique among all pairs.
    pub id: String,
    /// The text, T; empty where the dataset has none.
    pub text: String,
    /// The hypothesis, H; empty where the dataset has none.
    pub hypothesis: String,
    /// The gold judgment; empty for none.
    pub gold: &'static str,
    /// Its phenomena, as paths in the data (`lexical:synonymy`).
    pub phenomena: Vec<String>,
    /// The entailment rule in words; empty for none.
    pub rule: String,
    /// One value an attribute; that of its original where it has none of its own.
    pub attributes: Vec<Option<String>>,
    /// What annotators said of it.
    pub annotations: Vec<(String, &'static str)>,
    /// One answer a system.
    pub answers: Vec<ExplorerAnswer>,
}

/// What a system says of a pair.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ExplorerAnswer {
    /// The answer in a word: a judgment, `no answer`, `missing`.
    pub answer: &'static str,
    /// Whether it counts as right; nothing where it is not counted (no gold, or skipped).
    pub right: Option<bool>,
    /// How sure the system is, in the unit of its run; nothing where it does not say.
    pub confidence: Option<f64>,
    /// Why it answers so, in its own words; empty where it does not say.
    pub justification: String,
}
