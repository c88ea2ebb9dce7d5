//! The names of columns that are usual for what they hold, the surest first, in small letters and digits alone.

/// Of ids.
pub(super) const IDS: &[&str] = &[
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
];

/// Of texts.
pub(super) const TEXTS: &[&str] = &[
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
    "doc",
    "grounding",
    "sourcetext",
    "sourcedocument",
    "referencetext",
    "knowledge",
    "paragraph",
    "story",
    "dialogue",
    "dialog",
    "background",
    "reviewtext",
    "sent1",
    "s1",
    "text1",
    "texta",
    "premisetext",
    "sentence",
];

/// Of hypotheses.
pub(super) const HYPOTHESES: &[&str] = &[
    "hypothesis",
    "hyp",
    "sentence2",
    "sentenceb",
    "h",
    "claim",
    "statement",
    "conclusion",
    "summsent",
    "summary",
    "response",
    "sent2",
    "s2",
    "text2",
    "textb",
    "claimtext",
    "hypothesistext",
    "generation",
    "generatedtext",
    "outputtext",
    "answertext",
    "candidate",
    "proposition",
    "question",
    "query",
];

/// Of gold labels.
pub(super) const GOLD: &[&str] = &[
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
    "human",
    "humanjudgment",
    "humanjudgement",
    "expertlabel",
    "manuallabel",
    "sentlabel",
    "responselabel",
    "entailment",
    "entailed",
    "isentailed",
    "supported",
    "issupported",
    "faithful",
    "isfaithful",
    "faithfulness",
    "consistent",
    "isconsistent",
    "grounded",
    "isgrounded",
    "factual",
    "factuality",
    "attributable",
    "hallucination",
    "hallucinated",
    "ishallucination",
    "veracity",
    "verdict",
    "expected",
    "label",
    "labels",
    "judgment",
    "judgement",
    "class",
    "relation",
    "y",
];

/// Of answers.
pub(super) const ANSWERS: &[&str] = &[
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
];

/// Of confidences.
pub(super) const CONFIDENCES: &[&str] = &["confidence", "conf", "certainty"];

/// Of the originals that rows come from.
pub(super) const ORIGINS: &[&str] = &[
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
];

/// Of phenomena.
pub(super) const PHENOMENA: &[&str] = &[
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
];

/// Of categories of phenomena.
pub(super) const CATEGORIES: &[&str] =
    &["category", "cat", "phenomenoncategory", "phenomenonclass", "heuristic"];

/// Of tasks.
pub(super) const TASKS: &[&str] = &["task"];

/// Of clusters.
pub(super) const CLUSTERS: &[&str] = &["cluster", "clusterid"];

/// Of annotators.
pub(super) const ANNOTATORS: &[&str] = &[
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
];
