//! Files as they are: what they are taken for, as `phenom run FILE...` has it.

use std::path::PathBuf;

use phenom_study::inspect::{Dialogue, OverColumns, Said, SaidOfPairs, inspect_all};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::work::{How, work};

/// The text of the config that files make, with what was said of them, and what each was taken for.
#[pyfunction]
pub(crate) fn inspect(
    py: Python<'_>,
    files: Vec<PathBuf>,
    said: &Bound<'_, PyDict>,
) -> PyResult<(String, Vec<String>)> {
    let said = said_of(said)?;
    work(py, How { threads: None, progress: None, asks: false }, move |_| {
        let inspected = inspect_all(&files, &said, &mut Dialogue::nobody())?;
        Ok((inspected.text(&[], &[]), inspected.found))
    })
}

fn said_of(said: &Bound<'_, PyDict>) -> PyResult<Said> {
    fn of<'py, T: for<'a> FromPyObject<'a, 'py>>(
        said: &Bound<'py, PyDict>,
        key: &str,
    ) -> PyResult<Option<T>> {
        let value = said.get_item(key)?;
        value.map(|value| value.extract::<T>().map_err(Into::into)).transpose()
    }
    let json = |key: &str| -> PyResult<Option<serde_json::Value>> {
        let text: Option<String> = of(said, key)?;
        let value = text.map(|text| serde_json::from_str(&text)).transpose();
        value.map_err(|error| pyo3::exceptions::PyValueError::new_err(error.to_string()))
    };
    Ok(Said {
        of_pairs: SaidOfPairs {
            id: of(said, "item")?.unwrap_or_default(),
            gold: of(said, "gold")?,
            phenomena: of(said, "phenomenon")?,
            ..SaidOfPairs::default()
        },
        labels: json("labels")?,
        label: of(said, "answers")?.unwrap_or_default(),
        missing: of(said, "missing")?,
        outcomes: of(said, "right")?.unwrap_or_default(),
        over: OverColumns {
            system: of(said, "system")?.unwrap_or_default(),
            run: of(said, "run")?,
            annotator: None,
        },
        ..Said::default()
    })
}
