//! Lists in one cell of a table, as programs write them down: `['a', 'b']` of pandas, `["a", "b"]` of
//! JSON, `['a' 'b']` of numpy, `('a', 'b')` and `{'a', 'b'}` of Python.

use std::borrow::Cow;
use std::cell::RefCell;

use serde::Deserialize;

use crate::ProblemKind;
use crate::tables::LIST_SEPARATOR;
use crate::wording::quoted;

/// How the cells of tags are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Lists {
    /// As the first cell of the column is, which every other cell has to follow.
    #[default]
    #[serde(skip)]
    AsFirstCell,
    /// Each is a list in brackets.
    Bracketed,
    /// None is a list, whatever it looks like.
    Plain,
}

/// How the first cell of a column is written, for the cells after it.
#[derive(Default)]
pub(super) struct FirstCell {
    first: RefCell<Option<(bool, String)>>,
    /// The first cell that may be a list: one message tells of all.
    like_list: RefCell<Option<String>>,
}

impl FirstCell {
    /// Whether the first cell was read and is no list in brackets.
    pub(super) fn is_none_in_brackets(&self) -> bool {
        self.first.borrow().as_ref().is_some_and(|(in_brackets, _)| !in_brackets)
    }

    /// The members of a cell of tags.
    pub(super) fn members<'a>(
        &self,
        cell: &'a str,
        lists: Lists,
        separator: Option<&str>,
    ) -> Result<Vec<Cow<'a, str>>, ProblemKind> {
        if cell.contains(LIST_SEPARATOR) {
            return Ok(cell.split(LIST_SEPARATOR).map(Cow::Borrowed).collect());
        }
        match (lists, separator) {
            (Lists::Plain, None) => Ok(vec![Cow::Borrowed(cell)]),
            (Lists::Bracketed, _) => Ok(owned(list_members(cell).ok_or_else(|| no_list(cell))?)),
            (Lists::Plain, Some(separator)) => Ok(separated(cell, separator)),
            (Lists::AsFirstCell, separator) => self.as_first_cell(cell, separator),
        }
    }

    fn as_first_cell<'a>(
        &self,
        cell: &'a str,
        separator: Option<&str>,
    ) -> Result<Vec<Cow<'a, str>>, ProblemKind> {
        let list = bracketed(cell, Bare::Numbers);
        if let Some(separator) = separator {
            return match list {
                Some(_) => Err(unannounced(cell, "instead of `list-separator`")),
                None => Ok(separated(cell, separator)),
            };
        }
        let mut first = self.first.borrow_mut();
        let (first_is_list, first) = first.get_or_insert_with(|| (list.is_some(), cell.to_owned()));
        match (list, *first_is_list) {
            (Some(members), true) => Ok(owned(members)),
            (None, false) => self.one_tag(cell).map(|cell| vec![Cow::Borrowed(cell)]),
            (Some(_), false) => {
                let message = format!(
                    "{} is a list in brackets, but {}, the first of the column, is not",
                    quoted(cell),
                    quoted(first)
                );
                let help = "write all cells of the column alike, or state how to read them: `phenomena: {lists: \
                            bracketed}`, or `lists: plain` if each is one tag";
                Err(ProblemKind::Malformed { message, help: Some(help.to_owned()) })
            }
            (None, true) => {
                let message = format!(
                    "{} is not a list in brackets, but {}, the first of the column, is",
                    quoted(cell),
                    quoted(first)
                );
                let help = "write the cell as a list too, or set `phenomena: {lists: plain}` if each cell is one tag";
                Err(ProblemKind::Malformed { message, help: Some(help.to_owned()) })
            }
        }
    }

    /// A cell that is one tag; refuses one that may be several.
    fn one_tag<'a>(&self, cell: &'a str) -> Result<&'a str, ProblemKind> {
        if cell.starts_with('[') && cell.ends_with(']') {
            return Err(unannounced(cell, "under `phenomena`"));
        }
        let separator = [';', '|', ','].into_iter().find(|separator| cell.contains(*separator));
        let Some(separator) = separator else { return Ok(cell) };
        let mut first = self.like_list.borrow_mut();
        let first = first.get_or_insert_with(|| cell.to_owned());
        let separator =
            [';', '|', ','].into_iter().find(|mark| first.contains(*mark)).unwrap_or(separator);
        let message = format!(
            "cells with `{separator}` may be lists of tags or one tag each: {}",
            quoted(first)
        );
        let help = format!(
            "write `phenomena: {{list-separator: \"{separator}\"}}` if they are lists, or `phenomena: {{lists: plain}}` if \
             each is one tag"
        );
        Err(ProblemKind::Malformed { message, help: Some(help) })
    }
}

