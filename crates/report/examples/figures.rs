//! Draws one figure of each kind into a folder, on made-up values: `cargo run -p phenom-report
//! --example figures -- FOLDER [KEY]`, all or those whose key ends in KEY.
#![allow(clippy::disallowed_methods, reason = "what is opened here is our own")]

mod samples;

use std::path::PathBuf;
use std::{env, fs, io};

use phenom_report::render::{self, Width};

fn main() -> io::Result<()> {
    let folder = PathBuf::from(env::args().nth(1).unwrap_or_else(|| "target/figures".to_owned()));
    fs::create_dir_all(&folder)?;
    let wanted = env::args().nth(2).unwrap_or_default();
    let figures = samples::figures().into_iter().chain(samples::large_figures());
    for figure in figures.filter(|figure| figure.key.as_str().ends_with(&wanted)) {
        for (width, name) in [(Width::Column, "column"), (Width::Page, "page")] {
            let file =
                |ending| fs::File::create(folder.join(format!("{}-{name}.{ending}", figure.key)));
            render::svg(&figure, width, &mut file("svg")?)?;
            let picture = render::Picture::new(&figure, width);
            picture.png(150, &mut file("png")?)?;
            picture.pdf(&mut file("pdf")?)?;
        }
    }
    Ok(())
}
