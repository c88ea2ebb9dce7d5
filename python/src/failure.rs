//! Failures as exceptions: their words stay, and their classes are those of the package.

use phenom_study::Failure;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The exception for a failure.
pub(crate) fn raised(py: Python<'_>, failure: &Failure) -> PyErr {
    exception(py, failure).unwrap_or_else(|error| error)
}

fn exception(py: Python<'_>, failure: &Failure) -> PyResult<PyErr> {
    let mut problems = Vec::new();
    let problem = |place: (Option<&str>, Option<u64>), message: &str, help: Option<&str>| {
        let problem = PyDict::new(py);
        problem.set_item("source", place.0)?;
        problem.set_item("row", place.1)?;
        problem.set_item("message", message)?;
        problem.set_item("help", help)?;
        PyResult::Ok(problem)
    };
    let mut omitted = 0;
    let kind = match failure {
        Failure::Config { file, text, problems: all } => {
            for one in all {
                let line = text.get(..one.place.start).unwrap_or_default().matches('\n').count();
                let place = (Some(file.as_str()), Some(line as u64 + 1));
                problems.push(problem(place, &one.message, one.help.as_deref())?);
            }
            "config"
        }
        Failure::Data(all) => {
            omitted = all.omitted();
            for one in all.kept() {
                let place = (Some(one.file.as_str()), one.line);
                problems.push(problem(place, &one.message(), one.kind.help().as_deref())?);
            }
            "data"
        }
        Failure::Input { message, help } => {
            problems.push(problem((None, None), message, help.as_deref())?);
            "input"
        }
        Failure::Check { message, help } => {
            problems.push(problem((None, None), message, help.as_deref())?);
            "check"
        }
        Failure::Contradiction(what) => {
            problems.push(problem((None, None), what, None)?);
            "internal"
        }
        Failure::Interrupted { .. } => {
            return Ok(pyo3::exceptions::PyKeyboardInterrupt::new_err(()));
        }
        Failure::Shown | Failure::Closed => {
            problems.push(problem((None, None), &failure.to_string(), None)?);
            "check"
        }
    };
    let made =
        py.import("phenom._errors")?.call_method1("of_failure", (kind, problems, omitted))?;
    Ok(PyErr::from_value(made))
}
