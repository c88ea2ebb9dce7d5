//! Examples from the files of the RTE challenges.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use phenom_dataset::{
    Dataset, DatasetBuilder, Input, KeepTexts, LabelScheme, PairFormat, PairSource, read_pairs,
};
use phenom_systems::{Example, TextPair};

/// Reads a file, whichever of the challenges' labels it has.
pub(crate) fn read(file: &Path) -> Result<Dataset, String> {
    let mut problems = String::new();
    for scheme in ["rte-two-way", "rte-three-way", "rte-3-three-way"] {
        let labels = LabelScheme::named(scheme).ok_or(scheme)?;
        let mut builder = DatasetBuilder::new(KeepTexts::Yes);
        let source = PairSource::new(PairFormat::RteXml, labels);
        read_pairs(
            &source,
            &file.to_string_lossy(),
            Input::File(PathBuf::from(file)),
            &mut builder,
        );
        match builder.finish() {
            Ok(dataset) => return Ok(dataset),
            Err(found) => problems = found.to_string(),
        }
    }
    Err(problems)
}

/// The pairs with gold as examples; those of one text are a group.
pub(crate) fn examples(dataset: &Dataset, three_way: bool) -> Vec<Example<'_>> {
    let mut groups: HashMap<&str, usize> = HashMap::new();
    let mut found = Vec::new();
    for (row, gold) in dataset.gold().iter().enumerate() {
        if let (Some(gold), Some((text, hypothesis))) = (*gold, dataset.texts(row)) {
            let next = groups.len();
            let group = *groups.entry(text).or_insert(next);
            let pair = TextPair { id: dataset.id(row), text, hypothesis };
            found.push(Example {
                pair,
                gold: if three_way { gold } else { gold.two_way() },
                group,
            });
        }
    }
    found
}
