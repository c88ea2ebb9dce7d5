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

/// A text as YAML has it: as it is where that is a text and nothing else, in quotes otherwise.
pub(crate) fn yaml(text: &str) -> Cow<'_, str> {
    /// What YAML takes for something else than a text; in its older version some of these are truths.
    const NOT_TEXTS: [&str; 11] =
        ["true", "false", "yes", "no", "on", "off", "y", "n", "null", "none", "~"];
    let plain =
        |character: char| character.is_alphanumeric() || matches!(character, '_' | '-' | '.' | '/');
    let first = text.chars().next().is_some_and(|first| first.is_alphabetic() || first == '_');
    let is_text =
        first && text.chars().all(plain) && !NOT_TEXTS.contains(&text.to_lowercase().as_str());
    if is_text {
        return Cow::Borrowed(text);
    }
    // JSON is YAML; what JSON leaves as it is and YAML does not show is escaped besides.
    let quoted = serde_json::to_string(text).unwrap_or_default();
    let escaped = quoted.chars().flat_map(|character| {
        let hidden =
            matches!(character, '\u{7f}'..='\u{9f}' | '\u{2028}' | '\u{2029}' | '\u{feff}');
        match hidden {
            true => format!("\\u{:04x}", character as u32).chars().collect::<Vec<_>>(),
            false => vec![character],
        }
    });
    Cow::Owned(escaped.collect())
}

/// Names or clauses in one sentence: `a`, `a and b`, `a, b and c`, where `word` is `and`. Empty without any.
#[must_use]
pub fn listed<T: AsRef<str>>(names: &[T], word: &str) -> String {
    let [others @ .., last] = names else { return String::new() };
    let last = last.as_ref();
    let others: Vec<&str> = others.iter().map(AsRef::as_ref).collect();
    if others.is_empty() { last.to_owned() } else { format!("{} {word} {last}", others.join(", ")) }
}

/// How many names a message lists.
const LISTED: usize = 20;

/// Names in quotes, the first of many.
pub(crate) fn first_quoted(names: &[String]) -> String {
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

/// How many of more columns than that a message names.
const LIKE: usize = 5;

/// Columns in quotes: all of them, or of many those most like the names that were looked for.
pub(crate) fn columns_like(wanted: &[&str], columns: &[String]) -> String {
    if columns.len() <= LISTED {
        return format!("the columns are {}", first_quoted(columns));
    }
    let wanted: Vec<String> = wanted.iter().map(|name| start(name).to_lowercase()).collect();
    let likeness = |column: &str| {
        let column = start(column).to_lowercase();
        let of = wanted.iter().map(|name| strsim::jaro_winkler(name, &column));
        of.fold(0.0, f64::max)
    };
    let mut by_likeness: Vec<(f64, &String)> =
        columns.iter().map(|column| (likeness(column), column)).collect();
    // Stable: of columns that are alike the first of the file stand first.
    by_likeness.sort_by(|a, b| b.0.total_cmp(&a.0));
    let nearest: Vec<String> =
        by_likeness.iter().take(LIKE).map(|(_, column)| quoted(column)).collect();
    format!("the most similar of its {} columns are {}", columns.len(), nearest.join(", "))
}

/// As much of a name as is worth comparing.
fn start(name: &str) -> String {
    name.chars().take(TYPED).collect()
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
    fn what_yaml_would_take_for_something_else_is_quoted() {
        let plain = ["label", "preds-bert", "doc.gold", "élan"];
        assert!(plain.iter().all(|text| yaml(text) == *text));
        let quoted =
            ["", "NO", "yes", "1", "-", "?", "a: b", "@id", "labels[0]", "n", "a, b", "None"];
        for text in quoted {
            assert_eq!(yaml(text), format!("\"{text}\""));
        }
        assert_eq!(yaml("a\"b\\\n"), r#""a\"b\\\n""#);
        assert_eq!(yaml("a\u{85}"), r#""a\u0085""#);
    }

    #[test]
    fn of_many_columns_the_most_like_are_named() {
        let mut columns: Vec<String> = (0..200).map(|number| format!("feature{number}")).collect();
        columns.insert(77, "gold_label".to_owned());
        let said = columns_like(&["gold"], &columns);
        assert!(
            said.starts_with("the most similar of its 201 columns are `gold_label`, "),
            "{said}"
        );
        assert_eq!(said.matches('`').count(), 10);
    }

    #[test]
    fn names_stand_in_one_sentence() {
        assert_eq!(listed::<&str>(&[], "and"), "");
        assert_eq!(listed(&["a"], "and"), "a");
        assert_eq!(listed(&["a", "b"], "or"), "a or b");
        assert_eq!(listed(&["a", "b", "c"], "and"), "a, b and c");
    }

    #[test]
    fn many_names_are_counted() {
        let names: Vec<String> = (0..25).map(|number| number.to_string()).collect();
        assert_eq!(first_quoted(&names[..2]), "`0`, `1`");
        assert!(first_quoted(&names).ends_with("`19`, and 5 more"), "{}", first_quoted(&names));
        assert_eq!(first_quoted(&[]), "none");
    }
}
