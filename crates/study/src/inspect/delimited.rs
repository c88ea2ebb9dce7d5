//! Text with fields between commas, tabs, semicolons, bars or blanks: which of these, and whether there are quotes
//! and a header. Proposals are made here, and the reader says which of them fits.

use std::collections::BTreeSet;
use std::path::Path;

use phenom_dataset::{Header, SampledTable};

use super::labels::MOST_LABELS;
use super::layout::{BOUNDS, HEAD, Layout, Written};
use super::lead;
use super::names::Role;
use super::sample::Sample;
use super::table::{Cell, MOST_COLUMNS, Table, UNNAMED};

/// What can stand between fields.
const DELIMITERS: [u8; 4] = [b',', b'\t', b';', b'|'];

/// What can stand between fields in quotes, as R writes them unless it is told otherwise.
const BLANK: [u8; 1] = [b' '];

/// The table in a file; nothing if no delimiter cuts its lines into fields.
pub(super) fn table(path: &Path, sample: &Sample, ending: &str) -> Option<(Layout, Table)> {
    let comments = lead::comments(sample.lines(), &DELIMITERS);
    let base = Layout { comments, ..Layout::default() };
    let fitting = fitting(path, &base, ending, &DELIMITERS);
    // A table of which every row fits its header is what it seems to be.
    let fits = fitting.first().is_some_and(|proposal| proposal.share == 1.0);
    if !fits && let Some(found) = unnamed_column(path, &base, ending, &DELIMITERS) {
        return Some(found);
    }
    if let Some(found) = fitting.first().and_then(|first| below_title(path, &first.layout, sample))
    {
        return Some(found);
    }
    let found = fitting.into_iter().find_map(|proposal| below_header(path, proposal.layout));
    found
        .or_else(|| {
            lead::rests(sample.lines()).find_map(|(skipped, rest)| {
                if rest.starts_with(['\n', '\r']) {
                    return None;
                }
                let base = Layout { skipped, ..base.clone() };
                let even = self::fitting(path, &base, ending, &DELIMITERS)
                    .into_iter()
                    .filter(|it| it.share == 1.0);
                even.map(|proposal| proposal.layout).find_map(|layout| below_header(path, layout))
            })
        })
        .or_else(|| {
            // Names in quotes with blanks between them, one less than the fields below.
            let is_of_r = sample.lines().lines().next().is_some_and(|line| line.contains("\" \""));
            is_of_r.then(|| unnamed_column(path, &base, ending, &BLANK)).flatten()
        })
}

/// A delimiter, with quotes or without, and what the reader makes of the first rows with it.
struct Proposal {
    layout: Layout,
    /// The share of rows that have as many fields as the first.
    share: f64,
    is_usual: bool,
    width: usize,
}

/// The delimiters that cut the first lines into fields, the best first.
fn fitting(path: &Path, base: &Layout, ending: &str, delimiters: &[u8]) -> Vec<Proposal> {
    let usual = if matches!(ending, "tsv" | "tab") { b'\t' } else { b',' };
    let mut proposals = Vec::new();
    for delimiter in delimiters.iter().copied() {
        let default_quoting = delimiter != b'\t';
        let read = [default_quoting, !default_quoting].map(|quoting| {
            let layout = Layout {
                written: if delimiter == b'\t' { Written::Tsv } else { Written::Csv },
                delimiter: (!matches!(delimiter, b',' | b'\t')).then_some(char::from(delimiter)),
                quoting: (quoting != default_quoting).then_some(quoting),
                ..base.clone()
            };
            let read = layout.read_below(Header::Absent, path, &HEAD).ok()?;
            let width = read.columns.len() + read.unseen;
            let share = read.rows as f64 / (read.rows + read.refused) as f64;
            // A sentence with a comma in it is no row.
            let proposal = Proposal { layout, share, is_usual: delimiter == usual, width };
            (width > 1 && share > 0.5).then_some((proposal, read))
        });
        let mut read: Vec<_> = read.into_iter().flatten().collect();
        // Doubled quotes within quotes are those of a file with quoting.
        if let [(raw, rows), (quoted, _)] = read.as_slice()
            && quoted.layout.quoting == Some(true)
            && quoted.share >= raw.share
            && rows.columns.iter().any(|(_, cells)| cells.iter().any(has_doubled_quotes))
        {
            read.remove(0);
        }
        proposals.extend(read.into_iter().map(|(proposal, _)| proposal));
    }
    let rank = |proposal: &Proposal| (proposal.share, proposal.is_usual, proposal.width);
    proposals.sort_by(|a, b| rank(b).partial_cmp(&rank(a)).unwrap_or(std::cmp::Ordering::Equal));
    proposals
}

