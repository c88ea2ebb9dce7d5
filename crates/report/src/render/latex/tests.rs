//! Tables as LaTeX, laid out for papers.

use phenom_metrics::Proportion;
use phenom_metrics::statistics::Interval;

use super::{LatexTable, Paper, PaperClass, TableWidth};
use crate::{Cell, Column, Row, RowKind, SafeName, Standing, Style, Table};

const ACL_COLUMN: Paper = Paper { class: PaperClass::Acl, width: TableWidth::Column };

fn table(columns: Vec<Column>, rows: Vec<Vec<Cell>>) -> Table {
    let rows = rows.into_iter().map(|cells| Row { kind: RowKind::Body, cells }).collect();
    let title = "Title".to_owned();
    Table { key: SafeName::new("key"), title, columns, rows, notes: Vec::new() }
}

/// Names in the first column, `100.0` in all others.
fn figures(names: &[&str], rows: &[&str]) -> Table {
    let columns = names.iter().map(|name| Column::new(*name)).collect();
    let row = |name: &&str| {
        let figures = names[1..].iter().map(|_| Cell::Value(1.0, Style::Percent));
        std::iter::once(Cell::text(*name)).chain(figures).collect()
    };
    table(columns, rows.iter().map(row).collect())
}

fn written(table: &Table, paper: Paper) -> (String, bool) {
    let latex = LatexTable::new(table, paper);
    let mut bytes = Vec::new();
    latex.write(&mut bytes).unwrap();
    (String::from_utf8(bytes).unwrap(), latex.is_for_appendix())
}

fn count(latex: &str, wanted: &str) -> usize {
    latex.matches(wanted).count()
}

#[test]
fn three_systems_on_twelve_phenomena_go_into_an_acl_column_as_they_are() {
    let names = ["accuracy", "n", "BERT", "RoBERTa", "LLM", "best constant"];
    let phenomena = [
        "all pairs",
        "numeral",
        "negation",
        "temporal",
        "quantifier",
        "modality",
        "hypernymy",
        "passive",
        "apposition",
        "antonymy",
        "synonymy",
        "coreference",
        "conditional",
    ];
    let (latex, appendix) = written(&figures(&names, &phenomena), ACL_COLUMN);
    assert_eq!(count(&latex, "\\begin{tabular*}{\\columnwidth}"), 1, "{latex}");
    assert!(latex.contains("\nnegation & 100.0 & ") && !appendix, "{latex}");
    assert!(latex.contains("\\begin{table}[tbp]\n\\centering\\footnotesize\n"), "{latex}");
    assert!(!latex.contains("blocks") && !latex.contains("exchanged"), "{latex}");
}

