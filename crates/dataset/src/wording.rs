//! Values and names in messages: shortened where they are long, and what a misspelt name may have meant.

use std::borrow::Cow;

/// How many characters of a long value a message shows.
const SHOWN: usize = 60;

/// A value of a file as a message shows it: whole, or its start and how long it is.
pub(crate) fn shown(value: &str) -> Cow<'_, str> {
    match value.char_indices().nth(SHOWN) {
        Some((end, _)) if value.len() > SHOWN + SHOWN / 2 => {
            let characters = value.chars().count();
            Cow::Owned(format!("{}[... {characters} characters]", &value[..end]))
        }
        _ => Cow::Borrowed(value),
    }
}

/// A value in quotes.
pub(crate) fn quoted(value: &str) -> String {
    format!("`{}`", shown(value))
}

/// How many names a message lists.
const LISTED: usize = 20;

/// Names in quotes, the first of many.
pub(crate) fn listed(names: &[String]) -> String {
    if names.is_empty() {
        return "none".to_owned();
    }
    let first = names.iter().take(LISTED).map(|name| quoted(name));
    let more = match names.len().saturating_sub(LISTED) {
        0 => None,
        more => Some(format!("and {more} more")),
    };
    first.chain(more).collect::<Vec<_>>().join(", ")
}

/// Up to how many bytes a name may have been misspelt by hand; how alike two longer ones are takes
/// long to find out.
const TYPED: usize = 64;

/// The candidate most like a name, if it is like enough to be a slip of the pen; nothing for long
/// names.
#[must_use]
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
    if name.len() > TYPED {
        return None;
    }
    let wanted = name.to_lowercase();
    candidates
        .into_iter()
        .filter(|candidate| candidate.len() <= TYPED)
        .map(|candidate| (strsim::jaro_winkler(&wanted, &candidate.to_lowercase()), candidate))
        .filter(|(likeness, _)| *likeness >= 0.8)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, candidate)| candidate.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_a_slip_of_the_pen_away() {
        let names = ["accuracy", "kappa", "correlation_index"];
        assert_eq!(nearest("acuracy", names).as_deref(), Some("accuracy"));
        assert_eq!(nearest("Correlation-Index", names).as_deref(), Some("correlation_index"));
        assert_eq!(nearest("zzz", names), None);
    }

    #[test]
    fn long_names_are_not_compared() {
        let long = "x".repeat(1_000_000);
        assert_eq!(nearest(&long, [long.as_str()]), None);
        assert_eq!(nearest("x", [long.as_str()]), None);
        assert_eq!(nearest(&long[..64], [&long[..63]]).as_deref(), Some(&long[..63]));
    }

    #[test]
    fn a_long_value_is_shown_by_its_start_and_its_length() {
        assert_eq!(shown(&"é".repeat(45)), "é".repeat(45));
        let long = "é".repeat(1_000_000);
        assert_eq!(shown(&long), format!("{}[... 1000000 characters]", "é".repeat(60)));
    }

    #[test]
    fn many_names_are_counted() {
        let names: Vec<String> = (0..25).map(|number| number.to_string()).collect();
        assert_eq!(listed(&names[..2]), "`0`, `1`");
        assert!(listed(&names).ends_with("`19`, and 5 more"), "{}", listed(&names));
        assert_eq!(listed(&[]), "none");
    }
}
