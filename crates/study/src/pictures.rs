//! The pictures of a figure as files.

use std::io;

use phenom_report::figures::Figure;
use phenom_report::{ReportFile, render};

use crate::config::{Format, ReportOptions};
use crate::content::Content;

/// What print wants.
const DOTS_PER_INCH: u32 = 300;

/// The files of a figure that are wanted and their content. A figure without data has none. Its texts are laid
/// out once for all.
pub(crate) fn pictures(
    figure: &Figure,
    options: &ReportOptions,
) -> io::Result<Vec<(ReportFile, Content)>> {
    let mut files = Vec::new();
    let [svg_wanted, png_wanted, pdf_wanted] =
        [Format::Svg, Format::Png, Format::Pdf].map(|format| options.writes(format));
    if figure.plot.is_err() || !(svg_wanted || png_wanted || pdf_wanted) {
        return Ok(files);
    }
    let file = |ending| ReportFile::figure(&figure.key, ending);
    let picture = render::Picture::new(figure, render::width(figure));
    if svg_wanted {
        files.push((file("svg"), Content::written(|out| picture.svg(out))?));
    }
    if png_wanted {
        files.push((file("png"), Content::written(|out| picture.png(DOTS_PER_INCH, out))?));
    }
    if pdf_wanted {
        files.push((file("pdf"), Content::written(|out| picture.pdf(out))?));
    }
    Ok(files)
}
