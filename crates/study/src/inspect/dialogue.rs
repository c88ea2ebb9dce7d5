//! Questions to the user, where somebody sits at a terminal.

use std::io::{BufRead, Write};

use phenom_report::harmless;

/// Asks on a terminal; without one every question stays open.
pub struct Dialogue<'a> {
    terminal: Option<(&'a mut dyn BufRead, &'a mut dyn Write)>,
}

/// After so many answers that are none a question stays open.
const ATTEMPTS: usize = 3;

impl<'a> Dialogue<'a> {
    /// There is nobody to ask.
    pub fn nobody() -> Self {
        Self { terminal: None }
    }

    /// Questions are written to one end of a terminal, and answers read from the other.
    pub fn with(answers: &'a mut dyn BufRead, questions: &'a mut dyn Write) -> Self {
        Self { terminal: Some((answers, questions)) }
    }

    /// The place of the option that was chosen; nothing where the question stays open.
    pub(super) fn choose(&mut self, question: &str, options: &[String]) -> Option<usize> {
        let (answers, questions) = self.terminal.as_mut()?;
        let mut asked = format!("{}\n", harmless(question));
        for (number, option) in (1..).zip(options) {
            asked += &format!("  {number}  {}\n", harmless(option));
        }
        for _ in 0..ATTEMPTS {
            asked += &format!("1 to {}, or an empty line to leave it open: ", options.len());
            questions.write_all(asked.as_bytes()).and_then(|()| questions.flush()).ok()?;
            let mut line = String::new();
            if answers.read_line(&mut line).ok()? == 0 || line.trim().is_empty() {
                return None;
            }
            let chosen = line.trim().parse::<usize>().ok().and_then(|number| number.checked_sub(1));
            let named = || options.iter().position(|option| option == line.trim());
            if let Some(chosen) = chosen.filter(|chosen| *chosen < options.len()).or_else(named) {
                return Some(chosen);
            }
            asked.clear();
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(typed: &str) -> (Option<usize>, String) {
        let (mut answers, mut questions) = (typed.as_bytes(), Vec::new());
        let options = ["one".to_owned(), "two".to_owned()];
        let chosen = Dialogue::with(&mut answers, &mut questions).choose("Which?", &options);
        (chosen, String::from_utf8(questions).unwrap())
    }

    #[test]
    fn an_option_is_chosen_by_its_number_or_its_name() {
        assert_eq!(chosen("2\n").0, Some(1));
        assert_eq!(chosen("one\n").0, Some(0));
        assert_eq!(chosen("7\n0\nx\n1\n").0, None);
        assert_eq!(chosen("\n").0, None);
        assert_eq!(chosen("").0, None);
        assert!(
            chosen("3\n2\n").1.starts_with("Which?\n  1  one\n  2  two\n1 to 2, or an empty line")
        );
        assert_eq!(Dialogue::nobody().choose("Which?", &["one".to_owned()]), None);
    }
}
