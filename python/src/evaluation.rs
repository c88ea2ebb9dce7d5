//! An evaluation: computed once, and asked for its rows, tables, figures, sentences and files.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::path::{PathBuf, absolute};
use std::sync::{Arc, OnceLock};

use phenom_files::{LONGEST_TEXT, read_text};
use phenom_metrics::{ComparisonRow, Score};
use phenom_report::analyses::{JUDGE_ROWS, JUDGED_ROWS};
use phenom_report::contents::figures;
use phenom_report::tidy::{AGREEMENT, At, COMPARISONS, READINGS, SCORES, Tidy};
use phenom_report::{PowerQuestion, Report, power_table, render};
use phenom_study::comparing::HeldTo;
use phenom_study::config::{Asking, Config, Format, Frames, SystemsNeeded, choices};
use phenom_study::output::Files;
use phenom_study::writing::Place;
use phenom_study::{Evaluated, Failure, Needs, Study, report_folder};
use phenom_systems::Use;
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;

use crate::answers::answers;
use crate::arrow::Frame;
use crate::comparison::{self, Asked, Compared, Held};
use crate::failure::raised;
use crate::figure::Figure;
use crate::table::Table;
use crate::words::Words;
use crate::work::{How, work};

/// The rows of an analysis; none where it found nothing.
fn analysed<R: 'static>(evaluated: &Evaluated, tidy: &Tidy<R>, at: At) -> Table {
    let results = evaluated.results();
    let rows = results.as_ref().map_or(&[][..], |results| results.rows::<R>());
    Table::of_rows(tidy, rows.iter(), at)
}

/// What was computed of a config.
#[pyclass(frozen)]
pub(crate) struct Evaluation {
    evaluated: Arc<Evaluated>,
    report: OnceLock<Result<Report, String>>,
    threads: Option<NonZero<usize>>,
    source: Source,
    words: Words,
}

/// What an evaluation is made from.
#[derive(Clone)]
struct Source {
    text: String,
    path: PathBuf,
    frames: Frames,
}

impl Source {
    fn config(self) -> Result<Config, Failure> {
        Config::of_frames(self.text, &self.path, (SystemsNeeded::Always, self.frames))
    }
}

