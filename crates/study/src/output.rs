//! The files of a report, rendered.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io;
use std::sync::OnceLock;

use phenom_files::Folder;
use phenom_report::figures::Figure;
use phenom_report::render::Gallery;
use phenom_report::tidy::{At, Tidy};
use phenom_report::{Explorer, PageModel, Report, ReportFile, SafeName, Table, render};
use serde::{Deserialize, Serialize};

use crate::config::{Format, ReportOptions};
use crate::content::{Content, Writing};
use crate::pictures::pictures;
use crate::side_by_side::side_by_side;

/// The file that tells what phenom wrote to a folder.
pub(crate) const MANIFEST: &str = "manifest.json";

/// The files of a report and their content.
pub type Files = BTreeMap<ReportFile, Content>;

/// The most rows of a table on the page and in files for readers. CSV and JSON have all.
const MOST_READ: usize = 1_000;

/// What phenom wrote to a folder.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Manifest {
    /// The version that wrote it.
    pub(crate) phenom: String,
    /// Each file with the SHA-256 of its bytes.
    pub(crate) files: BTreeMap<String, String>,
}

/// What renders some files, of which long ones are on the disk of a folder, if there is one.
pub type Work<'a> =
    Box<dyn Fn(Option<&Folder>) -> io::Result<Vec<(ReportFile, Content)>> + Sync + 'a>;

/// What renders one file.
pub(crate) fn file<'a>(
    file: ReportFile,
    render: impl Fn(&mut Writing<'_>) -> io::Result<()> + Sync + 'a,
) -> Work<'a> {
    Box::new(move |near| Ok(vec![(file.clone(), Content::written_near(near, &render)?)]))
}

/// What a report is rendered from besides its tables.
pub struct Besides<'a> {
    /// What the config says of the report.
    pub options: &'a ReportOptions,
    /// What a page shows besides; nothing where no system was evaluated.
    pub model: Option<&'a PageModel<'a>>,
    /// The figures, on pages of a paper.
    pub figures: &'a [Figure],
    /// The pairs to look at; nothing where the page shows none.
    pub explorer: Option<&'a Explorer>,
    /// A folder on the disk of the report, where long files are until they have their names.
    pub near: Option<&'a Folder>,
}

