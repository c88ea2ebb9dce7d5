//! Writes pages for the tests in a browser into a folder, on made-up values: `cargo run -p
//! phenom-report --example pages -- FOLDER`, with names behind it for some of them alone.
#![allow(clippy::disallowed_methods, reason = "what is opened here is our own")]

mod samples;

use std::path::PathBuf;
use std::{env, fs, io};

use phenom_report::render::{self, Page};
use samples::{Evaluated, Size, evaluated};

fn main() -> io::Result<()> {
    let folder = PathBuf::from(env::args().nth(1).unwrap_or_else(|| "target/pages".to_owned()));
    fs::create_dir_all(&folder)?;
    let named: Vec<String> = env::args().skip(2).collect();
    let wanted = |name: &str| named.is_empty() || named.iter().any(|one| one == name);
    let small = Size { originals: 60, parts: 3, phenomena: 20, systems: 4, runs: 1, rich: true };
    let tagged = Size { originals: 40, parts: 0, phenomena: 6, systems: 2, runs: 1, rich: true };
    // Ten systems, two of them with three runs.
    let ten = Size { originals: 120, parts: 3, phenomena: 35, systems: 10, runs: 3, rich: true };
    // What the page has to bear: 40 phenomena, 8 systems and 5,000 pairs; 100,000 pairs.
    let large =
        Size { originals: 1_250, parts: 3, phenomena: 40, systems: 8, runs: 1, rich: false };
    let huge =
        Size { originals: 25_000, parts: 3, phenomena: 40, systems: 4, runs: 1, rich: false };
    for (name, size) in [
        ("report.html", small),
        ("tagged.html", tagged),
        ("ten.html", ten),
        ("large.html", large),
        ("huge.html", huge),
    ] {
        if !wanted(name) {
            continue;
        }
        let Evaluated { mut report, model, figures, explorer } = evaluated(size);
        let drawn = samples::figures();
        if size.rich && name != "ten.html" {
            report.tables.extend(samples::report().tables);
        }
        let page = Page {
            report: &report,
            model: Some(&model),
            // Those of every kind are made up apart from the pairs, and lead to none.
            figures: if name == "report.html" { &drawn } else { &figures },
            explorer: Some(&explorer),
        };
        render::html(&page, &mut fs::File::create(folder.join(name))?)?;
    }
    if !wanted("counts.html") && !wanted("plain.html") {
        return Ok(());
    }
    // Without pairs, as count tables give it, and without systems.
    let Evaluated { report, model, figures, .. } = evaluated(small);
    let page = Page { report: &report, model: Some(&model), figures: &figures, explorer: None };
    render::html(&page, &mut fs::File::create(folder.join("counts.html"))?)?;
    let (report, figures) = (samples::report(), samples::figures());
    let page = Page { report: &report, model: None, figures: &figures, explorer: None };
    render::html(&page, &mut fs::File::create(folder.join("plain.html"))?)
}
