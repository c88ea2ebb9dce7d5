//! A report on made-up pairs that is counted as any other is, so that what a page links to can be counted again.

use phenom_dataset::{
    ANSWER, Aggregation, Answer, COVERS, CompositionRule, Dataset, DatasetBuilder, EntailmentRule,
    FAITHFUL, GOLD, Judgment, KeepTexts, KnownFrom, LabelScheme, Missing, OwnParts, OwnPartsSource,
    PairRow, PartsKnowledge, Phenomenon, Run, RunBuilder, Score, ScoreKind, Task, WordShares,
};
use phenom_metrics::measures::accuracy::ACCURACY;
use phenom_metrics::stages::Decomposers;
use phenom_metrics::{
    Compared, Evaluation, Origin, Settings, StatisticsSettings, comparisons, readings, scores,
};
use phenom_report::analyses::{Given, STAGES};
use phenom_report::contents::{figures, tables};
use phenom_report::figures::Figure;
use phenom_report::{
    Explorer, Names, PageModel, Presentation, Report, Results, Signature, claims, how_to_report,
    page_model, summary,
};

use super::{HOSTILE, Numbers, phenomenon};

/// How much there is in a made-up evaluation.
#[derive(Debug, Clone, Copy)]
pub struct Size {
    pub originals: usize,
    /// How many each original has.
    pub parts: usize,
    pub phenomena: usize,
    pub systems: usize,
    /// How many runs the first two systems have.
    pub runs: usize,
    /// Whether names and texts are hostile here and there, systems are compared, and annotators disagree.
    pub rich: bool,
}

/// All that a page is made of.
pub struct Evaluated {
    pub report: Report,
    pub model: PageModel<'static>,
    pub figures: Vec<Figure>,
    pub explorer: Explorer,
}

const WORDS: [&str; 24] = [
    "landscape",
    "bought",
    "acquired",
    "president",
    "oil",
    "painting",
    "company",
    "river",
    "committee",
    "announced",
    "elected",
    "seventeen",
    "million",
    "never",
    "although",
    "capital",
    "scientist",
    "discovered",
    "sold",
    "border",
    "treaty",
    "film",
    "director",
    "after",
];

fn sentence(numbers: &mut Numbers, words: u64) -> String {
    let words = (0..words).map(|_| WORDS[numbers.below(WORDS.len() as u64) as usize]);
    words.collect::<Vec<_>>().join(" ")
}

fn judgment(numbers: &mut Numbers) -> Judgment {
    [Judgment::Entailment, Judgment::Unknown, Judgment::Contradiction][numbers.below(3) as usize]
}

fn dataset(size: Size) -> Dataset {
    let mut numbers = Numbers(41);
    let mut builder = DatasetBuilder::new(KeepTexts::Yes);
    builder.start_file("pairs.jsonl");
    for original in 0..size.originals {
        let id = match (original, size.rich) {
            (0, true) => format!("1 & {HOSTILE}"),
            _ => format!("p{original}"),
        };
        let text = match (original, size.rich) {
            (0, true) => format!("{HOSTILE} <img src=x onerror=alert(2)> \u{2028} 'gift' \\u003c"),
            (1, true) => "A line without an end. ".repeat(5_000),
            _ => sentence(&mut numbers, 28),
        };
        let hypothesis = match (original, size.rich) {
            (0, true) => "</script><script>alert(3)</script>".to_owned(),
            (2, true) => "شارك الرئيس في الاجتماع".to_owned(),
            _ => sentence(&mut numbers, 8),
        };
        // Of one original nobody knows the judgment, so that it counts for nobody.
        let gold = (!size.rich || original != 3).then(|| judgment(&mut numbers));
        let tags = |number: usize| {
            let (category, name) = phenomenon(number, size.phenomena);
            Phenomenon::of(&category, &name.replace(':', ";")).ok()
        };
        let own: Vec<Phenomenon> = match size.parts {
            0 => (0..1 + numbers.below(2))
                .filter_map(|_| tags(numbers.below(size.phenomena as u64) as usize))
                .collect(),
            _ => Vec::new(),
        };
        let said = |numbers: &mut Numbers| [("Ann", judgment(numbers)), ("Bob", judgment(numbers))];
        let annotations = said(&mut numbers);
        let length = if text.len() > 160 { "long" } else { "short" };
        builder.add(&PairRow {
            id: &id,
            gold,
            text: Some(&text),
            hypothesis: Some(&hypothesis),
            phenomena: &own,
            annotations: if size.rich { &annotations } else { &[] },
            attributes: &[("length", length)],
            ..PairRow::default()
        });
        let parts = if size.rich && original == 2 { 0 } else { size.parts };
        for part in 0..parts {
            let rule = EntailmentRule {
                pattern: Some("x bought y => x acquired y".to_owned()),
                ..EntailmentRule::default()
            };
            let tag = tags(numbers.below(size.phenomena as u64) as usize);
            let hypothesis = format!("{} {}", sentence(&mut numbers, 6), original);
            builder.add(&PairRow {
                id: &format!("p{original}.{part}"),
                origin: Some(&id),
                gold: Some(judgment(&mut numbers)),
                text: Some(&text),
                hypothesis: Some(&hypothesis),
                phenomena: tag.as_slice(),
                rule: Some(&rule),
                ..PairRow::default()
            });
        }
    }
    builder.finish().unwrap()
}

