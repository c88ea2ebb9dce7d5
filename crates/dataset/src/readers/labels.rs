//! Labels under a scheme, one or several in a cell; blanks around a label are not part of it.

use std::borrow::Cow;

use super::list_cells::{Bare, bracketed};
use crate::tables::{LIST_SEPARATOR, trimmed};
use crate::wording::quoted;
use crate::{Answer, JudgmentSet, LabelScheme, Meaning, ProblemKind};

/// What a label means, or the problem that the scheme does not say.
pub(super) fn meaning(scheme: &LabelScheme, label: &str) -> Result<Meaning, ProblemKind> {
    let label = label.trim();
    scheme.meaning(label).ok_or_else(|| ProblemKind::UnmappedLabel {
        label: label.to_owned(),
        scheme: scheme.clone(),
    })
}

/// The label of a cell. An empty cell is one only if the scheme says what no label means.
pub(super) fn label_of<'c>(scheme: &LabelScheme, cell: Option<&'c str>) -> Option<&'c str> {
    cell.or_else(|| scheme.meaning("").map(|_| ""))
}

/// The members of a cell that holds labels or tags: a JSON list, a list in brackets, or texts with a
/// separator between them.
pub(crate) fn split<'a>(
    cell: &'a str,
    separator: Option<&'a str>,
) -> impl Iterator<Item = Cow<'a, str>> {
    let members: Vec<Cow<'a, str>> = match (bracketed(cell, Bare::Numbers), separator) {
        (Some(members), _) => members.into_iter().map(Cow::Owned).collect(),
        (None, None) => cell.split(LIST_SEPARATOR).map(|part| Cow::Borrowed(part.trim())).collect(),
        (None, Some(separator)) => cell
            .split(LIST_SEPARATOR)
            .flat_map(|member| member.split(separator))
            .map(|part| Cow::Borrowed(part.trim()))
            .collect(),
    };
    members.into_iter().filter(|member| !member.is_empty())
}

/// The answer that a cell holds: a label, or several as [`split`] has them. No label, and a label that means none,
/// is an abstention.
pub(super) fn answer(
    scheme: &LabelScheme,
    cell: &str,
    separator: Option<&str>,
) -> Result<Answer, ProblemKind> {
    // Nearly every cell is one label, and a label may look like several.
    match scheme.meaning(trimmed(cell)) {
        Some(Meaning::Judgment(judgment)) => return Ok(Answer::Judged(judgment)),
        Some(Meaning::None) => return Ok(Answer::Abstained),
        None => {}
    }
    let mut judgments = JudgmentSet::default();
    let mut none = None;
    for label in split(cell, separator) {
        match meaning(scheme, &label) {
            Ok(Meaning::Judgment(judgment)) => judgments = judgments.with(judgment),
            Ok(Meaning::None) => none = Some(label),
            Err(kind) => return Err(unannounced(scheme, &label, separator).unwrap_or(kind)),
        }
    }
    if let Some(none) = none.filter(|_| !judgments.is_empty()) {
        let message = format!("{} means no label, but other labels are next to it", quoted(&none));
        let help =
            "write an abstention as a single label, an empty cell or an empty list".to_owned();
        return Err(ProblemKind::Malformed { message, help: Some(help) });
    }
    Answer::of(judgments).ok_or_else(|| {
        let names: Vec<&str> = judgments.judgments().map(crate::Judgment::name).collect();
        let message = format!(
            "the prediction is the set {}, and `not-entailment` means unknown or contradiction",
            names.join(", ")
        );
        let help = "predict either two-way labels (entailment, not-entailment) or three-way labels";
        ProblemKind::Malformed { message, help: Some(help.to_owned()) }
    })
}

