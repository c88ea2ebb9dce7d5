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

/// The files of the figures and their content. A figure without data has none.
pub(crate) fn pictures(
    figures: &[Figure],
    options: &ReportOptions,
) -> io::Result<Vec<(ReportFile, Vec<u8>)>> {
    let mut work = Vec::new();
    for figure in figures.iter().filter(|figure| figure.plot.is_ok()) {
        let formats = [(Format::Svg, "svg"), (Format::Png, "png"), (Format::Pdf, "pdf")];
        work.extend(
            formats
                .into_iter()
                .filter(|(format, _)| options.writes(*format))
                .map(|(format, ending)| (figure, format, ending)),
        );
    }
    let next = AtomicUsize::new(0);
    let done: Vec<Mutex<Option<io::Result<Vec<u8>>>>> =
        work.iter().map(|_| Mutex::new(None)).collect();
    let draw = || {
        while let Some((at, (figure, format, _))) = {
            let at = next.fetch_add(1, Ordering::Relaxed);
            work.get(at).map(|piece| (at, piece))
        } {
            let drawn = drawn(figure, *format);
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
    for ((figure, _, ending), drawn) in work.iter().zip(done) {
        let drawn = drawn.into_inner().ok().flatten();
        let bytes = drawn.unwrap_or_else(|| Err(io::Error::other("a figure was not drawn")));
        let bytes =
            bytes.map_err(|error| io::Error::other(format!("figure {}: {error}", figure.key)))?;
        files.push((ReportFile::figure(&figure.key, ending), bytes));
    }
    Ok(files)
}

fn drawn(figure: &Figure, format: Format) -> io::Result<Vec<u8>> {
    let width = render::width(figure);
    let mut bytes = Vec::new();
    match format {
        Format::Png => render::png(figure, width, DOTS_PER_INCH, &mut bytes)?,
        Format::Pdf => render::pdf(figure, width, &mut bytes)?,
        _ => render::svg(figure, width, &mut bytes)?,
    }
    Ok(bytes)
}
