//! What a config says of intervals and comparisons.

use phenom_dataset::nearest;
use phenom_metrics::uncertainty::{ConfidenceLevel, Correction};
use phenom_metrics::{Compared, Inference};

use super::document::Segment;
use super::formats::listed;
use super::raw::{RawCompare, RawCorrection, RawStatistics};
use super::resolve::Resolver;

impl Resolver<'_> {
    /// The settings, given the names of the systems; for count tables these are not known yet, and there
    /// is nothing to resample.
    pub(super) fn statistics(&mut self, raw: RawStatistics, systems: &[&str]) -> Inference {
        let place = |key: &str| [Segment::from("statistics"), Segment::from(key)];
        let default = Inference::default();
        let level = raw.confidence_level.map(|level| match ConfidenceLevel::new(level) {
            Ok(level) => level,
            Err(error) => {
                let percent = (level > 1.0 && level < 100.0)
                    .then(|| format!("for {level} % write {}", level / 100.0));
                self.problem(&place("confidence-level"), error.to_string(), percent.as_deref());
                default.level
            }
        });
        if raw.resamples == Some(0) {
            let help = "2000 is enough for most figures";
            let message = "the number of resamples is 0, and must be at least 1";
            self.problem(&place("resamples"), message, Some(help));
        }
        let compare = match (&raw.baseline, raw.compare) {
            (Some(_), Some(RawCompare::None)) => {
                let message =
                    "`baseline` says what to compare with, and `compare: none` not to compare";
                self.out_of_place(&["statistics".into()], "baseline", message);
                Compared::None
            }
            (Some(name), _) => match systems.iter().position(|system| system == name) {
                Some(at) => Compared::Against(at),
                None => {
                    let help = match nearest(name, systems.iter().copied()) {
                        Some(nearest) => format!("did you mean `{nearest}`?"),
                        None => format!("the systems are {}", listed(systems)),
                    };
                    let message = format!("there is no system `{name}`");
                    self.problem(&place("baseline"), message, Some(&help));
                    Compared::All
                }
            },
            (None, Some(RawCompare::None)) => Compared::None,
            (None, Some(RawCompare::All) | None) => Compared::All,
        };
        Inference {
            intervals: raw.intervals.unwrap_or(default.intervals),
            level: level.unwrap_or(default.level),
            resamples: raw
                .resamples
                .map_or(default.resamples, |it| usize::try_from(it).unwrap_or(usize::MAX)),
            correction: match raw.correction {
                None | Some(RawCorrection::Holm) => Correction::Holm,
                Some(RawCorrection::BenjaminiHochberg) => Correction::BenjaminiHochberg,
                Some(RawCorrection::None) => Correction::None,
            },
            compare,
            common_pairs: raw.common_pairs.unwrap_or(false),
            threads: default.threads,
        }
    }
}