/// Evaluates the config of a text, in which some names are those of tables in memory.
#[pyfunction]
#[pyo3(signature = (text, path, frames, *, asks=false, threads=None, progress=None))]
pub(crate) fn evaluate(
    py: Python<'_>,
    text: String,
    path: PathBuf,
    frames: BTreeMap<String, PyRef<'_, Frame>>,
    asks: bool,
    threads: Option<NonZero<usize>>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Evaluation> {
    let frames: Frames =
        frames.into_iter().map(|(name, frame)| (name, Arc::clone(&frame.0))).collect();
    let words = if frames.is_empty() { Words::Files } else { Words::Tables };
    let source = Source { text, path, frames };
    let how = How { threads, progress, asks };
    of_config(py, how, words, move || Ok((source.clone().config()?, source)))
}

/// Evaluates a config.
#[pyfunction]
#[pyo3(signature = (path, *, asks=false, threads=None, progress=None))]
pub(crate) fn load(
    py: Python<'_>,
    path: PathBuf,
    asks: bool,
    threads: Option<NonZero<usize>>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Evaluation> {
    of_config(py, How { threads, progress, asks }, Words::Config, move || {
        let config = Config::load(&path)?;
        let text = read_text(&path, LONGEST_TEXT)
            .map_err(|error| Failure::unreadable(&path.display().to_string(), &error))?;
        // Another folder may be the current one later.
        let path = absolute(&path).unwrap_or(path);
        Ok((config, Source { text, path, frames: Frames::new() }))
    })
}

fn of_config(
    py: Python<'_>,
    how: How,
    words: Words,
    config: impl FnOnce() -> Result<(Config, Source), Failure> + Send + 'static,
) -> PyResult<Evaluation> {
    let threads = how.threads;
    let (evaluated, source) = work(py, how, move |host| {
        let (mut config, source) = config()?;
        config.asking = Asking::Asks(Use::Stored);
        config.statistics.threads = threads.unwrap_or(config.statistics.threads);
        let needs = Needs { pairs: true, ..Needs::default() };
        let study = Study::from_config_for(config, host, needs)?;
        for line in study.announcement() {
            host.tell(&line);
        }
        Ok((study.evaluate(host)?, source))
    })?;
    Ok(Evaluation {
        evaluated: Arc::new(evaluated),
        report: OnceLock::new(),
        threads,
        source,
        words,
    })
}

impl Evaluation {
    fn how(&self) -> How {
        How { threads: self.threads, progress: None, asks: false }
    }

    /// The model of the report, made when it is asked for.
    fn report(&self, py: Python<'_>) -> PyResult<&Report> {
        if self.report.get().is_none() {
            let evaluated = Arc::clone(&self.evaluated);
            let report = work(py, self.how(), move |_| evaluated.report())?;
            let report = self.words.of_report(py, report)?;
            // Two threads may have made the same.
            let _ = self.report.set(Ok(report));
        }
        match self.report.get() {
            Some(Ok(report)) => Ok(report),
            _ => Err(raised(py, &Failure::Contradiction("there is no report".to_owned()))),
        }
    }

    fn at(&self) -> At {
        At { correction: self.evaluated.config().statistics.correction, ..At::default() }
    }
}

#[pymethods]
impl Evaluation {
    fn title(&self) -> &str {
        &self.evaluated.config().title
    }

    /// The names of the systems in the data; no baselines.
    fn systems(&self) -> Vec<&str> {
        let evaluation = self.evaluated.evaluation();
        let systems = evaluation.into_iter().flat_map(|evaluation| &evaluation.systems);
        systems.map(|system| system.name.as_str()).collect()
    }

    /// The lines of the summary: what each is about in a word, and the line.
    fn summary(&self, py: Python<'_>) -> PyResult<Vec<(String, String)>> {
        let lines = self.report(py)?.summary.iter();
        Ok(lines.map(|line| (line.topic.clone(), line.text.clone())).collect())
    }

    fn notes(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        Ok(self.report(py)?.notes.clone())
    }

    /// The version, the settings and the hashes of what was read, name by name.
    fn signature(&self, py: Python<'_>) -> PyResult<Vec<(String, String)>> {
        Ok(self.report(py)?.signature.lines())
    }

    /// The signature as report.json has it.
    fn whole_signature(&self, py: Python<'_>) -> PyResult<String> {
        let signature = serde_json::to_string(&self.report(py)?.signature);
        signature.map_err(|error| raised(py, &Failure::Contradiction(error.to_string())))
    }

    /// Every claim, as claims.json has them.
    fn claims(&self, py: Python<'_>) -> PyResult<String> {
        let evaluated = Arc::clone(&self.evaluated);
        work(py, self.how(), move |_| {
            serde_json::to_string(&evaluated.claims())
                .map_err(|error| Failure::Contradiction(error.to_string()))
        })
    }

    /// The paragraphs for a paper: as text, or as LaTeX.
    fn paragraphs(&self, py: Python<'_>, latex: bool) -> PyResult<Vec<String>> {
        let report = self.report(py)?;
        if !latex {
            return Ok(report.how_to_report.iter().map(phenom_report::Paragraph::plain).collect());
        }
        let mut bytes = Vec::new();
        render::latex_how_to_report(report, &mut bytes)?;
        Ok(vec![String::from_utf8_lossy(&bytes).into_owned()])
    }

    /// The keys and titles of the tables.
    fn tables(&self, py: Python<'_>) -> PyResult<Vec<(String, String)>> {
        let tables = self.report(py)?.tables.iter();
        Ok(tables.map(|table| (table.key.to_string(), table.title.clone())).collect())
    }

    fn table(&self, py: Python<'_>, key: &str) -> PyResult<Table> {
        let table = self.report(py)?.tables.iter().find(|table| table.key.as_str() == key);
        let table = table.ok_or_else(|| PyKeyError::new_err(key.to_owned()))?;
        Ok(Table::of_report(table.clone()))
    }

    /// The keys and titles of the figures, and why one cannot be drawn.
    fn figures(&self) -> Vec<(String, String, Option<String>)> {
        let results = self.evaluated.results();
        let drawn = results.map(|results| figures(&results)).unwrap_or_default();
        let drawn = drawn.into_iter();
        drawn.map(|figure| (figure.key.to_string(), figure.title, figure.plot.err())).collect()
    }

    fn figure(&self, py: Python<'_>, key: &str) -> PyResult<Figure> {
        let figure = self.evaluated.figure(key);
        let mut figure = figure.map_err(|_| PyKeyError::new_err(key.to_owned()))?;
        self.words.of_texts(py, &mut figure.notes)?;
        Ok(Figure(figure))
    }

    /// The rows of `scores.csv`, `comparisons.csv`, `readings.csv`, `agreement.csv`, `judged.csv`, `judges.csv` or
    /// `answers.csv`.
    fn rows(&self, py: Python<'_>, name: &str) -> PyResult<Table> {
        let (evaluated, at) = (&self.evaluated, self.at());
        let config = evaluated.config();
        let is_wanted = |score: &&Score| {
            config.measures.as_ref().is_none_or(|keys| keys.iter().any(|key| key == score.measure))
        };
        py.detach(|| match name {
            "scores" => {
                Ok(Table::of_rows(&SCORES, evaluated.scores().iter().filter(is_wanted), at))
            }
            "comparisons" => Ok(Table::of_rows(&COMPARISONS, evaluated.comparisons().iter(), at)),
            "readings" => Ok(Table::of_rows(&READINGS, evaluated.readings().iter(), at)),
            "agreement" => {
                let rows = evaluated.agreement().unwrap_or_default();
                Ok(Table::of_rows(&AGREEMENT, rows.iter(), at))
            }
            "judged" => Ok(analysed(evaluated, &JUDGED_ROWS, at)),
            "judges" => Ok(analysed(evaluated, &JUDGE_ROWS, at)),
            "answers" => Ok(answers(evaluated.answers())),
            _ => Err(PyKeyError::new_err(name.to_owned())),
        })
    }

    #[pyo3(signature = (old, new, alone, on))]
    fn compare(
        &self,
        py: Python<'_>,
        old: String,
        new: String,
        alone: bool,
        on: Option<String>,
    ) -> PyResult<Compared> {
        let evaluated = Arc::clone(&self.evaluated);
        let asked = Asked { old, new, alone, on };
        work(py, self.how(), move |_| comparison::compare(&evaluated, &asked))?
            .python(py, self.words)
    }

    #[pyo3(signature = (old, new, margin, phenomena))]
    fn gate(
        &self,
        py: Python<'_>,
        old: String,
        new: String,
        margin: Option<f64>,
        phenomena: Option<Vec<String>>,
    ) -> PyResult<Held> {
        let evaluated = Arc::clone(&self.evaluated);
        let held_to = match phenomena {
            None => HeldTo::EveryPhenomenon,
            Some(names) if names.is_empty() => HeldTo::AllPairs,
            Some(names) => HeldTo::Phenomena(names),
        };
        let held = work(py, self.how(), move |_| {
            comparison::gate(&evaluated, (&old, &new), &held_to, margin)
        })?;
        held.python(py, self.words)
    }

    /// How many pairs a significant difference needs, for every two systems or for two.
    fn power(
        &self,
        py: Python<'_>,
        systems: Option<[String; 2]>,
        difference: f64,
        power: f64,
        disagreement: f64,
    ) -> PyResult<Table> {
        let Some(evaluation) = self.evaluated.evaluation() else {
            return Err(raised(py, &Failure::input("no system was evaluated", None)));
        };
        let is_of = |row: &&ComparisonRow| {
            let names = [&row.system_a, &row.system_b];
            let is_one = |asked: &String| names.iter().any(|name| *name == asked);
            systems.as_ref().is_none_or(|systems| systems.iter().all(is_one))
        };
        let rows: Vec<ComparisonRow> =
            self.evaluated.comparisons().iter().filter(is_of).cloned().collect();
        let labels = evaluation.task.judgments().len();
        let question = PowerQuestion { difference, power, disagreement, labels };
        let names = &self.evaluated.config().report.names;
        let table = power_table(&rows, &question, evaluation.task.name(), names)
            .map_err(|error| raised(py, &Failure::input(error.to_string(), None)))?;
        Ok(Table::of_report(self.words.of_table(py, table)?))
    }

    /// The text of the config, and where it stands.
    fn config(&self) -> (&str, PathBuf) {
        (&self.source.text, self.source.path.clone())
    }

    /// The files of a report folder by their names, in some formats or in those of the config.
    #[pyo3(signature = (formats=None))]
    fn files(
        &self,
        py: Python<'_>,
        formats: Option<Vec<String>>,
    ) -> PyResult<BTreeMap<String, Vec<u8>>> {
        let files = self.made(py, formats)?;
        files
            .into_iter()
            .map(|(name, content)| Ok((name.to_string(), content.into_bytes()?)))
            .collect()
    }

    /// Writes the report to a folder, all files or none; returns their names.
    #[pyo3(signature = (folder, formats, overwrite))]
    fn write(
        &self,
        py: Python<'_>,
        folder: PathBuf,
        formats: Option<Vec<String>>,
        overwrite: bool,
    ) -> PyResult<Vec<String>> {
        let files = self.made(py, formats)?;
        let written =
            py.detach(|| report_folder::write(&files, &Place::folder(&folder)?, overwrite));
        written.map_err(|failure| raised(py, &failure))?;
        Ok(files.keys().map(ToString::to_string).collect())
    }

    /// What a terminal shows first, in lines as wide as it.
    fn text(&self, py: Python<'_>, width: Option<usize>) -> PyResult<String> {
        let report = self.report(py)?;
        let options = render::Terminal { styled: false, width };
        let mut bytes = Vec::new();
        render::terminal_title(&report.title, options, &mut bytes)?;
        render::terminal_summary(report, options, &mut bytes)?;
        bytes.push(b'\n');
        let first = phenom_report::first_tables(report).shown.into_iter();
        let first: Vec<_> = first.map(|table| render::terminal_brief(table, options)).collect();
        render::terminal_tables(&first, options, &mut bytes)?;
        Ok(String::from_utf8_lossy(&bytes).trim_end().to_owned())
    }
}

impl Evaluation {
    fn made(&self, py: Python<'_>, formats: Option<Vec<String>>) -> PyResult<Files> {
        let evaluated = Arc::clone(&self.evaluated);
        let Some(names) = formats else {
            return work(py, self.how(), move |_| Ok(evaluated.files()?.1));
        };
        let source = self.source.clone();
        work(py, self.how(), move |_| {
            let mut config = source.config()?;
            let formats: Result<Vec<Format>, Failure> = names.iter().map(format_named).collect();
            config.report.write_only(formats?);
            Ok(evaluated.files_as(&config)?.1)
        })
    }
}

fn format_named(name: &String) -> Result<Format, Failure> {
    serde_json::from_value(name.as_str().into()).map_err(|_| {
        let help = format!("formats are {}", choices::<Format>().join(", "));
        Failure::input(format!("there is no format `{name}`"), Some(help))
    })
}
