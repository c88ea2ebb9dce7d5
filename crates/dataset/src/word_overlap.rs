//! How many words of a hypothesis stand in its text.

use std::collections::HashSet;

/// The share of the words of a hypothesis that stand in the text, from 0 to 1; nothing for a hypothesis without
/// words. A word is a run of letters and digits, whatever its case; one that stands twice in the hypothesis
/// counts twice [CM10, section 4.2].
#[must_use]
pub fn word_overlap(text: &str, hypothesis: &str) -> Option<f64> {
    let in_text: HashSet<String> = words(text).collect();
    let (mut all, mut found) = (0u32, 0u32);
    for word in words(hypothesis) {
        all += 1;
        found += u32::from(in_text.contains(&word));
    }
    (all > 0).then(|| f64::from(found) / f64::from(all))
}

/// The words of a text, in lower case: runs of letters and digits.
pub fn words(text: &str) -> impl Iterator<Item = String> {
    runs(text).map(str::to_lowercase)
}

/// How many words a text has.
pub(crate) fn count_words(text: &str) -> u32 {
    u32::try_from(runs(text).count()).unwrap_or(u32::MAX)
}

/// The runs of letters and digits in a text.
fn runs(text: &str) -> impl Iterator<Item = &str> {
    let runs = text.split(|letter: char| !letter.is_alphanumeric());
    runs.filter(|run| !run.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_compared_whatever_their_case_and_marks() {
        let text = "The Zoopraxiscope was invented in 1879, by E. Muybridge.";
        assert_eq!(word_overlap(text, "Muybridge invented the zoopraxiscope"), Some(1.0));
        assert_eq!(word_overlap(text, "the the lamp, in 1880"), Some(0.6));
        assert_eq!(word_overlap("ÉTÉ", "été ete"), Some(0.5));
        assert_eq!(word_overlap(text, " - "), None);
        assert_eq!(word_overlap("", "a"), Some(0.0));
    }
}
