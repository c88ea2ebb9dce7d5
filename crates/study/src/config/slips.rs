//! Slips of the pen in YAML, which its parser notices further on, in words of its own, or not at all.

#![allow(clippy::arithmetic_side_effects, reason = "places within a text, no number of a config")]

use std::ops::Range;

use super::raw;
use crate::failure::ConfigProblem;

/// A line of a config.
struct Line<'a> {
    /// Where it begins in the text.
    start: usize,
    text: &'a str,
}

/// `key: value` on a line, or as much of it as is there.
struct Entry<'a> {
    /// Where the key begins in its line.
    at: usize,
    key: &'a str,
    /// What follows the colon; nothing where there is no colon.
    rest: Option<&'a str>,
}

/// The slip behind a parser's error at a place, if it is a known one.
pub(super) fn slip(text: &str, place: &Range<usize>) -> Option<ConfigProblem> {
    if let Some(problem) = escape(text, place.start) {
        return Some(problem);
    }
    let lines = lines(text);
    let at = lines.iter().rposition(|line| line.start <= place.start)?;
    let line = &lines[at];
    let above = lines[..at].iter().rev().find(|line| !line.text.trim().is_empty());
    let below = lines.get(at + 1);
    let near = || [Some(line), above].into_iter().flatten();
    let tab = [Some(line), above, below].into_iter().flatten().find_map(tab);
    tab.or_else(|| near().find_map(no_blank))
        .or_else(|| near().find_map(no_colon))
        .or_else(|| special(line, place.start))
        .or_else(|| colon_in_value(line))
        .or_else(|| under_a_value(line, above?))
        .or_else(|| near().find_map(apostrophe))
        .or_else(|| lines[..=at].iter().rev().find_map(|line| unclosed(line, text, place.start)))
        .or_else(|| out_of_column(line, &lines[..at]))
}

/// How to mend a text that stands where a mapping or a key is needed, if it is a known slip.
pub(super) fn of_value(found: &str) -> Option<String> {
    let line = Line { start: 0, text: found.lines().next()? };
    if let Some(problem) = no_blank(&line) {
        return problem.help.map(|help| format!("a blank is missing after the colon; {help}"));
    }
    let (key, rest) = found.split_once('=')?;
    let key = key.trim_end();
    is_known(key).then(|| format!("write a colon and a blank, `{key}: {}`", rest.trim_start()))
}

/// Whether the value at a place begins with what YAML takes for a tag or an anchor, and is nothing to it.
pub(super) fn of_nothing(text: &str, place: &Range<usize>) -> Option<String> {
    let lines = lines(text);
    let line = lines.iter().rfind(|line| line.start <= place.start)?;
    let value = entry(line.text)?.rest?.trim_start();
    value.starts_with(['!', '&']).then(|| needs_quotes(value))
}

fn lines(text: &str) -> Vec<Line<'_>> {
    let mut start = 0;
    let mut lines = Vec::new();
    for line in text.split_inclusive('\n') {
        lines.push(Line { start, text: line.trim_end_matches(['\n', '\r']) });
        start += line.len();
    }
    lines
}

fn problem(line: &Line<'_>, place: Range<usize>, message: String, help: String) -> ConfigProblem {
    let place = line.start + place.start..line.start + place.end;
    ConfigProblem { place, message, help: Some(help) }
}

/// What stands on a line before its value: blanks, hyphens, a key.
fn entry(line: &str) -> Option<Entry<'_>> {
    let rest = line.trim_start_matches([' ', '-', '{']);
    let at = line.len() - rest.len();
    let rest = rest.split(" #").next().unwrap_or_default().trim_end();
    if rest.is_empty() {
        return None;
    }
    Some(match rest.split_once(':') {
        Some((key, value)) => Entry { at, key, rest: Some(value) },
        None => Entry { at, key: rest, rest: None },
    })
}

fn is_known(key: &str) -> bool {
    raw::keys().iter().any(|known| known == key)
}

fn needs_quotes(value: &str) -> String {
    format!("put the text in quotes, `'{}'`", value.replace('\'', "''"))
}

