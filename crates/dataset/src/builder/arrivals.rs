//! Pairs that one thread reads while another adds those before.

use std::mem::take;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::DatasetBuilder;
use super::batch::Batch;
use crate::PairRow;
use crate::string_table::StringColumn;
use crate::tables::trimmed;

/// What a builder is to do next.
type Step = Box<dyn FnOnce(&mut DatasetBuilder) + Send>;

/// The pairs of a file on their way to a builder, with what is wrong with rows between them.
pub(crate) struct Arrivals<'t> {
    of_outcomes: bool,
    pairs: Batch,
    /// Ids of rows that `where` does not keep.
    left_out: StringColumn,
    take: &'t mut dyn FnMut(Step),
}

impl DatasetBuilder {
    /// Takes the pairs that are read. From the third batch on, another thread adds them; if none can be started, this one does.
    pub(crate) fn arriving<T>(&mut self, read: impl FnOnce(&mut Arrivals<'_>) -> T) -> T {
        let of_outcomes = self.of_outcomes;
        let builder = Mutex::new(self);
        let now = |step: Step| step(&mut builder.lock().unwrap_or_else(PoisonError::into_inner));
        thread::scope(|scope| {
            let (mut steps, mut adding) = (0, None::<SyncSender<Step>>);
            let mut take = |step| {
                steps += 1;
                if steps == 3 {
                    let (send, receive) = sync_channel(2);
                    let add = || receive.into_iter().for_each(now);
                    let started = thread::Builder::new().spawn_scoped(scope, add);
                    adding = started.is_ok().then_some(send);
                }
                match &adding {
                    // Nobody takes what is read after a panic of the other thread, which the scope passes on.
                    Some(adding) => _ = adding.send(step),
                    None => now(step),
                }
            };
            let (pairs, left_out) = Default::default();
            let mut arrivals = Arrivals { of_outcomes, pairs, left_out, take: &mut take };
            let result = read(&mut arrivals);
            arrivals.hand_over();
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
            self.hand_over();
        }
    }

    /// [Leaves out](DatasetBuilder::leave_out) a row of the pair with an id.
    pub(crate) fn leave_out(&mut self, id: &str) {
        self.left_out.push(id);
        if self.left_out.len() == Batch::ROWS {
            self.hand_over();
        }
    }

    /// Does something after the pairs before were added.
    pub(crate) fn then(&mut self, step: impl FnOnce(&mut DatasetBuilder) + Send + 'static) {
        self.hand_over();
        (self.take)(Box::new(step));
    }

    fn hand_over(&mut self) {
        let (mut pairs, left_out) = (take(&mut self.pairs), take(&mut self.left_out));
        (self.take)(Box::new(move |builder| {
            left_out.iter().for_each(|id| builder.leave_out(id));
            builder.ids.fetch(pairs.ids().map(trimmed));
            pairs.drain(|pair| builder.add(pair));
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Dataset, KeepTexts, ProblemKind, Problems};

    /// What becomes of `many` pairs, of which some come twice, with problems and pairs that are left out between them.
    fn read(many: u64, wrong: u64, arriving: bool) -> Result<Dataset, Problems> {
        let mut builder = DatasetBuilder::new(KeepTexts::Yes);
        builder.start_file("pairs.csv");
        let ids: Vec<String> = (0..many).map(|at| (at - at % 1_500 / 1_499).to_string()).collect();
        let pair = |at: u64| PairRow {
            line: at,
            id: &ids[at as usize],
            text: Some("T"),
            ..PairRow::default()
        };
        let problem = |at: u64| ProblemKind::Malformed { message: format!("{at}"), help: None };
        let is_wrong = |at: u64| at % 700 == wrong;
        if arriving {
            builder.arriving(|arrivals| {
                for at in 0..many {
                    arrivals.add(&pair(at));
                    arrivals.leave_out("left out");
                    if is_wrong(at) {
                        arrivals.then(move |builder| builder.problem(Some(at), problem(at)));
                    }
                }
            });
        } else {
            for at in 0..many {
                builder.add(&pair(at));
                builder.leave_out("left out");
                if is_wrong(at) {
                    builder.problem(Some(at), problem(at));
                }
            }
        }
        builder.finish()
    }

    #[test]
    fn pairs_and_problems_come_in_their_order_however_many() {
        for many in [0, 1, 1_000, 1_024, 1_025, 9_000] {
            for wrong in [1, 700] {
                let [one, other] =
                    [false, true].map(|arriving| match read(many, wrong, arriving) {
                        Ok(dataset) => dataset.ids().collect::<Vec<_>>().join(" "),
                        Err(problems) => problems.to_string(),
                    });
                assert!(one == other, "{one}\n{other}");
            }
        }
    }

    #[test]
    fn a_panic_of_the_thread_that_adds_is_one_here() {
        let panics = std::panic::catch_unwind(|| {
            DatasetBuilder::new(KeepTexts::No).arriving(|arrivals| {
                for at in 0..10 {
                    arrivals.then(move |_| assert!(at != 7));
                }
            });
        });
        assert!(panics.is_err());
    }
}
