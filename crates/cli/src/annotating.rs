//! Annotating on the terminal: the same steps as in the browser, asked for line by line.

mod decomposing;
mod judging;

use std::io;

use phenom_annotate::api::{look, take};
use phenom_annotate::refusal::Refusal;
use phenom_annotate::request::Step;
use phenom_annotate::session::Session;
use phenom_dataset::Judgment;
use phenom_report::harmless;
use serde_json::Value;

use crate::failure::Failure;
use crate::terminal::print;

/// Asks until the input ends or the annotator leaves.
pub(crate) fn on_terminal(mut session: Session) -> Result<(), Failure> {
    let start = look(&mut session, "start", &[]).map_err(|refusal| refused(&refusal))?;
    let judgments = start["judgments"].as_array().into_iter().flatten();
    let judgments = judgments.filter_map(|name| Judgment::from_name(name.as_str()?)).collect();
    let mut talk = Talk { session, judgments, input: io::stdin().lines() };
    for note in start["notes"].as_array().into_iter().flatten() {
        say(&format!("Note: {}", text(note)))?;
    }
    match talk.menu() {
        Err(Leave::Failed(failure)) => Err(failure),
        Ok(()) | Err(Leave::Ended) => {
            say(&format!("All steps are in {}", talk.session.file().display()))
        }
    }
}

/// Why a question has no answer.
enum Leave {
    /// The input ended, or the annotator left.
    Ended,
    Failed(Failure),
}

impl From<Failure> for Leave {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

type Talked<T> = Result<T, Leave>;

struct Talk {
    session: Session,
    judgments: Vec<Judgment>,
    input: io::Lines<io::StdinLock<'static>>,
}

impl Talk {
    fn menu(&mut self) -> Talked<()> {
        loop {
            let start = self.look("start", &[])?;
            let strip = &start["strip"];
            say(&format!(
                "\n{} of {} decomposed, {} free; {} to read blind; {} to settle",
                strip["done"], strip["mine"], strip["free"], strip["to_read"], strip["to_settle"]
            ))?;
            match self
                .ask("d decompose, b judge blind, s settle, z undo, Z redo, q leave")?
                .as_str()
            {
                "d" => self.decompose(&start)?,
                "b" => self.blind()?,
                "s" => self.settle()?,
                "z" => self.step_told(Step::Undo {})?,
                "Z" => self.step_told(Step::Redo {})?,
                "q" => return Ok(()),
                _ => say("One of the letters is needed.")?,
            }
        }
    }

    fn look(&mut self, path: &str, query: &[(&str, &str)]) -> Talked<Value> {
        look(&mut self.session, path, query).map_err(|refusal| refused(&refusal).into())
    }

    /// A line of input.
    fn ask(&mut self, question: &str) -> Talked<String> {
        print(&format!("{question}: "))?;
        match self.input.next() {
            Some(Ok(line)) => Ok(line.trim().to_owned()),
            Some(Err(error)) => {
                Err(Failure::input(format!("the input cannot be read: {error}"), None).into())
            }
            None => {
                say("")?;
                Err(Leave::Ended)
            }
        }
    }

    /// Takes a step; what refuses it is told, and nothing was done then.
    fn step(&mut self, step: Step) -> Talked<Option<Value>> {
        match take(&mut self.session, step) {
            Ok(told) => Ok(Some(told)),
            Err(refusal) => {
                say(&harmless(&refusal.error))?;
                if let Some(help) = &refusal.help {
                    say(&harmless(help))?;
                }
                Ok(None)
            }
        }
    }

    fn step_told(&mut self, step: Step) -> Talked<()> {
        if let Some(told) = self.step(step)? {
            say(&format!("Undone or done again: {}", text(&told["undone"])))?;
        }
        Ok(())
    }

    /// A judgment by its number or first letter; nothing for an empty line.
    fn judgment(&mut self, question: &str) -> Talked<Option<Judgment>> {
        let names: Vec<String> = (1..)
            .zip(&self.judgments)
            .map(|(number, judgment)| format!("{number} {judgment}"))
            .collect();
        loop {
            let said = self.ask(&format!("{question} ({})", names.join(", ")))?;
            if said.is_empty() {
                return Ok(None);
            }
            let number = said.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
            let by_number = number.and_then(|number| self.judgments.get(number));
            let lower = said.to_lowercase();
            let by_name = || self.judgments.iter().find(|known| known.name().starts_with(&lower));
            if let Some(judgment) = by_number.or_else(by_name) {
                return Ok(Some(*judgment));
            }
            say("That is none of them.")?;
        }
    }
}

/// A text, fit for a terminal.
fn text(value: &Value) -> String {
    harmless(value.as_str().unwrap_or_default())
}

fn refused(refusal: &Refusal) -> Failure {
    Failure::input(refusal.error.clone(), refusal.help.clone())
}

fn say(line: &str) -> Result<(), Failure> {
    print(&format!("{line}\n"))
}
