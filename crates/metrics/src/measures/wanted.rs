//! Which measures are to be computed.

use super::{Comparison, MEASURES, Measure, Needs};

/// The measures that a run is to compute: those that it names, or else all but the few that must be
/// named.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Wanted {
    /// A bit for each measure of [`MEASURES`], where some are named.
    named: Option<u64>,
    /// The same for measures that are computed besides.
    besides: u64,
    /// The same for measures that are wanted where none are named, because of the data.
    by_data: u64,
    /// The same for measures that the data cannot have.
    excluded: u64,
}

const _: () = assert!(MEASURES.len() <= u64::BITS as usize, "a bit for each measure");

fn bit(key: &str) -> u64 {
    MEASURES.iter().position(|measure| measure.key == key).map_or(0, |place| 1 << place)
}

impl Wanted {
    /// The measures with some keys; a key that no measure has is passed over.
    #[must_use]
    pub fn named<'k>(keys: impl IntoIterator<Item = &'k str>) -> Self {
        let named = keys.into_iter().fold(0, |set, key| set | bit(key));
        Self { named: Some(named), ..Self::default() }
    }

    /// The same and one more, which is computed and not compared.
    #[must_use]
    pub fn and(self, measure: &Measure) -> Self {
        Self { besides: self.besides | bit(measure.key), ..self }
    }

    /// The same, with some measures that are wanted too where none are named.
    #[must_use]
    pub(crate) fn by_default(self, measures: &[&Measure]) -> Self {
        let by_data = measures.iter().fold(self.by_data, |set, measure| set | bit(measure.key));
        Self { by_data, ..self }
    }

    /// The same without the measures that need to know more of predictions.
    #[must_use]
    pub(crate) fn that_need(self, known: Needs) -> Self {
        let more = MEASURES.iter().filter(|measure| measure.needs() > known);
        let excluded = more.fold(self.excluded, |set, measure| set | bit(measure.key));
        Self { excluded, ..self }
    }

    /// The same without the measures that are not among some.
    #[must_use]
    pub(crate) fn among(self, some: &[&Measure]) -> Self {
        let others = MEASURES.iter().filter(|measure| !some.contains(measure));
        let excluded = others.fold(self.excluded, |set, measure| set | bit(measure.key));
        Self { excluded, ..self }
    }

    /// Whether a measure is wanted.
    #[must_use]
    pub fn has(self, measure: &Measure) -> bool {
        let is_beside = self.besides & !self.excluded & bit(measure.key) != 0;
        is_beside || self.asks_for(measure)
    }

    /// Whether a measure is wanted for itself, and not only beside others.
    #[must_use]
    pub fn asks_for(self, measure: &Measure) -> bool {
        if self.excluded & bit(measure.key) != 0 {
            return false;
        }
        let of_data = self.by_data & bit(measure.key) != 0;
        self.named.map_or(measure.by_default || of_data, |named| named & bit(measure.key) != 0)
    }

    /// Whether measures are named.
    #[must_use]
    pub fn is_named(self) -> bool {
        self.named.is_some()
    }

    /// Whether systems are compared by a measure.
    #[must_use]
    pub fn compares(self, measure: &Measure) -> bool {
        match measure.comparison {
            Comparison::ByDefault(..) => self.asks_for(measure),
            Comparison::WhereNamed(..) => self.is_named() && self.asks_for(measure),
            Comparison::None(_) => false,
        }
    }

    /// The wanted ones among all measures, in their order.
    pub fn measures(self) -> impl Iterator<Item = &'static Measure> {
        MEASURES.iter().copied().filter(move |measure| self.has(measure))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measures::accuracy::{ACCURACY, ACCURACY_TWO_WAY};
    use crate::measures::average_precision::AVERAGE_PRECISION_PROCEEDINGS;

    #[test]
    fn what_is_named_is_wanted_and_compared_and_nothing_else() {
        let two_way = Wanted::named(["accuracy_two_way"]);
        assert!(two_way.has(&ACCURACY_TWO_WAY) && two_way.compares(&ACCURACY_TWO_WAY));
        assert!(!two_way.has(&ACCURACY));
        let with_accuracy = two_way.and(&ACCURACY);
        assert!(with_accuracy.has(&ACCURACY) && !with_accuracy.compares(&ACCURACY));
    }

    #[test]
    fn by_default_all_are_wanted_but_those_that_must_be_named() {
        let all = Wanted::default();
        assert!(all.has(&ACCURACY) && all.compares(&ACCURACY));
        assert!(all.has(&ACCURACY_TWO_WAY) && !all.compares(&ACCURACY_TWO_WAY));
        assert!(!all.has(&AVERAGE_PRECISION_PROCEEDINGS));
    }
}