fn has_doubled_quotes(cell: &Cell) -> bool {
    let inside = |text: &'_ str| {
        text.strip_prefix('"')?.strip_suffix('"').map(|inside| inside.contains("\"\""))
    };
    cell.text().and_then(inside).unwrap_or(false)
}

/// The table below rows with a title in their first cell and nothing in the others, as spreadsheets write them.
fn below_title(path: &Path, layout: &Layout, sample: &Sample) -> Option<(Layout, Table)> {
    let rows = layout.read_below(Header::Absent, path, &HEAD).ok()?;
    let columns: Vec<&Vec<Cell>> = rows.columns.iter().map(|(_, cells)| cells).collect();
    let filled = |row: usize| columns.iter().filter(|cells| cells[row] != Cell::Empty).count();
    let titles = (0..rows.rows).take_while(|row| filled(*row) < 2).count();
    if titles == 0 || titles >= MOST_TITLES || rows.refused > 0 || columns.len() < 3 {
        return None;
    }
    let is_named = titles < rows.rows && filled(titles) == columns.len();
    // A title of several lines is one row: of such files no more is known.
    let lines = sample.lines().lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let (header, _) = lines.clone().nth(titles)?;
    let first = columns.first()?.get(titles)?.text()?;
    let is_there = sample.lines().lines().nth(header)?.contains(first);
    let layout = Layout { skipped: layout.skipped + header, ..layout.clone() };
    (is_named && is_there).then(|| below_header(path, layout)).flatten()
}

/// At most so many rows are a title.
const MOST_TITLES: usize = 20;

/// The table of a layout, with the names of its columns; nothing if the reader refuses the file further on.
fn below_header(path: &Path, mut layout: Layout) -> Option<(Layout, Table)> {
    let rows = layout.read_below(Header::Absent, path, &BOUNDS).ok()?;
    let read = if is_header(&rows) {
        layout.read(path, &BOUNDS).ok()?
    } else {
        let width = rows.columns.len() + rows.unseen;
        layout.header = (1..=width).map(|number| format!("{UNNAMED}{number}")).collect();
        layout.read(path, &BOUNDS).ok()?
    };
    layout.ragged = read.refused;
    layout.unseen = read.unseen;
    Some((layout, read.into()))
}

/// The table in a file whose header has one name less than its rows have fields: the first column names the rows, as R writes
/// it, or nothing stands behind the last delimiter.
fn unnamed_column(
    path: &Path,
    base: &Layout,
    ending: &str,
    delimiters: &[u8],
) -> Option<(Layout, Table)> {
    if base.comments.is_some() {
        return None;
    }
    let below = Layout { skipped: 1, ..base.clone() };
    let mut layout = fitting(path, &below, ending, delimiters).into_iter().next()?.layout;
    let head = Layout { skipped: 0, ..layout.clone() }.read(path, &HEAD).ok()?;
    let rows = layout.read_below(Header::Absent, path, &BOUNDS).ok()?;
    let mut header: Vec<String> = head.columns.into_iter().map(|(name, _)| name).collect();
    let is_name = |name: &String| !name.is_empty() && name.parse::<f64>().is_err();
    let width = rows.columns.len();
    if rows.rows < 2
        || rows.refused > 0
        || width >= MOST_COLUMNS
        || header.len() + 1 != width
        || header.len() < 2
        || !header.iter().all(is_name)
    {
        return None;
    }
    let table = Table::from(rows);
    let (first, last) = (table.columns.first()?, table.columns.last()?);
    if last.filled() == 0 {
        header.push("empty".to_owned());
    } else if first.is_unique() && !header.iter().any(|name| name == "row") {
        header.insert(0, "row".to_owned());
    } else {
        return None;
    }
    layout.header = header;
    let read = layout.read(path, &BOUNDS).ok()?;
    Some((layout, read.into()))
}

