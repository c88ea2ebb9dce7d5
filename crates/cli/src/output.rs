//! The files of a report, rendered.

use std::collections::BTreeMap;
use std::io;

use phenom_metrics::uncertainty::Correction;
use phenom_metrics::{ComparisonRow, Score};
use phenom_report::figures::Figure;
use phenom_report::render::Gallery;
use phenom_report::{Explorer, Report, render};
use serde::{Deserialize, Serialize};

use crate::config::{Format, ReportOptions};
use crate::load::sha256;
use crate::pictures::pictures;

/// The file that tells what phenom wrote to a folder.
pub(crate) const MANIFEST: &str = "manifest.json";

/// The files of a report: path in the folder and content.
pub(crate) type Files = BTreeMap<String, Vec<u8>>;

/// What phenom wrote to a folder.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Manifest {
    /// The version that wrote it.
    pub(crate) phenom: String,
    /// Each file with the SHA-256 of its bytes.
    pub(crate) files: BTreeMap<String, String>,
}

/// What a report is rendered from besides its tables.
pub(crate) struct Besides<'a> {
    pub(crate) options: &'a ReportOptions,
    pub(crate) summary: &'a [String],
    pub(crate) figures: &'a [Figure],
    pub(crate) explorer: Option<&'a Explorer>,
}

/// Renders a report, its scores and comparisons in the formats that are wanted, beside files that are
/// rendered already.
pub(crate) fn files(
    report: &Report,
    scores: &[Score],
    (comparisons, correction): (&[ComparisonRow], Correction),
    besides: &Besides<'_>,
    more: Files,
) -> io::Result<Files> {
    let Besides { options, summary, figures, explorer } = *besides;
    let mut files = more;
    let mut add = |name: &str, render: &dyn Fn(&mut Vec<u8>) -> io::Result<()>| {
        let mut bytes = Vec::new();
        render(&mut bytes)?;
        files.insert(name.to_owned(), bytes);
        io::Result::Ok(())
    };
    let plain = render::Terminal { styled: false, width: None };
    let gallery = |endings: &[(Format, &'static str)]| {
        let ending = endings.iter().find(|(format, _)| options.writes(*format));
        Gallery { figures, ending: ending.map(|(_, ending)| *ending) }
    };
    if options.writes(Format::Txt) {
        add("report.txt", &|out| render::terminal(report, plain, out))?;
    }
    if options.writes(Format::Md) {
        let gallery = gallery(&[(Format::Svg, "svg"), (Format::Png, "png")]);
        add("report.md", &|out| render::markdown(report, gallery, out))?;
    }
    if options.writes(Format::Tex) {
        let gallery = gallery(&[(Format::Pdf, "pdf"), (Format::Png, "png")]);
        add("report.tex", &|out| render::latex(report, gallery, out))?;
    }
    if options.writes(Format::Json) {
        add("report.json", &|out| render::json(report, out))?;
    }
    if options.writes(Format::Html) {
        let page = render::Page { report, summary, figures, explorer };
        add("report.html", &|out| render::html(&page, out))?;
    }
    if !scores.is_empty() {
        add("scores.csv", &|out| render::scores_csv(scores, out))?;
        add("scores.json", &|out| render::scores_json(scores, out))?;
    }
    if !comparisons.is_empty() {
        add("comparisons.csv", &|out| render::comparisons_csv(comparisons, correction, out))?;
        add("comparisons.json", &|out| render::comparisons_json(comparisons, correction, out))?;
    }
    for table in &report.tables {
        if options.writes(Format::Csv) {
            add(&format!("tables/{}.csv", table.key), &|out| render::csv_table(table, out))?;
        }
        if options.writes(Format::Tex) {
            add(&format!("tables/{}.tex", table.key), &|out| match options.standalone {
                true => render::latex_document(table, out),
                false => render::latex_table(table, out),
            })?;
        }
    }
    files.extend(pictures(figures, options)?);
    let manifest = Manifest {
        phenom: report.signature.version.clone(),
        files: files.iter().map(|(name, bytes)| (name.clone(), sha256(bytes))).collect(),
    };
    let mut bytes = serde_json::to_vec_pretty(&manifest)?;
    bytes.push(b'\n');
    files.insert(MANIFEST.to_owned(), bytes);
    Ok(files)
}
