//! Systems that are functions of Python, called from the thread that asks for their predictions.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;

use phenom_dataset::{Judgment, LabelScheme, Meaning};
use phenom_study::Failure;
use phenom_study::config::{Config, Frames, SystemsNeeded};
use phenom_study::load::{self, Function};
use phenom_systems::{Answered, Probabilities, Reply, System, SystemError, TextPair, Use};
use pyo3::prelude::*;

use crate::arrow::Frame;
use crate::columns::{Column, Columns};
use crate::failure::raised;
use crate::table::Table;
use crate::work::{How, work};

/// Pairs that functions are asked about.
#[pyclass(frozen)]
pub(crate) struct Questions(Arc<load::Questions>);

/// The pairs of a config, in which some names are those of tables in memory.
#[pyfunction]
#[pyo3(signature = (text, path, frames, *, threads=None, progress=None))]
pub(crate) fn questions(
    py: Python<'_>,
    text: String,
    path: PathBuf,
    frames: BTreeMap<String, PyRef<'_, Frame>>,
    threads: Option<NonZero<usize>>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Questions> {
    let frames: Frames =
        frames.into_iter().map(|(name, frame)| (name, Arc::clone(&frame.0))).collect();
    let read = work(py, How { threads, progress, asks: false }, move |host| {
        let config = Config::of_frames(text, &path, (SystemsNeeded::Never, frames))?;
        load::Questions::of(&config, host)
    })?;
    Ok(Questions(Arc::new(read)))
}

#[pymethods]
impl Questions {
    /// The labels that a system may predict, and what each means.
    fn labels(&self, py: Python<'_>, name: &str) -> PyResult<Vec<(String, &'static str)>> {
        let labels = self.0.labels(name).map_err(|failure| raised(py, &failure))?;
        let meanings = labels.meanings().iter();
        Ok(meanings.map(|(label, meaning)| (label.clone(), meaning.name())).collect())
    }

    /// Asks a function for what is not stored, and returns a row for each pair.
    ///
    /// `ask` takes a list of pairs (opaque id, text, hypothesis, the dataset's id for messages), and yields for each the
    /// number of the pair in this list, label, confidence, probabilities and justification.
    #[pyo3(signature = (name, version, store, fresh, ask))]
    fn ask(
        &self,
        py: Python<'_>,
        name: &str,
        version: &str,
        store: Option<PathBuf>,
        fresh: bool,
        ask: &Bound<'_, PyAny>,
    ) -> PyResult<Table> {
        let labels = self.0.labels(name).map_err(|failure| raised(py, &failure))?;
        let pairs = self.0.pairs();
        let mut ids = HashMap::new();
        for pair in &pairs {
            ids.entry((pair.text, pair.hypothesis)).or_insert(pair.id);
        }
        let asks = Asks { ask, labels: &labels, ids, raised: RefCell::default() };
        let used = if fresh { Use::Fresh } else { Use::Stored };
        let store = store.as_deref().map(|folder| (folder, used));
        let function = Function { name, version, store, asks: &asks };
        let replies = self.0.ask(&function, &mut |_| {});
        if let Some(error) = asks.raised.take() {
            return Err(error);
        }
        match replies {
            Ok(Ok(replies)) => Ok(Table::of_columns(columns(&pairs, &replies))),
            Ok(Err(error)) => {
                let message = format!("system `{name}` ended early: {error}");
                Err(raised(py, &Failure::input(message, None)))
            }
            Err(failure) => Err(raised(py, &failure)),
        }
    }

    fn __len__(&self) -> usize {
        self.0.pairs().len()
    }
}

/// A function that is asked.
struct Asks<'a, 'py> {
    ask: &'a Bound<'py, PyAny>,
    labels: &'a LabelScheme,
    /// The id that the dataset gives the first pair with a text and a hypothesis.
    ids: HashMap<(&'a str, &'a str), &'a str>,
    /// What it raised, which passes through.
    raised: RefCell<Option<PyErr>>,
}

/// What is yielded for a pair: its number, label, confidence, probabilities and justification.
type Given = (usize, Option<String>, Option<f64>, Option<Vec<(String, f64)>>, Option<String>);

/// Why asking ends early.
enum Ended {
    Raised(PyErr),
    Unkept(SystemError),
}

impl From<PyErr> for Ended {
    fn from(error: PyErr) -> Self {
        Self::Raised(error)
    }
}

impl System for Asks<'_, '_> {
    fn answer(
        &self,
        pairs: &[TextPair<'_>],
        answered: &mut Answered<'_>,
    ) -> Result<(), SystemError> {
        match self.ask_all(pairs, answered) {
            Ok(()) => Ok(()),
            Err(Ended::Unkept(error)) => Err(error),
            Err(Ended::Raised(error)) => {
                self.raised.replace(Some(error));
                Err(SystemError::Unanswered(pairs.len()))
            }
        }
    }
}

impl Asks<'_, '_> {
    fn own_id(&self, pair: &TextPair<'_>) -> &str {
        self.ids.get(&(pair.text, pair.hypothesis)).copied().unwrap_or_default()
    }

    fn ask_all(&self, pairs: &[TextPair<'_>], answered: &mut Answered<'_>) -> Result<(), Ended> {
        let sent: Vec<_> = pairs
            .iter()
            .map(|pair| (pair.id, pair.text, pair.hypothesis, self.own_id(pair)))
            .collect();
        for given in self.ask.call1((sent,))?.try_iter()? {
            let (number, label, confidence, probabilities, justification): Given =
                given?.extract()?;
            let Some(pair) = pairs.get(number) else { continue };
            let judgment = label.and_then(|label| self.judgment(&label));
            let each = probabilities.map(|each| {
                let each = each.into_iter();
                each.filter_map(|(label, number)| Some((self.judgment(&label)?, number))).collect()
            });
            let probabilities = each.map(Probabilities);
            let reply = Reply { judgment, confidence, probabilities, justification };
            reply.check().map_err(|wrong| self.refused(pair, &wrong))?;
            answered(number, reply).map_err(Ended::Unkept)?;
        }
        Ok(())
    }

    fn judgment(&self, label: &str) -> Option<Judgment> {
        match self.labels.meaning(label.trim()) {
            Some(Meaning::Judgment(judgment)) => Some(judgment),
            Some(Meaning::None) | None => None,
        }
    }

    fn refused(&self, pair: &TextPair<'_>, wrong: &str) -> PyErr {
        let message = format!("the prediction for pair `{}` is wrong: {wrong}", self.own_id(pair));
        let made = || {
            let errors = self.ask.py().import("phenom._errors")?;
            errors.getattr("SystemFailed")?.call1((message,))
        };
        made().map_or_else(|error| error, PyErr::from_value)
    }
}

/// A row for each pair: its id, its label and what else there is. A confidence that some lack is no ranking, as in a file.
fn columns(pairs: &[TextPair<'_>], replies: &[Reply]) -> Columns {
    let texts =
        |of: &dyn Fn(&Reply) -> Option<String>| Column::Texts(replies.iter().map(of).collect());
    let items = pairs.iter().map(|pair| Some(pair.id.to_owned())).collect();
    let mut columns = vec![
        ("item".to_owned(), Column::Texts(items)),
        (
            "answer".to_owned(),
            texts(&|reply| reply.judgment.map(|judgment| judgment.name().to_owned())),
        ),
    ];
    if load::are_ranked(replies) {
        let confidences = replies.iter().map(|reply| reply.confidence).collect();
        columns.push(("confidence".to_owned(), Column::Numbers(confidences)));
    }
    for judgment in Judgment::ALL {
        let of = |reply: &Reply| {
            let Probabilities(each) = reply.probabilities.as_ref()?;
            each.iter().find(|(one, _)| *one == judgment).map(|(_, number)| *number)
        };
        let numbers: Vec<Option<f64>> = replies.iter().map(of).collect();
        if numbers.iter().any(Option::is_some) {
            columns.push((format!("probability_{}", judgment.name()), Column::Numbers(numbers)));
        }
    }
    if replies.iter().any(|reply| reply.justification.is_some()) {
        columns.push(("justification".to_owned(), texts(&|reply| reply.justification.clone())));
    }
    columns
}