/// One label a line, below a name or not.
pub(super) fn labels(path: &Path, sample: &Sample) -> Option<(Layout, Table)> {
    // An empty line may be that of a pair without an answer.
    if sample.lines().trim_end().lines().any(|line| line.trim().is_empty()) {
        return None;
    }
    let mut layout = Layout::default();
    let read = layout.read_below(Header::Absent, path, &BOUNDS).ok()?;
    let [(_, cells)] = read.columns.as_slice() else { return None };
    let (first, rest) = cells.split_first()?;
    let name = first.text()?;
    let named = !rest.contains(first)
        && (Role::Answer.rank(name).is_some() || Role::Gold.rank(name).is_some());
    let rows = if named { rest } else { cells };
    let labels: BTreeSet<&str> = rows.iter().filter_map(Cell::text).collect();
    let few = labels.len() <= MOST_LABELS && labels.len() < rows.len();
    if !few || read.refused > 0 || labels.iter().any(|label| label.chars().count() > LONGEST_LABEL)
    {
        return None;
    }
    if !named {
        layout.header = vec!["label".to_owned()];
    }
    let read = layout.read(path, &BOUNDS).ok()?;
    Some((layout, read.into()))
}

/// A label is a word or a few.
const LONGEST_LABEL: usize = 40;

/// What a line begins with that says whether the answers of a run are ranked.
const RANKED: &str = "ranked:";

/// Runs of blanks between fields, as in the run files of RTE: an id, a label, perhaps a number.
pub(super) fn blanks(path: &Path, sample: &Sample) -> Option<(Layout, Table)> {
    let is_ranked = |line: &&str| {
        line.get(..RANKED.len()).is_some_and(|start| start.eq_ignore_ascii_case(RANKED))
    };
    let mut lines = sample.lines().lines().filter(|line| !line.trim().is_empty());
    let first: Vec<&str> =
        lines.clone().find(|line| !is_ranked(line))?.split_whitespace().collect();
    let [_, _, more @ ..] = first.as_slice() else { return None };
    // A label may have a blank in it.
    let with_confidence = more.last().is_some_and(|word| word.parse::<f64>().is_ok());
    let width = if with_confidence { 3 } else { 2 };
    let layout = Layout {
        written: Written::Blanks,
        header: ["id", "label", "confidence"].iter().take(width).map(ToString::to_string).collect(),
        comments: lines.any(|line| is_ranked(&line)).then_some(RANKED),
        ..Layout::default()
    };
    let table = Table::from(layout.read(path, &BOUNDS).ok()?);
    let [id, label, confidence @ ..] = table.columns.as_slice() else { return None };
    let labels = label.values(MOST_LABELS)?;
    let is_run = id.is_unique()
        && label.is_text()
        && table.rows > labels.len()
        && confidence.iter().all(|column| column.is_text() && column.numbers().is_some());
    is_run.then_some((layout, table))
}

