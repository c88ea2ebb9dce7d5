//! All signals of what speaks against entailment.

use crate::contradiction::arguments::SWAPPED_ARGUMENTS;
use crate::contradiction::descriptions::{ALSO_OF_ANOTHER, DESCRIPTION_OF_ANOTHER};
use crate::contradiction::in_place::{
    ANTONYM, DATE, MORE_SPECIFIC, NAME, NAME_FROM_ELSEWHERE, NUMBER, NUMBER_LEFT_OPEN,
    OPPOSITE_OF_DENIED, OTHER_WORD, PART, SISTER_TERM, TIME, UNMATCHED_MODIFIER, UNMATCHED_NAME,
    UNMATCHED_NOUN, UNMATCHED_NUMBER, UNMATCHED_VERB, UNSUPPORTED,
};
use crate::contradiction::polarity::{
    ALTERNATIVE_DROPPED, CANCELLED_WORD, DROPPED_UNDER_NEGATION, HYPOTHETICAL, NEGATION,
    ONLY_ADDED, ONLY_OF_MORE, QUANTIFIER, REPORT_DROPPED, REPORTED, STRONGER_QUANTIFIER,
};
use crate::contradiction::signal::Signal;

/// All signals, in the order in which models and justifications list them.
pub(super) const SIGNALS: &[&Signal] = &[
    &ANTONYM,
    &OPPOSITE_OF_DENIED,
    &NEGATION,
    &QUANTIFIER,
    &STRONGER_QUANTIFIER,
    &NUMBER,
    &NUMBER_LEFT_OPEN,
    &TIME,
    &DATE,
    &NAME,
    &NAME_FROM_ELSEWHERE,
    &SISTER_TERM,
    &SWAPPED_ARGUMENTS,
    &DESCRIPTION_OF_ANOTHER,
    &ALSO_OF_ANOTHER,
    &CANCELLED_WORD,
    &HYPOTHETICAL,
    &REPORTED,
    &REPORT_DROPPED,
    &UNSUPPORTED,
    &ONLY_ADDED,
    &ONLY_OF_MORE,
    &ALTERNATIVE_DROPPED,
    &MORE_SPECIFIC,
    &PART,
    &DROPPED_UNDER_NEGATION,
    &OTHER_WORD,
    &UNMATCHED_NAME,
    &UNMATCHED_NUMBER,
    &UNMATCHED_VERB,
    &UNMATCHED_NOUN,
    &UNMATCHED_MODIFIER,
];

impl Signal {
    /// The signal with a name.
    pub(super) fn named(name: &str) -> Option<&'static Self> {
        SIGNALS.iter().copied().find(|signal| signal.name == name)
    }

    /// Its place in the list.
    pub(super) fn place(&self) -> usize {
        SIGNALS.iter().position(|signal| *signal == self).unwrap_or(SIGNALS.len())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn each_signal_has_a_name_of_its_own() {
        let names: BTreeSet<&str> = SIGNALS.iter().map(|signal| signal.name).collect();
        assert_eq!(names.len(), SIGNALS.len());
    }

    #[test]
    fn the_docs_list_the_signals_with_their_meanings() {
        let docs = include_str!("../../../../docs/systems.md");
        let mut rows = docs.lines().skip_while(|line| !line.starts_with("| signal |")).skip(2);
        for signal in SIGNALS {
            let expected = format!("| {} | {} |", signal.name, signal.meaning);
            let row = rows.next().unwrap();
            assert!(row.starts_with(&expected), "{row} instead of {expected}");
        }
        assert_eq!(rows.next(), Some(""));
    }
}