#[test]
fn a_table_that_is_too_wide_is_set_in_blocks_that_name_their_rows() {
    let names = ["system", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
    let names = names.map(|name| format!("{name}-and-some"));
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let rows: Vec<String> = (0..14).map(|row| format!("row {row}")).collect();
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let (latex, _) = written(&figures(&names, &rows), ACL_COLUMN);
    let blocks = count(&latex, "\\begin{tabular*}");
    assert!(blocks > 1 && count(&latex, "\nrow 13 & ") == blocks, "{latex}");
    assert_eq!(count(&latex, "\\caption{Title.}"), 1);
    assert!(latex.contains(&format!("in {blocks} blocks")), "{latex}");
}

#[test]
fn many_systems_on_few_phenomena_are_rows() {
    let systems: Vec<String> = (1..=20).map(|number| format!("system-{number}")).collect();
    let names: Vec<&str> =
        std::iter::once("accuracy").chain(systems.iter().map(String::as_str)).collect();
    let (latex, appendix) = written(&figures(&names, &["all pairs", "negation"]), ACL_COLUMN);
    assert!(latex.contains("accuracy & all pairs & negation \\\\"), "{latex}");
    assert!(latex.contains("\nsystem-20 & 100.0 & 100.0 \\\\"), "{latex}");
    assert!(latex.contains("Rows and columns are exchanged") && !appendix, "{latex}");
}

/// `58.3 (35/60) [45.7, 69.9]`
fn with_interval() -> Cell {
    let share = Cell::proportion(Proportion { numerator: 35, denominator: 60 });
    share.between(Some(Interval { lower: 0.457, upper: 0.699 }))
}

#[test]
fn intervals_stand_under_their_figures_where_the_columns_have_no_room_beside_them() {
    let columns = ["system", "original pairs", "monothematic pairs"].map(Column::new).to_vec();
    let row = |name: &str| vec![Cell::text(name), with_interval(), with_interval()];
    let table = table(columns, vec![row("EDITS"), row("VENSES")]);
    let (latex, _) = written(&table, ACL_COLUMN);
    assert!(latex.contains("EDITS & \\pnOver{58.3 (35/60)}{{[}45.7, 69.9]} & "), "{latex}");
    let (latex, _) = written(&table, Paper::default());
    assert!(latex.contains("EDITS & 58.3 (35/60) {[}45.7, 69.9] & "), "{latex}");
}

#[test]
fn a_table_higher_than_a_page_is_for_an_appendix_and_names_its_rows_on_each_page() {
    let columns = vec![Column::repeating("system"), Column::new("phenomenon"), Column::new("n")];
    let row = |at: usize| {
        let system = if at < 30 { "EDITS" } else { "VENSES" };
        vec![Cell::text(system), Cell::text(format!("phenomenon {at}")), Cell::count(1)]
    };
    let (latex, appendix) = written(&table(columns, (0..120).map(row).collect()), ACL_COLUMN);
    let floats = count(&latex, "\\begin{table*}[tbp]");
    assert!(appendix && floats > 1, "{latex}");
    // A page ends before a group of rows if it is at least half full; else the next page repeats the system.
    assert_eq!(count(&latex, "\nEDITS & "), 1, "{latex}");
    assert_eq!(count(&latex, "\nVENSES & "), floats - 1, "{latex}");
    assert_eq!(count(&latex, "\\caption[]{(continued)}"), floats - 1);
    assert_eq!(count(&latex, "\\label{tab:key}"), 1);
    assert!(latex.contains(&format!("It takes {floats} pages of an appendix.")), "{latex}");
}

#[test]
fn what_a_column_repeats_stands_above_its_rows_where_there_is_no_room_beside_them() {
    let columns: Vec<Column> = std::iter::once(Column::repeating("systems"))
        .chain(["figure", "pairs", "first", "second", "difference"].map(Column::new))
        .collect();
    let row = |systems: &str, figure: &str| {
        let figures = (0..4).map(|_| Cell::Value(0.5, Style::Percent));
        [Cell::text(systems), Cell::text(figure)].into_iter().chain(figures).collect()
    };
    let table = table(
        columns,
        vec![
            row("EDITS against VENSES", "accuracy, original"),
            row("EDITS against VENSES", "accuracy, monothematic"),
            row("EDITS against Word overlap", "accuracy, original"),
        ],
    );
    let narrow = Paper { width: TableWidth::Millimetres(62.0), ..ACL_COLUMN };
    let (latex, _) = written(&table, narrow);
    assert!(
        latex.contains("\\multicolumn{3}{@{}l@{}}{EDITS against VENSES} \\\\\n\\pnSub "),
        "{latex}"
    );
    assert_eq!(count(&latex, "EDITS against Word overlap"), 2, "once a block: {latex}");
}

#[test]
fn signs_and_marks_are_macros_of_no_width_and_only_those_that_occur_are_defined() {
    let names = ["accuracy", "A", "B"].map(Column::new).to_vec();
    let figure = |standing| Cell::Value(0.5, Style::Percent).standing(Some(standing));
    let row = vec![Cell::text("all"), figure(Standing::Highest), figure(Standing::Lower)];
    let (latex, _) = written(&table(names, vec![row]), Paper::default());
    assert!(latex.contains("all & \\pnBest{50.0} & 50.0\\pnWorse{} \\\\"), "{latex}");
    assert!(latex.contains("\\providecommand{\\pnWorse}{\\rlap{$^{\\downarrow}$}}\n"), "{latex}");
    assert_eq!(count(&latex, "\\providecommand"), 2);
    // The sign behind the last figure has its room.
    assert!(latex.contains("r@{\\hspace{4pt}}}"), "{latex}");
}

#[test]
fn each_class_has_its_environment_and_its_place_for_captions() {
    let table = figures(&["system", "pairs"], &["A"]);
    for (class, above) in [
        (PaperClass::Acl, false),
        (PaperClass::Lncs, true),
        (PaperClass::Ieee, true),
        (PaperClass::Article, false),
    ] {
        for (width, environment) in [
            (TableWidth::Column, "table"),
            (TableWidth::Text, "table*"),
            (TableWidth::Millimetres(60.0), "table"),
            (TableWidth::Millimetres(140.0), "table*"),
        ] {
            let (latex, _) = written(&table, Paper { class, width });
            assert!(latex.contains(&format!("\\begin{{{environment}}}[tbp]")), "{latex}");
            let (caption, body) = (latex.find("\\caption"), latex.find("\\begin{tabular"));
            assert_eq!(caption < body, above, "{latex}");
        }
    }
}

/// A column of a paper has room for twelve systems by five categories: codes with a key name the systems.
#[test]
fn twelve_systems_by_category_fit_a_column() {
    let columns = vec![
        Column::repeating("system"),
        Column::new("category"),
        Column::new("originals"),
        Column::new("CI"),
    ];
    let categories = ["discourse", "lexical", "syntactic", "reasoning", "lexical-syntactic"];
    let row = |at: usize| {
        let system = format!("Contradiction {}", at / 5);
        let ci = Cell::Value(0.69, Style::Ratio).between(with_interval().interval());
        vec![Cell::text(system), Cell::text(categories[at % 5]), with_interval(), ci]
    };
    let rows: Vec<Vec<Cell>> = (0..60).map(row).collect();
    let plain = table(columns.clone(), rows.clone());
    assert!(written(&plain, ACL_COLUMN).1);
    let table = Table { key: crate::SafeName::new("categories"), ..table(columns, rows) };
    let (latex, appendix) = written(&table, ACL_COLUMN);
    assert!(!appendix && latex.contains("\nA: Contradiction 0; B: Contradiction 1;"), "{latex}");
    assert!(latex.contains("{originals} \\\\\n\\pnSub A & 58.3 & 58.3 &"), "{latex}");
    assert!(latex.contains("{CI} \\\\\n\\pnSub A & 0.69 &"), "{latex}");
}

#[test]
fn notes_in_a_paper_name_no_command_and_no_file() {
    let mut table = figures(&["system", "pairs"], &["A"]);
    table.notes = vec!["All pairs. `scores.csv` has all.".to_owned(), "Use `--all`.".to_owned()];
    let (latex, _) = written(&table, ACL_COLUMN);
    assert!(latex.contains("\nAll pairs.\\par\n") && !latex.contains("scores"), "{latex}");
    assert!(!latex.contains("--all"), "{latex}");
}
