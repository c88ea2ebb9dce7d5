//! The tidy rows of systems that decompose for themselves.

use phenom_dataset::{Aggregation, CompositionRule, Dataset, OwnParts, PartsKnowledge, Run, Task};

use super::budget;
use super::corrected::Judged;
use super::figures::{FIGURES, PartsNeeds, Section, StageFigure};
use super::originals::{StageOriginal, wrong_originals};
use super::pooled::{Difference, difference, pooled, ratio};
use super::sizes::{bands, is_in};
use super::stage::{Order, Stages};
use super::traced::{Pipeline, Traced, trace};
use super::what_if::{WhatIf, changes, then};
use crate::composition::{AccuracyChange, SizeBand};
use crate::evaluation::StatisticsSettings;
use crate::seed::Seed;
use crate::statistics::prediction_powered::Corrected;
use crate::statistics::{Correction, Interval, Resampling};
use crate::undefined::{Proportion, Value};
use crate::{Compared, Evaluation, Origin};

/// What a row is about.
#[derive(Debug, Clone, PartialEq)]
pub enum StageAbout {
    /// A figure of all originals.
    Figure(&'static StageFigure),
    /// The share of originals that became wrong at some stages, in an order.
    Budget(Stages, Order),
    /// Direct (true) or composed predictions for originals with some numbers of parts.
    Size(SizeBand, bool),
    /// Direct minus composed accuracy.
    DirectMinusComposed,
    /// What would change.
    Change(WhatIf),
}

impl StageAbout {
    /// The section that it belongs to.
    #[must_use]
    pub fn section(&self) -> Section {
        match self {
            Self::Figure(figure) => figure.section,
            Self::Budget(..) => Section::Budget,
            Self::Size(..) => Section::Sizes,
            Self::DirectMinusComposed => Section::Wholes,
            Self::Change(_) => Section::Changes,
        }
    }

    /// What must be known of parts for it.
    fn needs(&self) -> PartsNeeds {
        match self {
            Self::Figure(figure) => figure.needs,
            Self::Budget(..) => PartsNeeds::ALL,
            Self::Size(..) | Self::DirectMinusComposed => PartsNeeds::NOTHING,
            Self::Change(what) if what.needs_knowledge() => PartsNeeds::ALL,
            Self::Change(_) => PartsNeeds::NOTHING,
        }
    }

    /// The name of the figure in files.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::Figure(figure) => figure.key.to_owned(),
            Self::Budget(stages, _) => stages.name(),
            Self::Size(_, true) => "direct".to_owned(),
            Self::Size(_, false) => "composed".to_owned(),
            Self::DirectMinusComposed => "direct_minus_composed".to_owned(),
            Self::Change(what) => what.name(),
        }
    }
}

/// A figure of a system, or a difference of two systems.
#[derive(Debug, Clone, PartialEq)]
pub struct StageRow {
    /// The system.
    pub system: String,
    /// The system whose value is subtracted; `None` for the value of one system.
    pub versus: Option<String>,
    /// What it is about.
    pub about: StageAbout,
    /// The value; corrected where people correct a judge.
    pub value: Value,
    /// The counts of the value; by the judge where it is corrected, and those of accuracies before and after for a change.
    pub counts: Proportion,
    /// The interval of the value.
    pub interval: Option<Interval>,
    /// Of a change: how many originals it concerns, gains and loses.
    pub change: Option<[u64; 3]>,
    /// The p-value of no difference.
    pub p: Option<f64>,
    /// The same, adjusted by Holm's method for all differences of the section.
    pub p_adjusted: Option<f64>,
    /// Whether enough clusters differ for a significant difference.
    pub has_enough: bool,
    /// Whether people correct what a judge says.
    pub is_corrected: bool,
}

impl StageRow {
    /// Whether it is a significant difference at a level of significance.
    #[must_use]
    pub fn is_significant(&self, significance: f64) -> bool {
        self.has_enough && self.p_adjusted.is_some_and(|p| p <= significance)
    }
}

/// How a system that decomposes for itself was evaluated.
#[derive(Debug, Clone, PartialEq)]
pub struct StagedSystem {
    /// Its name.
    pub system: String,
    /// How it composes.
    pub aggregation: Aggregation,
    /// The rule that is applied to other verdicts.
    pub rule: CompositionRule,
    /// From whom is known what is known of its parts.
    pub knowledge: PartsKnowledge,
    /// Originals with a gold label, those of which it names none, those without parts, and those that people read.
    pub originals: u64,
    /// The originals that its files do not name.
    pub unnamed: u64,
    /// The originals without parts, those that are not named included.
    pub empty: u64,
    /// Its parts, and those whose verdict failed.
    pub parts: u64,
    /// The parts whose verdict failed.
    pub failed: u64,
}