/// Whether the first row names the columns: where those below hold numbers, or a few words again and again, it does
/// not hold one of these.
pub(super) fn is_header(rows: &SampledTable) -> bool {
    let (mut fits, mut differs) = (0, 0);
    let mut names = Vec::new();
    for (_, cells) in &rows.columns {
        let Some((name, below)) = cells.split_first() else { return false };
        let name = name.text().unwrap_or_default();
        names.push(name);
        let is_number = |cell: &str| cell.parse::<f64>().is_ok();
        let words: BTreeSet<&str> = below.iter().filter_map(Cell::text).take(1_000).collect();
        let typed = if !words.is_empty() && below.iter().filter_map(Cell::text).all(is_number) {
            is_number(name)
        } else if words.len() <= MOST_LABELS && below.len() >= 2 * words.len().max(1) {
            words.contains(name)
        } else {
            continue;
        };
        if typed {
            fits += 1;
        } else {
            differs += 1;
        }
    }
    // Numbers in order are the header that pandas makes for columns without names.
    let numbers = names.iter().filter_map(|name| name.parse::<usize>().ok());
    let in_order = numbers.enumerate().all(|(place, number)| place == number);
    fits == 0 || differs >= fits || (differs > 0 && in_order)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inspect::looked::looked;

    fn of(text: &str, ending: &str) -> (Layout, Table) {
        let looked = looked(text, ending).unwrap();
        (looked.layout, looked.table)
    }

    #[test]
    fn the_delimiter_is_the_one_that_cuts_all_lines_alike() {
        let (layout, read) = of("id;text;gold\n1;\"a; b, c\";YES\n2;d, e;NO\n", "csv");
        assert_eq!(
            (layout.delimiter, layout.quoting, &layout.header[..]),
            (Some(';'), None, &[][..])
        );
        assert_eq!(read.column("text").unwrap().cells[0].text(), Some("a; b, c"));
        let (layout, _) = of("id\ttext\n1\ta, b\n2\tc, d\n", "txt");
        assert_eq!((layout.written, layout.delimiter, layout.quoting), (Written::Tsv, None, None));
        assert!(looked("one\ntwo\n", "csv").is_err());
    }

    #[test]
    fn a_table_may_stand_below_lines_of_its_own_and_between_comments() {
        let (layout, read) = of("My results\n\nid,gold\n1,YES\n2,NO\n", "csv");
        assert_eq!((layout.skipped, read.names(), read.rows), (2, vec!["id", "gold"], 2));
        let (layout, read) = of("# made by me\nid;gold\n1;YES\n# half way\n2;NO\n", "csv");
        assert_eq!((layout.comments, layout.delimiter, read.rows), (Some("#"), Some(';'), 2));
        // Lines before the header are counted with the comments among them.
        let (layout, read) = of("# made by me\nMy results\nid,gold\n1,YES\n2,NO\n", "csv");
        assert_eq!((layout.skipped, read.names(), read.rows), (2, vec!["id", "gold"], 2));
    }

    #[test]
    fn one_label_may_stand_on_each_line() {
        let (layout, read) = of("entailment\nneutral\nentailment\n", "txt");
        assert_eq!((layout.header, read.rows), (vec!["label".to_owned()], 3));
        let (layout, read) = of("prediction\nYES\nNO\nYES\n", "txt");
        assert!(layout.header.is_empty());
        assert_eq!((read.names(), read.rows), (vec!["prediction"], 3));
        assert!(looked("some words\nand more\n", "txt").is_err());
        assert!(looked("YES\n\nNO\nYES\n", "txt").is_err());
    }

    #[test]
    fn raw_quotes_and_quoted_fields_are_told_apart() {
        let raw = "id\ttext\n1\t\"He said so\" yesterday\n2\t\"open\n";
        assert_eq!(of(raw, "tsv").0.quoting, None);
        let quoted = "id\ttext\n1\t\"He \"\"said\"\" so\"\n2\tb\n";
        assert_eq!(of(quoted, "tsv").0.quoting, Some(true));
        let with_tabs = "id\ttext\n1\t\"a\tb\"\n2\tb\n3\tc\n";
        assert_eq!(of(with_tabs, "tsv").0.quoting, Some(true));
        let raw = "id,text\n1,\"He said so\" yesterday\n2,\"open\n";
        assert_eq!(of(raw, "csv").0.quoting, Some(false));
        // Quotes that come late are seen before the layout is settled.
        let late = "id,text\n".to_owned() + &"1,a\n".repeat(600) + "2,\"He said so\" yesterday\n";
        assert_eq!(of(&late, "csv").0.quoting, Some(false));
    }

    #[test]
    fn a_first_row_like_the_others_is_no_header() {
        let (layout, read) =
            of("747\tNO\tNo\t0.3\n795\tYES\tYes\t0.35\n60\tYES\tYes\t0.1\n61\tNO\tYes\t1\n", "txt");
        assert_eq!(layout.header, ["column-1", "column-2", "column-3", "column-4"]);
        assert_eq!(read.rows, 4);
        let (layout, read) = of("\tlabel\n0\tYES\n1\tNO\n", "tsv");
        assert!(layout.header.is_empty());
        assert_eq!((read.names(), read.rows), (vec!["", "label"], 2));
        assert!(of("id,label\na1,YES\na2,NO\n", "csv").0.header.is_empty());
        assert!(of("id,0,1\n1,0.5,0.5\n2,0.1,0.9\n3,0.2,0.8\n", "csv").0.header.is_empty());
    }

    #[test]
    fn the_runs_of_rte_have_blanks_between_fields() {
        let (layout, read) = of("ranked: yes\n1 YES 0.5\n2  NO 0.1\n3 NO 0.0\n", "txt");
        assert_eq!(
            (layout.header, layout.comments, read.rows),
            (["id", "label", "confidence"].map(str::to_owned).to_vec(), Some(RANKED), 3)
        );
        let (_, read) = of("1 NO ENTAILMENT\n2 ENTAILMENT\n3 NO ENTAILMENT\n", "txt");
        assert_eq!(read.rows, 3);
        assert!(looked("some words\nof a text that\n", "txt").is_err());
    }
}
