//! The time at which a step was made or an answer given, in words.

use std::time::{SystemTime, UNIX_EPOCH};

/// Now, in UTC and to the second: `2026-05-04T09:00:47Z`.
#[must_use]
pub fn now() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    written(since.as_secs())
}

/// Whether a text is an instant as [`now`] writes it, from the year 1970 on. A clock may be wrong, but it knows the calendar.
#[must_use]
pub fn is_instant(text: &str) -> bool {
    const FORM: &[u8] = b"0000-00-00T00:00:00Z";
    let fits = |(byte, form): (&u8, &u8)| match form {
        b'0' => byte.is_ascii_digit(),
        _ => byte == form,
    };
    if text.len() != FORM.len() || !text.as_bytes().iter().zip(FORM).all(fits) {
        return false;
    }
    let number = |from: usize, to: usize| -> u32 {
        text.get(from..to).and_then(|digits| digits.parse().ok()).unwrap_or(u32::MAX)
    };
    let (year, month, day) = (number(0, 4), number(5, 7), number(8, 10));
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    };
    let in_time = number(11, 13) < 24 && number(14, 16) < 60 && number(17, 19) < 60;
    year >= 1970 && (1..=days).contains(&day) && in_time
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
    use super::{is_instant, now, written};

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

    #[test]
    fn an_instant_is_a_time_of_the_calendar() {
        for seconds in (0..4_102_444_800).step_by(86_399 * 7) {
            let written = written(seconds);
            assert!(is_instant(&written), "{written}");
        }
        assert!(is_instant(&now()));
        for day in ["2000-02-29", "2024-02-29", "2026-12-31"] {
            assert!(is_instant(&format!("{day}T23:59:59Z")), "{day}");
        }
        for day in [
            "1900-02-28",
            "2100-02-29",
            "2023-02-29",
            "2026-04-31",
            "2026-13-01",
            "2026-00-01",
            "2026-01-00",
            "1969-12-31",
            "0000-01-01",
            "2026-1-001",
            "+026-01-01",
        ] {
            assert!(!is_instant(&format!("{day}T00:00:00Z")), "{day}");
        }
        for text in [
            "",
            "now",
            "2026-05-04",
            "2026-05-04T09:00:47",
            "2026-05-04 09:00:47Z",
            "2026-05-04T24:00:00Z",
            "2026-05-04T09:60:00Z",
            "2026-05-04T09:00:60Z",
            "2026-05-04T09:00:47z",
            "2026-05-04T09:00:47.5Z",
            "2026-05-04T09:00:47+00:00",
            " 2026-05-04T09:00:47Z",
            "２026-05-04T09:00:4Z",
        ] {
            assert!(!is_instant(text), "{text}");
        }
    }
}
