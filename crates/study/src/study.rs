//! From a config, or from pairs and answers, to results.

#[cfg(test)]
mod tests;

use phenom_dataset::{Dataset, KeepTexts, Run};
use phenom_files::Folder;
use phenom_metrics::people::AgreementRow;
use phenom_metrics::{
    ComparisonRow, Evaluation, GateRow, Origin, ReadingRow, Score, comparisons, readings, scores,
};
use phenom_report::contents::figures;
use phenom_report::figures::Figure;
use phenom_report::{
    Answers, Claim, Explorer, Presentation, Report, Results, SafeName, ShownChange,
    SystemSignature, Table, claims,
};

use crate::comparing::{HeldTo, any_slice, decide_question, gate, of_kept};
use crate::config::{Config, Format, ReportOptions, Source, instead_of};
use crate::evaluation::{
    Agreement, Counted, ForReport, Given, Judged, Written, announcement, counted_for_report,
    of_pairs, order_slices,
};
use crate::failure::Failure;
use crate::host::{Host, Step};
use crate::lay_out::{Layout, lay_out};
use crate::memory;
use crate::output::Files;

/// What is evaluated: pairs, the answers of systems, settings. All of it was read and checked, names included, and the
/// answers are counted; no interval and no comparison is computed yet.
///
/// ```
/// use phenom_study::{Study, Unattended, config::Config};
///
/// # fn main() -> Result<(), phenom_study::Failure> {
/// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../configs/bergmair2009.yaml");
/// let study = Study::from_config(Config::load(path.as_ref())?, &Unattended)?;
/// let evaluated = study.evaluate(&Unattended)?;
/// let accuracy = evaluated.scores().iter().find(|score| score.measure == "accuracy");
/// assert!(accuracy.is_some_and(|score| score.value.is_ok()));
/// for line in evaluated.report()?.summary {
///     println!("{}", line.in_one());
/// }
/// # Ok(())
/// # }
/// ```
pub struct Study {
    config: Config,
    counted: Option<Counted>,
    judged: Option<Judged>,
    needs: Needs,
}

/// What a study has to hold for what is asked of it later.
#[derive(Debug, Clone, Copy)]
pub struct Needs {
    /// Whether the files of a report will be laid out ([`Evaluated::into_files`]): every answer is kept for them then, and the
    /// texts, where a page shows them.
    pub files: bool,
    /// Whether the pairs and the answers to them are kept: to compare two systems later ([`Evaluated::compared`]), and to lay
    /// out files more than once ([`Evaluated::files`]).
    pub pairs: bool,
    /// The most memory that it may take, in bytes. A study that would need more is refused before it is computed.
    pub memory: u64,
}

/// All files, in three quarters of the machine's memory.
impl Default for Needs {
    fn default() -> Self {
        Self { files: true, pairs: false, memory: memory::unasked() }
    }
}

impl Study {
    /// Reads what a config names, and checks everything that can be checked before anything is computed.
    ///
    /// # Errors
    /// A file that cannot be read, all that is wrong with the data, a system that may not be asked, or a key of the config
    /// that does not fit the data: a name, a measure, a task.
    pub fn from_config(config: Config, host: &dyn Host) -> Result<Self, Failure> {
        Self::from_config_for(config, host, Needs::default())
    }

    /// The same, for what is needed later and no more.
    ///
    /// # Errors
    /// Those of [`from_config`](Self::from_config), and a study that needs more memory than it may take.
    pub fn from_config_for(config: Config, host: &dyn Host, needs: Needs) -> Result<Self, Failure> {
        let counted = match config.source {
            Source::Nothing => None,
            Source::Data { .. } | Source::Counts(_) => {
                let for_report =
                    ForReport { written: needs.files, kept: needs.pairs, memory: needs.memory };
                Some(counted_for_report(&config, host, texts(&config, needs), for_report)?)
            }
        };
        let judged = Judged::of(&config, host)?;
        if counted.is_none() && judged.is_none() {
            return Err(Failure::input("the config names nothing to evaluate", None));
        }
        refuse_if_stopped(host)?;
        Ok(Self { config, counted, judged, needs })
    }

