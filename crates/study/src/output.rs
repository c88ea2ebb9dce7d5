//! The files of a report, rendered.

use std::collections::BTreeMap;
use std::io;
use std::sync::OnceLock;

use phenom_metrics::statistics::Correction;
use phenom_metrics::{ComparisonRow, ReadingRow, Score};
use phenom_report::figures::Figure;
use phenom_report::render::Gallery;
use phenom_report::tidy::{self, At, Tidy};
use phenom_report::{Explorer, PageModel, Report, ReportFile, SafeName, render};
use serde::{Deserialize, Serialize};

use crate::config::{Format, ReportOptions};
use crate::load::sha256;
use crate::pictures::pictures;
use crate::side_by_side::side_by_side;

/// The file that tells what phenom wrote to a folder.
pub(crate) const MANIFEST: &str = "manifest.json";

/// The files of a report and their content.
pub type Files = BTreeMap<ReportFile, Vec<u8>>;

/// What phenom wrote to a folder.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Manifest {
    /// The version that wrote it.
    pub(crate) phenom: String,
    /// Each file with the SHA-256 of its bytes.
    pub(crate) files: BTreeMap<String, String>,
}

/// Renders some files.
type Work<'a> = Box<dyn Fn() -> io::Result<Vec<(ReportFile, Vec<u8>)>> + Sync + 'a>;

/// Renders one file.
fn file<'a>(
    file: ReportFile,
    render: impl Fn(&mut Vec<u8>) -> io::Result<()> + Sync + 'a,
) -> Work<'a> {
    Box::new(move || {
        let mut bytes = Vec::new();
        render(&mut bytes)?;
        Ok(vec![(file.clone(), bytes)])
    })
}

/// What a report is rendered from besides its tables.
pub struct Besides<'a> {
    /// What the config says of the report.
    pub options: &'a ReportOptions,
    /// What a page shows besides; nothing where no system was evaluated.
    pub model: Option<&'a PageModel>,
    /// The figures, on pages of a paper.
    pub figures: &'a [Figure],
    /// The pairs to look at; nothing where the page shows none.
    pub explorer: Option<&'a Explorer>,
}

