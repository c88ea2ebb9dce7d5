//! Wrong originals by stage, as a figure.

use crate::Results;
use crate::figures::Figure;

pub(crate) fn stages_figure(_results: &Results<'_>) -> Vec<Figure> {
    Vec::new()
}
