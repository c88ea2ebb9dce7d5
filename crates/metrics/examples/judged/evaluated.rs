//! What phenom prints of one data set.

use std::num::NonZeroUsize;

use phenom_metrics::measures::Wanted;
use phenom_metrics::statistics::Interval;
use phenom_metrics::{
    Evaluation, JudgedRow, Population, Score, Settings, SliceKind, StatisticsSettings, comparisons,
    judged_rows, scores,
};

use crate::Failure;
use crate::reading::Read;
use crate::world::{Drawn, Labels, SYSTEMS};

/// The accuracies of both systems and their comparison.
#[derive(Debug)]
pub(crate) struct Evaluated {
    pub(crate) evaluation: Evaluation,
    /// By system, of all pairs.
    pub(crate) overall: [Option<Printed>; 2],
    /// By system and phenomenon.
    pub(crate) phenomena: [Vec<Option<Printed>>; 2],
    /// A minus B.
    pub(crate) difference: Option<Difference>,
}

/// A corrected accuracy.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Printed {
    /// The value, which is not clipped to its range.
    pub(crate) value: f64,
    /// Its standard error, without the floor.
    pub(crate) error: f64,
    pub(crate) interval: Interval,
    /// The interval by people alone.
    pub(crate) by_people: Option<Interval>,
    /// The pairs that people read.
    pub(crate) labels: usize,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Difference {
    pub(crate) value: f64,
    pub(crate) interval: Option<Interval>,
    pub(crate) p: Option<f64>,
    pub(crate) by_people: bool,
}

pub(crate) fn width(interval: Interval) -> f64 {
    interval.upper - interval.lower
}

/// The settings of every evaluation here: defaults, and accuracy alone.
fn settings() -> Settings {
    let statistics =
        StatisticsSettings { threads: NonZeroUsize::MIN, ..StatisticsSettings::default() };
    Settings { statistics, wanted: Wanted::named(["accuracy"]), ..Settings::default() }
}

impl Evaluated {
    /// An evaluation with judged gold.
    pub(crate) fn new(drawn: &Drawn, read: &Read) -> Result<Self, Failure> {
        let (dataset, runs) = drawn.dataset(read, Labels::Judged)?;
        let evaluation = Evaluation::new(&dataset, &runs, &settings());
        let (scores, rows) = (scores(&evaluation, false), judged_rows(&evaluation));
        let mut overall = [None, None];
        let mut phenomena = [const { Vec::new() }; 2];
        for (system, name) in SYSTEMS.into_iter().enumerate() {
            overall[system] = printed((&scores, &rows), name, (&SliceKind::All, ""))?;
            for phenomenon in 0..drawn.truths.len() {
                let slice = format!("p:{phenomenon}");
                let at = (&SliceKind::Phenomenon, slice.as_str());
                phenomena[system].push(printed((&scores, &rows), name, at)?);
            }
        }
        let difference = difference(&evaluation)?;
        Ok(Self { evaluation, overall, phenomena, difference })
    }

    /// Whether A is called better than B, by the raw p-value at 5 %; and B better than A.
    pub(crate) fn verdicts(&self) -> [bool; 2] {
        self.difference.map_or([false; 2], |difference| difference.verdicts())
    }
}

impl Difference {
    fn verdicts(&self) -> [bool; 2] {
        let is_found = self.p.is_some_and(|p| p <= 0.05);
        [is_found && self.value > 0.0, is_found && self.value < 0.0]
    }
}

/// The comparison of both systems without any judge.
pub(crate) fn difference_by_people(
    drawn: &Drawn,
    read: &Read,
) -> Result<Option<Difference>, Failure> {
    let (dataset, runs) = drawn.dataset(read, Labels::People)?;
    difference(&Evaluation::new(&dataset, &runs, &settings()))
}

/// The interval of A if the first judge's labels are taken for gold, and whether A is then called better than B.
pub(crate) fn naive(drawn: &Drawn, read: &Read) -> Result<(Option<Interval>, bool), Failure> {
    let (dataset, runs) = drawn.dataset(read, Labels::Naive)?;
    let evaluation = Evaluation::new(&dataset, &runs, &settings());
    let rows = scores(&evaluation, false);
    let is_it = |row: &&Score| row.system == SYSTEMS[0] && row.slice_kind == SliceKind::All;
    let of_a = rows.iter().find(is_it).and_then(|row| row.interval);
    let is_better = difference(&evaluation)?.is_some_and(|found| found.verdicts()[0]);
    Ok((of_a.map(|found| found.interval), is_better))
}

fn difference(evaluation: &Evaluation) -> Result<Option<Difference>, Failure> {
    let rows = comparisons(evaluation);
    let row = rows.iter().find(|row| {
        row.slice.kind == SliceKind::All
            && row.measure.key == "accuracy"
            && [row.system_a.as_str(), row.system_b.as_str()] == SYSTEMS
    });
    let Some(row) = row else { return Ok(None) };
    let by_people = row.method() == "people_t";
    let found = row.difference().ok().map(|value| Difference {
        value,
        interval: row.interval(),
        p: row.p(),
        by_people,
    });
    Ok(found)
}

/// A score that `scores` prints, which is what `judged_rows` says too.
fn printed(
    (scores, rows): (&[Score], &[JudgedRow]),
    system: &str,
    (kind, slice): (&SliceKind, &str),
) -> Result<Option<Printed>, Failure> {
    let score = scores.iter().find(|row| {
        row.system == system
            && row.slice_kind == *kind
            && row.slice == slice
            && row.measure == "accuracy"
            && row.population == Population::Original
    });
    let row = rows.iter().find(|row| {
        row.system == system
            && row.slice_kind == *kind
            && row.slice == slice
            && row.measure == "accuracy"
    });
    let (Some(score), Some(row)) = (score, row) else { return Ok(None) };
    let corrected = row.corrected.as_ref().ok();
    let interval = score.interval.map(|found| found.interval);
    if interval != corrected.map(|corrected| corrected.interval) {
        return Err(format!("{system} {slice}: {score:?} and {row:?}").into());
    }
    Ok(interval.zip(corrected).map(|(interval, corrected)| Printed {
        value: corrected.value,
        error: corrected.error,
        interval,
        by_people: row.people.as_ref().ok().map(|people| people.interval),
        labels: row.rests_on.labels,
    }))
}
