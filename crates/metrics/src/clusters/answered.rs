//! How the pairs of a cluster were answered, and the text that says so in a cluster table.

use std::fmt::{self, Display, Formatter};

use phenom_dataset::{Answer, Judgment, Several};

/// A pair: its gold judgment and its answer for each run, system by system in the order of their names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct AnsweredPair {
    /// For each system those of its runs. Where gold is a set, it is the judgment that a run agrees with.
    pub(super) systems: Vec<Vec<(Option<Judgment>, Answer)>>,
}

/// An original pair in a slice, with its monothematic pairs.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct AnsweredOriginal {
    /// Nothing where the original is not in the slice.
    pub(super) whole: Option<AnsweredPair>,
    /// Whether it counts there as a decomposed one.
    pub(super) decomposed: bool,
    /// Its monothematic pairs in the slice; of those that look the same, how many.
    pub(super) parts: Vec<(AnsweredPair, u32)>,
    /// Its other monothematic pairs.
    pub(super) others: Vec<(AnsweredPair, u32)>,
}

/// Up to how many pairs a cluster of a table has, which can be counted without an overflow.
const MOST_IN_CLUSTER: u64 = 1 << 24;

impl AnsweredPair {
    pub(super) fn runs(&self) -> impl Iterator<Item = (Option<Judgment>, Answer)> {
        self.systems.iter().flatten().copied()
    }

    /// Whether every run answers it.
    pub(super) fn is_common(&self) -> bool {
        self.runs().all(|(_, answer)| answer != Answer::Missing)
    }

    /// How many runs each system has.
    pub(super) fn shape(&self) -> Vec<usize> {
        self.systems.iter().map(Vec::len).collect()
    }

    fn parse(text: &str) -> Option<Self> {
        let (golds, answers) = text.split_once('>')?;
        let golds: Vec<Option<Judgment>> = golds.chars().map(gold_of).collect::<Option<_>>()?;
        let runs = answers.chars().filter(|letter| *letter != '|').count();
        let mut golds = match golds.as_slice() {
            [one] => vec![*one; runs],
            several if several.len() == runs => golds,
            _ => return None,
        }
        .into_iter();
        let system = |answers: &str| -> Option<Vec<(Option<Judgment>, Answer)>> {
            let runs = answers.chars().map(|letter| Some((golds.next()?, answer_of(letter)?)));
            runs.collect::<Option<Vec<_>>>().filter(|runs| !runs.is_empty())
        };
        Some(Self { systems: answers.split('|').map(system).collect::<Option<_>>()? })
    }
}

impl Display for AnsweredPair {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        let runs: Vec<_> = self.runs().collect();
        push_pair(&mut text, &runs, self.systems.iter().map(Vec::len));
        formatter.write_str(&text)
    }
}

/// Appends a pair to a text: gold and answer of each run; `shape` is the number of runs of each system.
pub(super) fn push_pair(
    text: &mut String,
    runs: &[(Option<Judgment>, Answer)],
    shape: impl Iterator<Item = usize>,
) {
    let is_one = runs.iter().all(|(gold, _)| *gold == runs[0].0);
    let golds = if is_one { &runs[..runs.len().min(1)] } else { runs };
    text.extend(golds.iter().map(|(gold, _)| gold_letter(*gold)));
    let mut answers = runs.iter().map(|(_, answer)| answer_letter(*answer));
    text.push('>');
    for (system, runs) in shape.enumerate() {
        text.push_str(if system == 0 { "" } else { "|" });
        text.extend(answers.by_ref().take(runs));
    }
}

impl AnsweredOriginal {
    /// Every pair of it, with how many there are of it.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (&AnsweredPair, u32)> {
        let parts = self.parts.iter().chain(&self.others).map(|(pair, number)| (pair, *number));
        self.whole.iter().map(|whole| (whole, 1)).chain(parts)
    }

    fn parse(text: &str) -> Option<Self> {
        let [whole, parts, others] = text.split(';').collect::<Vec<_>>().try_into().ok()?;
        let decomposed = whole.ends_with('+');
        let whole = match whole.strip_suffix('+').unwrap_or(whole) {
            "" if decomposed => return None,
            "" => None,
            pair => Some(AnsweredPair::parse(pair)?),
        };
        Some(Self { whole, decomposed, parts: parse_parts(parts)?, others: parse_parts(others)? })
    }
}

impl Display for AnsweredOriginal {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        if let Some(whole) = &self.whole {
            write!(formatter, "{whole}{}", if self.decomposed { "+" } else { "" })?;
        }
        for parts in [&self.parts, &self.others] {
            let mut texts: Vec<String> =
                parts.iter().map(|(pair, number)| format!("{pair}*{number}")).collect();
            texts.sort_unstable();
            write!(formatter, ";{}", texts.join(","))?;
        }
        Ok(())
    }
}

fn parse_parts(text: &str) -> Option<Vec<(AnsweredPair, u32)>> {
    let part = |text: &str| {
        let (pair, number) = text.split_once('*')?;
        let number = number.parse().ok().filter(|number| *number > 0)?;
        Some((AnsweredPair::parse(pair)?, number))
    };
    if text.is_empty() { Some(Vec::new()) } else { text.split(',').map(part).collect() }
}

