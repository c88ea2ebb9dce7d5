//! Comparisons, found by population, slice and measure.

use hashbrown::{HashMap, HashSet};

use phenom_metrics::measures::accuracy::ACCURACY;
use phenom_metrics::{ComparisonRow, Evaluation, Origin, Population, SliceKind, SystemCounts};

/// The pairs of a slice by one measure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Place {
    pub(crate) population: Population,
    /// The number of the slice; 0 for all pairs.
    pub(crate) slice: usize,
    /// The key of the measure.
    pub(crate) measure: &'static str,
}

impl Place {
    /// Accuracy on all pairs of a population.
    pub(crate) fn accuracy(population: Population) -> Self {
        Self { population, slice: 0, measure: ACCURACY.key }
    }

    /// The same on a slice.
    pub(crate) fn on(self, slice: usize) -> Self {
        Self { slice, ..self }
    }
}

/// The comparisons at a place: of systems, and of a system with the constant baseline.
#[derive(Debug, Default)]
struct AtPlace<'r> {
    of_systems: Vec<&'r ComparisonRow>,
    with_constant: Vec<&'r ComparisonRow>,
}

/// The comparisons of an evaluation by place, without those of oracles.
#[derive(Debug)]
pub(crate) struct ByPlace<'r>(HashMap<Place, AtPlace<'r>>);

impl<'r> ByPlace<'r> {
    pub(crate) fn new(evaluation: &'r Evaluation, comparisons: &'r [ComparisonRow]) -> Self {
        let competing: HashSet<&str> =
            competing(evaluation).map(|system| system.name.as_str()).collect();
        let numbers: HashMap<(&SliceKind, &str), usize> = evaluation
            .slices
            .iter()
            .enumerate()
            .map(|(number, slice)| ((&slice.kind, slice.name.as_str()), number))
            .collect();
        let mut rows: HashMap<Place, AtPlace<'r>> = HashMap::new();
        for row in comparisons {
            let Some(slice) = numbers.get(&(&row.slice.kind, row.slice.name.as_str())) else {
                continue;
            };
            let place =
                Place { population: row.population, slice: *slice, measure: row.measure.key };
            let at = rows.entry(place).or_default();
            let is_known = |name: &str| competing.contains(name);
            if row.is_with_constant() {
                at.with_constant.push(row);
            } else if is_known(&row.system_a) && is_known(&row.system_b) {
                at.of_systems.push(row);
            }
        }
        Self(rows)
    }

    pub(crate) fn of_systems(&self, place: Place) -> &[&'r ComparisonRow] {
        self.0.get(&place).map_or(&[], |at| &at.of_systems)
    }

    pub(crate) fn with_constant(&self, place: Place) -> &[&'r ComparisonRow] {
        self.0.get(&place).map_or(&[], |at| &at.with_constant)
    }
}

/// The systems of an evaluation but for oracles.
pub(crate) fn competing(evaluation: &Evaluation) -> impl Iterator<Item = &SystemCounts> {
    evaluation.systems.iter().filter(|system| system.origin == Origin::Answers)
}
