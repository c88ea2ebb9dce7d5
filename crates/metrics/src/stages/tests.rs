//! Originals whose stages are replaced by hand.

use phenom_dataset::{
    Aggregation, CompositionRule, Dataset, DatasetBuilder, Extra, KeepTexts, KnownFrom,
    LabelScheme, OwnParts, OwnPartsSource, PairRow, PartsKnowledge, Run, Task, WordShares,
};
use proptest::prelude::*;

use super::rows::staged;
use super::stage::Order;
use super::*;
use crate::StatisticsSettings;
use crate::seed::Seed;

/// Originals with a gold label (e or n) and those of their reference parts.
fn references(originals: &[(&str, &str)]) -> Dataset {
    let mut builder = DatasetBuilder::new(KeepTexts::No);
    let label = |letter: char| Some(if letter == 'e' { ENTAILED } else { NOT_ENTAILED });
    for (number, (gold, parts)) in originals.iter().enumerate() {
        let id = number.to_string();
        let gold = gold.chars().next().and_then(label);
        builder.add(&PairRow { id: &id, gold, ..PairRow::default() });
        for (part, letter) in parts.chars().enumerate() {
            let of = format!("{id}.{part}");
            let (origin, gold) = (Some(id.as_str()), label(letter));
            builder.add(&PairRow { id: &of, origin, gold, ..PairRow::default() });
        }
    }
    builder.finish().unwrap()
}

const ENTAILED: phenom_dataset::Judgment = phenom_dataset::Judgment::Entailment;
const NOT_ENTAILED: phenom_dataset::Judgment = phenom_dataset::Judgment::NotEntailment;

/// Parts, each with its original, verdict (e, n or -), faithfulness (y or n), covered parts and, where one is given,
/// gold label.
fn own(
    dataset: &Dataset,
    parts: &[(usize, &str)],
    knowledge: PartsKnowledge,
    aggregation: Aggregation,
) -> OwnParts {
    let mut builder = DatasetBuilder::new(KeepTexts::No);
    for original in 0..dataset.originals().len() {
        builder.add(&PairRow { id: &original.to_string(), ..PairRow::default() });
    }
    for (number, (original, said)) in parts.iter().enumerate() {
        let mut words = said.split(' ');
        let word = |word: Option<&str>| match word.unwrap_or("-") {
            "e" => "entailment".to_owned(),
            "n" => "not-entailment".to_owned(),
            "y" => "yes".to_owned(),
            "-" => String::new(),
            other => other
                .split(',')
                .map(|part| format!("{original}.{part}"))
                .collect::<Vec<_>>()
                .join(";"),
        };
        let answer = word(words.next());
        let faithful = if words.next() == Some("y") { "yes" } else { "no" };
        let covers = word(words.next());
        let gold = word(words.next());
        let attributes = [
            (phenom_dataset::ANSWER, answer.as_str()),
            (phenom_dataset::FAITHFUL, faithful),
            (phenom_dataset::COVERS, covers.as_str()),
            (phenom_dataset::GOLD, gold.as_str()),
        ];
        let (id, origin) = (format!("p{number}"), original.to_string());
        builder.add(&PairRow {
            id: &id,
            origin: Some(&origin),
            attributes: &attributes,
            ..PairRow::default()
        });
    }
    let source = OwnPartsSource {
        system: "s".to_owned(),
        aggregation,
        labels: LabelScheme::judgments(),
        threshold: None,
        knowledge,
        shares: WordShares { faithful: 1.0, covers: 1.0 },
        extra: Extra::Refuse,
    };
    source.read(builder.finish().unwrap(), dataset, "parts").unwrap()
}

const ALL_KNOWN: PartsKnowledge = PartsKnowledge {
    gold: Some(KnownFrom::References),
    faithful: Some(KnownFrom::People),
    covers: Some(KnownFrom::People),
};

const BY_ALL: Aggregation = Aggregation::Rule(CompositionRule::All);

fn rows(dataset: &Dataset, systems: &[OwnParts], run: Option<Run>) -> StageRows {
    let runs: Vec<Option<&Run>> = systems.iter().map(|_| run.as_ref()).collect();
    let statistics = StatisticsSettings::default();
    let task = Task::TwoWay;
    let systems = (systems, runs.as_slice(), None);
    staged(dataset, systems, (CompositionRule::All, task), (&statistics, Seed(1)))
}

/// The numbers of wrong originals by stages that are not 0.
fn budget(rows: &StageRows, order: Order) -> Vec<(String, u64)> {
    let of = |row: &StageRow| match &row.about {
        StageAbout::Budget(stages, of) if *of == order && row.counts.numerator > 0 => {
            Some((stages.name(), row.counts.numerator))
        }
        _ => None,
    };
    rows.rows.iter().filter_map(of).collect()
}

fn value(rows: &StageRows, key: &str) -> Option<(u64, u64)> {
    let found = rows.rows.iter().find(|row| row.about.name() == key && row.versus.is_none());
    found.map(|row| (row.counts.numerator, row.counts.denominator))
}