/// The originals of a cluster as a cluster table has them, in an order that does not depend on theirs.
pub(super) fn signature(originals: &[AnsweredOriginal]) -> String {
    together(originals.iter().map(ToString::to_string).collect())
}

/// The same of originals that are written already.
pub(super) fn together(mut originals: Vec<String>) -> String {
    originals.sort_unstable();
    originals.join("&")
}

/// The originals of a cluster, read from a cluster table; nothing where the text is not of that form, or
/// its pairs are not answered by the same runs.
pub(super) fn parse_signature(text: &str) -> Option<Vec<AnsweredOriginal>> {
    let originals: Vec<AnsweredOriginal> =
        text.split('&').map(AnsweredOriginal::parse).collect::<Option<_>>()?;
    let pairs = || originals.iter().flat_map(AnsweredOriginal::pairs);
    let shape = pairs().next()?.0.shape();
    let number = pairs().map(|(_, number)| u64::from(number)).fold(0, u64::saturating_add);
    let is_even = pairs().all(|(pair, _)| pair.shape() == shape);
    (number <= MOST_IN_CLUSTER && is_even).then_some(originals)
}

const GOLD: [(char, Option<Judgment>); 5] = [
    ('e', Some(Judgment::Entailment)),
    ('u', Some(Judgment::Unknown)),
    ('c', Some(Judgment::Contradiction)),
    ('n', Some(Judgment::NotEntailment)),
    ('-', None),
];

const ANSWERS: [(char, Answer); Answer::COUNT] = [
    ('e', Answer::Judged(Judgment::Entailment)),
    ('u', Answer::Judged(Judgment::Unknown)),
    ('c', Answer::Judged(Judgment::Contradiction)),
    ('n', Answer::Judged(Judgment::NotEntailment)),
    ('a', Answer::Abstained),
    ('m', Answer::Missing),
    ('v', Answer::Several(Several::EntailmentUnknown)),
    ('w', Answer::Several(Several::EntailmentContradiction)),
    ('x', Answer::Several(Several::UnknownContradiction)),
    ('y', Answer::Several(Several::AllThree)),
    ('z', Answer::Several(Several::EntailmentNotEntailment)),
];

fn gold_of(letter: char) -> Option<Option<Judgment>> {
    GOLD.iter().find(|(known, _)| *known == letter).map(|(_, gold)| *gold)
}

fn gold_letter(gold: Option<Judgment>) -> char {
    GOLD.iter().find(|(_, known)| *known == gold).map_or('-', |(letter, _)| *letter)
}

fn answer_of(letter: char) -> Option<Answer> {
    ANSWERS.iter().find(|(known, _)| *known == letter).map(|(_, answer)| *answer)
}

fn answer_letter(answer: Answer) -> char {
    ANSWERS.iter().find(|(_, known)| *known == answer).map_or('m', |(letter, _)| *letter)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn pairs() -> impl Strategy<Value = AnsweredPair> {
        let run = (proptest::sample::select(&GOLD[..]), proptest::sample::select(&ANSWERS[..]));
        let run = run.prop_map(|((_, gold), (_, answer))| (gold, answer));
        (proptest::collection::vec(run.clone(), 2), run).prop_map(|(two, one)| AnsweredPair {
            // One system of two runs and one of one.
            systems: vec![two, vec![one]],
        })
    }

    fn originals() -> impl Strategy<Value = Vec<AnsweredOriginal>> {
        let parts = || proptest::collection::vec((pairs(), 1..4u32), 0..3);
        let original = (pairs(), any::<bool>(), parts(), parts());
        let original = original.prop_map(|(whole, decomposed, parts, others)| AnsweredOriginal {
            whole: Some(whole),
            decomposed,
            parts,
            others,
        });
        proptest::collection::vec(original, 1..4)
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_as_the_same(originals in originals()) {
            let text = signature(&originals);
            let read = parse_signature(&text).unwrap();
            prop_assert_eq!(signature(&read), text);
            let number = |originals: &[AnsweredOriginal]| -> u32 {
                originals.iter().flat_map(AnsweredOriginal::pairs).map(|(_, number)| number).sum()
            };
            prop_assert_eq!(number(&read), number(&originals));
        }

        #[test]
        fn no_text_is_too_much(text in "[euc>|*;&+,0-9a-]{0,30}") {
            if let Some(read) = parse_signature(&text) {
                prop_assert!(parse_signature(&signature(&read)).is_some());
            }
        }
    }

    #[test]
    fn other_texts_are_told() {
        for wrong in [
            "",
            ";;",
            "e>;;",
            "e>e",
            "e>e;",
            "e>e;;;",
            "x>e;;",
            "e>q;;",
            "e>e|;;",
            "+;;",
            "ee>e;;",
            "e>e;e>e;",
            "e>e;e>e*0;",
            "e>e;e>e*-1;",
            "e>e;e>e|e*1;",
            "e>e;;&e>ee;;",
            "e>e;;&",
            "e>e;e>e*99999999;",
        ] {
            assert_eq!(parse_signature(wrong), None, "{wrong}");
        }
        assert!(parse_signature("eu>eu|e;;").is_none());
        assert!(parse_signature("eue>eu|e+;-|>e;").is_none());
        assert!(parse_signature("eue>eu|e+;->ee|m*3;c>aa|c*1").is_some());
    }
}