fn unannounced(cell: &str, place: &str) -> ProblemKind {
    let message = format!("{} looks like a list in brackets", quoted(cell));
    let help = format!(
        "set `lists: bracketed` {place} if it is one, or `lists: plain` if it is a single tag"
    );
    ProblemKind::Malformed { message, help: Some(help) }
}

fn no_list(cell: &str) -> ProblemKind {
    let message = format!("{} is not a list in brackets", quoted(cell));
    let help = "with `lists: bracketed`, write every cell like `['a', 'b']` or `[\"a\", \"b\"]`";
    ProblemKind::Malformed { message, help: Some(help.to_owned()) }
}

fn owned<'a>(members: Vec<String>) -> Vec<Cow<'a, str>> {
    members.into_iter().map(Cow::Owned).collect()
}

fn separated<'a>(cell: &'a str, separator: &str) -> Vec<Cow<'a, str>> {
    cell.split(separator).map(|member| Cow::Borrowed(member.trim())).collect()
}

/// What may stand in a list without quotes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Bare {
    /// Numbers, and the truth values: what no text in brackets is by chance.
    Numbers,
    /// Any text without quotes, brackets and commas.
    Texts,
}

/// The members of a cell as `lists: bracketed` reads it; nothing where it is no list in brackets.
#[must_use]
pub fn list_members(cell: &str) -> Option<Vec<String>> {
    bracketed(cell, Bare::Texts)
}

/// The members of a list in brackets; nothing of any other text.
pub(super) fn bracketed(cell: &str, bare: Bare) -> Option<Vec<String>> {
    let cell = cell.trim();
    if cell == "set()" {
        return Some(Vec::new());
    }
    let close = match cell.as_bytes().first()? {
        b'[' => ']',
        b'(' => ')',
        b'{' => '}',
        _ => return None,
    };
    let mut rest = cell[1..].strip_suffix(close)?.trim();
    // A text in round brackets is one, unless it is quoted.
    if close != ']' && !rest.starts_with(['\'', '"']) {
        return (close == ')' && rest.is_empty()).then(Vec::new);
    }
    let mut members = Vec::new();
    while let Some(first) = rest.chars().next() {
        let after = if first == '\'' || first == '"' {
            let (member, after) = quoted_member(rest, first)?;
            members.push(member);
            after
        } else {
            let end = rest.find(',').unwrap_or(rest.len());
            let (member, after) = rest.split_at(end);
            members.push(bare_member(member.trim(), bare)?);
            after
        };
        let next = after.trim_start();
        rest = match next.strip_prefix(',') {
            Some(next) => next.trim_start(),
            // numpy writes blanks between the members and no comma.
            None if next.is_empty() || next.len() < after.len() => next,
            None => return None,
        };
    }
    Some(members)
}

fn bare_member(member: &str, bare: Bare) -> Option<String> {
    let plain = !member.is_empty() && !member.contains(['\'', '"', '[', ']', '(', ')', '{', '}']);
    let known = member.parse::<f64>().is_ok()
        || ["True", "False", "None", "true", "false", "null"].contains(&member);
    (plain && (known || bare == Bare::Texts)).then(|| member.to_owned())
}