/// What the label of an annotator means, of whom agreement needs one.
pub(super) fn annotated(scheme: &LabelScheme, cell: &str) -> Result<Meaning, ProblemKind> {
    meaning(scheme, cell).map_err(|kind| {
        let labels: Vec<Cow<'_, str>> = split(cell, None).collect();
        let is_list =
            labels.len() > 1 && labels.iter().all(|label| scheme.meaning(label).is_some());
        if !is_list && unannounced(scheme, cell, None).is_none() {
            return kind;
        }
        let message =
            format!("{} is several labels, and agreement needs one for each annotator", quoted(cell));
        let help = "leave it empty if an annotator gives several labels, or evaluate the annotator against the gold \
                    sets as one of the `systems`: the file under `predictions`, the column as `label`, with its \
                    `label-separator`";
        ProblemKind::Malformed { message, help: Some(help.to_owned()) }
    })
}

/// The problem of a label that is several with a separator between them of which the config does not speak.
fn unannounced(scheme: &LabelScheme, label: &str, separator: Option<&str>) -> Option<ProblemKind> {
    let known = |other: &char| {
        let other = other.to_string();
        label.contains(&other)
            && separator != Some(other.as_str())
            && label.split(other.as_str()).all(|part| scheme.meaning(part.trim()).is_some())
    };
    let found = ['|', ';', ',', '/', '+'].into_iter().find(known)?;
    let message = format!("{} is several labels with `{found}` between them", quoted(label));
    let help =
        format!("write `label-separator: \"{found}\"` in `columns`, next to `id` and `label`");
    Some(ProblemKind::Malformed { message, help: Some(help) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Judgment, Several};

    fn of(cell: &str, separator: Option<&str>) -> Result<Answer, String> {
        let scheme = LabelScheme::named("nli").unwrap().or_judgments();
        answer(&scheme, cell, separator)
            .map_err(|kind| format!("{kind} ({})", kind.help().unwrap_or_default()))
    }

    #[test]
    fn a_set_is_written_in_any_way_and_order_and_each_label_counts_once() {
        let both = Ok(Answer::Several(Several::EntailmentUnknown));
        for (cell, separator) in [
            ("neutral|entailment", Some("|")),
            (" entailment ; unknown; neutral", Some(";")),
            ("['entailment', 'neutral']", None),
            ("[\"neutral\", \"entailment\"]", Some("|")),
            ("entailment\u{1f}neutral", None),
        ] {
            assert_eq!(of(cell, separator), both, "{cell}");
        }
        assert_eq!(of("['neutral']", None), Ok(Answer::Judged(Judgment::Unknown)));
        assert_eq!(of("neutral||neutral|", Some("|")), Ok(Answer::Judged(Judgment::Unknown)));
        for cell in ["[]", "-", "['-']", "|"] {
            assert_eq!(of(cell, Some("|")), Ok(Answer::Abstained), "{cell}");
        }
    }

    #[test]
    fn what_is_wrong_in_a_set_is_told() {
        let unknown = of("entailment|maybe", Some("|")).unwrap_err();
        assert!(unknown.starts_with("label `maybe` has no meaning"), "{unknown}");
        let separator = of("entailment|neutral", None).unwrap_err();
        assert_eq!(
            separator,
            "`entailment|neutral` is several labels with `|` between them (write `label-separator: \"|\"` in `columns`, next to `id` and `label`)"
        );
        let other = of("entailment|maybe", None).unwrap_err();
        assert!(other.starts_with("label `entailment|maybe` has no meaning"), "{other}");
        let none = of("entailment|-", Some("|")).unwrap_err();
        assert!(none.starts_with("`-` means no label, but other labels are next to it"), "{none}");
        let scheme = LabelScheme::named("nli").unwrap();
        for cell in ["entailment|neutral", "['entailment', 'neutral']"] {
            let said = annotated(&scheme, cell).unwrap_err().to_string();
            assert!(
                said.ends_with("is several labels, and agreement needs one for each annotator"),
                "{said}"
            );
        }
        let other = annotated(&scheme, "entailment|maybe").unwrap_err().to_string();
        assert!(other.starts_with("label `entailment|maybe` has no meaning"), "{other}");
        let mixed = of("neutral|not-entailment", Some("|")).unwrap_err();
        assert!(mixed.starts_with("the prediction is the set unknown, not-entailment"), "{mixed}");
    }
}
