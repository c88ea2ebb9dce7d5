//! What the labels of a column mean, as far as that can be told from the labels.

use std::collections::BTreeSet;

use phenom_dataset::LabelScheme;
use serde_json::{Map, Value};

/// How many different labels a column of labels has at the most.
pub(super) const MOST_LABELS: usize = 8;

/// What some labels mean.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Meanings {
    /// A named scheme, which has no other meaning for any of them.
    Scheme(&'static str),
    /// Words for judgments that mean the same wherever they stand, in a spelling of their own.
    Words(Vec<(String, &'static str)>),
    /// Not what they say by themselves; some can be supposed.
    Unsure(Vec<(String, Option<&'static str>)>),
}

impl Meanings {
    /// Of the different labels of a column; nothing where there are none.
    pub(super) fn of(labels: &BTreeSet<&str>) -> Option<Self> {
        if labels.is_empty() {
            return None;
        }
        if let Some(scheme) = scheme(labels).filter(|_| !labels.iter().any(is_yes_or_no)) {
            return Some(Self::Scheme(scheme));
        }
        let together = together(labels);
        let with_neither = with_neither(labels);
        let word = |label: &&str| {
            let asked = || of_question(label).filter(|_| with_neither);
            let meaning = word(label).or(supposed(label).filter(|_| together)).or_else(asked)?;
            Some(((*label).to_owned(), meaning))
        };
        let words: Option<Vec<_>> = labels.iter().map(word).collect();
        match words {
            Some(words) if words.iter().any(|(_, meaning)| *meaning != "none") => {
                Some(Self::Words(words))
            }
            _ => {
                // Beside a word for what is open, `no` may be *contradiction* as well as *not entailed*.
                let open = labels.iter().any(|label| is_open(label));
                let supposed = |label: &&str| {
                    let meaning = supposed(label);
                    let unclear =
                        open && meaning == Some("not-entailment") && word(label).is_none();
                    ((*label).to_owned(), meaning.filter(|_| !unclear))
                };
                Some(Self::Unsure(labels.iter().map(supposed).collect()))
            }
        }
    }

    /// Whether the labels alone say what they mean.
    pub(super) fn is_sure(&self) -> bool {
        !matches!(self, Self::Unsure(_))
    }

    /// As a config says it; of what is not sure, what can be supposed, and `none` for the rest.
    pub(super) fn value(&self) -> Value {
        let mapping = |meanings: &mut dyn Iterator<Item = (&String, &str)>| {
            let entries = meanings.map(|(label, meaning)| (label.clone(), meaning.into()));
            Value::Object(entries.collect::<Map<_, _>>())
        };
        match self {
            Self::Scheme(name) => Value::from(*name),
            Self::Words(words) => {
                mapping(&mut words.iter().map(|(label, meaning)| (label, *meaning)))
            }
            Self::Unsure(labels) => mapping(
                &mut labels.iter().map(|(label, meaning)| (label, meaning.unwrap_or("MEANING"))),
            ),
        }
    }
}

/// What numbers mean whose classes have names, in their order; nothing if the names do not say it.
pub(super) fn of_classes(names: &[String]) -> Option<Meanings> {
    let labels: BTreeSet<&str> = names.iter().map(String::as_str).collect();
    let meanings = Meanings::of(&labels).filter(Meanings::is_sure)?.value();
    let words = names.iter().enumerate().map(|(number, name)| {
        let meant = judgment(&meanings, name)?;
        let meaning = phenom_dataset::Meaning::names().into_iter().find(|word| *word == meant)?;
        Some((number.to_string(), meaning))
    });
    let mut words = words.collect::<Option<Vec<_>>>()?;
    // So datasets say that a pair has no gold.
    words.push(("-1".to_owned(), "none"));
    words.extend(names.iter().filter_map(|name| {
        let meant = judgment(&meanings, name)?;
        let meaning = phenom_dataset::Meaning::names().into_iter().find(|word| *word == meant)?;
        Some((name.clone(), meaning))
    }));
    Some(Meanings::Words(words))
}

/// What labels of RTE mean, where nothing else than RTE can have written them.
pub(super) fn of_rte(labels: &BTreeSet<&str>) -> Option<Meanings> {
    scheme(labels).map(Meanings::Scheme)
}

/// Whether a label answers a question that it does not say: `NO` is *not entailed* as well as *contradicted*.
fn is_yes_or_no(label: &&str) -> bool {
    ["yes", "no", "true", "false"].contains(&bare(label).as_str())
}

/// The judgment that a label stands for, as a config says the labels.
pub(super) fn judgment(labels: &Value, label: &str) -> Option<String> {
    match labels {
        Value::String(scheme) => {
            LabelScheme::named(scheme)?.meaning(label).map(|meaning| meaning.name().to_owned())
        }
        Value::Object(mapping) => mapping.get(label)?.as_str().map(str::to_owned),
        _ => None,
    }
}

/// The named scheme that fits, unless another one that fits as well has other meanings.
fn scheme(labels: &BTreeSet<&str>) -> Option<&'static str> {
    let mut fits: Vec<(usize, &'static str, LabelScheme)> = LabelScheme::all_named()
        .filter_map(|(name, _)| {
            let scheme = LabelScheme::named(name)?;
            let fits = labels.iter().all(|label| scheme.meaning(label).is_some());
            let unseen =
                scheme.meanings().iter().filter(|(label, _)| !labels.contains(label.as_str()));
            // That some pairs have no gold is no label of a scheme.
            let unseen = unseen.filter(|(label, _)| label != "-").count();
            fits.then_some((unseen, name, scheme))
        })
        .collect();
    fits.sort_by_key(|(unseen, ..)| *unseen);
    let (unseen, name, first) = fits.first()?;
    let agree = fits.iter().all(|(_, _, other)| {
        labels.iter().all(|label| other.meaning(label) == first.meaning(label))
    });
    (*unseen == 0 || agree).then_some(*name)
}

/// A label without its case and what is no letter.
fn bare(label: &str) -> String {
    label.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// What a word means wherever it stands.
fn word(label: &str) -> Option<&'static str> {
    match bare(label).as_str() {
        "entailment" | "entailed" | "entails" | "entail" => Some("entailment"),
        "neutral" | "unknown" => Some("unknown"),
        "contradiction" | "contradicted" | "contradicts" | "contradict" | "contradictory" => {
            Some("contradiction")
        }
        "notentailment" | "nonentailment" | "noentailment" | "notentailed" | "nonentailed" => {
            Some("not-entailment")
        }
        "" if label == "-" => Some("none"),
        _ => None,
    }
}

/// Whether labels say what they mean because of the others beside them: all three first letters of the judgments, or words for
/// claims that are supported and refuted.
fn together(labels: &BTreeSet<&str>) -> bool {
    let bare: BTreeSet<String> = labels.iter().map(|label| bare(label)).collect();
    let has = |words: &[&str]| bare.iter().any(|label| words.contains(&label.as_str()));
    let (supported, refuted) = (["supports", "supported"], ["refutes", "refuted"]);
    let between =
        ["notenoughinfo", "nei", "notenoughevidence", "notenoughinformation", "neutral", "unknown"];
    let of_claims = |label: &String| {
        [&supported[..], &refuted[..], &between[..]].concat().contains(&label.as_str())
    };
    bare == ["c", "e", "n"].map(str::to_owned).into()
        || (has(&supported) && has(&refuted) && bare.iter().all(of_claims))
}

/// Whether labels answer *true, false or neither*, and one of them is *neither*: what is false then is contradicted.
fn with_neither(labels: &BTreeSet<&str>) -> bool {
    let has = |wanted: &str| labels.iter().any(|label| bare(label) == wanted);
    labels.iter().all(|label| of_question(label).is_some())
        && has("neither")
        && !(has("true") && has("yes"))
}

/// What an answer to *true, false or neither* means.
fn of_question(label: &str) -> Option<&'static str> {
    match bare(label).as_str() {
        "true" | "yes" => Some("entailment"),
        "neither" => Some("unknown"),
        "false" | "no" => Some("contradiction"),
        _ => None,
    }
}

/// Whether a label is an answer between *yes* and *no*.
fn is_open(label: &str) -> bool {
    ["maybe", "unclear", "unsure", "dontknow", "cannottell"].contains(&bare(label).as_str())
        || supposed(label) == Some("unknown")
}

/// What a label often means, which is not to be taken for granted.
pub(super) fn supposed(label: &str) -> Option<&'static str> {
    word(label).or(match bare(label).as_str() {
        "e" | "yes" | "true" | "supported" | "supports" | "s" => Some("entailment"),
        "n"
        | "u"
        | "notenoughinfo"
        | "notenoughinformation"
        | "notenoughevidence"
        | "nei"
        | "undecided"
        | "maybe" => Some("unknown"),
        "c" | "refuted" | "refutes" => Some("contradiction"),
        "no" | "false" | "notsupported" | "unsupported" | "ns" | "partiallysupported" => {
            Some("not-entailment")
        }
        "nan" | "na" | "none" | "null" | "ir" | "irrelevant" => Some("none"),
        _ => None,
    })
}

/// Whether a text is the first letter of a label.
pub(super) fn initial_of(label: &str, text: &str) -> bool {
    let mut letters = text.chars().flat_map(char::to_lowercase);
    let (first, more) = (letters.next(), letters.next());
    let of_label = label.chars().flat_map(char::to_lowercase).next();
    more.is_none() && first.is_some_and(char::is_alphabetic) && first == of_label
}

/// The judgment that the last letter of a column's name may stand for, such as `p_e`; only three of them together say
/// so.
pub(super) fn judgment_by_letter(name: &str) -> Option<&'static str> {
    let mut words = name.split(|letter: char| !letter.is_alphanumeric());
    match words.rfind(|word| !word.is_empty())?.to_lowercase().as_str() {
        "e" | "pe" | "ent" => Some("entailment"),
        "n" | "pn" | "neu" => Some("unknown"),
        "c" | "pc" | "con" | "contr" => Some("contradiction"),
        _ => None,
    }
}

/// The judgment that the name of a column of numbers speaks of, such as `prob_entailment`.
pub(super) fn judgment_in(name: &str) -> Option<&'static str> {
    let bare = bare(name);
    let has = |words: &[&str]| words.iter().any(|word| bare.contains(word));
    if has(&["notentail", "nonentail", "noentail"]) {
        Some("not-entailment")
    } else if has(&["entail"]) {
        Some("entailment")
    } else if has(&["neutral", "unknown"]) {
        Some("unknown")
    } else if has(&["contradict"]) {
        Some("contradiction")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn of(labels: &[&str]) -> Meanings {
        Meanings::of(&labels.iter().copied().collect()).unwrap()
    }

    // docs/formats.md, Label schemes.
    #[test]
    fn a_named_scheme_is_taken_where_no_other_has_another_meaning() {
        for (labels, scheme) in [
            (&["entailment", "neutral", "contradiction"][..], "nli"),
            (&["entailment", "neutral", "contradiction", "-"], "nli"),
            (&["entailment", "unknown", "contradiction"], "judgments"),
            (&["entailment", "not_entailment"], "glue"),
            (&["ENTAILMENT", "UNKNOWN", "CONTRADICTION"], "rte-three-way"),
            (&["ENTAILMENT", "NONENTAILMENT"], "edits"),
        ] {
            assert_eq!(of(labels), Meanings::Scheme(scheme), "{labels:?}");
        }
        // NO is not entailed in one scheme and contradicted in another.
        let Meanings::Unsure(labels) = of(&["NO"]) else { panic!() };
        assert_eq!(labels, [("NO".to_owned(), Some("not-entailment"))]);
        for (labels, scheme) in [
            (&["YES", "NO"][..], "rte-two-way"),
            (&["YES", "NO", "UNKNOWN"], "rte-3-three-way"),
            (&["TRUE", "FALSE"], "rte-1"),
        ] {
            assert!(!of(labels).is_sure(), "{labels:?}");
            let of_rte = of_rte(&labels.iter().copied().collect());
            assert_eq!(of_rte, Some(Meanings::Scheme(scheme)), "{labels:?}");
        }
    }

    #[test]
    fn some_labels_say_what_they_mean_only_together() {
        let claims = of(&["SUPPORTS", "REFUTES", "NOT ENOUGH INFO"]);
        let value = json!({"NOT ENOUGH INFO": "unknown", "REFUTES": "contradiction", "SUPPORTS": "entailment"});
        assert_eq!((claims.is_sure(), claims.value()), (true, value));
        let letters = of(&["e", "n", "c"]);
        let value = json!({"c": "contradiction", "e": "entailment", "n": "unknown"});
        assert_eq!((letters.is_sure(), letters.value()), (true, value));
        for unsure in
            [&["e", "n"][..], &["SUPPORTS", "NOT ENOUGH INFO"], &["supported", "refuted", "no"]]
        {
            assert!(!of(unsure).is_sure(), "{unsure:?}");
        }
    }

    #[test]
    fn words_for_judgments_are_known_in_any_case() {
        let words = of(&["Entailment", "Neutral", "Contradiction"]);
        assert!(words.is_sure());
        let value = json!({"Contradiction": "contradiction", "Entailment": "entailment", "Neutral": "unknown"});
        assert_eq!(words.value(), value);
        assert_eq!(
            of(&["entailment", "non-entailment"]).value()["non-entailment"],
            "not-entailment"
        );
        assert_eq!(judgment(&value, "Neutral").as_deref(), Some("unknown"));
        assert_eq!(judgment(&json!("nli"), "neutral").as_deref(), Some("unknown"));
    }

    #[test]
    fn numbers_and_answers_to_other_questions_are_not_guessed() {
        for labels in
            [&["0", "1", "2"][..], &["yes", "no"], &["e", "c"], &["supported", "not_supported"]]
        {
            assert!(!of(labels).is_sure(), "{labels:?}");
        }
        let neither = json!({"False": "contradiction", "Neither": "unknown", "True": "entailment"});
        assert!(of(&["True", "Neither", "False"]).is_sure());
        assert_eq!(of(&["True", "Neither", "False"]).value(), neither);
        assert_eq!(of(&["0", "1"]).value(), json!({"0": "MEANING", "1": "MEANING"}));
        assert_eq!(
            of(&["yes", "no"]).value(),
            json!({"yes": "entailment", "no": "not-entailment"})
        );
        let three = json!({"yes": "entailment", "no": "MEANING", "maybe": "unknown"});
        assert_eq!(of(&["yes", "no", "maybe"]).value(), three);
        assert_eq!(Meanings::of(&BTreeSet::new()), None);
    }

    #[test]
    fn columns_of_numbers_say_their_judgment() {
        assert_eq!(judgment_in("P(not_entailment)"), Some("not-entailment"));
        assert_eq!(judgment_in("prob_entail"), Some("entailment"));
        assert_eq!(judgment_in("Neutral"), Some("unknown"));
        assert_eq!(judgment_in("p_0"), None);
        assert_eq!(judgment_by_letter("p_e"), Some("entailment"));
        assert_eq!(judgment_by_letter("score(N)"), Some("unknown"));
        assert_eq!(judgment_by_letter("premise"), None);
    }
}
