//! Does a system judge wholes as the rule of composition makes of its answers on their parts?

use super::{
    Better, ComparedOn, Comparison, Computation, IntervalFrom, Measure, OfComposition, Slices,
    Style, Test,
};
use crate::composition::AgreementTable;

/// How often direct and composed answers are the same.
pub const COMPOSITION_CONSISTENCY: Measure = Measure {
    key: "composition_consistency",
    better: Better::Higher,
    name: "composition consistency",
    definition: "The share of original pairs on which the system's own answer is the one that the rule of \
                 composition makes of its answers on the parts, right or wrong. No answer is consistent with \
                 nothing. What chance would give stands beside it.",
    formula: "originals with the same direct and composed answer / originals that have parts and gold",
    range: "0 to 1",
    bounds: [0.0, 1.0],
    undefined: "without original pairs that have gold and parts",
    source: "Not in the papers",
    style: Style::Percent,
    slices: Slices::All,
    computation: Computation::Composition(OfComposition::Agreement(|table| {
        table.same().of_pairs().into()
    })),
    expected: None,
    interval: IntervalFrom::Share,
    comparison: Comparison::ByDefault(ComparedOn::AllPairs, Test::SignFlip),
    by_default: true,
};

/// The consistency of independent answers.
pub const EXPECTED_COMPOSITION_CONSISTENCY: Measure = Measure {
    key: "expected_composition_consistency",
    better: Better::Neither,
    name: "composition consistency by chance",
    definition: "How often direct and composed answers would be the same if each were drawn by itself, with \
                 the shares of judgments that they have.",
    formula: "sum over judgments j of P(direct = j) P(composed = j)",
    range: "0 to 1",
    bounds: [0.0, 1.0],
    undefined: "without original pairs that have gold and parts",
    source: "Not in the papers; chance agreement as in V08 section 2.2",
    style: Style::Percent,
    slices: Slices::All,
    computation: Computation::Composition(OfComposition::Agreement(|table| {
        table.expected().into()
    })),
    expected: None,
    interval: IntervalFrom::None("it is what chance gives, beside the consistency; kappa has one"),
    comparison: Comparison::None("it says how often answers are given, not how they go together"),
    by_default: true,
};

/// Consistency above chance.
pub const COMPOSITION_KAPPA: Measure = Measure {
    key: "composition_kappa",
    better: Better::Higher,
    name: "kappa of direct and composed answers",
    definition: "The consistency of direct and composed answers above that of chance, as a share of what is \
                 left above chance.",
    formula: "kappa = (p_o - p_e) / (1 - p_e), with p_o the composition consistency and p_e that of chance",
    range: "-1 to 1; 0 for chance",
    bounds: [-1.0, 1.0],
    undefined: "without original pairs that have gold and parts, and where direct and composed answers are \
                always one and the same",
    source: "Not in the papers; kappa as in V08 section 2.2",
    style: Style::Bits,
    slices: Slices::All,
    computation: Computation::Composition(OfComposition::Agreement(|table| {
        AgreementTable::kappa(table).into()
    })),
    expected: None,
    interval: IntervalFrom::Jackknife([-1.0, 1.0]),
    comparison: Comparison::WhereNamed(ComparedOn::AllPairs, Test::Cautious),
    by_default: true,
};
