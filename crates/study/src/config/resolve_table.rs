//! What a config says of a table with rows of several systems, or of several runs.

use std::sync::Arc;

use phenom_dataset::{Input, RunColumns, read_run_names};
use phenom_files::open_regular;

use super::document::Segment;
use super::raw::{OneOrMany, RawPredictionColumns, RawSystem};
use super::resolve::{Place, Resolver};
use super::resolve_systems::Named;
use super::{Answers, DataFile, Predictions, RowsOf};
use crate::failure::Failure;

impl Resolver<'_> {
    /// The systems of a table, each with its runs, as two columns of its files name them; the table is the entry of the
    /// config with this number.
    pub(super) fn of_table(
        &mut self,
        place: Place<'_>,
        mut raw: RawSystem,
        entry: usize,
    ) -> Vec<Named> {
        let columns = RunColumns {
            system: raw.system.take().map(|names| names.0).unwrap_or_default(),
            run: raw.run.take(),
        };
        let name = raw.name.take().map(|name| name.trim().to_owned());
        if !self.is_a_table(place, &raw, &columns, name.as_deref()) {
            return Vec::new();
        }
        let said = raw.columns.get_or_insert_with(RawPredictionColumns::default);
        said.label = raw.answer.take().or(said.label.take());
        if said.id.is_none() && !self.id_of_pairs.is_empty() {
            said.id = Some(OneOrMany(self.id_of_pairs.clone()));
        }
        raw.predictions = raw.from.take();
        let Some(predictions) = self.predictions(place, raw) else { return Vec::new() };
        let files = predictions.runs.concat();
        let names = match names(&predictions, &columns, &files) {
            Ok(names) => names,
            Err(failure) => {
                let from = [place, &[Segment::from("from")]].concat();
                let help = match &failure {
                    Failure::Data(problems) => {
                        problems.kept().first().and_then(|first| first.kind.help())
                    }
                    _ => None,
                };
                self.problem(&from, failure.summary(), help.as_deref());
                return Vec::new();
            }
        };
        let systems = names.into_iter().map(|(system, runs)| {
            let rows = RowsOf { entry, columns: columns.clone(), system, runs };
            let name = name.clone().unwrap_or_else(|| rows.system.clone());
            let predictions = Predictions {
                runs: predictions.runs.clone(),
                source: predictions.source.clone(),
                run_columns: Vec::new(),
                missing: predictions.missing,
                threshold: None,
                rows: Some(rows),
                by_judges: predictions.by_judges.clone(),
            };
            let answers = Some(Answers::Predictions(Box::new(predictions)));
            Named { name, answers, parts: None }
        });
        systems.collect()
    }

    /// The columns of the labels of runs in one file, the first of which stands for the label; `has_files`: whether each run
    /// has a file.
    pub(super) fn run_columns(
        &mut self,
        place: Place<'_>,
        names: Vec<String>,
        has_files: bool,
        columns: &mut RawPredictionColumns,
    ) -> Vec<String> {
        if let [first, ..] = names.as_slice() {
            if has_files || columns.label.is_some() {
                let message = "`run-columns` names the column of the labels of each run; leave `runs` and `label` out";
                self.out_of_place(place, "run-columns", message);
            } else if names.len() == 1 {
                let at = [place, &[Segment::from("run-columns")]].concat();
                let help = format!("write `label: {first}` among the `columns` for a single run");
                self.problem(&at, "`runs` needs at least two runs", Some(&help));
            }
            columns.label = Some(first.clone());
        }
        names
    }

    /// Whether the keys of an entry are those of a table.
    fn is_a_table(
        &mut self,
        place: Place<'_>,
        raw: &RawSystem,
        columns: &RunColumns,
        name: Option<&str>,
    ) -> bool {
        let others = [
            ("predictions", raw.predictions.is_some()),
            ("runs", raw.runs.is_some()),
            ("run-columns", !raw.run_columns.is_empty()),
            ("engine", raw.engine.is_some()),
            ("command", raw.command.is_some()),
            ("endpoint", raw.endpoint.is_some()),
            ("algorithm", raw.algorithm.is_some()),
        ];
        let message =
            "a table `from` files contains the predictions itself; leave one of the two out";
        if let Some((key, _)) = others.iter().find(|(_, said)| *said) {
            self.out_of_place(place, key, message);
            return false;
        }
        self.not_cross_validated(place, raw);
        let in_columns = raw.columns.as_ref().is_some_and(|columns| columns.label.is_some());
        if raw.answer.is_some() && in_columns {
            let message =
                "`answer` is short for the `label` among the `columns`; leave one of the two out";
            self.out_of_place(place, "answer", message);
            return false;
        }
        let learns = raw.threshold.as_ref().is_some_and(super::raw::RawThreshold::learns);
        if learns {
            let message = "phenom cannot learn a threshold for a table of several systems; give each system its own \
                file";
            self.out_of_place(place, "threshold", message);
            return false;
        }
        let problem = match (columns.system.first(), &columns.run, name) {
            (Some(_), _, Some(_)) => {
                Some(("`system` gives the names of the systems", "leave `name` out"))
            }
            (None, None, _) => Some((
                "a table `from` files needs the columns that name the system or run of a row",
                "write `system: COLUMN`, `run: COLUMN` or both; for one run of one system write `predictions: FILE`",
            )),
            (None, Some(_), None) => {
                Some(("a system has a `name`", "write `name: NAME`, or `system: COLUMN`"))
            }
            _ => None,
        };
        if let Some((message, help)) = problem {
            self.problem(place, message, Some(help));
        }
        problem.is_none()
    }
}

/// The systems of all files of a table, each with its runs.
fn names(
    predictions: &Predictions,
    columns: &RunColumns,
    files: &[DataFile],
) -> Result<Vec<(String, Vec<String>)>, Failure> {
    let mut all: Vec<(String, Vec<String>)> = Vec::new();
    for file in files {
        let input = match (predictions.source.format, &file.frame) {
            (_, Some(frame)) => Input::Frame(Arc::clone(frame), Box::new(|_| {})),
            (format, None) if format.needs_a_file() => Input::File(file.path.clone()),
            _ => Input::Stream(Box::new(
                open_regular(&file.path)
                    .map_err(|error| Failure::unreadable(&file.shown(), &error))?,
            )),
        };
        for (system, runs) in read_run_names(&predictions.source, columns, &file.shown(), input)? {
            match all.iter_mut().find(|(known, _)| *known == system) {
                None => all.push((system, runs)),
                Some((_, known)) => {
                    for run in runs {
                        if !known.contains(&run) {
                            known.push(run);
                        }
                    }
                }
            }
        }
    }
    Ok(all)
}
