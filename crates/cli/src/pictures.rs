//! The figures of a report as files, drawn side by side.

use std::io;
use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use phenom_report::figures::Figure;
use phenom_report::{ReportFile, render};

use crate::config::{Format, ReportOptions};

/// What print wants.
const DOTS_PER_INCH: u32 = 300;

/// The pictures of one figure: the ending of each and its bytes.
type Drawn = io::Result<Vec<(&'static str, Vec<u8>)>>;

/// The files of the figures and their content. A figure without data has none.
pub(crate) fn pictures(
    figures: &[Figure],
    options: &ReportOptions,
) -> io::Result<Vec<(ReportFile, Vec<u8>)>> {
    let work: Vec<&Figure> = figures.iter().filter(|figure| figure.plot.is_ok()).collect();
    let next = AtomicUsize::new(0);
    let done: Vec<Mutex<Option<Drawn>>> = work.iter().map(|_| Mutex::new(None)).collect();
    let draw = || {
        while let Some((at, figure)) = {
            let at = next.fetch_add(1, Ordering::Relaxed);
            work.get(at).map(|figure| (at, figure))
        } {
            let drawn = drawn(figure, options);
            if let Ok(mut place) = done[at].lock() {
                *place = Some(drawn);
            }
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, NonZero::get).min(work.len());
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(draw);
        }
        draw();
    });
    let mut files = Vec::new();
    for (figure, drawn) in work.iter().zip(done) {
        let drawn = drawn.into_inner().ok().flatten();
        let drawn = drawn.unwrap_or_else(|| Err(io::Error::other("a figure was not drawn")));
        let drawn =
            drawn.map_err(|error| io::Error::other(format!("figure {}: {error}", figure.key)))?;
        let named = drawn
            .into_iter()
            .map(|(ending, bytes)| (ReportFile::figure(&figure.key, ending), bytes));
        files.extend(named);
    }
    Ok(files)
}

/// The pictures of a figure that are wanted, laid out once for PNG and PDF.
fn drawn(figure: &Figure, options: &ReportOptions) -> Drawn {
    let [svg_wanted, png_wanted, pdf_wanted] =
        [Format::Svg, Format::Png, Format::Pdf].map(|format| options.writes(format));
    let width = render::width(figure);
    let mut files = Vec::new();
    if svg_wanted {
        let mut svg = Vec::new();
        render::svg(figure, width, &mut svg)?;
        files.push(("svg", svg));
    }
    if png_wanted || pdf_wanted {
        let picture = render::Picture::new(figure, width);
        if png_wanted {
            let mut png = Vec::new();
            picture.png(DOTS_PER_INCH, &mut png)?;
            files.push(("png", png));
        }
        if pdf_wanted {
            let mut pdf = Vec::new();
            picture.pdf(&mut pdf)?;
            files.push(("pdf", pdf));
        }
    }
    Ok(files)
}
