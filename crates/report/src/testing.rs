//! A tiny evaluation, written as it is read: for the tests beside tables, figures and sentences.

use std::collections::BTreeMap;

use phenom_dataset::{
    Aggregation, Answer, CompositionRule, Dataset, DatasetBuilder, Judgment, KeepTexts, Missing,
    PairRow, PartsKnowledge, Phenomenon, Run, RunBuilder, Score as Confidence, ScoreKind,
};
use phenom_metrics::measures::mutual_information::MUTUAL_INFORMATION;
use phenom_metrics::people::{
    AgreementRow, AnnotatorTable, Keys, agreement_rows, annotator_tables, distribution_rows,
    key_scores,
};
use phenom_metrics::stages::{Order, StageAbout, StageOriginal, StageRow, StagedSystem, Stages};
use phenom_metrics::{
    Compared, ComparisonRow, Evaluation, Origin, Proportion, Score, Settings, StatisticsSettings,
    comparisons, scores,
};

use crate::analyses::{Analysis, Found, Given, STAGE_ORIGINALS, STAGE_ROWS, STAGED_SYSTEMS};
use crate::{
    Annotated, Cell, Column, Names, Numbers, Presentation, Report, Results, Row, RowKind, SafeName,
    Signature, Table, agreement_tables,
};

/// Where the answers of a system that reads gold come from is said behind its name.
const READS_GOLD: &str = "!";

/// So is that pairs without an answer count nowhere.
const SKIPS: &str = "~";

/// Settings without intervals and comparisons.
pub(crate) fn plain() -> Settings {
    let statistics = StatisticsSettings {
        intervals: false,
        compare: Compared::None,
        resamples: 200,
        ..StatisticsSettings::default()
    };
    Settings { statistics, ..Settings::default() }
}

/// Settings with comparisons, and without intervals.
pub(crate) fn compared() -> Settings {
    let plain = plain();
    Settings {
        statistics: StatisticsSettings { compare: Compared::All, ..plain.statistics },
        ..plain
    }
}

/// An evaluation with its rows, and how they are shown.
pub(crate) struct Scene {
    dataset: Dataset,
    runs: Vec<(Run, Origin)>,
    settings: Settings,
    pub(crate) evaluation: Evaluation,
    pub(crate) scores: Vec<Score>,
    pub(crate) comparisons: Vec<ComparisonRow>,
    pub(crate) names: Names,
    pub(crate) options: Presentation,
}

impl Scene {
    /// An evaluation of systems on pairs, one a line: the id, which for a monothematic pair is its
    /// original's with `.N` behind it; gold and phenomena; then the answer of every system. A judgment is
    /// its first letter (`N` for not-entailment), `?` an abstention and `-` nothing; a number behind an
    /// answer is its confidence. What annotators said stands at the end, as `ann=E`. A system with `!`
    /// behind its name reads gold, and of one with `~` the pairs that it leaves out count nowhere; of one name,
    /// systems that follow each other are runs of one.
    pub(crate) fn new(settings: Settings, systems: &[&str], pairs: &str) -> Self {
        let lines = pairs.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
        let lines: Vec<Vec<&str>> = lines.filter(|fields| !fields.is_empty()).collect();
        let mut builder = DatasetBuilder::new(KeepTexts::No);
        for fields in &lines {
            let phenomena = fields[2].split(',').filter(|tag| *tag != "-");
            let phenomena: Vec<Phenomenon> =
                phenomena.map(|tag| Phenomenon::parse(tag).unwrap()).collect();
            let said = fields.iter().filter_map(|field| field.split_once('='));
            let annotations: Vec<(&str, Judgment)> =
                said.filter_map(|(name, said)| Some((name, judgment(said)?))).collect();
            builder.add(&PairRow {
                id: fields[0],
                origin: fields[0].split_once('.').map(|(original, _)| original),
                gold: judgment(fields[1]),
                phenomena: &phenomena,
                annotations: &annotations,
                ..PairRow::default()
            });
        }
        let dataset = builder.finish().unwrap();
        let run = |(column, name): (usize, &&str)| {
            let origin =
                if name.ends_with(READS_GOLD) { Origin::ReadsGold } else { Origin::Answers };
            let missing = if name.ends_with(SKIPS) { Missing::Skip } else { Missing::Wrong };
            let name = name.trim_end_matches(READS_GOLD).trim_end_matches(SKIPS);
            let mut run = RunBuilder::new(&dataset, name, missing);
            run.start_file("answers");
            run.ranked_by(ScoreKind::Confidence);
            for (line, fields) in (1..).zip(&lines) {
                let (letter, confidence) = fields[3 + column].split_at(1);
                let answer = match letter {
                    "-" => continue,
                    "?" => Answer::Abstained,
                    letter => Answer::Judged(judgment(letter).unwrap()),
                };
                run.add(line, fields[0], answer, confidence.parse().ok().map(Confidence::One));
            }
            (run.finish().unwrap(), origin)
        };
        let runs: Vec<(Run, Origin)> = systems.iter().enumerate().map(run).collect();
        let evaluation = Evaluation::new(&dataset, &runs, &settings);
        let (scores, comparisons) = (scores(&evaluation, true), comparisons(&evaluation));
        let options = Presentation::ranked_by(&MUTUAL_INFORMATION);
        let names = Names::default();
        Self { dataset, runs, settings, evaluation, scores, comparisons, names, options }
    }

