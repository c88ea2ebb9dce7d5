//! The time of a step, in words.

use std::time::{SystemTime, UNIX_EPOCH};

/// Now, in UTC and to the second: `2026-05-04T09:00:47Z`.
pub(crate) fn now() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    written(since.as_secs())
}

/// So many seconds after 1970 in the calendar: days are counted in cycles of 400 years, which begin on the first of
/// March, so that the day of a leap year is the last of its year.
fn written(seconds: u64) -> String {
    let days = seconds / 86_400 + 719_468;
    let (cycle, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month_from_march = (5 * day + 2) / 153;
    let day = day - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = year + 400 * cycle + u64::from(month <= 2);
    let (hours, minutes, rest) = (seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{month:02}-{day:02}T{hours:02}:{minutes:02}:{rest:02}Z")
}

#[cfg(test)]
mod tests {
    use super::written;

    // date -u -d @1777885247 +%FT%TZ
    #[test]
    fn seconds_are_written_as_the_calendar_has_them() {
        assert_eq!(written(0), "1970-01-01T00:00:00Z");
        assert_eq!(written(951_782_399), "2000-02-28T23:59:59Z");
        assert_eq!(written(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(written(1_709_251_199), "2024-02-29T23:59:59Z");
        assert_eq!(written(1_777_885_247), "2026-05-04T09:00:47Z");
        assert_eq!(written(4_102_444_799), "2099-12-31T23:59:59Z");
    }
}