    /// A study of pairs and answers that are at hand.
    ///
    /// ```
    /// use phenom_dataset::{Answer, DatasetBuilder, Judgment, KeepTexts, PairRow, Run};
    /// use phenom_metrics::Origin;
    /// use phenom_study::{Study, Unattended};
    ///
    /// # fn main() -> Result<(), phenom_study::Failure> {
    /// let mut pairs = DatasetBuilder::new(KeepTexts::No);
    /// for (id, gold) in [("a", Judgment::Entailment), ("b", Judgment::Contradiction)] {
    ///     pairs.add(&PairRow { id, gold: Some(gold), ..PairRow::default() });
    /// }
    /// let pairs = pairs.finish()?;
    /// let answers = [Judgment::Entailment, Judgment::Unknown].map(Answer::Judged);
    /// let study = Study::builder("two pairs", pairs)
    ///     .run(Run::from_answers("a system", answers), Origin::Answers)
    ///     .build(&Unattended)?;
    /// assert!(!study.evaluate(&Unattended)?.scores().is_empty());
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn builder(title: &str, pairs: Dataset) -> StudyBuilder {
        StudyBuilder {
            config: Config::bare(title),
            pairs,
            runs: Vec::new(),
            needs: Needs::default(),
        }
    }

    /// What the user should know before the computing begins: that it takes much memory or long, or that people did not read
    /// the pairs of judged gold that the config states.
    #[must_use]
    pub fn announcement(&self) -> Vec<String> {
        let of = |counted: &Counted| {
            let estimate = counted.estimate?;
            Some(announcement(&counted.evaluation, estimate, self.needs.memory))
        };
        self.counted.as_ref().and_then(of).unwrap_or_default()
    }

    /// Computes all figures, with their intervals and comparisons.
    ///
    /// # Errors
    /// [`Failure::Interrupted`] if the host asks for an end.
    pub fn evaluate(self, host: &dyn Host) -> Result<Evaluated, Failure> {
        let Self { config, mut counted, judged, needs } = self;
        let mut rows = Rows::default();
        let mut agreement = None;
        if let Some(counted) = &mut counted {
            let computing = host.begin(Step::Computing);
            agreement = Agreement::of(&config, counted);
            refuse_if_stopped(host)?;
            rows.scores = scores(&counted.evaluation, config.pool);
            refuse_if_stopped(host)?;
            drop(computing);
            let _comparing = host.begin(Step::Comparing);
            rows.comparisons = comparisons(&counted.evaluation);
            refuse_if_stopped(host)?;
            rows.readings = readings(&counted.evaluation, &rows.comparisons);
            order_slices(&mut counted.evaluation, &config.report);
        }
        Ok(Evaluated { config, counted, judged, agreement, rows, needs })
    }
}

/// Which texts are kept: a page shows them.
fn texts(config: &Config, needs: Needs) -> KeepTexts {
    match needs.files && config.report.writes(Format::Html) {
        true => Explorer::TEXTS,
        false => KeepTexts::No,
    }
}

fn refuse_if_stopped(host: &dyn Host) -> Result<(), Failure> {
    // The exit code of a program that Ctrl-C ends.
    if host.is_stopped() { Err(Failure::Interrupted { code: 130 }) } else { Ok(()) }
}

/// A study of pairs and answers that are at hand. Settings are those of a config that says nothing of them.
pub struct StudyBuilder {
    config: Config,
    pairs: Dataset,
    runs: Vec<(Run, Origin)>,
    needs: Needs,
}

impl StudyBuilder {
    /// Adds a run of a system; runs of one name are runs of one system, and stand together.
    #[must_use]
    pub fn run(mut self, run: Run, origin: Origin) -> Self {
        self.runs.push((run, origin));
        self
    }

