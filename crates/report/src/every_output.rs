//! Rules that hold for every table, every figure and every sentence.

use phenom_dataset::{JustificationBuilder, Justifications, RatingRow, RatingRules};
use phenom_metrics::people::justification_rows;
use phenom_metrics::{Compared, Settings, StatisticsSettings};
use proptest::prelude::*;

use crate::contents::{FIGURES, TABLES, figures, tables};
use crate::figures::FIGURES_ON_PEOPLE;
use crate::render::{self, Gallery, LatexTable, Page, Paper, Terminal, Width};
use crate::testing::{Scene, plain};
use crate::tidy::{self, At};
use crate::{
    PowerQuestion, Report, RowComparison, Signature, TABLES_ON_PEOPLE, Table, agreement_tables,
    claims, justification_tables, page_model, power_table, summary,
};

/// With comparisons, intervals, and whatever else there is.
fn everything() -> Settings {
    let statistics = StatisticsSettings {
        intervals: true,
        compare: Compared::All,
        resamples: 50,
        ..plain().statistics
    };
    Settings { statistics, ..Settings::default() }
}

const QUESTION: PowerQuestion =
    PowerQuestion { difference: 0.1, power: 0.8, disagreement: 0.1, labels: 3 };

fn all_tables(scene: &Scene) -> Vec<Table> {
    let (results, people) = (scene.results(), scene.people());
    let (mut all, _) = tables(&results);
    all.extend(agreement_tables(&people.annotated(&results)));
    all.push(power_table(&scene.comparisons, &QUESTION, "three-way", &scene.names).unwrap());
    all
}

/// Everything that a reader sees of a scene, but the keys of tables and figures.
fn seen(scene: &Scene) -> String {
    let results = scene.results();
    let (figures, mut model) = (figures(&results), page_model(&results, &claims(&results)));
    // Links to pairs go by the names of the data.
    for row in model.phenomena.iter_mut().flat_map(|phenomena| &mut phenomena.rows) {
        row.slice = None;
    }
    // A comparison holds names of the data. A reader sees the row of the table and the systems instead.
    let compared = std::mem::take(&mut model.comparisons);
    let said = |row: RowComparison<'_>| (row.row, row.systems, row.of.test.clone(), row.of.verdict);
    let compared: Vec<_> = compared.iter().map(said).collect();
    let text = format!(
        "{:#?}\n{figures:#?}\n{:#?}\n{model:#?}\n{compared:#?}",
        all_tables(scene),
        summary(&results, &claims(&results))
    );
    let lines = text.lines().filter(|line| !line.contains("#pairs?"));
    lines.collect::<Vec<_>>().join("\n").replace("qlex:", "qlex : ")
}

const TAGGED: &str = "
    1    E  -          E0.9  U0.8  E0.5  ann=E bob=U
    1.1  E  qlex:qsyn  E0.8  U0.1  E0.5  ann=E bob=E
    1.2  E  qarg:qneg  E0.7  E0.6  E0.5  ann=E bob=E
    2    U  -          E0.6  U0.9  U0.5  ann=U bob=U
    2.1  E  qlex:qsyn  U0.9  E0.8  E0.5  ann=E bob=E
    2.2  U  qarg:qneg  U0.5  C0.3  U0.5  ann=C bob=U
    3    C  -          C0.4  U0.2  C0.5  ann=C bob=C
    3.1  C  qlex:qant  C0.4  U0.2  C0.5  ann=C bob=C
";

