//! The pairs that are decomposed.

use std::collections::{BTreeMap, HashMap};

use phenom_dataset::{Dataset, Judgment, Task};

use crate::event::{Check, wording};
use crate::rule::Rule;

/// The tag of a part without a rule: nothing in T bears on what it says.
pub const UNSUPPORTED: &str = "unsupported:statement";

/// An original pair.
#[derive(Debug, Clone, PartialEq)]
pub struct Original {
    /// The id of the pair in the dataset.
    pub id: String,
    /// What it belongs to with others that it is not independent of.
    pub cluster: Option<String>,
    /// T.
    pub text: String,
    /// H.
    pub hypothesis: String,
    /// The dataset's judgment.
    pub gold: Option<Judgment>,
    /// Why it is kept although a check fails: its attributes `exception` and `exception-chain`.
    pub exceptions: BTreeMap<Check, String>,
    /// Its attribute `topic`.
    pub topic: Option<String>,
    /// The [`wording`] of both texts.
    pub wording: String,
    /// Its parts, where the dataset has them.
    pub given: Vec<Given>,
}

/// A part that the dataset has already.
#[derive(Debug, Clone, PartialEq)]
pub struct Given {
    /// The id of the monothematic pair in the dataset.
    pub id: String,
    /// The text of the monothematic pair, T.
    pub text: String,
    /// The hypothesis of the monothematic pair, H.
    pub hypothesis: String,
    /// The dataset's judgment.
    pub gold: Option<Judgment>,
    /// Its weight in the dataset, 1 if the dataset has none.
    pub weight: f64,
    /// The paths of its phenomena.
    pub phenomena: Vec<String>,
    /// Its rule, where it has both sides; of an unsupported part, the words of H are the right-hand side.
    pub rule: Option<Rule>,
    /// The [`wording`] of both texts.
    pub wording: String,
}

/// Which pair of an original it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Which {
    /// The original.
    Whole,
    /// A part that an annotator has made, by its place.
    Part(usize),
    /// A part that the dataset has, by its place.
    Given(usize),
}

/// A pair on which people differ, and which nobody has settled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unsettled {
    /// The id of the pair.
    pub pair: String,
    /// What each says: `ann: entailment, bo: unknown`.
    pub said: String,
}

/// The originals of a dataset, in its order.
#[derive(Debug, Clone)]
pub struct Originals {
    /// The name of the dataset's file.
    pub name: String,
    /// The SHA-256 of that file, in hexadecimal digits.
    pub sha256: String,
    /// Which judgments are told apart.
    pub task: Task,
    /// Whether people label the pairs without decomposing them.
    pub label_only: bool,
    /// The pairs on which people differ, if the dataset comes from the work of annotators.
    pub unsettled: Vec<Unsettled>,
    pairs: Vec<Original>,
    places: HashMap<String, Place>,
}

/// Where a pair of the dataset stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// An original, by its number.
    Original(usize),
    /// A given part: the number of its original, and its own within it.
    Given(usize, usize),
}

impl Given {
    /// Whether nothing in T bears on what it says.
    #[must_use]
    pub fn is_unsupported(&self) -> bool {
        is_unsupported(&self.phenomena)
    }
}

fn is_unsupported(phenomena: &[String]) -> bool {
    phenomena.iter().any(|phenomenon| phenomenon == UNSUPPORTED)
}

impl Original {
    /// The place of the given part whose result another one changes: its text is not T but a hypothesis.
    #[must_use]
    pub fn base(&self, part: &Given) -> Option<usize> {
        if part.text == self.text {
            return None;
        }
        self.given.iter().position(|other| other.id != part.id && other.hypothesis == part.text)
    }
}

