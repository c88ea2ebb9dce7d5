//! Writes pages for the tests in a browser into a folder, on made-up values: `cargo run -p
//! phenom-report --example pages -- FOLDER`.

mod samples;

use std::path::PathBuf;
use std::{env, fs, io};

use phenom_report::render::{self, Page};

fn main() -> io::Result<()> {
    let folder = PathBuf::from(env::args().nth(1).unwrap_or_else(|| "target/pages".to_owned()));
    fs::create_dir_all(&folder)?;
    let (report, summary, figures) = (samples::report(), samples::summary(), samples::figures());
    for (name, originals) in [("report.html", 60), ("large.html", 10_000)] {
        let explorer = samples::explorer(originals);
        let explorer = Some(&explorer);
        let page = Page { report: &report, summary: &summary, figures: &figures, explorer };
        render::html(&page, &mut fs::File::create(folder.join(name))?)?;
    }
    let page = Page { report: &report, summary: &summary, figures: &figures, explorer: None };
    render::html(&page, &mut fs::File::create(folder.join("plain.html"))?)
}