/// Two systems that swap names, and a third that takes one of a phenomenon: what is found by a name that
/// is shown stands in the wrong row, or nowhere.
#[test]
fn a_row_is_found_by_its_key_and_never_by_a_name_that_is_shown() {
    let systems = ["Alpha", "Omega", "Gamma!"];
    let scene = || Scene::new(everything(), &systems, TAGGED);
    let usual = seen(&scene());
    let renamed = scene().renamed(
        &[("Alpha", "Omega"), ("Omega", "Alpha"), ("Gamma", "Delta")],
        &[
            ("qlex", "Lexicon"),
            ("qlex:qsyn", "Synonym"),
            ("qarg:qneg", "Negative"),
            ("qarg", "Args"),
        ],
    );
    let renamed = seen(&renamed);
    assert!(usual.contains("Gamma") && usual.contains("qsyn") && !renamed.contains("Gamma"));
    let expected = usual
        .replace("Alpha", "\u{1}")
        .replace("Omega", "Alpha")
        .replace('\u{1}', "Omega")
        .replace("Gamma", "Delta")
        .replace("qlex", "Lexicon")
        .replace("qsyn", "Synonym")
        .replace("qneg", "Negative")
        .replace("qarg", "Args");
    for (expected, renamed) in
        expected.lines().zip(renamed.replace("Lexicon:", "Lexicon : ").lines())
    {
        assert_eq!(renamed, expected);
    }
}

fn judged() -> Justifications {
    let mut builder = JustificationBuilder::new(RatingRules::default());
    builder.start_file("ratings");
    for (line, run) in (1..).zip(["A", "B"]) {
        let understandability = 2 + i32::try_from(line).unwrap();
        let correctness = Some(understandability);
        let (pair, judge) = ("1", "J");
        builder.add(&RatingRow { line, run, pair, judge, understandability, correctness });
    }
    builder.finish().unwrap()
}

