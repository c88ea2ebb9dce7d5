//! One thread parses the pairs of a file while another adds those before to the builder.

use std::mem::take;
use std::panic::resume_unwind;
use std::sync::mpsc::sync_channel;
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::DatasetBuilder;
use super::batch::Batch;
use crate::string_table::StringColumn;
use crate::tables::trimmed;
use crate::{PairRow, ProblemKind};

/// A change of a builder.
type Step = Box<dyn FnOnce(&mut DatasetBuilder) + Send>;

/// What a reader tells a builder, in this order but for rows that are left out.
pub(crate) struct Arrivals<'t> {
    of_outcomes: bool,
    /// The pairs after the last step.
    pairs: Batch,
    /// Ids of rows that `where` does not keep.
    left_out: StringColumn,
    steps: Vec<Step>,
    take: &'t mut dyn FnMut(Vec<Step>),
}

impl DatasetBuilder {
    /// Takes what `read` tells. From the third delivery on, another thread does; if none can be started, this one does.
    pub(crate) fn arriving<T>(&mut self, read: impl FnOnce(&mut Arrivals<'_>) -> T) -> T {
        let of_outcomes = self.of_outcomes;
        let builder = Mutex::new(self);
        let now = |steps: Vec<Step>| {
            let mut builder = builder.lock().unwrap_or_else(PoisonError::into_inner);
            steps.into_iter().for_each(|step| step(&mut builder));
        };
        thread::scope(|scope| {
            let (mut deliveries, mut adding) = (0, None);
            let mut take = |steps| {
                deliveries += 1;
                if deliveries == 3 {
                    let (send, receive) = sync_channel(2);
                    let add = || receive.into_iter().for_each(now);
                    let started = thread::Builder::new().spawn_scoped(scope, add);
                    adding = started.ok().map(|thread| (send, thread));
                }
                match &adding {
                    // After a panic of the other thread nobody takes what is sent.
                    Some((send, _)) => _ = send.send(steps),
                    None => now(steps),
                }
            };
            let (pairs, left_out, steps) = Default::default();
            let mut arrivals = Arrivals { of_outcomes, pairs, left_out, steps, take: &mut take };
            let result = read(&mut arrivals);
            arrivals.deliver();
            if let Some((send, thread)) = adding {
                drop(send);
                thread.join().unwrap_or_else(|panic| resume_unwind(panic));
            }
            result
        })
    }
}

impl Arrivals<'_> {
    /// Whether pairs have no gold labels.
    pub(crate) fn expects_outcomes(&self) -> bool {
        self.of_outcomes
    }

    /// Adds a pair after those before.
    pub(crate) fn add(&mut self, pair: &PairRow<'_>) {
        self.pairs.push(pair);
        if self.pairs.is_full() {
            self.deliver();
        }
    }

    /// Whether the next pair is the first of those that another thread gets together.
    pub(crate) fn starts_anew(&self) -> bool {
        self.pairs.is_empty()
    }

    /// [Leaves out](DatasetBuilder::leave_out) a row of the pair with an id.
    pub(crate) fn leave_out(&mut self, id: &str) {
        self.left_out.push(id);
        if self.left_out.len() >= Batch::ROWS || self.left_out.bytes() >= Batch::BYTES {
            self.deliver();
        }
    }

    /// Notes a problem of a row after the pairs so far.
    pub(crate) fn problem(&mut self, line: u64, kind: ProblemKind) {
        self.then(move |builder| builder.problem(Some(line), kind));
    }

    /// The same of a row that is [lost](DatasetBuilder::lose), with the id of its pair where that is known.
    pub(crate) fn lose(&mut self, id: Option<String>, line: u64, kind: ProblemKind) {
        self.then(move |builder| builder.lose(id.as_deref()));
        self.problem(line, kind);
    }

    /// Changes the builder after the pairs so far are added.
    fn then(&mut self, step: impl FnOnce(&mut DatasetBuilder) + Send + 'static) {
        self.end_batch();
        self.steps.push(Box::new(step));
        if self.steps.len() >= Batch::ROWS {
            self.deliver();
        }
    }

