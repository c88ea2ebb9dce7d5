//! Does a system judge wholes as the rule of composition makes of its answers on their parts?

use super::{
    Better, ComparedOn, Comparison, Computation, IntervalFrom, Measure, OfComposition, Style, Test,
};
use crate::composition::AgreementTable;

/// How often direct and composed answers are the same.
pub const COMPOSITION_CONSISTENCY: Measure = Measure {
    key: "composition_consistency",
    name: "composition consistency",
    definition: "The share of original pairs on which the system's direct prediction equals its composed prediction, \
                 correct or not. A missing prediction is consistent with nothing. The expected value for random \
                 predictions is shown next to it.",
    formula: "originals with the same direct and composed prediction / originals that have parts and gold labels",
    undefined: "if no original pair has a gold label and parts",
    source: "Not in the papers",
    computation: Computation::Composition(OfComposition::Agreement(|table| {
        table.same().of_pairs().into()
    })),
    interval: IntervalFrom::Share,
    comparison: Comparison::ByDefault(ComparedOn::AllPairs, Test::SignFlip),
    ..Measure::SHARE
};

/// The consistency of independent answers.
pub const EXPECTED_COMPOSITION_CONSISTENCY: Measure = Measure {
    key: "expected_composition_consistency",
    better: Better::Neither,
    name: "expected composition consistency",
    definition: "The expected share of equal predictions if direct and composed predictions were independent, with \
                 their own label frequencies.",
    formula: "sum over labels j of P(direct = j) P(composed = j)",
    undefined: "if no original pair has a gold label and parts",
    source: "Not in the papers; chance agreement as in V08 section 2.2",
    computation: Computation::Composition(OfComposition::Agreement(|table| {
        table.expected().into()
    })),
    interval: IntervalFrom::None(
        "it is an expected value, shown next to the consistency; kappa has an interval",
    ),
    comparison: Comparison::None(
        "it shows how often labels are predicted, not how direct and composed predictions are \
        associated",
    ),
    ..Measure::SHARE
};

/// Consistency above chance.
pub const COMPOSITION_KAPPA: Measure = Measure {
    key: "composition_kappa",
    better: Better::Higher,
    name: "kappa of direct and composed predictions",
    definition: "The consistency of direct and composed predictions above that of chance, as a share of what is left \
                 above chance.",
    formula: "kappa = (p_o - p_e) / (1 - p_e), with p_o the composition consistency and p_e that of chance",
    range: "-1 to 1; 0 for chance",
    bounds: [-1.0, 1.0],
    undefined: "if no original pair has a gold label and parts, and if direct and composed predictions are constant and \
                equal",
    source: "Not in the papers; kappa as in V08 section 2.2",
    style: Style::Bits,
    computation: Computation::Composition(OfComposition::Agreement(|table| {
        AgreementTable::kappa(table).into()
    })),
    interval: IntervalFrom::Jackknife([-1.0, 1.0]),
    comparison: Comparison::WhereNamed(ComparedOn::AllPairs, Test::Cautious),
    ..Measure::OF_SYSTEMS
};
