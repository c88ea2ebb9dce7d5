//! The list itself: sections of labelled rows, which is what is shown, remembered and compared.

use std::fmt::Write;

use serde::{Deserialize, Serialize};

/// The widest line.
const WIDTH: usize = 100;
/// The width of the labels, with what stands before and after them.
const LABELS: usize = 13;

/// What a config asks for, in the order in which it is shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct List {
    pub(super) sections: Vec<Section>,
}

/// What belongs together, as what one system does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Section {
    pub(super) title: String,
    /// Labels, each with what there is to say.
    pub(super) rows: Vec<(String, String)>,
}

impl Section {
    pub(super) fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), rows: Vec::new() }
    }

    pub(super) fn row(&mut self, label: impl Into<String>, value: impl Into<String>) {
        self.rows.push((label.into(), value.into()));
    }
}

impl List {
    /// As a person reads it, no line wider than 100 columns.
    pub fn shown(&self) -> String {
        let mut shown = String::new();
        for section in &self.sections {
            if !shown.is_empty() {
                shown.push('\n');
            }
            shown.push_str(&title(&section.title));
            for (label, value) in &section.rows {
                shown.push_str(&wrapped(label, LABELS, value));
            }
        }
        shown
    }

    /// What this list has and an older one has not, and the other way round, a line each.
    pub fn changes_since(&self, older: &Self) -> String {
        let (old, new) = (older.lines(), self.lines());
        let gone = old.iter().filter(|line| !new.contains(line)).map(|line| ('-', line));
        let come = new.iter().filter(|line| !old.contains(line)).map(|line| ('+', line));
        let mut changes = String::new();
        for (sign, (title, label, value)) in gone.chain(come) {
            changes.push_str(&wrapped(&sign.to_string(), 4, &format!("{title}: {label} {value}")));
        }
        if changes.is_empty() { "  the order\n".to_owned() } else { changes }
    }

    /// Every row as its title, label and value.
    fn lines(&self) -> Vec<(&str, &str, &str)> {
        let mut lines = Vec::new();
        for Section { title, rows } in &self.sections {
            for (label, value) in rows {
                lines.push((title.as_str(), label.as_str(), value.as_str()));
            }
        }
        lines
    }
}

/// The most characters of a title: a name that is longer could look like rows of the list.
const LONGEST_TITLE: usize = 90;

/// The title of a section, on a line.
fn title(title: &str) -> String {
    if title.chars().count() <= LONGEST_TITLE {
        return format!("{title}\n");
    }
    let (mut start, mut end): (String, String) = (title.chars().take(40).collect(), String::new());
    end.extend(title.chars().skip(title.chars().count().saturating_sub(40)));
    start.push_str(" [...] ");
    format!("{start}{end}\n")
}

/// A label and its value, which goes on beneath itself. Nothing of it is lost: blanks at the end of a line, too, are there.
fn wrapped(label: &str, indent: usize, value: &str) -> String {
    let characters: Vec<char> = value.chars().collect();
    let mut lines = String::new();
    let room = WIDTH.saturating_sub(indent);
    let label = if indent == 0 { String::new() } else { format!("  {label}") };
    for (number, piece) in characters.chunks(room).enumerate() {
        let before = if number == 0 { label.as_str() } else { "" };
        let piece: String = piece.iter().collect();
        // A string takes whatever is written to it.
        let _ = writeln!(lines, "{before:indent$}{piece}");
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(rows: &[(&str, &str)]) -> List {
        let mut section = Section::new("system \"S\" runs a program");
        rows.iter().for_each(|(label, value)| section.row(*label, *value));
        List { sections: vec![section] }
    }

    #[test]
    fn long_values_go_on_beneath_themselves_and_lose_nothing() {
        let value = format!("{} {}", "x".repeat(86), "y".repeat(10));
        let shown = list(&[("program", "\"sh\""), ("argument", &value)]).shown();
        let expected = format!(
            "system \"S\" runs a program\n  program    \"sh\"\n  argument   {} \n             {}\n",
            "x".repeat(86),
            "y".repeat(10)
        );
        assert_eq!(shown, expected);
        assert!(shown.lines().all(|line| line.len() <= WIDTH));
    }

    #[test]
    fn a_long_name_cannot_look_like_rows() {
        let name = format!("system \"S{}  program    \"true\"\" runs a program", " ".repeat(80));
        let shown = List { sections: vec![Section::new(name)] }.shown();
        assert_eq!(shown.lines().count(), 1);
        assert!(shown.contains(" [...] ") && shown.ends_with("runs a program\n"), "{shown}");
    }

    #[test]
    fn changes_are_told_line_by_line() {
        let old = list(&[("program", "\"sh\""), ("SHA-256", "1")]);
        let new = list(&[("program", "\"sh\""), ("SHA-256", "2")]);
        let expected = "  - system \"S\" runs a program: SHA-256 1\n  + system \"S\" runs a program: SHA-256 2\n";
        assert_eq!(new.changes_since(&old), expected);
    }
}