/// All rows.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct StageRows {
    /// The systems.
    pub systems: Vec<StagedSystem>,
    /// Their figures and differences.
    pub rows: Vec<StageRow>,
    /// The originals that they have wrong.
    pub originals: Vec<StageOriginal>,
}

/// A system, traced.
struct OfSystem<'d> {
    pipeline: Pipeline<'d>,
    traced: Vec<Option<Traced>>,
    /// Where people correct a judge.
    judged: Option<Judged>,
}

/// How intervals and tests are made.
struct Statistics<'e> {
    settings: &'e StatisticsSettings,
    resampling: Resampling,
}

/// Systems that decompose for themselves, with the reference parts of the dataset.
#[derive(Debug, Clone)]
pub struct Decomposers {
    /// The pairs, with the reference parts.
    pub references: Dataset,
    /// The parts of each system, in the order of the config.
    pub systems: Vec<OwnParts>,
    /// The systems that do not predict originals themselves.
    pub composed: Vec<String>,
}

/// The rows of systems that decompose for themselves, whose predictions for originals are among the runs.
#[must_use]
pub fn stage_rows(
    decomposers: &Decomposers,
    runs: &[(Run, Origin)],
    evaluation: &Evaluation,
) -> StageRows {
    let predictions = |own: &OwnParts| {
        let of_system = runs.iter().map(|(run, _)| run).find(|run| run.system() == own.system);
        of_system.filter(|_| !decomposers.composed.contains(&own.system))
    };
    let runs: Vec<Option<&Run>> = decomposers.systems.iter().map(predictions).collect();
    let settings = (evaluation.composition, evaluation.task);
    let statistics = (&evaluation.statistics, evaluation.seed);
    let baseline = match evaluation.statistics.compare {
        Compared::Against(number) => evaluation.systems.get(number).map(|of| of.name.as_str()),
        Compared::All | Compared::None => None,
    };
    let systems = (decomposers.systems.as_slice(), runs.as_slice(), baseline);
    staged(&decomposers.references, systems, settings, statistics)
}

/// The same from settings alone; with a baseline, other systems are compared with it.
pub(crate) fn staged(
    dataset: &Dataset,
    (systems, runs, baseline): (&[OwnParts], &[Option<&Run>], Option<&str>),
    (rule, task): (CompositionRule, Task),
    (settings, seed): (&StatisticsSettings, Seed),
) -> StageRows {
    let statistics = Statistics { settings, resampling: settings.resampling(seed) };
    let mut all = Vec::new();
    for (own, run) in systems.iter().zip(runs) {
        all.push(OfSystem::new(Pipeline { dataset, own, predictions: *run, rule, task }));
    }
    let traced = || all.iter().map(|system| system.traced.as_slice());
    let (stages, bands) = (budget::stages(traced()), bands(traced()));
    let mut rows = StageRows::default();
    for system in &all {
        rows.systems.push(system.staged());
        system.add_rows(&stages, &bands, &statistics, &mut rows.rows);
        rows.originals.extend(wrong_originals(&system.pipeline, &system.traced));
    }
    if settings.compare != Compared::None {
        for (place, first) in all.iter().enumerate() {
            for second in &all[place + 1..] {
                let names = [first, second].map(|system| system.pipeline.own.system.as_str());
                if baseline.is_none_or(|baseline| names.contains(&baseline)) {
                    compare(dataset, [first, second], &stages, &statistics, &mut rows.rows);
                }
            }
        }
    }
    adjust(&mut rows.rows, settings.correction);
    rows
}

/// Adjusts the p-values of each section together.
fn adjust(rows: &mut [StageRow], correction: Correction) {
    for section in [Section::Wholes, Section::Verdicts, Section::Decomposition, Section::Budget] {
        let is_of = |row: &StageRow| row.about.section() == section;
        let p: Vec<Option<f64>> = rows.iter().map(|row| row.p.filter(|_| is_of(row))).collect();
        for (row, adjusted) in
            rows.iter_mut().zip(correction.adjust(&p)).filter(|(row, _)| is_of(row))
        {
            row.p_adjusted = adjusted;
        }
    }
}

impl<'d> OfSystem<'d> {
    fn new(pipeline: Pipeline<'d>) -> Self {
        let originals = pipeline.dataset.originals();
        let traced: Vec<Option<Traced>> = originals
            .clone()
            .map(|original| trace(&pipeline, original, |part| part.facts))
            .collect();
        let judged = pipeline.own.knowledge.is_corrected().then(|| {
            let is_read = |original: usize| {
                pipeline.own.of(original).iter().all(|part| part.by_people.is_some())
            };
            let by_people = originals.map(|original| match is_read(original) {
                true => trace(&pipeline, original, |part| part.by_people.unwrap_or(part.facts)),
                false => None,
            });
            Judged::new(pipeline.dataset, &traced, &by_people.collect::<Vec<_>>())
        });
        Self { pipeline, traced, judged: judged.flatten() }
    }