    fn end_batch(&mut self) {
        if self.pairs.is_empty() {
            return;
        }
        let mut pairs = take(&mut self.pairs);
        self.steps.push(Box::new(move |builder| {
            builder.ids.fetch(pairs.ids().map(trimmed));
            pairs.drain(|pair| builder.add(pair));
        }));
    }

    fn deliver(&mut self) {
        self.end_batch();
        let left_out = take(&mut self.left_out);
        self.steps.push(Box::new(move |builder| {
            left_out.iter().for_each(|id| builder.leave_out(id));
        }));
        (self.take)(take(&mut self.steps));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Dataset, KeepTexts, Problems, WriteFormat, write_dataset};

    /// What becomes of `many` pairs in parts and originals, of which some come twice if `twice`, with problems in every
    /// `wrong`th row and rows that are left out between them.
    fn read(many: u64, twice: bool, wrong: u64, arriving: bool) -> Result<Dataset, Problems> {
        let mut builder = DatasetBuilder::new(KeepTexts::Yes);
        builder.start_file("pairs.csv");
        let id = |at: u64| if twice && at % 1_500 == 1_499 { at - 1 } else { at }.to_string();
        let ids: Vec<String> = (0..many).map(id).collect();
        // Parts before and after their originals.
        let origin = |at: u64| ids.get((at - at % 5 + 2) as usize).filter(|_| at % 5 != 2);
        let pair = |at: u64| PairRow {
            line: at,
            id: &ids[at as usize],
            text: Some("T"),
            origin: origin(at).map(String::as_str),
            ..PairRow::default()
        };
        let problem = |at: u64| ProblemKind::Malformed { message: format!("{at}"), help: None };
        let lost = |at: u64| at.is_multiple_of(3).then(|| format!("lost {at}"));
        if arriving {
            builder.arriving(|arrivals| {
                for at in 0..many {
                    arrivals.add(&pair(at));
                    arrivals.leave_out("left out");
                    if at % wrong == wrong - 1 {
                        arrivals.lose(lost(at), at, problem(at));
                    }
                }
            });
        } else {
            for at in 0..many {
                builder.add(&pair(at));
                builder.leave_out("left out");
                if at % wrong == wrong - 1 {
                    builder.lose(lost(at).as_deref());
                    builder.problem(Some(at), problem(at));
                }
            }
        }
        builder.finish()
    }

    #[test]
    fn pairs_and_problems_come_in_their_order_however_many() {
        for many in [0, 1, 4_000, 4_096, 4_099, 20_000] {
            for (twice, wrong) in [(false, 10_000), (true, 10_000), (false, 700), (false, 1)] {
                let [one, other] = [false, true].map(|arriving| {
                    let dataset = read(many, twice, wrong, arriving);
                    assert_eq!(dataset.is_ok(), wrong > many && !(twice && many > 1_499));
                    match dataset {
                        Ok(dataset) => {
                            let mut written = Vec::new();
                            write_dataset(&dataset, WriteFormat::PhenomJsonl, &mut written)
                                .unwrap();
                            let notes = dataset.notes().join("\n");
                            format!("{notes}\n{}", String::from_utf8(written).unwrap())
                        }
                        Err(problems) => problems.to_string(),
                    }
                });
                assert!(one == other, "{one}\n{other}");
            }
        }
    }

    #[test]
    fn a_panic_of_the_thread_that_adds_is_one_here() {
        let panics = std::panic::catch_unwind(|| {
            DatasetBuilder::new(KeepTexts::No).arriving(|arrivals| {
                for at in 0..10 * Batch::ROWS {
                    arrivals.then(move |_| assert!(at != 7 * Batch::ROWS, "a reason"));
                }
            });
        });
        assert_eq!(panics.unwrap_err().downcast_ref(), Some(&"a reason"));
    }
}