fn run(dataset: &Dataset, number: usize, seed: usize, size: Size) -> Run {
    let mut numbers = Numbers(100 + number as u64 + 1_000 * seed as u64);
    let name = match (number, size.rich) {
        (0, _) => "EDITS".to_owned(),
        (3, true) => HOSTILE.to_owned(),
        _ => format!("System {}", number + 1),
    };
    let mut builder = RunBuilder::new(dataset, &name, Missing::Wrong);
    builder.start_file("answers");
    builder.ranked_by(ScoreKind::Confidence);
    for row in 0..dataset.len() {
        let gold = dataset.gold()[row].unwrap_or(Judgment::Unknown);
        let answer = match numbers.below(20) {
            0 => Answer::Abstained,
            1 if size.rich => continue,
            2..13 => Answer::Judged(gold),
            _ => Answer::Judged(judgment(&mut numbers)),
        };
        let confidence = Some(Score::One(numbers.share()));
        builder.add(row as u64 + 1, dataset.id(row), answer, confidence);
    }
    builder.finish().unwrap()
}

/// The parts that a system made itself: of the first original with hostile texts, of every seventh with long ones, of
/// the third none.
fn own_parts(of: &Dataset, system: &str, aggregation: Aggregation, size: Size) -> OwnParts {
    let mut numbers = Numbers(7 + system.len() as u64);
    let mut builder = DatasetBuilder::new(KeepTexts::Yes);
    builder.start_file("parts.jsonl");
    for original in of.originals().filter(|original| *original != 2) {
        let id = of.id(original);
        builder.add(&PairRow { id, ..PairRow::default() });
        for part in 0..2 + numbers.below(2) {
            let text = match original {
                0 => format!("{HOSTILE} <img src=x onerror=alert(4)></details>"),
                _ if original % 7 == 1 => sentence(&mut numbers, 200),
                _ => sentence(&mut numbers, 6),
            };
            let covers = (0..size.parts as u64).filter(|_| numbers.below(3) > 0);
            let covers: Vec<String> = covers.map(|of| format!("p{original}.{of}")).collect();
            let gold = judgment(&mut numbers);
            let verdict = if numbers.below(4) > 0 { gold } else { judgment(&mut numbers) };
            let verdict = if numbers.below(20) > 0 { verdict.name() } else { "" };
            let faithful = if numbers.below(9) > 0 { "yes" } else { "no" };
            builder.add(&PairRow {
                id: &format!("own{original}.{part}"),
                origin: Some(id),
                text: Some(""),
                hypothesis: Some(&text),
                attributes: &[
                    (ANSWER, verdict),
                    (GOLD, gold.name()),
                    (FAITHFUL, faithful),
                    (COVERS, &covers.join(";")),
                ],
                ..PairRow::default()
            });
        }
    }
    let people = Some(KnownFrom::People);
    let source = OwnPartsSource {
        extra: phenom_dataset::Extra::Refuse,
        system: system.to_owned(),
        aggregation,
        labels: LabelScheme::judgments(),
        threshold: None,
        knowledge: PartsKnowledge { gold: people, faithful: people, covers: people },
        shares: WordShares { faithful: 1.0, covers: 1.0 },
    };
    source.read(builder.finish().unwrap(), of, "parts.jsonl").unwrap()
}