/// Renders a report, its scores, comparisons and readings in the formats that are wanted, file by file on all
/// cores, beside files that are rendered already.
pub fn files(
    report: &Report,
    scores: &[Score],
    (comparisons, readings, correction): (&[ComparisonRow], &[ReadingRow], Correction),
    besides: &Besides<'_>,
    more: Files,
) -> io::Result<Files> {
    let Besides { options, model, figures, explorer } = *besides;
    refuse_same_keys(report.tables.iter().map(|table| (&table.key, &table.title)))?;
    let laid_out: Vec<OnceLock<render::LatexTable<'_>>> =
        report.tables.iter().map(|_| OnceLock::new()).collect();
    let mut work: Vec<Work<'_>> = Vec::new();
    // Figures first: they take longest.
    for figure in figures {
        work.push(Box::new(move || {
            let drawn = pictures(figure, options);
            drawn.map_err(|error| io::Error::other(format!("figure {}: {error}", figure.key)))
        }));
    }
    let named = ReportFile::named;
    let plain = render::Terminal { styled: false, width: None };
    let gallery = |endings: &[(Format, &'static str)]| {
        let ending = endings.iter().find(|(format, _)| options.writes(*format));
        Gallery { figures, ending: ending.map(|(_, ending)| *ending) }
    };
    if options.writes(Format::Html) {
        let page = render::Page { report, model, figures, explorer };
        work.push(file(named("report.html"), move |out| render::html(&page, out)));
    }
    if options.writes(Format::Txt) {
        work.push(file(named("report.txt"), move |out| render::terminal(report, plain, out)));
    }
    if options.writes(Format::Md) {
        let gallery = gallery(&[(Format::Svg, "svg"), (Format::Png, "png")]);
        work.push(file(named("report.md"), move |out| render::markdown_beginning(report, out)));
        work.push(file(named("tables.md"), move |out| render::markdown(report, gallery, out)));
    }
    if options.writes(Format::Tex) && !report.how_to_report.is_empty() {
        let tex = |out: &mut Vec<u8>| render::latex_how_to_report(report, out);
        work.push(file(named("how_to_report.tex"), tex));
    }
    if options.writes(Format::Json) {
        work.push(file(named("report.json"), |out| render::json(report, out)));
    }
    let at = At { correction, ..At::default() };
    tidy_work(&tidy::SCORES, scores, at, options, &mut work);
    tidy_work(&tidy::COMPARISONS, comparisons, at, options, &mut work);
    tidy_work(&tidy::READINGS, readings, at, options, &mut work);
    let gallery = gallery(&[(Format::Pdf, "pdf"), (Format::Png, "png")]);
    work.extend(table_work(report, &laid_out, options, gallery));
    let mut files = more;
    for rendered in side_by_side(&work, |render| render()) {
        files.extend(rendered?);
    }
    let manifest = Manifest {
        phenom: report.signature.version.clone(),
        files: files.iter().map(|(name, bytes)| (name.to_string(), sha256(bytes))).collect(),
    };
    let mut bytes = serde_json::to_vec_pretty(&manifest)?;
    bytes.push(b'\n');
    files.insert(named(MANIFEST), bytes);
    Ok(files)
}

/// The files of tables, and the LaTeX of all of them: each table is laid out once for both.
fn table_work<'a>(
    report: &'a Report,
    laid_out: &'a [OnceLock<render::LatexTable<'a>>],
    options: &'a ReportOptions,
    gallery: Gallery<'a>,
) -> Vec<Work<'a>> {
    let lay_out = move |at: usize| {
        laid_out[at].get_or_init(|| render::LatexTable::new(&report.tables[at], options.paper))
    };
    let mut work: Vec<Work<'a>> = Vec::new();
    for (at, table) in report.tables.iter().enumerate() {
        if options.writes(Format::Csv) {
            let csv = |out: &mut Vec<u8>| render::csv_table(table, out);
            work.push(file(ReportFile::table(&table.key, "csv"), csv));
        }
        if options.writes(Format::Tex) {
            work.push(Box::new(move || latex(lay_out(at), &table.key, options)));
        }
    }
    if options.writes(Format::Tex) {
        work.push(file(ReportFile::named("report.tex"), move |out| {
            let tables: Vec<_> = (0..report.tables.len()).map(lay_out).collect();
            render::latex(report, &tables, options.paper, gallery, out)
        }));
    }
    work
}

/// The files of tidy rows, where there are any.
fn tidy_work<'a, R: Sync>(
    tidy: &'static Tidy<R>,
    rows: &'a [R],
    at: At,
    options: &ReportOptions,
    work: &mut Vec<Work<'a>>,
) {
    if rows.is_empty() {
        return;
    }
    let named = |ending| ReportFile::tidy(tidy.name, ending);
    work.push(file(named("csv"), move |out| tidy.csv(rows, at, out)));
    if options.tidy_json {
        work.push(file(named("json"), move |out| tidy.json(rows, at, out)));
    }
}

/// A table as LaTeX, among the tables or for an appendix.
fn latex(
    latex: &render::LatexTable<'_>,
    key: &SafeName,
    options: &ReportOptions,
) -> io::Result<Vec<(ReportFile, Vec<u8>)>> {
    let mut bytes = Vec::new();
    match options.standalone {
        true => latex.write_document(&mut bytes)?,
        false => latex.write(&mut bytes)?,
    }
    let file = match latex.is_for_appendix() {
        true => ReportFile::appendix(key),
        false => ReportFile::table(key, "tex"),
    };
    Ok(vec![(file, bytes)])
}

/// Two names of data have the same safe name once in four billion times, unless somebody looked for them.
/// No table takes the place of another then.
fn refuse_same_keys<'a>(
    tables: impl Iterator<Item = (&'a SafeName, &'a String)>,
) -> io::Result<()> {
    let mut titles = BTreeMap::new();
    for (key, title) in tables {
        if let Some(other) = titles.insert(key, title) {
            return Err(io::Error::other(format!(
                "`{other}` and `{title}` would both be the table `{key}`; rename one of the two"
            )));
        }
    }
    Ok(())
}
