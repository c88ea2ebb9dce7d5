//! What the words of a file mean.
//!
//! The same word differs in meaning by source: `NO` is *not entailed* in RTE-1 to RTE-3 and
//! *contradiction* in the three-way key of RTE-3. So every file is read under a scheme, and a
//! label outside it is a problem, never a guess.

use std::sync::LazyLock;

use crate::Judgment;

/// A mapping from the labels of a file to judgments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LabelScheme {
    name: String,
    meanings: Vec<(String, Meaning)>,
}

/// What a label stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meaning {
    /// A judgment.
    Judgment(Judgment),
    /// No judgment: no gold where a dataset is read, an abstention where answers are read.
    None,
}

impl Meaning {
    /// The word of the meaning in configs: a judgment's name, or `none`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Judgment(judgment) => judgment.name(),
            Self::None => "none",
        }
    }

    /// The meaning with the given [`name`](Self::name).
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "none" => Some(Self::None),
            other => Judgment::from_name(other).map(Self::Judgment),
        }
    }

    /// Every word that a mapping may use, but for other words for judgments.
    #[must_use]
    pub fn names() -> Vec<&'static str> {
        Judgment::ALL.iter().map(|judgment| judgment.name()).chain(["none"]).collect()
    }
}

/// A scheme that has a name: the name, where it is used, its labels with their meanings.
type Named = (&'static str, &'static str, Vec<(&'static str, Meaning)>);

/// Those of `label-schemes.txt`.
static NAMED: LazyLock<Vec<Named>> = LazyLock::new(|| {
    let scheme = |line: &'static str| {
        let (name, rest) = line.split_once(" | ").filter(|_| !line.starts_with('#'))?;
        let (used, labels) = rest.split_once(" | ")?;
        let meaning = |label: &'static str| {
            let (label, meaning) = label.rsplit_once('=')?;
            Some((label, Meaning::from_name(meaning)?))
        };
        Some((name, used, labels.split(' ').map(meaning).collect::<Option<_>>()?))
    };
    include_str!("label-schemes.txt").lines().filter_map(scheme).collect()
});

impl LabelScheme {
    /// The scheme with a name, for example `rte-two-way`.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let (name, _, labels) = NAMED.iter().find(|(known, ..)| *known == name)?;
        let meanings = labels.iter().map(|(label, meaning)| ((*label).to_owned(), *meaning));
        Some(Self { name: (*name).to_owned(), meanings: meanings.collect() })
    }

    /// A scheme of the user's own.
    #[must_use]
    pub fn custom(meanings: impl IntoIterator<Item = (String, Meaning)>) -> Self {
        let meanings: Vec<_> = meanings.into_iter().collect();
        let words: Vec<_> =
            meanings.iter().map(|(label, meaning)| format!("{label}={}", meaning.name())).collect();
        Self { name: words.join(","), meanings }
    }

    /// The words of phenom itself.
    #[must_use]
    pub fn judgments() -> Self {
        let own = |judgment: Judgment| (judgment.name().to_owned(), Meaning::Judgment(judgment));
        Self { name: "judgments".to_owned(), ..Self::custom(Judgment::ALL.map(own)) }
    }

    /// The same, with the words of phenom itself where they mean nothing in it: how answers are read that
    /// stand under the scheme of their dataset.
    #[must_use]
    pub fn or_judgments(&self) -> Self {
        let mut all = self.clone();
        let known = |label: &str| self.meaning(label).is_some();
        let more = Judgment::ALL.into_iter().filter(|judgment| !known(judgment.name()));
        let before = all.meanings.len();
        all.meanings.extend(more.map(|own| (own.name().to_owned(), Meaning::Judgment(own))));
        if all.meanings.len() > before {
            all.name.push_str(" or judgments");
        }
        all
    }

    /// Names of all named schemes, each with a line on where it is used.
    pub fn all_named() -> impl Iterator<Item = (&'static str, &'static str)> {
        NAMED.iter().map(|(name, use_, _)| (*name, *use_))
    }

    /// The scheme's name; for one of the user's own, its mapping written out.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The labels and what they mean, in the order of the scheme.
    #[must_use]
    pub fn meanings(&self) -> &[(String, Meaning)] {
        &self.meanings
    }

    /// What a label means, or nothing where the scheme does not say.
    #[must_use]
    pub fn meaning(&self, label: &str) -> Option<Meaning> {
        self.meanings.iter().find(|(known, _)| known == label).map(|(_, meaning)| *meaning)
    }

    /// Named schemes that give a label a meaning, with that meaning.
    #[must_use]
    pub fn naming(label: &str) -> Vec<(&'static str, Meaning)> {
        let meaning = |(name, _, labels): &Named| {
            let (_, meaning) = labels.iter().find(|(known, _)| *known == label)?;
            Some((*name, *meaning))
        };
        NAMED.iter().filter_map(meaning).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_but_the_first_is_a_scheme() {
        assert_eq!(NAMED.len() + 1, include_str!("label-schemes.txt").lines().count());
        assert!(NAMED.iter().all(|(name, used, labels)| {
            !name.contains(' ') && !used.contains('|') && labels.len() > 1
        }));
    }

    #[test]
    fn the_same_word_means_different_things() {
        let meaning = |scheme: &str| LabelScheme::named(scheme).unwrap().meaning("NO");
        assert_eq!(meaning("rte-two-way"), Some(Meaning::Judgment(Judgment::NotEntailment)));
        assert_eq!(meaning("rte-3-three-way"), Some(Meaning::Judgment(Judgment::Contradiction)));
        assert_eq!(meaning("nli"), None);
    }

    #[test]
    fn a_scheme_is_completed_by_the_words_of_phenom_which_never_change_it() {
        let nli = LabelScheme::named("nli").unwrap().or_judgments();
        assert_eq!(nli.name(), "nli or judgments");
        assert_eq!(nli.meaning("neutral"), nli.meaning("unknown"));
        let own = LabelScheme::custom([("unknown".to_owned(), Meaning::None)]).or_judgments();
        assert_eq!(own.meaning("unknown"), Some(Meaning::None));
        assert_eq!(LabelScheme::judgments().or_judgments(), LabelScheme::judgments());
    }

    #[test]
    fn the_default_scheme_is_the_named_one() {
        assert_eq!(LabelScheme::named("judgments"), Some(LabelScheme::judgments()));
    }
}
