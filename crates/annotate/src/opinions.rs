//! Who says what of a pair, and whether people differ on it.

use phenom_dataset::Judgment;

use crate::event::DATASET;
use crate::originals::{Original, Unsettled, Which};
use crate::rule::Rule;
use crate::work::{Decomposition, Settled, Work};

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
            let part =
                |found: &'a Decomposition| found.part(id).filter(|part| part.wording == wording);
            said.extend(of_authors(work, original, |found| {
                part(found).map(|part| (part.judgment, Some(&part.rule)))
            }));
            // A label that was taken over is that of the earlier author, and not a second one.
            let author = work.decomposition(&original.id);
            let is_taken =
                author.is_some_and(|(_, found)| part(found).is_some_and(|part| part.taken));
            if is_taken && said.iter().any(|opinion| opinion.role == "earlier author") {
                said.retain(|opinion| opinion.role != "author");
            }
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

/// What authors say, of what they have finished, or did before they left or took it up again.
fn of_authors<'a>(
    work: &'a Work,
    original: &'a Original,
    judged: impl Fn(&'a Decomposition) -> Option<(Judgment, Option<&'a Rule>)>,
) -> Vec<Opinion<'a>> {
    let id = &original.id;
    let author = work.decomposition(id).map(|(name, found)| (name, "author", found));
    let others = work.other_decompositions(id).map(|(name, found)| {
        let taken = work.is_taken_from(id, name);
        (name, if taken { "earlier author" } else { "second author" }, found)
    });
    let all = author.into_iter().chain(others);
    let counts = |(_, role, found): &(&str, &str, &Decomposition)| {
        found.done.is_some() || found.reopened || *role == "earlier author"
    };
    all.filter(counts)
        .filter_map(|(name, role, found)| {
            let (judgment, rule) = judged(found)?;
            Some(Opinion::first(name, role, judgment, rule))
        })
        .collect()
}

/// Where a pair stands that people label without decomposing it: by what they say, and not by the label that it has.
#[must_use]
pub fn labelled<'a>(work: &'a Work, original: &'a Original) -> Standing<'a> {
    let names = (original.id.as_str(), original.wording.as_str());
    let mut said = opinions(work, original, Which::Whole, names);
    said.retain(|opinion| opinion.role == "reader");
    standing(work, names, &said)
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
        && others.all(|other| {
            other.judgment == settled.judgment
                || settled.over.get(&other.by) == Some(&other.judgment)
        })
}

/// A pair on which people differ, with what each says: `ann: entailment, bo: unknown`.
pub(crate) fn unsettled(pair: &str, opinions: &[Opinion<'_>]) -> Unsettled {
    let said = opinions.iter().map(|opinion| {
        format!("{}: {}", opinion.who, opinion.judgment.map_or("cannot label", Judgment::name))
    });
    Unsettled { pair: pair.to_owned(), said: said.collect::<Vec<String>>().join(", ") }
}
