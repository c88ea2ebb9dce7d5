//! Gold judgments made of a number, such as a degree of relatedness.

use thiserror::Error;

use crate::wording::quoted;
use crate::{Judgment, ProblemKind};

/// Numbers in ascending order, and the judgments below, between and above them; a number belongs to what
/// is above it.
#[derive(Debug, Clone, PartialEq)]
pub struct GoldBounds {
    bounds: Vec<f64>,
    judgments: Vec<Judgment>,
}

/// Why numbers and judgments do not fit together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum GoldBoundsError {
    /// There is no bound, one is not finite, or they do not ascend.
    #[error("bounds must be finite numbers in ascending order, at least one")]
    Order,
    /// Not one judgment more than bounds.
    #[error("{bounds} bounds separate {} labels, not {judgments}", .bounds + 1)]
    Number {
        /// How many bounds there are.
        bounds: usize,
        /// How many judgments there are.
        judgments: usize,
    },
}

impl GoldBounds {
    /// Bounds, and one judgment more than there are bounds.
    ///
    /// # Errors
    /// Where there are others.
    pub fn new(bounds: Vec<f64>, judgments: Vec<Judgment>) -> Result<Self, GoldBoundsError> {
        let ascending = bounds.windows(2).all(|both| both[0] < both[1]);
        if bounds.is_empty() || !ascending || !bounds.iter().all(|bound| bound.is_finite()) {
            return Err(GoldBoundsError::Order);
        }
        if judgments.len() != bounds.len() + 1 {
            let (bounds, judgments) = (bounds.len(), judgments.len());
            return Err(GoldBoundsError::Number { bounds, judgments });
        }
        Ok(Self { bounds, judgments })
    }

    /// The judgment that a cell stands for.
    pub(super) fn judgment(&self, column: &str, cell: &str) -> Result<Judgment, ProblemKind> {
        let number = cell.trim().parse::<f64>().ok().filter(|number| number.is_finite());
        let number = number.ok_or_else(|| ProblemKind::WrongValue {
            column: column.to_owned(),
            role: "gold",
            found: quoted(cell),
            wanted: "a finite number",
        })?;
        let below = self.bounds.partition_point(|bound| *bound <= number);
        // There is one judgment more than bounds.
        Ok(self.judgments[below])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bound_belongs_to_what_is_above_it() {
        use Judgment::{Contradiction, Entailment, Unknown};
        let bounds = GoldBounds::new(vec![2.0, 4.0], vec![Contradiction, Unknown, Entailment]);
        let bounds = bounds.unwrap();
        let judged = ["-1", "1.99", "2", "3.9", "4", "5.0"]
            .map(|cell| bounds.judgment("score", cell).unwrap());
        let wanted = [Contradiction, Contradiction, Unknown, Unknown, Entailment, Entailment];
        assert_eq!(judged, wanted);
        assert!(bounds.judgment("score", "high").is_err());
    }

    #[test]
    fn bounds_and_judgments_fit_together() {
        use Judgment::{Entailment, NotEntailment};
        assert!(GoldBounds::new(vec![0.5], vec![NotEntailment, Entailment]).is_ok());
        let two = GoldBounds::new(vec![0.5, 0.7], vec![NotEntailment, Entailment]);
        assert_eq!(two.unwrap_err().to_string(), "2 bounds separate 3 labels, not 2");
        assert_eq!(GoldBounds::new(vec![1.0, 1.0], vec![]), Err(GoldBoundsError::Order));
    }
}
