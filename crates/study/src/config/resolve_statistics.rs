//! What a config says of intervals and comparisons.

use phenom_metrics::measures::{Wanted, measure};
use phenom_metrics::statistics::ConfidenceLevel;
use phenom_metrics::{Compared, StatisticsSettings};

use super::document::Segment;
use super::listed::instead_of;
use super::numbers::Decimal;
use super::raw::RawStatistics;
use super::resolve::Resolver;

impl Resolver<'_> {
    /// The settings, given the names of the systems; those of count tables are not known yet, and their
    /// baseline is found when they are.
    pub(super) fn statistics(
        &mut self,
        raw: RawStatistics,
        systems: Option<&[&str]>,
    ) -> StatisticsSettings {
        let place = |key: &str| [Segment::from("statistics"), Segment::from(key)];
        let default = StatisticsSettings::default();
        let compare = match (&raw.baseline, raw.compare.map(|compare| compare.0)) {
            (Some(_), Some(Compared::None)) => {
                let message = "`baseline` names a system to compare with, but `compare: none` turns comparisons off";
                self.out_of_place(&["statistics".into()], "baseline", message);
                Compared::None
            }
            (Some(name), _) if let Some(systems) = systems => {
                match systems.iter().position(|system| system == name) {
                    Some(at) => Compared::Against(at),
                    None => {
                        let help = instead_of(name, systems);
                        let message = format!("there is no system `{name}`");
                        self.problem(&place("baseline"), message, Some(&help));
                        Compared::All
                    }
                }
            }
            (_, compare) => compare.unwrap_or(Compared::All),
        };
        let primary = raw.primary.map(|keys| {
            let known = keys.iter().filter_map(|key| measure(&key.0));
            if let Some((at, (key, reason))) = known
                .enumerate()
                .find_map(|(at, measure)| Some((at, (measure.key, measure.no_comparison()?))))
            {
                let place = [&place("primary")[..], &[Segment::from(at)]].concat();
                let message = format!("phenom does not compare systems by `{key}`: {reason}");
                self.problem(&place, message, None);
            }
            Wanted::named(keys.iter().map(|key| key.0.as_str()))
        });
        StatisticsSettings {
            primary,
            question: raw.question.map_or(default.question, |question| question.0),
            planned_difference: raw
                .planned_difference
                .map_or(default.planned_difference, Decimal::get),
            intervals: raw.intervals.unwrap_or(default.intervals),
            level: raw
                .confidence_level
                .and_then(|level| ConfidenceLevel::new(level.get()).ok())
                .unwrap_or(default.level),
            resamples: raw
                .resamples
                .and_then(|resamples| usize::try_from(resamples.get()).ok())
                .unwrap_or(default.resamples),
            most_draws: default.most_draws,
            correction: raw.correction.unwrap_or_default(),
            compare,
            common_pairs: raw.common_pairs.unwrap_or(false),
            threads: default.threads,
        }
    }
}
