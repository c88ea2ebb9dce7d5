//! What the YAML says of judged gold: people, who read some of the pairs, and judges, which labelled all.

use phenom_dataset::Chosen;
use schemars::JsonSchema;
use serde::Deserialize;

use super::annotators::RawAnnotations;
use super::choice::Choice;
use super::lists::OneOrMany;

/// Judged gold: people read some of the pairs, and judges, which are models, labelled all. People's labels are the gold
/// labels of the pairs, and a pair that they did not read has none.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::config) struct RawJudged {
    /// The people, and how the pairs were chosen that they read.
    pub(in crate::config) people: RawPeople,
    /// The judges. Each is an annotator of the dataset.
    #[serde(default)]
    pub(in crate::config) judges: Vec<RawJudge>,
}

/// The people who read pairs.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::config) struct RawPeople {
    /// Their labels; an empty one is for a pair that they did not read.
    pub(in crate::config) labels: RawLabelPlace,
    /// The folder with the labels that they gave in `phenom annotate`, if their labels are in a file that `phenom label`
    /// wrote; relative to this config.
    pub(in crate::config) work: Option<String>,
    /// How the pairs were chosen that they read: `random`, each with the same probability; with a known `probability`
    /// of its own each; at random within `strata`; `all-of` the pairs of clusters that were chosen at random;
    /// `by-label`, a fixed number of each gold label, which corrects the shares of gold labels alone; or `unknown`.
    pub(in crate::config) chosen: Option<Choice<Chosen>>,
    /// With `chosen: probability`: the column with the probability, above 0 and at most 1, with which people were to read
    /// the pair. It is in the file of the labels, if these have one, also for pairs without a label; else a column of the
    /// pairs.
    pub(in crate::config) probability: Option<String>,
    /// With `chosen: strata`: the column of the pairs with the stratum of each.
    pub(in crate::config) strata: Option<String>,
    /// Whether they labelled the pairs without seeing a judge's label; the default is yes.
    pub(in crate::config) blind: Option<bool>,
}

/// A model that labelled the pairs.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::config) struct RawJudge {
    /// The name of the judge, and of its annotator.
    pub(in crate::config) name: String,
    /// Its labels.
    pub(in crate::config) labels: RawLabelPlace,
    /// The system that is the same model, by its name.
    pub(in crate::config) also: Option<String>,
}

/// The place of labels: a column of the pairs, or with `task: outcome` of the predictions of each system; a file with the columns `id` and `label`, if the name has the ending of a
/// table, such as `.csv`; or a mapping that describes such a file.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(in crate::config) enum RawLabelPlace {
    Named(String),
    File(Box<RawAnnotations>),
}

impl RawLabelPlace {
    /// The column or file that one word names.
    pub(in crate::config) fn name(&self) -> Option<&str> {
        match self {
            Self::Named(name) => Some(name),
            Self::File(_) => None,
        }
    }

    /// The description of a file.
    pub(in crate::config) fn into_file(self) -> RawAnnotations {
        match self {
            Self::Named(name) => {
                RawAnnotations { path: OneOrMany(vec![name]), ..RawAnnotations::default() }
            }
            Self::File(file) => *file,
        }
    }
}
