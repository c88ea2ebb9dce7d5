//! Quantifiers as in the square of opposition, with *most* and *few* between its corners.

use crate::contradiction::side::Side;

/// How many of some things something is said of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Quantifier {
    All,
    Most,
    Some,
    NotAll,
    Few,
    None,
}

/// How the quantifier of a text stands to that of a hypothesis about the same things.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Standing {
    Entails,
    Excludes,
    LeavesOpen,
}

/// A quantifier with the tokens that make it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Quantified {
    pub(super) quantifier: Quantifier,
    pub(super) token: usize,
    /// The negation that is part of it: *not all*, *some ... not*.
    pub(super) negation: Option<usize>,
}

impl Quantifier {
    /// How this quantifier of the text stands to the hypothesis' one. Things are taken to exist.
    pub(super) fn to(self, hypothesis: Self) -> Standing {
        use Quantifier::{All, Few, Most, None, NotAll, Some};
        let entails = matches!(
            (self, hypothesis),
            (All, All | Most | Some)
                | (Most, Most | Some)
                | (Some, Some)
                | (None, None | NotAll)
                | (NotAll, NotAll)
                | (Few, Few | NotAll | Some)
        );
        let excludes = matches!(
            (self, hypothesis),
            (All, None | NotAll | Few)
                | (None, All | Most | Some)
                | (Most, None | Few)
                | (Few, All | Most)
                | (NotAll, All)
                | (Some | Few, None)
                | (None, Few)
        );
        match (entails, excludes) {
            (true, _) => Standing::Entails,
            (false, true) => Standing::Excludes,
            (false, false) => Standing::LeavesOpen,
        }
    }
}

/// The quantifiers of a text, each with what it quantifies right after it.
pub(super) fn quantifiers(side: &Side<'_>) -> Vec<Quantified> {
    use Quantifier::{All, Few, Most, None as No, NotAll, Some as Any};
    let mut found = Vec::new();
    for token in 0..side.tokens().len() {
        let before = token.checked_sub(1).map_or("", |before| side.normal(before));
        let quantifier = match side.normal(token) {
            "all" | "every" | "each" | "everybody" | "everyone" | "everything" | "both" => All,
            // "The most beautiful", "at most", "most of the".
            "most" if !matches!(before, "the" | "at" | "'s") => Most,
            "some" if side.quantities.get(token + 1).is_none_or(Option::is_none) => Any,
            "someone" | "somebody" | "something" | "several" | "many" => Any,
            "few" if before != "a" => Few,
            "few" => Any,
            "no" if !matches!(
                side.normal(token + 1),
                "longer" | "more" | "less" | "fewer" | "," | "."
            ) =>
            {
                No
            }
            "none" | "nobody" | "nothing" | "neither" => No,
            _ => continue,
        };
        let negated_after = || {
            let cue = side.negations.iter().find(|cue| cue.token > token && cue.token <= token + 8);
            cue.filter(|cue| side.normal(cue.token) == "not").map(|cue| cue.token)
        };
        let (quantifier, negation) = match (quantifier, before) {
            (All, "not") => (NotAll, token.checked_sub(1)),
            (Any, _) => match negated_after() {
                Some(negation) => (NotAll, Some(negation)),
                None => (Any, None),
            },
            (No, _) => (No, Some(token)),
            (other, _) => (other, None),
        };
        found.push(Quantified { quantifier, token, negation });
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_square_of_opposition_holds() {
        use Quantifier::{All, Few, Most, None, NotAll, Some};
        // Contraries and contradictories exclude each other both ways.
        for (one, other) in [(All, None), (All, NotAll), (None, Some), (Most, None), (Few, Most)] {
            assert_eq!(one.to(other), Standing::Excludes, "{one:?} {other:?}");
            assert_eq!(other.to(one), Standing::Excludes, "{other:?} {one:?}");
        }
        assert_eq!(All.to(Some), Standing::Entails);
        assert_eq!(Some.to(All), Standing::LeavesOpen);
        assert_eq!(NotAll.to(None), Standing::LeavesOpen);
        assert_eq!(None.to(NotAll), Standing::Entails);
    }

    #[test]
    fn negation_before_and_after_makes_another_quantifier() {
        let of = |text| {
            let found = quantifiers(&Side::new(text, None, 100));
            found.into_iter().map(|found| found.quantifier).collect::<Vec<_>>()
        };
        assert_eq!(of("Not all of the jars were sealed"), [Quantifier::NotAll]);
        assert_eq!(of("Some of the jars were not sealed"), [Quantifier::NotAll]);
        assert_eq!(of("None of the jars were sealed"), [Quantifier::None]);
        assert_eq!(of("A few jars, the most beautiful, no longer here"), [Quantifier::Some]);
        assert_eq!(of("some 40 jars"), []);
    }
}