    /// The settings, to be changed: measures, statistics, composition, what the report shows.
    #[must_use]
    pub fn settings(mut self, change: impl FnOnce(&mut Config)) -> Self {
        change(&mut self.config);
        self
    }

    /// What will be needed of the study.
    #[must_use]
    pub fn needs(self, needs: Needs) -> Self {
        Self { needs, ..self }
    }

    /// Checks all of it, and counts the answers.
    ///
    /// # Errors
    /// There is no run, or a setting does not fit the data.
    pub fn build(self, host: &dyn Host) -> Result<Study, Failure> {
        let Self { config, pairs, runs, needs } = self;
        if runs.is_empty() {
            return Err(Failure::input("there are no predictions for the pairs", None));
        }
        let mut signatures: Vec<SystemSignature> = Vec::new();
        for (run, _) in &runs {
            if signatures.iter().all(|known| known.system != run.system()) {
                signatures.push(SystemSignature {
                    system: run.system().to_owned(),
                    files: Vec::new(),
                    algorithm: None,
                    missing: run.missing().name().to_owned(),
                });
            }
        }
        let given =
            Given { dataset: pairs, runs, files: Vec::new(), signatures, decomposers: None };
        let for_report =
            ForReport { written: needs.files, kept: needs.pairs, memory: needs.memory };
        let counted = of_pairs(&config, given, host, Some(for_report))?;
        refuse_if_stopped(host)?;
        Ok(Study { config, counted: Some(counted), judged: None, needs })
    }
}

/// The tidy rows.
#[derive(Default)]
struct Rows {
    scores: Vec<Score>,
    comparisons: Vec<ComparisonRow>,
    readings: Vec<ReadingRow>,
}

/// What an evaluation comes to: every figure, and the report that is made of them.
pub struct Evaluated {
    config: Config,
    counted: Option<Counted>,
    judged: Option<Judged>,
    agreement: Option<Agreement>,
    rows: Rows,
    needs: Needs,
}

impl Evaluated {
    /// Every figure, with its interval: the rows of `scores.csv`, those of measures that are only shown beside others
    /// included.
    #[must_use]
    pub fn scores(&self) -> &[Score] {
        &self.rows.scores
    }

    /// Every comparison of systems with each other and with constant answers: the rows of `comparisons.csv`.
    #[must_use]
    pub fn comparisons(&self) -> &[ComparisonRow] {
        &self.rows.comparisons
    }

    /// What each system's answers say of parts and wholes: the rows of `readings.csv`.
    #[must_use]
    pub fn readings(&self) -> &[ReadingRow] {
        &self.rows.readings
    }

    /// What is known of the annotators, the rows of `agreement.csv`; nothing where the pairs have none.
    #[must_use]
    pub fn agreement(&self) -> Option<&[AgreementRow]> {
        self.agreement.as_ref().map(|agreement| agreement.rows.as_slice())
    }

    /// The counts that all of it is computed from; nothing where the config has justifications alone.
    #[must_use]
    pub fn evaluation(&self) -> Option<&Evaluation> {
        self.counted.as_ref().map(|counted| &counted.evaluation)
    }