/// An escape in double quotes that there is not, as in `"C:\Users"`.
fn escape(text: &str, start: usize) -> Option<ConfigProblem> {
    let quoted = text.get(start..)?.strip_prefix('"')?;
    let mut characters = quoted.char_indices();
    let at = loop {
        match characters.next()? {
            (_, '"') => return None,
            (at, '\\') => {
                let (_, letter) = characters.next()?;
                let digits = match letter {
                    'x' => 2,
                    'u' => 4,
                    'U' => 8,
                    '0' | 'a' | 'b' | 't' | '\t' | 'n' | 'v' | 'f' | 'r' | 'e' | ' ' | '"'
                    | '/' | '\\' | 'N' | '_' | 'L' | 'P' | '\n' | '\r' => continue,
                    _ => break at,
                };
                let after = quoted[at + 2..].chars().take(digits);
                if after.filter(char::is_ascii_hexdigit).count() < digits {
                    break at;
                }
            }
            _ => {}
        }
    };
    let letter = quoted[at + 1..].chars().next()?;
    let place = start + 1 + at..start + 2 + at + letter.len_utf8();
    let whole = quoted.split(['"', '\n']).next().unwrap_or_default();
    let message =
        format!("a backslash in double quotes begins an escape, and `\\{letter}` is not one");
    let mut help = format!("write it in single quotes, `'{}'`", whole.replace('\'', "''"));
    if whole.get(1..3) == Some(":\\") {
        help.push_str(&format!(", or with slashes, `{}`", whole.replace('\\', "/")));
    }
    Some(ConfigProblem { place, message, help: Some(help) })
}

fn tab(line: &Line<'_>) -> Option<ConfigProblem> {
    let blank = line.text.len() - line.text.trim_start().len();
    let at = line.text[..blank].find('\t').filter(|_| blank < line.text.len())?;
    let message = "a tab indents this line".to_owned();
    Some(problem(line, at..at + 1, message, "indent YAML with blanks only".to_owned()))
}

/// `path:pairs.csv`, or `-name: A`.
fn no_blank(line: &Line<'_>) -> Option<ConfigProblem> {
    let Entry { at, key, rest } = entry(line.text)?;
    let rest = rest?;
    if !is_known(key) {
        return None;
    }
    if !rest.is_empty() && !rest.starts_with([' ', '\t']) {
        let message = format!("a blank is missing after `{key}:`");
        let help = format!("write `{key}: {}`", rest.trim_end_matches(['}', ','].as_slice()));
        return Some(problem(line, at..at + key.len() + 1, message, help));
    }
    if line.text[..at].ends_with('-') {
        let message = "a blank is missing after the hyphen".to_owned();
        return Some(problem(line, at - 1..at, message, format!("write `- {key}:{rest}`")));
    }
    None
}

fn no_colon(line: &Line<'_>) -> Option<ConfigProblem> {
    let Entry { at, key, rest } = entry(line.text)?;
    if rest.is_some() || !is_known(key) {
        return None;
    }
    let message = format!("a colon is missing after `{key}`");
    Some(problem(line, at..at + key.len(), message, format!("write `{key}:`")))
}

/// A value that begins with a character that means something to YAML.
fn special(line: &Line<'_>, start: usize) -> Option<ConfigProblem> {
    let Entry { at, key, rest } = entry(line.text)?;
    let value = rest?.trim_start();
    let from = at + key.len() + 1 + rest?.len() - value.len();
    let is_here = line.start + from <= start && start <= line.start + from + 1;
    if !is_here || !value.starts_with(['@', '`', '%', '*', '&', '!', '|', '>']) {
        return None;
    }
    let message = "YAML does not read this as a text".to_owned();
    Some(problem(line, from..from + value.len(), message, needs_quotes(value)))
}

/// `title: A: B`.
fn colon_in_value(line: &Line<'_>) -> Option<ConfigProblem> {
    let Entry { at, key, rest } = entry(line.text)?;
    let value = rest?.trim_start();
    let from = at + key.len() + 1 + rest?.len() - value.len();
    if !value.contains(": ") || value.starts_with(['"', '\'', '[', '{']) {
        return None;
    }
    let message = "a text with a colon and a blank in it needs quotes".to_owned();
    let help = format!("write `{key}: '{}'`", value.replace('\'', "''"));
    Some(problem(line, from..from + value.len(), message, help))
}