impl Originals {
    /// The originals of a dataset that holds its texts; nothing where one has no text or no hypothesis, which is
    /// named.
    ///
    /// # Errors
    /// The id of the first original without both texts.
    pub fn new(dataset: &Dataset, name: String, sha256: String) -> Result<Self, String> {
        let mut pairs = Vec::with_capacity(dataset.originals().len());
        let mut places = HashMap::new();
        for row in dataset.originals() {
            let id = dataset.id(row).to_owned();
            let texts = dataset.texts(row).filter(|(text, hypothesis)| {
                !text.trim().is_empty() && !hypothesis.trim().is_empty()
            });
            let Some((text, hypothesis)) = texts else { return Err(id) };
            let given: Vec<Given> =
                dataset.monothematic_of(row).map(|part| given(dataset, part)).collect();
            let at = pairs.len();
            places.insert(id.clone(), Place::Original(at));
            for (number, part) in given.iter().enumerate() {
                places.insert(part.id.clone(), Place::Given(at, number));
            }
            pairs.push(Original {
                cluster: dataset.declared_cluster(row).map(str::to_owned),
                text: text.to_owned(),
                hypothesis: hypothesis.to_owned(),
                gold: dataset.gold()[row],
                exceptions: [Check::Composition, Check::Chain]
                    .into_iter()
                    .filter_map(|check| Some((check, attribute(dataset, row, check.attribute())?)))
                    .collect(),
                topic: attribute(dataset, row, "topic"),
                wording: wording(text, hypothesis),
                given,
                id,
            });
        }
        let task = Task::of_gold(dataset.gold());
        let has_gold = dataset.gold().iter().any(Option::is_some);
        let task = if has_gold { task } else { Task::ThreeWay };
        let unsettled = dataset
            .unsettled()
            .iter()
            .map(|(pair, said)| Unsettled { pair: pair.clone(), said: said.clone() });
        let unsettled = unsettled.collect();
        Ok(Self { name, sha256, task, label_only: false, unsettled, pairs, places })
    }

    /// The judgments that annotators choose from, in the order in which they are shown.
    #[must_use]
    pub fn judgments(&self) -> &'static [Judgment] {
        match self.task {
            Task::TwoWay | Task::Outcome => &[Judgment::Entailment, Judgment::NotEntailment],
            Task::ThreeWay => &[Judgment::Entailment, Judgment::Contradiction, Judgment::Unknown],
        }
    }

    /// All originals.
    #[must_use]
    pub fn all(&self) -> &[Original] {
        &self.pairs
    }

    /// An original by its id.
    #[must_use]
    pub fn original(&self, id: &str) -> Option<&Original> {
        match self.place(id)? {
            Place::Original(at) => self.pairs.get(at),
            Place::Given(..) => None,
        }
    }

    /// Where a pair with this id stands.
    #[must_use]
    pub fn place(&self, id: &str) -> Option<Place> {
        self.places.get(id).copied()
    }
}

fn attribute(dataset: &Dataset, row: usize, name: &str) -> Option<String> {
    let attribute = dataset.attributes().iter().find(|attribute| attribute.name() == name)?;
    attribute.value(row).map(str::to_owned)
}

fn given(dataset: &Dataset, row: usize) -> Given {
    let (text, hypothesis) = dataset.texts(row).unwrap_or_default();
    let tags = dataset.tags(row).iter();
    let phenomena: Vec<String> =
        tags.map(|&tag| dataset.phenomena()[tag as usize].path().to_owned()).collect();
    let rule = dataset.rule(row).and_then(|rule| {
        let left = match is_unsupported(&phenomena) {
            true => String::new(),
            false => rule.left_hand_side.clone()?,
        };
        Some(Rule {
            pattern: rule.pattern.clone().unwrap_or_default(),
            constraint: rule.constraint.clone().unwrap_or_default(),
            left_hand_side: left,
            right_hand_side: rule.right_hand_side.clone()?,
            at: rule.at.clone(),
        })
    });
    Given {
        id: dataset.id(row).to_owned(),
        text: text.to_owned(),
        hypothesis: hypothesis.to_owned(),
        gold: dataset.gold()[row],
        weight: dataset.weight(row),
        phenomena,
        rule,
        wording: wording(text, hypothesis),
    }
}
