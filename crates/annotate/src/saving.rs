//! Steps that are checked, written and answered.

use crate::refusal::{Kind, Refusal};
use crate::request::Step;
use crate::resent;
use crate::session::Session;
use crate::steps;
use crate::view::{self, StepAnswer};

impl Session {
    /// Checks a step and writes it. One that is saved already under its number is answered as saved.
    ///
    /// # Errors
    /// Where the number is not the next one, the checks refuse the step, or it cannot be written.
    pub fn step(&mut self, seq: u64, step: Step) -> Result<StepAnswer, Refusal> {
        let next = self.journal.next();
        if self.has(seq, &step) {
            let what = self.event(seq).map(|event| event.what.clone());
            return Ok(view::step_answer(self, what.as_ref()));
        }
        if seq != next {
            return Err(Refusal::new(
                Kind::Seq,
                format!("The action has the number {seq}, and the next one in the file is {next}."),
            )
            .with_help("Reload the page, which then shows the saved work."));
        }
        let what = steps::checked(self, step)?;
        self.write(what.clone())?;
        Ok(view::step_answer(self, Some(&what)))
    }

    /// Whether a step is in the file already, under its number: then it may be answered whichever tab asks.
    pub fn has(&self, seq: u64, step: &Step) -> bool {
        seq < self.journal.next() && resent::is_saved(self, seq, step)
    }
}
