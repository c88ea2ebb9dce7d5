//! Who says what of a pair, and whether people differ on it.

use phenom_dataset::Judgment;

use crate::index::{Item, Which};
use crate::originals::{Original, Originals};
use crate::rule::Rule;
use crate::session::Session;
use crate::work::{Settled, Work};

/// Whom the dataset's own label is an opinion of. No annotator has this name.
pub const DATASET: &str = "dataset";

/// What somebody says of a pair.
#[derive(Debug, Clone, Copy)]
pub struct Opinion<'a> {
    /// The name of the annotator, or [`DATASET`].
    pub who: &'a str,
    /// `author`, `earlier author`, `second author`, `dataset` or `reader`.
    pub role: &'static str,
    /// The judgment; nothing if it could not be judged.
    pub judgment: Option<Judgment>,
    pub(crate) confidence: Option<u8>,
    pub(crate) comment: &'a str,
    pub(crate) rule: Option<&'a Rule>,
}

impl<'a> Opinion<'a> {
    fn first(who: &'a str, role: &'static str, judgment: Judgment, rule: Option<&'a Rule>) -> Self {
        Self { who, role, judgment: Some(judgment), confidence: None, comment: "", rule }
    }
}

/// Where a pair stands.
#[derive(Debug, Clone, Copy)]
pub enum Standing<'a> {
    /// Nobody has said anything of it that is a label.
    Silent,
    /// All say the same.
    Agreed(Judgment),
    /// People differ, and it is settled.
    Settled(&'a Settled),
    /// People differ, it is not settled, and more than half say this.
    Majority(Judgment),
    /// People differ, and it is not settled.
    Open,
}

/// What authors, dataset and readers say of a pair in its present wording.
pub(crate) fn opinions<'a>(
    work: &'a Work,
    original: &'a Original,
    which: Which,
    (id, wording): (&'a str, &'a str),
) -> Vec<Opinion<'a>> {
    let mut said = Vec::new();
    match which {
        Which::Given(part) => {
            let part = &original.given[part];
            said.extend(
                part.gold.map(|gold| Opinion::first(DATASET, "dataset", gold, part.rule.as_ref())),
            );
        }
        Which::Whole => {
            if original.given.is_empty() {
                said.extend(of_authors(work, original, |found| Some((found.whole?, None))));
            }
            said.extend(original.gold.map(|gold| Opinion::first(DATASET, "dataset", gold, None)));
        }
        Which::Part(_) => {
            let of_part = of_authors(work, original, |found| {
                let part = found.part(id).filter(|part| part.wording == wording)?;
                Some((part.judgment, Some(&part.rule)))
            });
            said.extend(of_part);
        }
    }
    let readers: Vec<Opinion<'a>> = work
        .readings(id, wording)
        .filter(|(name, _)| said.iter().all(|opinion| opinion.who != *name))
        .map(|(who, reading)| Opinion {
            who,
            role: "reader",
            judgment: reading.judgment,
            confidence: reading.confidence,
            comment: &reading.comment,
            rule: None,
        })
        .collect();
    said.extend(readers);
    said
}

fn of_authors<'a>(
    work: &'a Work,
    original: &'a Original,
    judged: impl Fn(&'a crate::work::Decomposition) -> Option<(Judgment, Option<&'a Rule>)>,
) -> Vec<Opinion<'a>> {
    let id = &original.id;
    let author = work.decomposition(id).map(|(name, found)| (name, "author", found));
    let others = work.other_decompositions(id).map(|(name, found)| {
        let taken = work.is_taken_from(id, name);
        (name, if taken { "earlier author" } else { "second author" }, found)
    });
    let all = author.into_iter().chain(others);
    all.filter_map(|(name, role, found)| {
        let (judgment, rule) = judged(found)?;
        Some(Opinion::first(name, role, judgment, rule))
    })
    .collect()
}

/// Where a pair stands, by what is said of it.
pub(crate) fn standing<'a>(
    work: &'a Work,
    (id, wording): (&str, &str),
    opinions: &[Opinion<'_>],
) -> Standing<'a> {
    let settled = work.settled(id, wording).filter(|settled| {
        let others = work.settlements(id, wording).filter(|other| other.by != settled.by);
        holds(settled, opinions, others)
    });
    if let Some(settled) = settled {
        return Standing::Settled(settled);
    }
    let differ = opinions.windows(2).any(|two| two[0].judgment != two[1].judgment);
    match opinions.first() {
        None => Standing::Silent,
        Some(first) if !differ => first.judgment.map_or(Standing::Silent, Standing::Agreed),
        Some(_) => {
            let number = |judgment: &Judgment| {
                opinions.iter().filter(|opinion| opinion.judgment == Some(*judgment)).count()
            };
            let most =
                Judgment::ALL.into_iter().find(|judgment| 2 * number(judgment) > opinions.len());
            most.map_or(Standing::Open, Standing::Majority)
        }
    }
}

/// Whether a settlement knew all that is said now: an opinion that came later and differs opens it again, and so does
/// what somebody else settled otherwise meanwhile.
fn holds<'a>(
    settled: &Settled,
    opinions: &[Opinion<'_>],
    mut others: impl Iterator<Item = &'a Settled>,
) -> bool {
    let knew = |opinion: &Opinion<'_>| {
        settled.judgment.is_some() && opinion.judgment == settled.judgment
            || settled.readings.get(opinion.who) == Some(&opinion.judgment)
    };
    opinions.iter().all(knew)
        && others
            .all(|other| other.judgment == settled.judgment || settled.over.contains(&other.by))
}

/// A pair on which people differ, and which nobody has settled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unsettled {
    /// The id of the pair.
    pub pair: String,
    /// What each says: `ann: entailment, bo: unknown`.
    pub said: String,
}

impl Unsettled {
    pub(crate) fn of(pair: &str, opinions: &[Opinion<'_>]) -> Self {
        let said = opinions.iter().map(|opinion| {
            format!("{}: {}", opinion.who, opinion.judgment.map_or("cannot label", Judgment::name))
        });
        Self { pair: pair.to_owned(), said: said.collect::<Vec<String>>().join(", ") }
    }
}

/// The items on which people differ, and which the annotator may see: nothing is told of one that is still to be read.
pub(crate) fn to_settle(session: &Session) -> impl Iterator<Item = (usize, &Item)> {
    let open = session.batch.is_open(&session.index);
    session.index.items().filter(move |(_, item)| {
        item.differs && !item.waits && !item.hidden && !(open && session.batch.holds(&item.id))
    })
}

/// What is said of an item.
pub(crate) fn of_item<'a>(session: &'a Session, at: usize, item: &'a Item) -> Vec<Opinion<'a>> {
    let originals: &Originals = &session.originals;
    opinions(&session.work, &originals.all()[at], item.which, (&item.id, &item.wording))
}