/// A text in quotes with its escapes resolved, and what follows it.
fn quoted_member(text: &str, quote: char) -> Option<(String, &str)> {
    let mut escaped = false;
    let mut inside = text.char_indices().skip(1);
    let (end, _) = inside.find(|(_, character)| {
        let closes = *character == quote && !escaped;
        escaped = *character == '\\' && !escaped;
        closes
    })?;
    let (member, after) = (&text[1..end], &text[end + 1..]);
    if !member.contains('\\') {
        return Some((member.to_owned(), after));
    }
    // The escapes of Python that JSON has not.
    let json = member.replace("\\'", "'").replace("\\x", "\\u00");
    let json = if quote == '"' { json } else { json.replace('"', "\\\"") };
    serde_json::from_str(&format!("\"{json}\"")).ok().map(|member| (member, after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_python_json_and_numpy_are_read() {
        for list in [
            "['negation', 'modality']",
            r#"["negation", "modality"]"#,
            "['negation' 'modality']",
            "['negation'\n 'modality']",
            "('negation', 'modality')",
            "{'negation', 'modality'}",
            "['negation', \"modality\",]",
            "[ 'negation','modality' ]",
            r"['negation', 'mod\x61lity']",
            r#"["negation", "mod\u0061lity"]"#,
        ] {
            let members = bracketed(list, Bare::Numbers);
            assert_eq!(
                members.as_deref(),
                Some(&["negation".to_owned(), "modality".to_owned()][..]),
                "{list}"
            );
        }
        for (list, expected) in [
            ("[]", vec![]),
            ("set()", vec![]),
            ("()", vec![]),
            ("('a',)", vec!["a"]),
            ("[1, 2.5, True]", vec!["1", "2.5", "True"]),
            (
                r#"['it\'s', 'a, b', 'c "d"', 'e\\f', 'g]']"#,
                vec!["it's", "a, b", "c \"d\"", "e\\f", "g]"],
            ),
            (r#"["it's", "é \" \n"]"#, vec!["it's", "é \" \n"]),
        ] {
            assert_eq!(
                bracketed(list, Bare::Numbers),
                Some(expected.iter().map(ToString::to_string).collect()),
                "{list}"
            );
        }
    }

    #[test]
    fn what_only_begins_like_a_list_is_none() {
        for text in [
            "",
            "[",
            "]",
            "['a'",
            "['a', 'b]",
            "[MASK]",
            "[a, b]",
            "(a, b)",
            "(in)definite",
            "['a''b']",
            "[,]",
            "['a',,'b']",
            "['a'] and ['b']",
            "{'a': 1}",
            "[['a']]",
            "{}",
            "['a' b]",
            r"['\q']",
        ] {
            assert_eq!(bracketed(text, Bare::Numbers), None, "{text}");
        }
        assert_eq!(
            bracketed("[a b, c]", Bare::Texts),
            Some(vec!["a b".to_owned(), "c".to_owned()])
        );
    }

    /// The members of the cells of a column, or what is wrong with each.
    fn column(cells: &[&str], lists: Lists, separator: Option<&str>) -> Vec<String> {
        let first = FirstCell::default();
        let cells = cells.iter().map(|cell| match first.members(cell, lists, separator) {
            Ok(members) => members.join("+"),
            Err(kind) => format!("{kind}: {}", kind.help().unwrap_or_default()),
        });
        cells.collect()
    }

    #[test]
    fn the_first_cell_says_how_a_column_is_written() {
        let auto = Lists::AsFirstCell;
        assert_eq!(column(&["['a', 'b']", "[]", "[\"c\"]"], auto, None), ["a+b", "", "c"]);
        let said = column(&["['a']", "b"], auto, None);
        assert!(
            said[1].starts_with("`b` is not a list in brackets, but `['a']`, the first"),
            "{}",
            said[1]
        );
        let said = column(&["b", "['a']"], auto, None);
        assert!(said[1].contains("`phenomena: {lists: bracketed}`"), "{}", said[1]);
        for (cell, separator) in [("a|b", "|"), ("a; b", ";"), ("a, b", ",")] {
            let said = column(&["x", cell], auto, None);
            let remedy = format!("`phenomena: {{list-separator: \"{separator}\"}}`");
            assert!(said[1].contains(&remedy), "{}", said[1]);
            assert_eq!(column(&["x", cell], auto, Some(separator)), ["x", "a+b"]);
            assert_eq!(column(&["x", cell], Lists::Plain, None), ["x", cell]);
        }
        assert!(column(&["[MASK]"], auto, None)[0].contains("`lists: plain`"));
        assert_eq!(column(&["[MASK]", "['a']"], Lists::Plain, None), ["[MASK]", "['a']"]);
        assert!(
            column(&["['a', 'b']"], auto, Some(","))[0].contains("instead of `list-separator`")
        );
        assert_eq!(column(&["[a, b]", "['c']"], Lists::Bracketed, None), ["a+b", "c"]);
        assert!(column(&["a"], Lists::Bracketed, None)[0].contains("is not a list in brackets"));
    }
}