    /// What was evaluated, as its config has it.
    #[must_use]
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The rows with an index, under the names that are shown; nothing where the config has justifications alone.
    #[must_use]
    pub fn results(&self) -> Option<Results<'_>> {
        let counted = self.counted.as_ref()?;
        let Rows { scores, comparisons, readings } = &self.rows;
        let results = results_of(&self.config, &counted.evaluation, scores, comparisons)
            .with_readings(readings)
            .with_comparisons_without_clusters(&counted.without_clusters);
        Some(results.with_analyses(&counted.analyses))
    }

    /// The model of the report: its summary, tables, notes and signature.
    ///
    /// # Errors
    /// The config asks for a table or figure that there is not.
    pub fn report(&self) -> Result<Report, Failure> {
        let written = self.counted.as_ref().map(|counted| &counted.written);
        Ok(lay_out(&self.layout(&self.config, written), self.results(), None)?.0)
    }

    /// A table of the report, by its key (`overview`, `phenomena`, ...; docs/reports.md lists them).
    ///
    /// # Errors
    /// There is no such table, and those of [`report`](Self::report).
    pub fn table(&self, key: &str) -> Result<Table, Failure> {
        of_key("table", key, self.report()?.tables, |table| &table.key)
    }

    /// A figure of the report, by its key (`parts-wholes`, ...): a model, which [`render`](phenom_report::render) draws.
    ///
    /// # Errors
    /// There is no such figure here.
    pub fn figure(&self, key: &str) -> Result<Figure, Failure> {
        let drawn = self.results().map(|results| figures(&results)).unwrap_or_default();
        of_key("figure", key, drawn, |figure| &figure.key)
    }

    /// Two systems against each other, of a study that keeps its pairs ([`Needs::pairs`]): as `phenom compare` has it, the other
    /// systems share the level unless the two are compared `alone`.
    ///
    /// # Errors
    /// There is no such system, or there is too little to compare.
    pub fn compared(&self, old: &str, new: &str, alone: bool) -> Result<Compared<'_>, Failure> {
        let kept = self.counted.as_ref().and_then(|counted| counted.pairs.as_ref());
        let Some((dataset, runs)) = kept.filter(|_| self.needs.pairs) else {
            return Err(Failure::input("the study does not keep its pairs", None));
        };
        let (evaluation, changes) = of_kept(&self.config, (dataset, runs), [new, old], alone)?;
        let rows = comparisons(&evaluation);
        Ok(Compared { config: &self.config, evaluation, rows, changes })
    }

    /// The pairs and the answers to them, of a study that keeps them ([`Needs::pairs`]).
    #[must_use]
    pub fn answers(&self) -> Option<Answers<'_>> {
        let counted = self.counted.as_ref()?;
        let (dataset, runs) = counted.pairs.as_ref().filter(|_| self.needs.pairs)?;
        Some(Answers { dataset, runs, task: counted.evaluation.task })
    }

    /// Every claim of the report, those that a reader should know first at the start.
    #[must_use]
    pub fn claims(&self) -> Vec<Claim> {
        self.results().map(|results| claims(&results)).unwrap_or_default()
    }

    /// The report, and its files by their names in a report folder, manifest included. Until they are written, long files are on
    /// the disk of a folder, or compressed in memory.
    ///
    /// # Errors
    /// Those of [`report`](Self::report), what cannot be rendered, and a study that was not to lay out files
    /// ([`Needs::files`]).
    pub fn into_files(mut self, near: Option<&Folder>) -> Result<(Report, Files), Failure> {
        if !self.needs.files {
            return Err(Failure::input("the study lacks the data for these files", None));
        }
        if self.needs.pairs {
            return self.laid_out(&self.config, near);
        }
        // No file needs pilots, of which there may be millions, or the clusters that comparisons were made from.
        self.rows.comparisons.iter_mut().for_each(|row| row.pilot = None);
        self.counted.iter_mut().for_each(|counted| counted.evaluation.let_go_of_clusters());
        // Every answer may be in them: they are moved.
        let written = self.counted.as_mut().map(|counted| std::mem::take(&mut counted.written));
        let mut written = written.unwrap_or_default();
        let answers = std::mem::take(&mut written.answers.files);
        let layout = Layout { near, ..self.layout(&self.config, Some(&written)) };
        lay_out(&layout, self.results(), Some(answers))
    }

    /// The same, as often as it is wanted, of a study that keeps its pairs ([`Needs::pairs`]).
    ///
    /// # Errors
    /// Those of [`into_files`](Self::into_files).
    pub fn files(&self) -> Result<(Report, Files), Failure> {
        self.files_as(&self.config)
    }

    /// The same as another config of the same study has the report.
    ///
    /// # Errors
    /// Those of [`into_files`](Self::into_files).
    pub fn files_as(&self, config: &Config) -> Result<(Report, Files), Failure> {
        self.laid_out(config, None)
    }

    fn laid_out(&self, config: &Config, near: Option<&Folder>) -> Result<(Report, Files), Failure> {
        if !self.needs.files || !self.needs.pairs {
            return Err(Failure::input("the study lacks the data for these files", None));
        }
        let written = self.counted.as_ref().map(|counted| counted.write(config));
        let mut written = written.transpose()?.unwrap_or_default();
        let answers = std::mem::take(&mut written.answers.files);
        let layout = Layout { near, ..self.layout(config, Some(&written)) };
        lay_out(&layout, self.results(), Some(answers))
    }

    fn layout<'l>(&'l self, config: &'l Config, written: Option<&'l Written>) -> Layout<'l> {
        let Rows { scores, comparisons, readings } = &self.rows;
        Layout {
            config,
            counted: self.counted.as_ref(),
            judged: self.judged.as_ref(),
            agreement: self.agreement.as_ref(),
            scores,
            comparisons,
            readings,
            written,
            near: None,
        }
    }
}