/// Renders a report in the formats that are wanted, and what has files of its own, file by file on all cores, beside
/// files that are rendered already.
pub fn files(
    report: &Report,
    besides: &Besides<'_>,
    more: Vec<Work<'_>>,
    mut files: Files,
) -> io::Result<Files> {
    let Besides { options, model, figures, explorer, near } = *besides;
    refuse_same_keys(&report.tables)?;
    let mut read = Cow::Borrowed(report);
    if report.tables.iter().any(|table| table.rows.len() > MOST_READ) {
        let tables = report.tables.iter().map(|table| table.beginning(MOST_READ)).collect();
        // Without a copy of the whole tables.
        let Report { title, summary, notes, how_to_report, signature, .. } = report;
        read = Cow::Owned(Report {
            title: title.clone(),
            summary: summary.clone(),
            notes: notes.clone(),
            tables,
            how_to_report: how_to_report.clone(),
            signature: signature.clone(),
        });
    }
    let read = &*read;
    let laid_out: Vec<OnceLock<render::LatexTable<'_>>> =
        read.tables.iter().map(|_| OnceLock::new()).collect();
    let named = ReportFile::named;
    let gallery = |endings: &[(Format, &'static str)]| {
        let ending = endings.iter().find(|(format, _)| options.writes(*format));
        Gallery { figures, ending: ending.map(|(_, ending)| *ending) }
    };
    let mut work: Vec<Work<'_>> = Vec::new();
    // What takes longest first.
    if options.writes(Format::Html) {
        let page = render::Page { report: read, model, figures, explorer };
        work.push(file(named("report.html"), move |out| render::html(&page, out)));
    }
    work.extend(more);
    let plain = render::Terminal { styled: false, width: None };
    if options.writes(Format::Txt) {
        work.push(file(named("report.txt"), move |out| render::terminal(read, plain, out)));
    }
    if options.writes(Format::Md) {
        let gallery = gallery(&[(Format::Svg, "svg"), (Format::Png, "png")]);
        work.push(file(named("report.md"), move |out| render::markdown_beginning(report, out)));
        work.push(file(named("tables.md"), move |out| render::markdown(read, gallery, out)));
    }
    if options.writes(Format::Json) {
        work.push(file(named("report.json"), |out| render::json(report, out)));
    }
    if options.writes(Format::Tex) {
        let printed = gallery(&[(Format::Pdf, "pdf"), (Format::Png, "png")]);
        work.extend(latex_work(read, &laid_out, options, printed));
    }
    for figure in figures {
        work.push(Box::new(move |_| {
            let drawn = pictures(figure, options);
            drawn.map_err(|error| io::Error::other(format!("figure {}: {error}", figure.key)))
        }));
    }
    if options.writes(Format::Csv) {
        work.extend(report.tables.iter().map(|table| {
            let csv = |out: &mut Writing<'_>| render::csv_table(table, out);
            file(ReportFile::table(&table.key, "csv"), csv)
        }));
    }
    for rendered in side_by_side(1, &work, |render| render(near)) {
        files.extend(rendered?);
    }
    let hash = |(name, file): (&ReportFile, &Content)| (name.to_string(), file.sha256().to_owned());
    let hashes = files.iter().map(hash).collect();
    let manifest = Manifest { phenom: report.signature.version.clone(), files: hashes };
    let mut bytes = serde_json::to_vec_pretty(&manifest)?;
    bytes.push(b'\n');
    files.insert(named(MANIFEST), bytes.into());
    Ok(files)
}

/// The LaTeX of each table and of all of them: each table is laid out once for both.
fn latex_work<'a>(
    report: &'a Report,
    laid_out: &'a [OnceLock<render::LatexTable<'a>>],
    options: &'a ReportOptions,
    gallery: Gallery<'a>,
) -> Vec<Work<'a>> {
    let tables = &report.tables;
    let lay_out = move |at: usize| {
        laid_out[at].get_or_init(|| render::LatexTable::new(&tables[at], options.paper))
    };
    let mut longest_first: Vec<usize> = (0..tables.len()).collect();
    longest_first.sort_by_key(|at| Reverse(tables[*at].rows.len()));
    let mut work: Vec<Work<'a>> = Vec::new();
    for at in longest_first {
        work.push(Box::new(move |near| latex(lay_out(at), (&tables[at].key, options), near)));
    }
    work.push(file(ReportFile::named("report.tex"), move |out| {
        let tables: Vec<_> = (0..tables.len()).map(lay_out).collect();
        render::latex(report, &tables, options.paper, gallery, out)
    }));
    if !report.how_to_report.is_empty() {
        let tex = |out: &mut Writing<'_>| render::latex_how_to_report(report, out);
        work.push(file(ReportFile::named("how_to_report.tex"), tex));
    }
    work
}

/// The files of tidy rows, where there are any.
pub(crate) fn tidy_files<'a, R: Sync>(
    tidy: &'static Tidy<R>,
    rows: &'a [R],
    at: At,
    options: &ReportOptions,
) -> Vec<Work<'a>> {
    let mut work = Vec::new();
    if rows.is_empty() {
        return work;
    }
    let named = |ending| ReportFile::tidy(tidy.name, ending);
    work.push(file(named("csv"), move |out| tidy.csv(rows, at, out)));
    if options.tidy_json {
        work.push(file(named("json"), move |out| tidy.json(rows, at, out)));
    }
    work
}

/// A table as LaTeX, among the tables or for an appendix.
fn latex(
    latex: &render::LatexTable<'_>,
    (key, options): (&SafeName, &ReportOptions),
    near: Option<&Folder>,
) -> io::Result<Vec<(ReportFile, Content)>> {
    let content = Content::written_near(near, |out| match options.standalone {
        true => latex.write_document(out),
        false => latex.write(out),
    })?;
    let file = match latex.is_for_appendix() {
        true => ReportFile::appendix(key),
        false => ReportFile::table(key, "tex"),
    };
    Ok(vec![(file, content)])
}

/// Two names of data have the same safe name once in four billion times, unless somebody looked for them.
/// No table takes the place of another then.
fn refuse_same_keys(tables: &[Table]) -> io::Result<()> {
    let mut titles = BTreeMap::new();
    for Table { key, title, .. } in tables {
        if let Some(other) = titles.insert(key, title) {
            return Err(io::Error::other(format!(
                "`{other}` and `{title}` would both be the table `{key}`; rename one of the two"
            )));
        }
    }
    Ok(())
}