/// Two systems that decompose for themselves, if the evaluation is rich and decomposed.
fn decomposers(dataset: &Dataset, size: Size) -> Option<Decomposers> {
    let all = Aggregation::Rule(CompositionRule::All);
    let systems = [("EDITS", Aggregation::Own), (HOSTILE, all)];
    (size.rich && size.parts > 0 && size.systems > 3).then(|| Decomposers {
        references: dataset.clone(),
        systems: systems.map(|(name, how)| own_parts(dataset, name, how, size)).to_vec(),
        composed: Vec::new(),
    })
}

/// A report on made-up pairs.
pub fn evaluated(size: Size) -> Evaluated {
    let dataset = dataset(size);
    let origin = |number: usize| match number {
        2 => Origin::ReadsGold,
        _ => Origin::Answers,
    };
    let runs: Vec<(Run, Origin)> = (0..size.systems)
        .flat_map(|number| {
            let runs = if number < 2 { size.runs } else { 1 };
            (0..runs).map(move |seed| (number, seed))
        })
        .map(|(number, seed)| (run(&dataset, number, seed, size), origin(number)))
        .collect();
    let statistics = StatisticsSettings {
        intervals: size.originals <= 5_000,
        compare: if size.rich { Compared::All } else { Compared::None },
        resamples: 200,
        ..StatisticsSettings::default()
    };
    let settings = Settings { statistics, ..Settings::default() };
    // A page borrows what it shows: all of it stays until the program ends.
    let evaluation = &*Box::leak(Box::new(Evaluation::new(&dataset, &runs, &settings)));
    let (scores, comparisons) = (scores(evaluation, false).leak(), comparisons(evaluation).leak());
    let readings = readings(evaluation, comparisons).leak();
    let options = Presentation::ranked_by(&ACCURACY);
    let names = Box::leak(Box::new(Names::default()));
    let results = Results::new(evaluation, scores, comparisons, options, names);
    let decomposers = decomposers(&dataset, size);
    let given =
        Given { dataset: &dataset, runs: &runs, evaluation, decomposers: decomposers.as_ref() };
    let staged = Box::leak(Box::new((STAGES.rows)(&given)));
    let results = results.with_readings(readings).with_analyses(staged);
    // The pairs show the first run of each system.
    let mut first: Vec<&(Run, Origin)> = runs.iter().collect();
    first.dedup_by_key(|(run, _)| run.system().to_owned());
    let of_first: Vec<&Run> = first.iter().map(|(run, _)| run).collect();
    let mut explorer = Explorer::new(&dataset, &of_first, Task::ThreeWay).unwrap();
    explorer.reads_gold = first.iter().map(|(_, origin)| *origin == Origin::ReadsGold).collect();
    explorer.several_runs = (0..size.systems).map(|number| number < 2 && size.runs > 1).collect();
    let (tables, notes) = tables(&results);
    let claims = claims(&results);
    Evaluated {
        report: Report {
            title: "A report of made-up pairs".to_owned(),
            summary: summary(&results, &claims),
            notes,
            tables,
            how_to_report: how_to_report(&results, &claims, "0.1.0"),
            signature: Signature {
                version: "0.1.0".to_owned(),
                task: "three-way".to_owned(),
                dataset: Vec::new(),
                systems: Vec::new(),
                parameters: Vec::new(),
            },
        },
        model: page_model(&results, &claims),
        figures: figures(&results),
        explorer,
    }
}