    fn traced(&self, original: usize) -> Option<&Traced> {
        self.traced.get(original).and_then(Option::as_ref)
    }

    fn staged(&self) -> StagedSystem {
        let own = self.pipeline.own;
        let count = |holds: &dyn Fn(usize, &Traced) -> bool| {
            let each = self.traced.iter().enumerate();
            let each = each.filter_map(|(original, traced)| Some((original, traced.as_ref()?)));
            each.filter(|(original, traced)| holds(*original, traced)).count() as u64
        };
        let sum = |of: fn(&Traced) -> u32| {
            self.traced.iter().flatten().map(|traced| u64::from(of(traced))).sum()
        };
        StagedSystem {
            system: own.system.clone(),
            aggregation: own.aggregation,
            rule: self.pipeline.rule(),
            knowledge: own.knowledge,
            originals: count(&|_, _| true),
            unnamed: count(&|original, _| !own.names(original)),
            empty: count(&|_, traced| traced.parts == 0),
            parts: sum(|traced| traced.parts),
            failed: sum(|traced| traced.failed),
        }
    }

    /// A row with the ratio of what originals add.
    fn row(
        &self,
        about: StageAbout,
        is_mean: bool,
        of: impl Fn(&Traced) -> [u32; 2],
        statistics: &Statistics<'_>,
    ) -> StageRow {
        let clusters =
            pooled(self.pipeline.dataset, |original| self.traced(original).map_or([0, 0], &of));
        let level = statistics.settings.level;
        let found = ratio(&clusters, is_mean, level);
        let judged = self.judged_for(about.needs());
        let corrected = judged.map(|judged| judged.ratio(&of, is_mean, level));
        let mut row = self.bare(about, found.value, found.counts, found.interval);
        row.is_corrected = corrected.is_some();
        if let (Some(corrected), Ok(_)) = (corrected, &row.value) {
            row.interval = corrected.and_then(|(_, interval)| interval);
            row.value = corrected.map(|(value, _)| value).ok_or(crate::Undefined::NoPairs);
        }
        row.interval = row.interval.filter(|_| statistics.settings.intervals);
        row
    }

    /// The originals as a judge and people see them, if people correct something that a row needs.
    fn judged_for(&self, needs: PartsNeeds) -> Option<&Judged> {
        self.judged.as_ref().filter(|_| needs.are_corrected(&self.pipeline.own.knowledge))
    }

    fn bare(
        &self,
        about: StageAbout,
        value: Value,
        counts: Proportion,
        interval: Option<Interval>,
    ) -> StageRow {
        StageRow {
            system: self.pipeline.own.system.clone(),
            versus: None,
            about,
            value,
            counts,
            interval,
            change: None,
            p: None,
            p_adjusted: None,
            has_enough: false,
            is_corrected: false,
        }
    }

    fn add_rows(
        &self,
        stages: &[Stages],
        bands: &[SizeBand],
        statistics: &Statistics<'_>,
        rows: &mut Vec<StageRow>,
    ) {
        for figure in FIGURES {
            let about = StageAbout::Figure(figure);
            rows.push(self.row(about, figure.is_mean, figure.of, statistics));
        }
        rows.extend(self.direct_minus_composed(statistics));
        let traced = || self.traced.iter().flatten();
        let wrong = traced().filter(|traced| !traced.composed).count() as f64;
        let wrong = wrong / (traced().count() as f64).max(1.0);
        for order in Order::ALL {
            for stages in stages {
                let of = |traced: &Traced| budget::counts(traced, *stages, order);
                let about = StageAbout::Budget(*stages, order);
                let mut row = self.row(about, false, of, statistics);
                // No more originals become wrong at a stage than are wrong.
                row.value = row.value.map(|share| share.clamp(0.0, wrong));
                rows.push(row);
            }
        }
        for band in bands {
            for is_direct in [true, false] {
                let of = |traced: &Traced| match (is_in(*band, traced), is_direct) {
                    (false, _) => [0, 0],
                    (true, false) => [traced.composed.into(), 1],
                    (true, true) => traced.direct.map_or([0, 0], |right| [right.into(), 1]),
                };
                rows.push(self.row(StageAbout::Size(*band, is_direct), false, of, statistics));
            }
        }
        for (what, change) in changes(&self.pipeline, &self.traced, statistics.settings.level) {
            let AccuracyChange { originals, gained, lost, change, interval } = change;
            let all = self.traced.iter().flatten().count() as u64;
            let counts = Proportion { numerator: 0, denominator: all };
            let interval = interval.filter(|_| statistics.settings.intervals);
            let about = StageAbout::Change(what.clone());
            let corrected = self.judged_for(about.needs()).map(|judged| {
                judged.change(|original, traced, by_people| {
                    then(&self.pipeline, (original, traced), &what, |part| match by_people {
                        true => part.by_people.unwrap_or(part.facts),
                        false => part.facts,
                    })
                })
            });
            let mut row = self.bare(about, change, counts, interval);
            row.change = Some([originals, gained, lost]);
            if let Some(corrected) = corrected {
                row.is_corrected = true;
                row.correct(corrected, statistics.settings.level.significance());
                row.interval = row.interval.filter(|_| statistics.settings.intervals);
            }
            rows.push(row);
        }
    }

