//! Data sets and what tests say of them, for other programs.

use std::fs;
use std::io::{BufWriter, Write};
use std::path::Path;

use super::tests::NAMES;
use super::{PValues, TESTED};
use crate::report::id;
use crate::scenario::Scenario;
use crate::{Extent, Failure};

/// Writes the pairs of the data sets on which nothing differs, with right answers, and the p-value of each
/// test: `PART-pairs.csv` and `PART-tests.csv`, PART from the name of the scenario.
pub(super) fn write(
    folder: &Path,
    scenario: &Scenario,
    extent: Extent,
    p_values: &[PValues],
) -> Result<(), Failure> {
    fs::create_dir_all(folder)?;
    let part = scenario.name.replace(", ", "-").replace(' ', "-");
    let file = |what: &str| -> Result<BufWriter<fs::File>, Failure> {
        Ok(BufWriter::new(fs::File::create(folder.join(format!("{part}-{what}.csv")))?))
    };
    let mut pairs = file("pairs")?;
    writeln!(pairs, "data_set,population,original,pair,first,second")?;
    let mut tests = file("tests")?;
    writeln!(tests, "data_set,population,test,p")?;
    for (number, of_data_set) in p_values.iter().enumerate() {
        let drawn = scenario.world.draw(extent.seed(scenario, number as u64));
        for (place, pair) in drawn.pairs.iter().enumerate() {
            let population = if pair.phenomenon.is_some() { "parts" } else { "originals" };
            let right =
                [0, 1].map(|system: usize| u8::from(drawn.answers[system][0][place] == pair.gold));
            let (original, id) = (pair.original, id(pair, place));
            writeln!(pairs, "{number},{population},{original},{id},{},{}", right[0], right[1])?;
        }
        for (place, of_figure) in of_data_set.iter().enumerate() {
            let population = ["originals", "parts"][place.min(TESTED.len() - 1)];
            for (name, p) in std::iter::once("phenom").chain(NAMES).zip(of_figure) {
                writeln!(tests, "{number},{population},\"{name}\",{p}")?;
            }
        }
    }
    pairs.flush()?;
    Ok(tests.flush()?)
}
