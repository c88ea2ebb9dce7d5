//! A light stemmer, for words that WordNet does not have, and for all words without it.

/// What is left of a lower-case word without the endings of plurals, participles and comparison; the word itself where
/// little would be left. It joins more forms than a dictionary would, and no words of different stems.
#[must_use]
pub fn stem(word: &str) -> String {
    let long_enough = |kept: &str| kept.chars().count() >= 3;
    let without = |ending: &str| word.strip_suffix(ending).filter(|kept| long_enough(kept));
    let kept = if let Some(kept) = without("ies").or_else(|| without("ied")) {
        return format!("{kept}y");
    } else if let Some(kept) = without("ing").or_else(|| without("ed")) {
        undoubled(kept)
    } else if let Some(kept) = without("sses") {
        return format!("{kept}ss");
    } else if let Some(kept) = without("es").or_else(|| without("s")) {
        if word.ends_with("ss") || word.ends_with("us") || word.ends_with("is") {
            word
        } else {
            kept
        }
    } else {
        word
    };
    let kept = kept.strip_suffix('e').filter(|kept| long_enough(kept)).unwrap_or(kept);
    kept.to_owned()
}

/// *stopp* is *stop*; *fall* and *pass* stay.
fn undoubled(kept: &str) -> &str {
    let mut letters = kept.chars().rev();
    match (letters.next(), letters.next()) {
        (Some(last), Some(before)) if last == before && "bdgmnprt".contains(last) => {
            &kept[..kept.len() - last.len_utf8()]
        }
        _ => kept,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_a_word_have_one_stem() {
        for forms in [
            &["acquire", "acquires", "acquired", "acquiring"][..],
            &["stop", "stops", "stopped", "stopping"],
            &["city", "cities"],
            &["pass", "passes", "passed"],
            &["bus", "bus"],
        ] {
            let stems: Vec<String> = forms.iter().map(|form| stem(form)).collect();
            assert!(stems.iter().all(|one| *one == stems[0]), "{stems:?}");
        }
        assert_eq!(stem("red"), "red");
        assert_eq!(stem("thing"), "thing");
        assert_eq!(stem(""), "");
        assert_eq!(stem("élites"), "élit");
    }
}
