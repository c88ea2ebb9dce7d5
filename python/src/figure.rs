//! A figure, drawn when it is asked for.

use phenom_report::figures::Width;
use phenom_report::render::{self, Picture};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// A figure.
#[pyclass(frozen)]
pub(crate) struct Figure(pub(crate) phenom_report::figures::Figure);

/// What print wants.
const DOTS_PER_INCH: u32 = 300;

#[pymethods]
impl Figure {
    fn key(&self) -> &str {
        self.0.key.as_str()
    }

    fn title(&self) -> &str {
        &self.0.title
    }

    fn notes(&self) -> Vec<String> {
        self.0.notes.clone()
    }

    /// The bytes of `svg`, `pdf` or `png`, as wide as `column`, `page`, millimetres, or as it can be read.
    #[pyo3(signature = (format, width=None, dots_per_inch=DOTS_PER_INCH))]
    fn drawn(
        &self,
        py: Python<'_>,
        format: &str,
        width: Option<Bound<'_, PyAny>>,
        dots_per_inch: u32,
    ) -> PyResult<Vec<u8>> {
        if let Err(reason) = &self.0.plot {
            return Err(PyValueError::new_err(reason.clone()));
        }
        let width = match width {
            None => render::width(&self.0),
            Some(width) => match (width.extract::<&str>().ok(), width.extract::<f64>().ok()) {
                (Some("column"), _) => Width::Column,
                (Some("page"), _) => Width::Page,
                (_, Some(length)) if (50.0..=500.0).contains(&length) => Width::Millimetres(length),
                _ => {
                    let message =
                        "width is \"column\", \"page\", or a number of millimetres from 50 to 500";
                    return Err(PyValueError::new_err(message));
                }
            },
        };
        py.detach(|| {
            let picture = Picture::new(&self.0, width);
            let mut bytes = Vec::new();
            match format {
                "svg" => picture.svg(&mut bytes)?,
                "pdf" => picture.pdf(&mut bytes)?,
                "png" => picture.png(dots_per_inch, &mut bytes)?,
                _ => {
                    let message = format!("a figure is drawn as svg, pdf or png, not as {format}");
                    return Err(PyValueError::new_err(message));
                }
            }
            Ok(bytes)
        })
    }
}
