//! Pairs and texts that stand in a dataset more than once.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::{Finding, FindingKind};
use crate::originals::{Original, Originals};
use crate::words::folded;

/// Two texts that share so much of the shorter one's word trigrams are much alike.
const ALIKE: f64 = 0.5;

pub(super) fn find(originals: &Originals, found: &mut Vec<Finding>) {
    pairs(originals, found);
    texts(originals, found);
}

/// Pairs that stand twice, and hypotheses under two texts.
fn pairs(originals: &Originals, found: &mut Vec<Finding>) {
    let mut seen: HashMap<String, Vec<(String, &str, usize)>> = HashMap::new();
    for (number, original) in originals.all().iter().enumerate() {
        let whole = (original.id.as_str(), &original.text, &original.hypothesis);
        let parts =
            original.given.iter().map(|part| (part.id.as_str(), &part.text, &part.hypothesis));
        for (id, text, hypothesis) in [whole].into_iter().chain(parts) {
            if hypothesis.is_empty() {
                continue;
            }
            let text = folded(text);
            let known = seen.entry(folded(hypothesis)).or_default();
            // An original that is its only part is no duplicate: the part says by which rule.
            let of_its_own = |other: &usize| *other == number && id != original.id;
            let twice = known.iter().find(|(other, _, at)| *other == text && !of_its_own(at));
            let elsewhere = known.iter().find(|(other, _, _)| *other != text);
            if let Some((_, other, _)) = twice {
                found.push(Finding {
                    kind: FindingKind::Duplicate,
                    pair: id.to_owned(),
                    what: format!("equal to {other}"),
                });
            } else if let Some((_, other, _)) = elsewhere {
                found.push(Finding {
                    kind: FindingKind::HypothesisElsewhere,
                    pair: id.to_owned(),
                    what: format!("equal to the hypothesis of {other}, under another text"),
                });
            }
            known.push((text, id, number));
        }
    }
}

/// Texts of different clusters that are much alike.
fn texts(originals: &Originals, found: &mut Vec<Finding>) {
    let mut by_text: BTreeMap<String, &Original> = BTreeMap::new();
    let mut order: Vec<String> = Vec::new();
    for original in originals.all() {
        let text = folded(&original.text);
        if !by_text.contains_key(&text) {
            by_text.insert(text.clone(), original);
            order.push(text);
        }
    }
    let mut with_trigram: HashMap<[&str; 3], Vec<usize>> = HashMap::new();
    let mut sizes = Vec::new();
    for (number, text) in order.iter().enumerate() {
        let words: Vec<&str> = text.split(' ').collect();
        let trigrams: BTreeSet<[&str; 3]> =
            words.windows(3).map(|three| [three[0], three[1], three[2]]).collect();
        let mut common: BTreeMap<usize, usize> = BTreeMap::new();
        for trigram in &trigrams {
            let others = with_trigram.entry(*trigram).or_default();
            // What so many texts share tells nothing of two.
            const MOST: usize = 200;
            if others.len() < MOST {
                others.iter().for_each(|&other| *common.entry(other).or_default() += 1);
                others.push(number);
            }
        }
        sizes.push(trigrams.len());
        let alike = common
            .into_iter()
            .map(|(other, shared)| (other, shared as f64 / trigrams.len().min(sizes[other]) as f64))
            .filter(|&(_, share)| share > ALIKE);
        for (other, share) in alike {
            let (this, that) = (by_text[text], by_text[&order[other]]);
            if this.cluster.is_some() && this.cluster == that.cluster {
                continue;
            }
            found.push(Finding {
                kind: FindingKind::NearDuplicate,
                pair: this.id.clone(),
                what: format!("{:.0} % of the word trigrams of {}", 100.0 * share, that.id),
            });
        }
    }
}