#[test]
fn wrong_originals_by_stage_by_hand() {
    let dataset = references(&[
        // Missing: the false part is left out.
        ("n", "en"),
        // Misjudged.
        ("n", "en"),
        // An unfaithful part, which is rightly judged false.
        ("e", "ee"),
        // The rule: gold of the whole is not that of its parts.
        ("e", "en"),
        // Right.
        ("e", "ee"),
        // No parts at all.
        ("n", "n"),
        // Misjudged, and a part is missing: verdicts first it is misjudged.
        ("n", "nn"),
        // Right by luck: the false part is missing, and a true one is judged false.
        ("n", "en"),
        // A failed verdict that matters.
        ("e", "e"),
    ]);
    let parts = [
        (0, "e y 0"),
        (1, "e y 0"),
        (1, "e y 1"),
        (2, "e y 0"),
        (2, "e y 1"),
        (2, "n n - n"),
        (3, "e y 0"),
        (3, "n y 1"),
        (4, "e y 0,1"),
        (6, "e y 0"),
        (7, "n y 0"),
        (8, "- y 0"),
    ];
    let own = own(&dataset, &parts, ALL_KNOWN, BY_ALL);
    let found = rows(&dataset, &[own], None);
    let name = |name: &str, number| (name.to_owned(), number);
    assert_eq!(
        budget(&found, Order::VerdictsFirst),
        [name("missing", 2), name("unfaithful", 1), name("misjudged", 3), name("rule", 1)]
    );
    assert_eq!(
        budget(&found, Order::PartsFirst),
        [name("missing", 3), name("unfaithful", 1), name("misjudged", 2), name("rule", 1)]
    );
    assert_eq!(value(&found, "composed"), Some((2, 9)));
    assert_eq!(value(&found, "complete"), Some((2, 9)));
    assert_eq!(value(&found, "by_chance"), Some((1, 9)));
    assert_eq!(value(&found, "failed"), Some((1, 12)));
    assert_eq!(value(&found, "empty"), Some((1, 9)));
    assert_eq!(value(&found, "direct"), Some((0, 0)));
}

/// The gold labels of an original and of its reference parts.
type DrawnOriginal = (bool, Vec<bool>);

/// The original of a part; its verdict, whether it is faithful, whether it has gold or else may fail; what it covers.
type DrawnPart = (usize, [bool; 3], Vec<bool>);

/// Originals, and parts of them.
fn drawn() -> impl Strategy<Value = (Vec<DrawnOriginal>, Vec<DrawnPart>)> {
    let originals =
        prop::collection::vec((any::<bool>(), prop::collection::vec(any::<bool>(), 1..4)), 1..12);
    let part =
        (any::<prop::sample::Index>(), any::<[bool; 3]>(), prop::collection::vec(any::<bool>(), 3));
    (originals, prop::collection::vec(part, 1..30)).prop_map(|(originals, parts)| {
        let all = originals.len();
        let parts = parts.into_iter().map(|(of, said, covers)| (of.index(all), said, covers));
        (originals, parts.collect())
    })
}

proptest! {
    /// Each wrong original counts for one stage in either order, and no share of the budget is of right ones.
    #[test]
    fn budgets_add_up_to_the_wrong_originals((originals, parts) in drawn()) {
        let letter = |entailed: bool| if entailed { "e" } else { "n" };
        let written: Vec<(&str, String)> = originals
            .iter()
            .map(|(gold, parts)| {
                (letter(*gold), parts.iter().map(|part| letter(*part)).collect::<String>())
            })
            .collect();
        let written: Vec<(&str, &str)> =
            written.iter().map(|(gold, parts)| (*gold, parts.as_str())).collect();
        let dataset = references(&written);
        let said: Vec<(usize, String)> = parts
            .iter()
            .map(|(of, [verdict, faithful, failed], covers)| {
                let number = originals[*of].1.len();
                let covers: Vec<String> =
                    (0..number).filter(|part| covers[*part]).map(|part| part.to_string()).collect();
                let covers = if covers.is_empty() { "-".to_owned() } else { covers.join(",") };
                let verdict = if *failed && !*faithful { "-" } else { letter(*verdict) };
                let gold = if *failed { " e" } else { "" };
                let faithful = if *faithful { "y" } else { "n" };
                (*of, format!("{verdict} {faithful} {covers}{gold}"))
            })
            .collect();
        let said: Vec<(usize, &str)> = said.iter().map(|(of, said)| (*of, said.as_str())).collect();
        let own = own(&dataset, &said, ALL_KNOWN, BY_ALL);
        let found = rows(&dataset, &[own], None);
        let of = |key: &str| value(&found, key).unwrap();
        let wrong = of("composed").1 - of("composed").0;
        for order in Order::ALL {
            let stages: u64 = budget(&found, order).iter().map(|(_, originals)| originals).sum();
            prop_assert_eq!(stages, wrong);
        }
        prop_assert_eq!(of("complete").0 + of("incomplete").0, of("composed").0);
        prop_assert!(of("by_chance").0 <= of("composed").0);
        prop_assert_eq!(found.originals.len() as u64, wrong);
        for row in &found.rows {
            if let (Ok(value), Some(interval)) = (&row.value, row.interval) {
                prop_assert!(interval.contains(*value), "{:?}", row);
            }
        }
        // Right verdicts mend all that is misjudged and nothing else, but for what is right by chance.
        let change = found.rows.iter().find(|row| row.about == StageAbout::Change(WhatIf::RightVerdicts));
        if let Some([_, gained, lost]) = change.and_then(|row| row.change) {
            let mut misjudged = budget(&found, Order::VerdictsFirst).into_iter();
            let misjudged = misjudged.find(|(stage, _)| stage == "misjudged");
            prop_assert!(gained >= misjudged.map_or(0, |(_, originals)| originals));
            prop_assert!(lost >= of("by_chance").0);
        }
    }
}