/// A line that is indented under one that has a value.
fn under_a_value(line: &Line<'_>, above: &Line<'_>) -> Option<ConfigProblem> {
    let (upper, lower) = (entry(above.text)?, entry(line.text)?);
    let value = upper.rest?.trim();
    if value.is_empty()
        || value.starts_with(['"', '\'', '[', '{', '|', '>'])
        || lower.at <= upper.at
    {
        return None;
    }
    let message = format!("this is indented under `{}`, which has a value already", upper.key);
    let help =
        "indent the keys of one mapping by the same amount, and more than the key above them"
            .to_owned();
    Some(problem(line, lower.at..line.text.len(), message, help))
}

/// `'it's'`.
fn apostrophe(line: &Line<'_>) -> Option<ConfigProblem> {
    let Entry { at, key, rest } = entry(line.text)?;
    let value = rest?.trim_start();
    let from = at + key.len() + 1 + rest?.len() - value.len();
    let inner =
        value.strip_prefix('\'')?.strip_suffix('\'').filter(|inner| inner.contains('\''))?;
    let message = "an apostrophe ends a text in single quotes".to_owned();
    let help = format!("write it twice, `'{}'`", inner.replace('\'', "''"));
    Some(problem(line, from..from + value.len(), message, help))
}

/// A quotation mark or a bracket that is not closed where the parser stops.
fn unclosed(line: &Line<'_>, text: &str, stop: usize) -> Option<ConfigProblem> {
    let value = entry(line.text)?.rest?.trim_start();
    let first = value.chars().next()?;
    let closing = match first {
        '[' => ']',
        '{' => '}',
        '"' | '\'' => first,
        _ => return None,
    };
    let from = line.text.rfind(value)?;
    let after = line.start + from + 1;
    let stop = stop.max(line.start + line.text.len());
    if text.get(after..stop)?.contains(closing) {
        return None;
    }
    let message = format!("`{first}` is not closed");
    Some(problem(line, from..from + 1, message, format!("add the missing `{closing}`")))
}

/// A key that begins in a column where none above it begins.
fn out_of_column(line: &Line<'_>, above: &[Line<'_>]) -> Option<ConfigProblem> {
    let Entry { at, key, rest } = entry(line.text)?;
    rest.filter(|_| is_known(key))?;
    // Of equally near columns that of the last line.
    let columns = above.iter().rev().filter_map(|line| Some(entry(line.text)?.at));
    let nearest = columns.min_by_key(|column| column.abs_diff(at))?;
    if nearest == at {
        return None;
    }
    let message = format!("no key above begins in the column of `{key}`");
    let help = format!("indent it like the keys next to it, by {nearest} blanks instead of {at}");
    Some(problem(line, at..at + key.len(), message, help))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str, stop: &str) -> Option<(String, String)> {
        let place = text.find(stop).unwrap();
        let problem = slip(text, &(place..place))?;
        Some((text[problem.place].to_owned(), problem.message))
    }

    #[test]
    fn a_known_slip_is_told_where_it_was_made() {
        let of = |text, stop| told(text, stop).unwrap().0;
        assert_eq!(of("path: \"C:\\Users\"", "\"C"), "\\U");
        assert_eq!(of("path: \"C:\\data\\x\"", "\"C"), "\\d");
        assert_eq!(of("title: x\noutput:r\n", "output"), "output:");
        assert_eq!(of("- name:A\n  predictions: a.csv\n", ": a.csv"), "name:");
        assert_eq!(of("title: a\n\tnotes: b\n", "notes"), "\t");
        assert_eq!(of("title: A: B\n", ": B"), "A: B");
        assert_eq!(of("path: *.csv\n", "*.csv"), "*.csv");
        assert_eq!(of("measures: [kappa\ntitle: x\n", ": x"), "[");
        assert_eq!(of("- name: A\n missing: skip\n", "missing"), "missing");
    }

    #[test]
    fn what_is_no_slip_is_left_to_the_parser() {
        assert_eq!(told("title: x\noutput: y\n", "output"), None);
        assert_eq!(told("title: \"a\\tb\\u00e9\"\noutput: y\n", "\"a"), None);
        assert_eq!(told("", ""), None);
        // No key of a config.
        assert_eq!(told("http://example.org\n", "http"), None);
    }
}
