//! phenom as a module of Python: the command, and evaluations of what is in memory. What users see of it is in the
//! package `phenom`, in Python.

mod answers;
mod arrow;
mod columns;
mod comparison;
mod evaluation;
mod failure;
mod figure;
mod inspected;
mod kept;
mod lists;
mod measures;
mod systems;
mod table;
mod utf8;
mod words;
mod work;

use std::ffi::OsString;

use pyo3::prelude::*;

/// What the package `phenom` is made of.
#[pymodule]
mod _phenom {
    #[pymodule_export]
    use super::arrow::Frame;
    #[pymodule_export]
    use super::comparison::Compared;
    #[pymodule_export]
    use super::evaluation::{Evaluation, evaluate, load};
    #[pymodule_export]
    use super::figure::Figure;
    #[pymodule_export]
    use super::inspected::inspect;
    #[pymodule_export]
    use super::kept::frame_of_bytes;
    #[pymodule_export]
    use super::lists::{frame_of_lists, table_of_lists};
    #[pymodule_export]
    use super::main;
    #[pymodule_export]
    use super::measures::{Definition, definitions, key_of, meaning, measured, usual_labels};
    #[pymodule_export]
    use super::systems::{Questions, questions};
    #[pymodule_export]
    use super::table::Table;

    /// The version of phenom.
    #[pymodule_export]
    #[allow(non_upper_case_globals, reason = "it is the name in Python")]
    const version: &str = env!("CARGO_PKG_VERSION");
}

/// The command `phenom`, with the arguments of the process.
#[pyfunction]
fn main(py: Python<'_>) -> PyResult<u8> {
    let given: Vec<OsString> = py.import("sys")?.getattr("argv")?.extract()?;
    // Python names itself by the path of a script, or of a module.
    let arguments = [OsString::from("phenom")].into_iter().chain(given.into_iter().skip(1));
    Ok(py.detach(|| phenom::main_with(arguments)))
}
