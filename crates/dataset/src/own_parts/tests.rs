//! Parts that a system made, as they are read.

use super::*;
use crate::{DatasetBuilder, Extra, KeepTexts, LabelScheme, PairRow};

fn references() -> Dataset {
    let mut builder = DatasetBuilder::new(KeepTexts::Yes);
    builder.add(&PairRow {
        id: "1",
        hypothesis: Some("Ada lit the old lamp at dusk."),
        ..PairRow::default()
    });
    for (id, text) in [("1.a", "Ada lit the lamp."), ("1.b", "The lamp is old.")] {
        let (origin, hypothesis) = (Some("1"), Some(text));
        builder.add(&PairRow { id, origin, hypothesis, ..PairRow::default() });
    }
    builder.add(&PairRow { id: "2", ..PairRow::default() });
    builder.finish().unwrap()
}

fn source(knowledge: PartsKnowledge) -> OwnPartsSource {
    OwnPartsSource {
        system: "s".to_owned(),
        aggregation: Aggregation::Rule(CompositionRule::All),
        labels: LabelScheme::judgments(),
        threshold: None,
        knowledge,
        shares: WordShares { faithful: 0.9, covers: 0.9 },
        extra: Extra::Refuse,
    }
}

/// Parts of original 1, each with its text and attributes.
fn parts(rows: &[(&str, &[(&str, &str)])]) -> Dataset {
    let mut builder = DatasetBuilder::new(KeepTexts::Yes);
    builder.add(&PairRow { id: "1", ..PairRow::default() });
    for (number, (text, attributes)) in rows.iter().enumerate() {
        let id = format!("p{number}");
        let (origin, hypothesis) = (Some("1"), Some(*text));
        builder.add(&PairRow { id: &id, origin, hypothesis, attributes, ..PairRow::default() });
    }
    builder.finish().unwrap()
}

#[test]
fn cells_say_what_is_known_of_parts() {
    let people = Some(KnownFrom::People);
    let knowledge = PartsKnowledge { gold: people, faithful: people, covers: people };
    let read = parts(&[
        (
            "a",
            &[
                (ANSWER, "entailment"),
                (GOLD, "contradiction"),
                (FAITHFUL, "Yes"),
                (COVERS, "1.b; 1.a"),
            ],
        ),
        ("A!", &[(ANSWER, " unknown "), (FAITHFUL, "contradiction"), (COVERS, "none")]),
        ("b", &[(FAITHFUL, "0")]),
    ]);
    let of = references();
    let own = source(knowledge).read(read, &of, "x.csv").unwrap();
    let [first, second, third] = own.of(0) else { panic!("{own:?}") };
    let rows = [of.row("1.a").unwrap() as u32, of.row("1.b").unwrap() as u32];
    assert_eq!(first.verdict, Some(Judgment::Entailment));
    assert_eq!(first.facts.gold, Some(Judgment::Contradiction));
    assert_eq!(first.facts.faithful, Some(true));
    assert_eq!(own.covered(&first.facts), Some(&rows[..]));
    assert_eq!((second.verdict, second.facts.faithful), (Some(Judgment::Unknown), Some(false)));
    assert_eq!(own.covered(&second.facts), Some(&[][..]));
    // The same letters and digits are the same text.
    assert_eq!((first.repeated, second.repeated, third.repeated), (false, true, false));
    assert_eq!((third.verdict, third.facts.gold), (None, None));
    assert_eq!(own.covered(&third.facts), Some(&[][..]));
    assert!(own.of(1).is_empty() && own.names(0) && !own.names(1));
}

#[test]
fn texts_that_share_words_match() {
    let words = Some(KnownFrom::Words);
    let knowledge = PartsKnowledge { gold: None, faithful: words, covers: words };
    let read = parts(&[("Ada lit the lamp.", &[]), ("Bruno lit the lamp.", &[])]);
    let of = references();
    let own = source(knowledge).read(read, &of, "x.csv").unwrap();
    let covered: Vec<usize> =
        own.of(0).iter().map(|part| own.covered(&part.facts).unwrap().len()).collect();
    assert_eq!(covered, [1, 0]);
    let faithful: Vec<_> = own.of(0).iter().map(|part| part.facts.faithful).collect();
    assert_eq!(faithful, [Some(true), Some(false)]);
}

#[test]
fn people_read_some_of_what_a_judge_says() {
    let knowledge =
        PartsKnowledge { gold: Some(KnownFrom::Corrected), ..PartsKnowledge::default() };
    let read = parts(&[
        ("a", &[(GOLD, "entailment"), (GOLD_BY_JUDGE, "contradiction")]),
        ("b", &[(GOLD_BY_JUDGE, "contradiction")]),
    ]);
    let own = source(knowledge).read(read, &references(), "x.csv").unwrap();
    let gold = |facts: &PartFacts| facts.gold;
    let [first, second] = own.of(0) else { panic!("{own:?}") };
    assert_eq!(gold(&first.facts), Some(Judgment::Contradiction));
    assert_eq!(first.by_people.as_ref().map(gold), Some(Some(Judgment::Entailment)));
    assert_eq!(second.by_people, None);
}

#[test]
fn what_cannot_be_read_is_told() {
    let people = Some(KnownFrom::People);
    let knowledge = PartsKnowledge { covers: people, ..PartsKnowledge::default() };
    let said = |source: &OwnPartsSource, attributes: &[(&str, &str)]| {
        let read = parts(&[("a", attributes)]);
        source.read(read, &references(), "x.csv").unwrap_err().to_string()
    };
    assert!(said(&source(knowledge), &[(COVERS, "1")]).contains("`1`, which is no part"));
    assert!(said(&source(knowledge), &[(ANSWER, "perhaps")]).contains("perhaps"));
    let numbers = OwnPartsSource { threshold: Some(0.5), ..source(knowledge) };
    assert!(said(&numbers, &[(ANSWER, "high")]).contains("`high` is not a number"));
    let read =
        parts(&[("a", &[(ANSWER, "0.5")]), ("b", &[(ANSWER, "0.4")]), ("c", &[(ANSWER, "NaN")])]);
    let own = numbers.read(read, &references(), "x.csv").unwrap();
    let verdicts: Vec<_> = own.of(0).iter().map(|part| part.verdict).collect();
    assert_eq!(verdicts, [Some(Judgment::Entailment), Some(Judgment::NotEntailment), None]);
    let mut strange = DatasetBuilder::new(KeepTexts::No);
    strange.add(&PairRow { id: "8", ..PairRow::default() });
    strange.add(&PairRow { id: "9", ..PairRow::default() });
    strange.add(&PairRow { id: "9.1", origin: Some("9"), ..PairRow::default() });
    let strange = strange.finish().unwrap();
    let unknown = source(knowledge).read(strange.clone(), &references(), "x.csv");
    let said = unknown.unwrap_err().to_string();
    assert!(said.contains("`9` is not an original") && !said.contains("`8`"), "{said}");
    let ignoring = OwnPartsSource { extra: Extra::Ignore, ..source(knowledge) };
    assert_eq!(ignoring.read(strange, &references(), "x.csv").unwrap().ignored, 2);
}
