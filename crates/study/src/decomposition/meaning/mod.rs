//! Checks of what a decomposition means: phenomena, constraints and changes of single pairs, words that mark a label, and
//! texts that clusters share.

mod constraint;
mod features;
mod markers;
mod model;
mod phenomenon;
mod polarity;
mod relations;
mod shared_texts;
mod two_changes;

use phenom_annotate::{Finding, Originals};
use phenom_dataset::Dataset;
use phenom_systems::wordnet::WordNet;

pub use self::features::RuleText;
pub(super) use self::features::{Features, folded_words, surplus};
pub(super) use self::model::NaiveBayes;
pub use self::model::{Bounds, Margin, RuleExample, RuleModel};
pub(super) use self::relations::WordNetChecks;

/// Adds all findings of meaning, and states what was checked against WordNet.
pub(super) fn find(
    dataset: &Dataset,
    originals: &Originals,
    wordnet: Option<&WordNet>,
    found: &mut Vec<Finding>,
) -> Result<WordNetChecks, String> {
    let model = RuleModel::shipped()?;
    let mut checks = WordNetChecks::default();
    for original in originals.all() {
        for part in &original.given {
            let Some(rule) = &part.rule else { continue };
            phenomenon::find(&model, part, rule, found);
            two_changes::by_model(&model, part, rule, found);
            wordnet
                .into_iter()
                .for_each(|wordnet| two_changes::by_words(part, rule, wordnet, found));
            if let Some(label) = part.gold {
                constraint::find(&model, part, rule, label, found);
                polarity::find(part, rule, label, found);
            }
            checks.add(relations::find(part, rule, wordnet, found));
        }
    }
    two_changes::by_other_rules(originals, found);
    markers::find(dataset, found);
    found.extend(shared_texts::find(dataset));
    Ok(checks)
}
