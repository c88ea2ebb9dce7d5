//! Names, beginnings of sentences and topics that come up too often.

use std::collections::{BTreeMap, BTreeSet};

use super::{Finding, FindingKind};
use crate::originals::{Original, Originals};
use crate::words::{folded, sentences, words};

/// A name of two words or more may stand in so many clusters.
const MOST_OF_A_NAME: usize = 2;
/// So many clusters may have a text or a hypothesis that begins with the same three words.
const MOST_OF_A_FRAME: usize = 3;
/// So many clusters may be about one topic, or a tenth of all where that is more.
const MOST_OF_A_TOPIC: usize = 3;

/// What stands in which clusters, with the first pair of it.
type Used = BTreeMap<String, (String, BTreeSet<String>)>;

pub(super) fn find(originals: &Originals, found: &mut Vec<Finding>) {
    let (mut names, mut frames, mut topics) = (Used::new(), Used::new(), Used::new());
    let mut clusters = BTreeSet::new();
    for original in originals.all() {
        let cluster = original.cluster.clone().unwrap_or_else(|| format!("\u{0}{}", original.id));
        clusters.insert(cluster.clone());
        let use_of = |used: &mut Used, what: String| {
            let (_, clusters) =
                used.entry(what).or_insert_with(|| (original.id.clone(), BTreeSet::new()));
            clusters.insert(cluster.clone());
        };
        for text in [&original.text, &original.hypothesis] {
            names_in(text).into_iter().for_each(|name| use_of(&mut names, name));
            for sentence in sentences(text) {
                if let Some(frame) = beginning(sentence) {
                    use_of(&mut frames, frame);
                }
            }
        }
        if let Some(topic) = topic(original) {
            use_of(&mut topics, topic);
        }
    }
    let most_of_a_topic = MOST_OF_A_TOPIC.max(clusters.len() / 10);
    report(FindingKind::Name, &names, MOST_OF_A_NAME, found);
    report(FindingKind::Frame, &frames, MOST_OF_A_FRAME, found);
    report(FindingKind::Topic, &topics, most_of_a_topic, found);
}

fn report(kind: FindingKind, used: &Used, most: usize, found: &mut Vec<Finding>) {
    for (what, (pair, clusters)) in used {
        if clusters.len() > most {
            let what = format!("“{what}” in {} clusters", clusters.len());
            found.push(Finding { kind, pair: pair.clone(), what });
        }
    }
}

/// Two or more words with capitals side by side: *Ada Brill*, *the Kestrel Trust*. Where three or more begin a sentence,
/// the first may be no part of the name: *Then Ada Brill*; both are names then.
fn names_in(text: &str) -> BTreeSet<String> {
    let words = words(text);
    let mut names = BTreeSet::new();
    let mut run: Vec<&str> = Vec::new();
    let mut last_end = 0;
    for word in &words {
        let written = &text[word.place.clone()];
        let capital = written.chars().next().is_some_and(char::is_uppercase);
        let beside = text[last_end..word.place.start].chars().all(char::is_whitespace);
        if !capital || !beside {
            keep(&mut run, &mut names);
        }
        if capital {
            run.push(written);
        }
        last_end = word.place.end;
    }
    keep(&mut run, &mut names);
    names
}

fn keep(run: &mut Vec<&str>, names: &mut BTreeSet<String>) {
    if run.len() > 2 {
        names.insert(run[1..].join(" "));
    }
    // A function word with a capital only begins a sentence.
    while run.first().is_some_and(|word| FUNCTION_WORDS.contains(&word.to_lowercase().as_str())) {
        run.remove(0);
    }
    if run.len() >= 2 {
        names.insert(run.join(" "));
    }
    run.clear();
}

const FUNCTION_WORDS: [&str; 22] = [
    "a", "an", "and", "as", "at", "but", "by", "for", "from", "if", "in", "it", "of", "on", "only",
    "or", "since", "the", "to", "when", "while", "with",
];

fn beginning(sentence: &str) -> Option<String> {
    let folded = folded(sentence);
    let words: Vec<&str> = folded.split(' ').take(3).collect();
    (words.len() == 3).then(|| words.join(" "))
}

fn topic(original: &Original) -> Option<String> {
    original.topic.as_deref().map(folded).filter(|topic| !topic.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_capitals_side_by_side() {
        let names = |text: &str| names_in(text).into_iter().collect::<Vec<_>>();
        assert_eq!(
            names(
                "When Ada Brill left, the Kestrel Trust bought Olm. But Vera, Dan Roe and Kim sang."
            ),
            ["Ada Brill", "Dan Roe", "Kestrel Trust"]
        );
        assert_eq!(names("Then Ada Brill left."), ["Ada Brill", "Then Ada Brill"]);
        assert!(names("The ferry. The boat in Olm.").is_empty());
    }
}
