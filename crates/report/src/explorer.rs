//! Pairs to be looked at one by one: original pairs with what was derived from them, and every
//! system's answers.

use phenom_dataset::{Answer, Dataset, EntailmentRule, KeepTexts, Run, Task};
use phenom_metrics::is_right;

/// How many pairs a page shows: more make it slow to load and to send.
const EXPLORER_PAIRS: usize = 20_000;
/// How many bytes of text a page shows.
const EXPLORER_TEXTS: usize = 16 << 20;
/// How many letters of one text a page shows.
const LETTERS: usize = 20_000;

/// The pairs of a dataset and the answers of systems, for a reader to search.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Explorer {
    /// The names of the systems, in the order of every pair's answers.
    pub systems: Vec<String>,
    /// The original pairs.
    pub originals: Vec<ExplorerOriginal>,
    /// What the reader must know of them: how many were left out, and why.
    pub notes: Vec<String>,
}

impl Explorer {
    /// The texts that a dataset must keep for a page.
    pub const TEXTS: KeepTexts =
        KeepTexts::UpTo { pairs: EXPLORER_PAIRS, bytes: 4 * EXPLORER_TEXTS };

    /// The pairs of a dataset and the answers of the first run of each system, to be judged as a task
    /// has it.
    ///
    /// # Errors
    /// A sentence that says why where there are too many pairs or too much text for a page.
    pub fn new(dataset: &Dataset, runs: &[&Run], task: Task) -> Result<Self, String> {
        if dataset.len() > EXPLORER_PAIRS {
            return Err(format!(
                "The pairs themselves are not shown here: there are {}, and a page holds at most \
                 {EXPLORER_PAIRS}.",
                dataset.len()
            ));
        }
        if !dataset.is_empty() && dataset.texts(0).is_none() {
            return Err(too_long());
        }
        let mut cut = 0;
        let mut size = 0;
        let mut text = |text: &str| {
            let shown: String = text.chars().take(LETTERS).collect();
            if shown.len() < text.len() {
                cut += 1;
            }
            size += shown.len();
            shown
        };
        let mut pair = |row: usize| {
            let (t, h) = dataset.texts(row).unwrap_or_default();
            let answer = |run: &&Run| {
                let answer = run.answer(row);
                ExplorerAnswer {
                    answer: match answer {
                        Answer::Judged(judgment) => judgment.name(),
                        Answer::Several(several) => several.name(),
                        Answer::Abstained => "no answer",
                        Answer::Missing => "missing",
                    }
                    .to_owned(),
                    right: is_right(dataset, row, run, task),
                }
            };
            let tags = dataset.tags(row).iter();
            ExplorerPair {
                id: dataset.id(row).to_owned(),
                text: text(t),
                hypothesis: text(h),
                gold: dataset.gold()[row]
                    .map(|judgment| judgment.name().to_owned())
                    .unwrap_or_default(),
                phenomena: tags
                    .filter_map(|tag| dataset.phenomena().get(*tag as usize))
                    .map(|phenomenon| phenomenon.path().to_owned())
                    .collect(),
                rule: dataset.rule(row).map(rule).unwrap_or_default(),
                answers: runs.iter().map(answer).collect(),
            }
        };
        let originals = dataset
            .originals()
            .map(|original| ExplorerOriginal {
                pair: pair(original),
                parts: dataset.monothematic_of(original).map(&mut pair).collect(),
            })
            .collect();
        if size > EXPLORER_TEXTS {
            return Err(too_long());
        }
        let notes = if cut == 0 {
            Vec::new()
        } else {
            vec![format!("{cut} texts are longer than {LETTERS} letters, and cut there.")]
        };
        let systems = runs.iter().map(|run| run.system().to_owned()).collect();
        Ok(Self { systems, originals, notes })
    }
}

fn too_long() -> String {
    format!(
        "The pairs themselves are not shown here: their texts are longer than the {} MB that a page \
         holds.",
        EXPLORER_TEXTS >> 20
    )
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
    pub gold: String,
    /// Its phenomena, as paths (`lexical:synonymy`).
    pub phenomena: Vec<String>,
    /// The entailment rule in words; empty for none.
    pub rule: String,
    /// One answer a system.
    pub answers: Vec<ExplorerAnswer>,
}

/// What a system says of a pair.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ExplorerAnswer {
    /// The answer in a word: a judgment, `no answer`, `missing`.
    pub answer: String,
    /// Whether it counts as right; nothing where it is not counted (no gold, or skipped).
    pub right: Option<bool>,
}
