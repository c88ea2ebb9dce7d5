//! What the name of a column says of what it holds.

/// A name without its case and what is no letter or digit; of a path into JSON, its last key.
pub(super) fn bare(name: &str) -> String {
    let last = name.rsplit('.').next().unwrap_or(name);
    last.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// What a column can hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Id,
    Text,
    Hypothesis,
    Gold,
    Answer,
    Confidence,
    Origin,
    Phenomenon,
    Category,
    Task,
    Cluster,
    Annotator,
}

impl Role {
    /// The names that are usual for it, the surest first.
    fn usual(self) -> &'static [&'static str] {
        match self {
            Self::Id => &[
                "id",
                "pairid",
                "uid",
                "guid",
                "exampleid",
                "sampleid",
                "itemid",
                "instanceid",
                "pair",
                "item",
                "idx",
                "index",
                "qid",
                "pid",
                "sid",
                "docid",
                "key",
                "number",
                "no",
                "nr",
                "unnamed0",
                "",
            ],
            Self::Text => &[
                "text",
                "premise",
                "prem",
                "sentence1",
                "sentencea",
                "t",
                "context",
                "evidence",
                "passage",
                "document",
                "source",
                "article",
            ],
            Self::Hypothesis => &[
                "hypothesis",
                "hyp",
                "sentence2",
                "sentenceb",
                "h",
                "claim",
                "statement",
                "conclusion",
                "summsent",
            ],
            Self::Gold => &[
                "gold",
                "goldlabel",
                "goldstandard",
                "goldjudgment",
                "goldjudgement",
                "goldanswer",
                "truelabel",
                "truth",
                "groundtruth",
                "reference",
                "target",
                "ytrue",
                "entailmentlabel",
                "entailmentjudgment",
                "humanlabel",
                "sentlabel",
                "responselabel",
                "entailment",
                "label",
                "labels",
                "judgment",
                "judgement",
                "class",
                "relation",
                "y",
            ],
            Self::Answer => &[
                "prediction",
                "predicted",
                "predictedlabel",
                "predictionlabel",
                "predlabel",
                "pred",
                "preds",
                "ypred",
                "systemanswer",
                "modelanswer",
                "systemlabel",
                "modellabel",
                "answer",
                "output",
                "label",
                "judgment",
                "judgement",
                "goldlabel",
                "class",
            ],
            Self::Confidence => &["confidence", "conf", "certainty"],
            Self::Origin => &[
                "origin",
                "originid",
                "original",
                "originalid",
                "parent",
                "parentid",
                "parentpair",
                "sourcepair",
                "sourceid",
                "whole",
                "wholeid",
                "claimid",
            ],
            Self::Phenomenon => &[
                "phenomenon",
                "phenomena",
                "linguisticphenomenon",
                "linguisticphenomena",
                "tag",
                "tags",
                "subcase",
                "construction",
                "errortype",
                "type",
            ],
            Self::Category => {
                &["category", "cat", "phenomenoncategory", "phenomenonclass", "heuristic"]
            }
            Self::Task => &["task"],
            Self::Cluster => &["cluster", "clusterid"],
            Self::Annotator => &[
                "annotator",
                "annotatorid",
                "worker",
                "workerid",
                "rater",
                "raterid",
                "coder",
                "coderid",
                "judge",
                "judgeid",
            ],
        }
    }

    /// How usual a name is for it, 0 the most.
    pub(super) fn rank(self, name: &str) -> Option<usize> {
        let bare = bare(name);
        self.usual().iter().position(|usual| *usual == bare)
    }
}

/// Whether a name is one that only gold has.
pub(super) fn is_gold(name: &str) -> bool {
    Role::Gold.rank(name).is_some_and(|rank| rank < 17)
}

/// Whether a name is one that only answers have.
pub(super) fn is_answer(name: &str) -> bool {
    Role::Answer.rank(name).is_some_and(|rank| rank < 14)
        || ["pred", "predicted", "prediction", "answer"]
            .iter()
            .any(|part| bare(name).starts_with(part) || bare(name).ends_with(part))
}

/// Whether a name is one for what a pair is a part of.
pub(super) fn names_an_original(name: &str) -> bool {
    Role::Origin.rank(name).is_some()
        || ["origin", "parent"].iter().any(|word| bare(name).contains(word))
}

/// Whether a name is that of what one annotator said, such as `annotator2` or `label3`.
pub(super) fn is_annotator(name: &str) -> bool {
    let bare = bare(name);
    let without_number = bare.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let numbered = without_number.len() < bare.len();
    ["annotator", "annotation", "rater", "coder", "worker", "judge", "ann"]
        .contains(&without_number)
        || (numbered && ["a", "label", "rating", "vote", "expert"].contains(&without_number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_known_however_they_are_spelt() {
        for name in ["pairID", "pair_id", "Pair ID", "doc.meta.pairId"] {
            assert_eq!(Role::Id.rank(name), Some(1), "{name}");
        }
        assert_eq!(Role::Id.rank("Unnamed: 0"), Role::Id.rank("unnamed_0"));
        assert!(is_gold("gold_label") && is_gold("sent_label") && !is_gold("label"));
        assert!(is_answer("pred") && is_answer("bert_prediction") && !is_answer("label"));
        assert!(names_an_original("parent_of") && !names_an_original("duplicate_of"));
        assert!(is_annotator("annotator_2") && is_annotator("label3") && !is_annotator("label"));
    }
}
