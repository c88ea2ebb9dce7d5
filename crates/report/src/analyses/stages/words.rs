//! Stages and changes in words.

use phenom_dataset::{KnownFrom, listed};
use phenom_metrics::stages::{Stage, StagedSystem, Stages, WhatIf};

/// In which order stages are replaced, in a note.
pub(crate) const REPLACEMENT: &str = "An original counts for the first replacement that makes its composed prediction correct: gold labels \
     for the verdicts on the system's parts; then without its unfaithful parts; then the reference parts with their gold \
     labels. Otherwise it is the rule, or the gold label of the original is wrong. Other division: all reference parts are there, \
     but the rule gives another prediction for the system's parts.";

/// The name of a stage in a table.
fn name(stage: Stage) -> &'static str {
    match stage {
        Stage::Misjudged => "misjudged part",
        Stage::Unfaithful => "unfaithful part",
        Stage::Missing => "missing part",
        Stage::Divided => "other division",
        Stage::Rule => "rule",
    }
}

/// Some stages in a table; those that the data do not distinguish with a stroke between them.
pub(crate) fn short(stages: Stages) -> String {
    match (is_undistinguished(stages), stages.has(Stage::Rule)) {
        (false, _) => full(stages),
        (true, false) => "not distinguished".to_owned(),
        (true, true) => "not distinguished / rule".to_owned(),
    }
}

/// The names of some stages.
pub(super) fn full(stages: Stages) -> String {
    let names: Vec<&str> = stages.each().map(name).collect();
    names.join(" / ")
}

/// Whether so much is unknown that not even verdicts are distinguished from parts.
fn is_undistinguished(stages: Stages) -> bool {
    [Stage::Misjudged, Stage::Missing].into_iter().all(|stage| stages.has(stage))
}

/// Some stages after *because*.
pub(crate) fn because(stages: Stages) -> String {
    if is_undistinguished(stages) {
        return "of a stage that the data do not determine".to_owned();
    }
    let words: Vec<&str> = stages
        .each()
        .map(|stage| match stage {
            Stage::Rule => "of the rule (or the gold label)",
            stage => stage.in_words(),
        })
        .collect();
    listed(&words, "or")
}

fn from_whom(known: KnownFrom) -> &'static str {
    match known {
        KnownFrom::People => "people",
        KnownFrom::Judge => "a judge, not corrected",
        KnownFrom::Corrected => "a judge, corrected by people",
        KnownFrom::Words => "shared words",
        KnownFrom::References => "covered reference parts",
    }
}

/// From whom it is known what is known of the parts of a system.
pub(crate) fn knowledge_in_words(system: &StagedSystem) -> String {
    let has_covers = system.knowledge.covers.is_some();
    let each = system.knowledge.each().map(|(what, known)| match known {
        Some(KnownFrom::References) => format!("{what} from covered reference parts"),
        Some(known) if what == "gold labels" && has_covers => {
            format!("{what} from {}, else from covered reference parts", from_whom(known))
        }
        Some(known) => format!("{what} from {}", from_whom(known)),
        None => format!("{what} unknown"),
    });
    each.join(", ")
}

/// What might be otherwise, in a table.
pub(crate) fn whatif_in_words(what: &WhatIf, phenomenon: impl Fn(&str) -> String) -> String {
    use phenom_dataset::CompositionRule::{All, Any, Fraction};
    match what {
        WhatIf::Direct => "direct predictions".to_owned(),
        WhatIf::RightVerdicts => "all verdicts correct".to_owned(),
        WhatIf::NoFailures => "failed verdicts correct".to_owned(),
        WhatIf::RightBeyond(1) => "verdicts after the first part correct".to_owned(),
        WhatIf::RightBeyond(first) => format!("verdicts after the first {first} parts correct"),
        WhatIf::RightPhenomenon(path) => format!("verdicts on {} correct", phenomenon(path)),
        WhatIf::OnlyFaithful => "without unfaithful parts".to_owned(),
        WhatIf::OtherRule(All) => "rule: all parts".to_owned(),
        WhatIf::OtherRule(Any) => "rule: one part".to_owned(),
        WhatIf::OtherRule(Fraction(share)) => {
            format!("rule: {} % of the parts", (1e4 * share.value()).round() / 100.0)
        }
        WhatIf::OtherRule(_) => "the rule of the config".to_owned(),
    }
}
