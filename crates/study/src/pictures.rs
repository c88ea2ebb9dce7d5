//! The pictures of a figure as files.

use std::io;

use phenom_report::figures::Figure;
use phenom_report::{ReportFile, render};

use crate::config::{Format, ReportOptions};

/// What print wants.
const DOTS_PER_INCH: u32 = 300;

/// The files of a figure that are wanted and their content. A figure without data has none. Its texts are laid
/// out once for all.
pub(crate) fn pictures(
    figure: &Figure,
    options: &ReportOptions,
) -> io::Result<Vec<(ReportFile, Vec<u8>)>> {
    let mut files = Vec::new();
    let [svg_wanted, png_wanted, pdf_wanted] =
        [Format::Svg, Format::Png, Format::Pdf].map(|format| options.writes(format));
    if figure.plot.is_err() || !(svg_wanted || png_wanted || pdf_wanted) {
        return Ok(files);
    }
    let file = |ending| ReportFile::figure(&figure.key, ending);
    let picture = render::Picture::new(figure, render::width(figure));
    if svg_wanted {
        let mut svg = Vec::new();
        picture.svg(&mut svg)?;
        files.push((file("svg"), svg));
    }
    if png_wanted {
        let mut png = Vec::new();
        picture.png(DOTS_PER_INCH, &mut png)?;
        files.push((file("png"), png));
    }
    if pdf_wanted {
        let mut pdf = Vec::new();
        picture.pdf(&mut pdf)?;
        files.push((file("pdf"), pdf));
    }
    Ok(files)
}