    /// The same with systems and phenomena shown under other names.
    pub(crate) fn renamed(mut self, systems: &[(&str, &str)], phenomena: &[(&str, &str)]) -> Self {
        let map = |pairs: &[(&str, &str)]| -> BTreeMap<String, String> {
            pairs.iter().map(|(name, shown)| ((*name).to_owned(), (*shown).to_owned())).collect()
        };
        self.names = Names { systems: map(systems), phenomena: map(phenomena) };
        self
    }

    pub(crate) fn results(&self) -> Results<'_> {
        let Self { evaluation, scores, comparisons, options, names, .. } = self;
        Results::new(evaluation, scores, comparisons, *options, names)
    }

    /// The rows of an analysis.
    pub(crate) fn analysis(&self, analysis: &Analysis) -> Vec<Found> {
        let Self { dataset, runs, evaluation, .. } = self;
        (analysis.rows)(&Given { dataset, runs, evaluation, decomposers: None })
    }

    /// What annotators said of the pairs.
    pub(crate) fn people(&self) -> People {
        let Self { dataset, runs, settings, .. } = self;
        let mut rows = agreement_rows(dataset, &settings.statistics, settings.seed);
        rows.extend(distribution_rows(dataset, runs));
        let keys = key_scores(dataset, runs, settings);
        rows.extend(keys.rows());
        People { rows, tables: annotator_tables(dataset), keys }
    }
}

/// What annotators said of the pairs of a [`Scene`].
pub(crate) struct People {
    pub(crate) rows: Vec<AgreementRow>,
    pub(crate) tables: Vec<AnnotatorTable>,
    pub(crate) keys: Keys,
}

impl People {
    pub(crate) fn annotated<'a>(&'a self, results: &'a Results<'a>) -> Annotated<'a> {
        Annotated { rows: &self.rows, tables: &self.tables, keys: &self.keys, results }
    }
}

/// A table on people, by its key. Of two pairs ann and bob agree on one; A follows ann, and B follows bob.
pub(crate) fn table_on_two_annotators(key: &str) -> Table {
    let pairs = "1 E lex:syn E E ann=E bob=E\n2 U lex:ant U E ann=U bob=E";
    let scene = Scene::new(plain(), &["A", "B"], pairs);
    let (results, people) = (scene.results(), scene.people());
    let tables = agreement_tables(&people.annotated(&results));
    tables.into_iter().find(|table| table.key.as_str() == key).unwrap()
}

fn judgment(letter: &str) -> Option<Judgment> {
    match letter {
        "E" => Some(Judgment::Entailment),
        "U" => Some(Judgment::Unknown),
        "C" => Some(Judgment::Contradiction),
        "N" => Some(Judgment::NotEntailment),
        _ => None,
    }
}