    /// Direct minus composed accuracy, on the same originals.
    fn direct_minus_composed(&self, statistics: &Statistics<'_>) -> Option<StageRow> {
        let clusters = pooled(self.pipeline.dataset, |original| {
            let traced = self.traced(original);
            traced.map_or([0; 4], |traced| {
                let direct = traced.direct.map_or(0, u32::from);
                [direct, 1, traced.composed.into(), 1]
            })
        });
        self.traced.iter().flatten().find_map(|traced| traced.direct)?;
        if statistics.settings.compare == Compared::None {
            return None;
        }
        let mut row = self.bare(
            StageAbout::DirectMinusComposed,
            Err(crate::Undefined::NoPairs),
            Proportion::default(),
            None,
        );
        row.test(difference(&clusters, statistics.settings.level, &statistics.resampling));
        row.interval = row.interval.filter(|_| statistics.settings.intervals);
        Some(row)
    }
}

impl StageRow {
    /// Takes up a corrected value; without one there is no value.
    fn correct(&mut self, corrected: Option<Corrected>, significance: f64) {
        self.interval = corrected.as_ref().and_then(|found| found.interval(significance));
        self.value = corrected.map(|found| found.value).ok_or(crate::Undefined::NoPairs);
    }

    /// Takes up the test of a difference.
    fn test(&mut self, found: Option<Difference>) {
        if let Some(found) = found {
            self.value = Ok(found.value);
            self.interval = found.interval;
            self.p = Some(found.p);
            self.has_enough = found.has_enough;
        }
    }
}

/// The differences of two systems.
fn compare(
    dataset: &Dataset,
    systems: [&OfSystem<'_>; 2],
    stages: &[Stages],
    statistics: &Statistics<'_>,
    rows: &mut Vec<StageRow>,
) {
    let mut add = |about: StageAbout, of: &dyn Fn(&Traced) -> [u32; 2]| {
        let clusters = pooled(dataset, |original| {
            let of_system = |system: &OfSystem<'_>| system.traced(original).map_or([0, 0], of);
            let ([a, b], [c, d]) = (of_system(systems[0]), of_system(systems[1]));
            [a, b, c, d]
        });
        let sums = clusters.sums();
        let is_nothing = sums[0] == 0 && sums[2] == 0;
        if sums[1] == 0 || sums[3] == 0 || is_nothing {
            return;
        }
        let counts = Proportion { numerator: sums[0], denominator: sums[1] };
        let undefined = Err(crate::Undefined::NoPairs);
        let mut row = systems[0].bare(about, undefined, counts, None);
        row.versus = Some(systems[1].pipeline.own.system.clone());
        let level = statistics.settings.level;
        match systems.map(|system| system.judged_for(row.about.needs())) {
            [Some(one), Some(other)] => {
                row.is_corrected = true;
                let found = Judged::difference([one, other], of);
                row.p = found.as_ref().and_then(Corrected::p);
                row.has_enough = row.p.is_some();
                row.correct(found, level.significance());
            }
            [None, None] => row.test(difference(&clusters, level, &statistics.resampling)),
            // One is corrected, and the other is not: they are not comparable.
            _ => return,
        }
        row.interval = row.interval.filter(|_| statistics.settings.intervals);
        rows.push(row);
    };
    // A system that leaves out parts is not to look better for it.
    let is_complete = systems
        .iter()
        .all(|system| system.traced.iter().flatten().any(|traced| traced.complete.is_some()));
    let is_meant =
        |figure: &&StageFigure| figure.is_compared && !(is_complete && figure.key == "composed");
    for figure in FIGURES.iter().filter(is_meant) {
        add(StageAbout::Figure(figure), &figure.of);
    }
    for stages in stages {
        let order = Order::VerdictsFirst;
        add(StageAbout::Budget(*stages, order), &|traced| budget::counts(traced, *stages, order));
    }
}
