//! Evaluates the pilot study of Cabrio & Magnini 2010 and prints its overview: `cargo run -p phenom-study --example pilot`.

use phenom_report::render::{Terminal, terminal_tables};
use phenom_study::config::Config;
use phenom_study::{Study, Unattended};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let config = concat!(env!("CARGO_MANIFEST_DIR"), "/../../configs/rte5-pilot.yaml");
    let study = Study::from_config(Config::load(config.as_ref())?, &Unattended)?;
    let overview = study.evaluate(&Unattended)?.table("overview")?;
    let plain = Terminal { styled: false, width: Some(100) };
    terminal_tables(&[overview], plain, &mut std::io::stdout())?;
    Ok(())
}