/// The rows of a table as a reader sees them, the cells of each joined by ` | `.
pub(crate) fn shown(table: &Table) -> Vec<String> {
    let numbers = Numbers::default();
    let row = |row: &crate::Row| {
        let cells: Vec<String> = row.cells.iter().map(|cell| numbers.shown(cell)).collect();
        cells.join(" | ").trim_end().to_owned()
    };
    table.rows.iter().map(row).collect()
}

/// The names of the columns, joined by ` | `.
pub(crate) fn columns(table: &Table) -> String {
    let names: Vec<String> = table.columns.iter().map(crate::Column::full_name).collect();
    names.join(" | ")
}

/// The notes of a table in one text.
pub(crate) fn notes(table: &Table) -> String {
    table.notes.join("\n")
}

/// Two originals with their parts, and two systems: A has 1 of 2 wholes and 3 of 4 parts right, B both
/// wholes and 2 of 4 parts. No part of `lex:syn` has gold unknown.
pub(crate) const TWO_SYSTEMS: &str = "
    1    E  -        E  E
    1.1  E  lex:syn  E  U
    1.2  E  arg:neg  E  E
    2    U  -        E  U
    2.1  E  lex:syn  U  E
    2.2  U  arg:neg  U  E
";

/// The scene of [`TWO_SYSTEMS`].
pub(crate) fn two_systems() -> Scene {
    Scene::new(plain(), &["A", "B"], TWO_SYSTEMS)
}

/// Of how many of ten originals a system is wrong because of some stages.
pub(crate) fn budget_row(system: &str, of: Stages, count: u64) -> StageRow {
    let counts = Proportion { numerator: count, denominator: 10 };
    StageRow {
        system: system.to_owned(),
        versus: None,
        about: StageAbout::Budget(of, Order::VerdictsFirst),
        value: counts.value(),
        counts,
        interval: None,
        change: None,
        p: None,
        p_adjusted: None,
        has_enough: false,
        is_corrected: false,
    }
}

/// The rows of the systems A and B, which decompose ten originals for themselves.
pub(crate) fn staged(rows: Vec<StageRow>, originals: Vec<StageOriginal>) -> Vec<Found> {
    let system = |name: &str| StagedSystem {
        system: name.to_owned(),
        aggregation: Aggregation::Own,
        rule: CompositionRule::All,
        knowledge: PartsKnowledge::default(),
        originals: 10,
        unnamed: 0,
        empty: 0,
        parts: 20,
        failed: 0,
    };
    vec![
        Found::of(&STAGE_ROWS, rows),
        Found::of(&STAGED_SYSTEMS, vec![system("A"), system("B")]),
        Found::of(&STAGE_ORIGINALS, originals),
    ]
}

/// Twelve originals with gold entailment and one phenomenon, of which A has all right and B none: a
/// difference that can be told.
pub(crate) fn told_apart(systems: &[&str]) -> Scene {
    let answers: String =
        systems.iter().map(|name| if *name == "B" { " U" } else { " E" }).collect();
    let pairs: Vec<String> = (1..=12).map(|id| format!("{id} E lex:syn{answers}")).collect();
    Scene::new(compared(), systems, &pairs.join("\n"))
}

/// A table without notes whose rows are numbered from 1.
pub(crate) fn table_of(key: &str, rows: usize) -> Table {
    let row = |at: usize| Row { kind: RowKind::Body, cells: vec![Cell::text(format!("row {at}"))] };
    Table {
        key: SafeName::new(key),
        title: format!("Title of {key}"),
        columns: vec![Column::new("name")],
        rows: (1..=rows).map(row).collect(),
        notes: Vec::new(),
    }
}

/// A report that has nothing but a title and tables.
pub(crate) fn report_of(tables: Vec<Table>) -> Report {
    Report {
        title: "A report".to_owned(),
        summary: Vec::new(),
        notes: Vec::new(),
        tables,
        how_to_report: Vec::new(),
        signature: Signature {
            version: String::new(),
            task: String::new(),
            dataset: Vec::new(),
            systems: Vec::new(),
            parameters: Vec::new(),
        },
    }
}
