//! What is said before an evaluation: that it takes much memory or time, or that its gold labels were chosen in another way
//! than is stated.

use std::time::Duration;

use phenom_metrics::{Evaluation, expected_time};
use phenom_report::warnings_of_reading;

use super::budget::{Estimate, counted};
use crate::memory::in_words;

/// From how long a wait is told of before it begins.
const LONG: Duration = Duration::from_secs(10);

/// That people did not read the pairs of judged gold that the config states; how much memory an evaluation will take, where that
/// is more than a tenth of what is allowed; and how long its comparisons will take, where that is over ten seconds.
pub fn announcement(evaluation: &Evaluation, estimate: Estimate, allowed: u64) -> Vec<String> {
    let mut said = warnings_of_reading(evaluation);
    if estimate.bytes > allowed / 10 {
        said.push(format!(
            "{}, and need about {} of memory (limit: {})",
            counted(evaluation, estimate.rows),
            in_words(estimate.bytes),
            in_words(allowed)
        ));
    }
    let expected = expected_time(evaluation);
    if expected >= LONG && estimate.rows.comparisons > 0 {
        let resamples = evaluation.statistics.resamples;
        said.push(format!(
            "comparisons with {resamples} resamples will take {}; Ctrl-C ends the run, fewer `resamples` shorten it",
            about(expected)
        ));
    }
    said
}

/// A time in words, rounded as roughly as it is known.
fn about(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds.div_ceil(60) {
        0..=1 => format!("about {} seconds", seconds.div_ceil(10) * 10),
        minutes @ 0..120 => format!("about {minutes} minutes"),
        minutes @ 120..2880 => format!("about {} hours", minutes / 60),
        minutes => format!("about {} days", minutes / 1440),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_as_rough_as_they_are_known() {
        let of = |seconds| about(Duration::from_secs(seconds));
        assert_eq!(of(11), "about 20 seconds");
        assert_eq!(of(61), "about 2 minutes");
        assert_eq!(of(3600), "about 60 minutes");
        assert_eq!(of(7200), "about 2 hours");
        assert_eq!(of(172_800), "about 2 days");
        assert_eq!(of(u64::MAX), "about 213503982334601 days");
    }
}
