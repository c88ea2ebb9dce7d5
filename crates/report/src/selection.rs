//! What the interval of the highest of several systems does not allow for.

use phenom_metrics::Origin;

use crate::Results;

const START: &str = "The interval of the highest of ";

/// The note beside the intervals of several systems; `None` for one system.
pub(crate) fn selection_note(results: &Results<'_>) -> Option<String> {
    let competing = competing(results);
    (competing > 1).then(|| {
        format!(
            "{START}{competing} systems is not corrected for selecting it; its value is likely too high."
        )
    })
}

/// The same in the sentence of a paper that says what intervals are; empty for one system.
pub(crate) fn selection_in_method(results: &Results<'_>) -> String {
    match competing(results) {
        0 | 1 => String::new(),
        many => format!(", uncorrected for selecting the highest of {many} systems"),
    }
}

fn competing(results: &Results<'_>) -> usize {
    let systems = results.evaluation.systems.iter();
    systems.filter(|system| system.origin == Origin::Answers).count()
}

/// Whether a note of a table is the one on the interval of the highest system.
#[must_use]
pub fn is_on_selection(note: &str) -> bool {
    note.starts_with(START)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Scene, plain};

    #[test]
    fn one_system_is_not_chosen() {
        let note = |systems: &[&str]| {
            let scene = Scene::new(plain(), systems, "1 E - E E E\n2 U - U U U");
            selection_note(&scene.results())
        };
        assert_eq!(note(&["A"]), None);
        assert_eq!(note(&["A", "G!"]), None);
        let two = note(&["A", "B", "G!"]).unwrap();
        assert!(is_on_selection(&two) && two.contains("2 systems"), "{two}");
    }
}