/// Every file that is made of a scene, with its format.
fn written(scene: &Scene) -> Vec<(&'static str, Vec<u8>)> {
    let (results, people, judged) = (scene.results(), scene.people(), judged());
    let of_judges = justification_rows(&judged);
    let mut shown = all_tables(scene);
    shown.extend(justification_tables(&judged, &of_judges));
    let report = Report {
        title: "A report".to_owned(),
        summary: summary(&results, &claims(&results)),
        how_to_report: Vec::new(),
        notes: Vec::new(),
        tables: shown,
        signature: Signature {
            version: String::new(),
            task: String::new(),
            dataset: Vec::new(),
            systems: Vec::new(),
            parameters: Vec::new(),
        },
    };
    let figures = figures(&results);
    let gallery = Gallery { figures: &figures, ending: None };
    let model = page_model(&results, &claims(&results));
    let page = Page { report: &report, model: Some(&model), figures: &figures, explorer: None };
    let mut files: Vec<(&'static str, Vec<u8>)> = Vec::new();
    let mut write = |format, write: &dyn Fn(&mut Vec<u8>) -> std::io::Result<()>| {
        let mut bytes = Vec::new();
        write(&mut bytes).unwrap();
        files.push((format, bytes));
    };
    write("txt", &|out| render::terminal(&report, Terminal { width: None, styled: false }, out));
    write("md", &|out| render::markdown_beginning(&report, out));
    write("md", &|out| render::markdown(&report, gallery, out));
    let laid_out: Vec<LatexTable<'_>> =
        report.tables.iter().map(|table| LatexTable::new(table, Paper::default())).collect();
    let tables: Vec<&LatexTable<'_>> = laid_out.iter().collect();
    write("tex", &|out| render::latex(&report, &tables, Paper::default(), gallery, out));
    write("html", &|out| render::html(&page, out));
    write("json", &|out| render::json(&report, out));
    for table in &report.tables {
        write("csv", &|out| render::csv_table(table, out));
    }
    for figure in &figures {
        write("svg", &|out| render::svg(figure, Width::Column, out));
    }
    let correction = results.evaluation.statistics.correction;
    let at = At { correction, ..At::default() };
    write("csv", &|out| tidy::SCORES.csv(&scene.scores, at, out));
    write("json", &|out| tidy::SCORES.json(&scene.scores, at, out));
    write("csv", &|out| tidy::COMPARISONS.csv(&scene.comparisons, at, out));
    write("json", &|out| tidy::COMPARISONS.json(&scene.comparisons, at, out));
    write("csv", &|out| tidy::AGREEMENT.csv(&people.rows, at, out));
    write("json", &|out| tidy::AGREEMENT.json(&people.rows, at, out));
    write("csv", &|out| tidy::keys_csv(&people.keys, &|_| true, out));
    write("csv", &|out| tidy::JUSTIFICATIONS.csv(&of_judges, at, out));
    write("json", &|out| tidy::JUSTIFICATIONS.json(&of_judges, at, out));
    files
}

/// The lines of a text with a word that is a number in no format.
fn not_finite(text: &str) -> Vec<&str> {
    let words = |line: &&str| {
        let mut words = line.split(|character: char| !character.is_ascii_alphanumeric());
        words.any(|word| ["nan", "inf"].contains(&word.to_ascii_lowercase().as_str()))
    };
    text.lines().filter(words).collect()
}

/// One to four originals with up to two parts each, judged by two systems, of which the second leaves
/// answers out, a third system or a second run of it, and two annotators.
fn pairs() -> impl Strategy<Value = String> {
    let letters = || proptest::collection::vec(proptest::sample::select(vec!['E', 'U', 'C']), 3);
    let pair = || (letters(), proptest::sample::select(vec!["-", "?", "E", "C", "U"]));
    let original = (pair(), proptest::collection::vec(pair(), 0..3));
    proptest::collection::vec(original, 1..5).prop_map(|originals| {
        let line = |id: String, (letters, last): (Vec<char>, &str)| {
            let tag = if id.ends_with('1') { "qlex:qsyn" } else { "-" };
            let [gold, first, said] = letters.as_slice() else { return String::new() };
            format!("{id} {gold} {tag} {first}0.7 {last} {first} ann={said} bob={gold}\n")
        };
        let mut text = String::new();
        for (number, (whole, parts)) in originals.into_iter().enumerate() {
            text += &line(number.to_string(), whole);
            for (part, pair) in parts.into_iter().enumerate() {
                text += &line(format!("{number}.{}", part + 1), pair);
            }
        }
        text
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    /// Undefined values carry their reason; no format has a word for what is no number.
    #[test]
    fn no_output_has_a_number_that_is_not_finite(pairs in pairs(), runs in any::<bool>()) {
        let third = if runs { "B" } else { "C" };
        let scene = Scene::new(everything(), &["A", "B", third], &pairs);
        for (format, bytes) in written(&scene) {
            let text = String::from_utf8(bytes).unwrap();
            // The script and the styles of a page are the same of every report.
            let text = text.split("<style").next().unwrap().to_owned()
                + text.split_once("</style>").map_or("", |(_, after)| after);
            let markup = text.rsplit_once("<script>").map_or(text.as_str(), |(before, _)| before);
            // Packed data are letters at random.
            let is_markup = |line: &&str| !line.starts_with("<script type=\"text/plain\"");
            let found: Vec<&str> = not_finite(markup).into_iter().filter(is_markup).collect();
            prop_assert_eq!(found, Vec::<&str>::new(), "{}", format);
        }
    }
}

#[test]
fn a_number_that_is_not_finite_is_noticed() {
    assert_eq!(not_finite("a | inf\nb | 1.0\n[NaN, 1.0]"), ["a | inf", "[NaN, 1.0]"]);
}

/// The keys in the first column of the tables under a heading of docs/reports.md.
fn listed_under(heading: &str) -> Vec<&'static str> {
    let page = include_str!("../../../docs/reports.md");
    let (_, after) = page.split_once(&format!("\n## {heading}\n")).unwrap();
    let section = after.split("\n## ").next().unwrap();
    let key = |line: &'static str| Some(line.strip_prefix("| `")?.split_once('`')?.0);
    section.lines().filter_map(key).collect()
}

#[test]
fn the_page_on_reports_lists_every_table_and_every_figure() {
    let tables = TABLES.iter().map(|kind| kind.key).chain(TABLES_ON_PEOPLE.iter().copied());
    assert_eq!(listed_under("The tables"), tables.collect::<Vec<_>>());
    let figures = FIGURES.iter().map(|kind| kind.key).chain(FIGURES_ON_PEOPLE.iter().copied());
    assert_eq!(listed_under("The figures"), figures.collect::<Vec<_>>());
}