/// Two systems against each other, the new one first.
pub struct Compared<'s> {
    config: &'s Config,
    /// Their counts.
    pub evaluation: Evaluation,
    /// Every comparison.
    pub rows: Vec<ComparisonRow>,
    /// The pairs that change from the old system to the new one.
    pub changes: Vec<ShownChange>,
}

impl Compared<'_> {
    /// What sentences and tables of the comparison are made from.
    #[must_use]
    pub fn results(&self) -> Results<'_> {
        results_of(self.config, &self.evaluation, &[], &self.rows)
    }

    /// The number of the slice of a name: a phenomenon, a category, a task, a value of an attribute.
    ///
    /// # Errors
    /// No slice is called so, or several are.
    pub fn slice(&self, name: &str) -> Result<usize, Failure> {
        any_slice(name, &self.evaluation, &self.config.report.names)
    }

    /// Holds the new system to the old one, as `phenom compare --fail-on` does.
    ///
    /// # Errors
    /// A phenomenon that there is not, no pair with a gold label, or one run against several if methods are asked about.
    pub fn gate(&mut self, held_to: &HeldTo, margin: Option<f64>) -> Result<Vec<GateRow>, Failure> {
        decide_question(&mut self.evaluation, self.config.has_question)?;
        gate(&self.evaluation, &self.config.report.names, held_to, margin)
    }

    /// The rows of the two systems with each other.
    pub fn between(&self) -> impl Iterator<Item = &ComparisonRow> {
        let [new, old] =
            [0, 1].map(|at| self.evaluation.systems.get(at).map(|system| &system.name));
        self.rows.iter().filter(move |row| Some(&row.system_a) == new && Some(&row.system_b) == old)
    }
}

/// The one with a key, or an error that names the nearest of those that there are.
fn of_key<T>(
    what: &str,
    key: &str,
    mut all: Vec<T>,
    key_of: impl Fn(&T) -> &SafeName,
) -> Result<T, Failure> {
    match all.iter().position(|one| key_of(one).as_str() == key) {
        Some(at) => Ok(all.swap_remove(at)),
        None => {
            let known: Vec<&str> = all.iter().map(|one| key_of(one).as_str()).collect();
            Err(Failure::input(
                format!("there is no {what} `{key}`"),
                Some(instead_of(key, &known)),
            ))
        }
    }
}

/// What tables, figures and sentences are made from, shown as the config says.
#[must_use]
pub fn results_of<'a>(
    config: &'a Config,
    evaluation: &'a Evaluation,
    scores: &'a [Score],
    comparisons: &'a [ComparisonRow],
) -> Results<'a> {
    let ReportOptions { numbers, overview, differences, .. } = config.report;
    let (rank_by, pool) = (config.rank_by, config.pool);
    let options = Presentation { rank_by, pool, numbers, overview, differences };
    Results::new(evaluation, scores, comparisons, options, &config.report.names)
        .with_caution(config.caution.as_deref())
}
