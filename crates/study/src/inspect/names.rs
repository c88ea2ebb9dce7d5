//! What the name of a column says of what it holds.

use super::table::Column;
use super::usual_words::usual;

/// A name without its case and what is no letter or digit; of a path into JSON, its last key.
pub(super) fn bare(name: &str) -> String {
    letters(path_and_key(name).1)
}

/// A path into JSON without its last key, and that key: `labels` and `gpt-4.1` of `labels["gpt-4.1"]`, of `^labels.a[*]` too.
pub(super) fn path_and_key(name: &str) -> (&str, &str) {
    let name = name.strip_prefix('^').unwrap_or(name);
    let name = name.strip_suffix("[*]").unwrap_or(name);
    let in_quotes = name.strip_suffix("\"]").and_then(|name| name.rsplit_once("[\""));
    in_quotes.or_else(|| name.rsplit_once('.')).unwrap_or(("", name))
}

/// Whether a column is one of what holds the row, and the same for all rows of it.
pub(super) fn is_of_holder(name: &str) -> bool {
    name.starts_with('^') && !name.contains("[*]")
}

/// A text without its case and what is no letter or digit.
pub(super) fn letters(text: &str) -> String {
    text.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Names of columns, the first of them if they are many.
pub(super) fn listed<'n>(names: impl Iterator<Item = &'n str>) -> String {
    /// The most columns that are named.
    const NAMED: usize = 4;
    first_of(&names.map(|name| format!("`{name}`")).collect::<Vec<_>>(), NAMED)
}

/// The first of some entries, and how many more there are.
pub(super) fn first_of(entries: &[String], most: usize) -> String {
    let more = match entries.len().saturating_sub(most) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("{}{more}", entries[..entries.len().min(most)].join(", "))
}

/// What a column can hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Id,
    Text,
    Hypothesis,
    Gold,
    Answer,
    Confidence,
    Origin,
    Phenomenon,
    Category,
    Task,
    Cluster,
    Annotator,
}

impl Role {
    /// The names that are usual for it, the surest first.
    fn usual(self) -> &'static [&'static str] {
        match self {
            Self::Id => usual("id"),
            Self::Text => usual("text"),
            Self::Hypothesis => usual("hypothesis"),
            Self::Gold => usual("gold"),
            Self::Answer => usual("answer"),
            Self::Confidence => usual("confidence"),
            Self::Origin => usual("origin"),
            Self::Phenomenon => usual("phenomenon"),
            Self::Category => usual("category"),
            Self::Task => usual("task"),
            Self::Cluster => usual("cluster"),
            Self::Annotator => usual("annotator"),
        }
    }

    /// How usual a name is for it, 0 the most.
    pub(super) fn rank(self, name: &str) -> Option<usize> {
        let bare = bare(name);
        let rank = |name: &str| self.usual().iter().position(|usual| *usual == name);
        // A list has the name of its members in the plural.
        let one = || name.ends_with("[*]").then(|| rank(bare.strip_suffix('s')?)).flatten();
        rank(&bare).or_else(one)
    }

    /// Of some columns the one with the most usual name for it, behind the rank of that name.
    pub(super) fn best<'t>(
        self,
        columns: impl IntoIterator<Item = &'t Column>,
    ) -> Option<(usize, &'t Column)> {
        let ranked =
            columns.into_iter().filter_map(|column| Some((self.rank(&column.name)?, column)));
        ranked.min_by_key(|(rank, _)| *rank)
    }
}

/// What a pair can have several rows for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Over {
    Systems,
    Runs,
    Annotators,
}

impl Over {
    fn usual(self) -> &'static [&'static str] {
        match self {
            Self::Systems => usual("of-systems"),
            Self::Runs => usual("of-runs"),
            Self::Annotators => usual("of-annotators"),
        }
    }

    /// Whether a column with a name tells of it: a usual word alone, or with `id`, `name` and the like beside it.
    pub(super) fn names(self, name: &str) -> bool {
        const BESIDE: [&str; 10] =
            ["id", "name", "no", "nr", "number", "idx", "index", "num", "random", "type"];
        let bare = bare(name);
        let mut rest = vec![bare.as_str()];
        for beside in BESIDE {
            rest.extend(bare.strip_suffix(beside));
            rest.extend(bare.strip_prefix(beside));
        }
        rest.iter().any(|word| self.usual().contains(word))
    }
}

/// Whether a name is one that only gold has.
pub(super) fn is_gold(name: &str) -> bool {
    Role::Gold.rank(name).is_some_and(|rank| rank < 22)
}

/// Whether a name is one that only answers have.
pub(super) fn is_answer(name: &str) -> bool {
    Role::Answer.rank(name).is_some_and(|rank| rank < 14)
        || ["pred", "predicted", "prediction", "answer"]
            .iter()
            .any(|part| bare(name).starts_with(part) || bare(name).ends_with(part))
}

/// Whether a name has that of a system in it: of a usual model, or a word for one.
pub(super) fn names_a_system(name: &str) -> bool {
    let bare = bare(name);
    usual("models").iter().any(|model| bare.contains(model))
        || name
            .to_lowercase()
            .split(|letter: char| !letter.is_alphanumeric())
            .any(|word| ["t5", "phi", "phi2", "phi3", "nli", "o1", "o3"].contains(&word))
}

/// Whether a name is that of a gold label, of another version of it, or of what people said; `gold` is the name of the
/// column of gold.
pub(super) fn speaks_of_gold(name: &str, gold: Option<&str>) -> bool {
    let bare = bare(name);
    // In a path of JSON, a key above says it as well.
    let path = name.to_lowercase();
    let of_system =
        ["pred", "answer", "output", "parsed", "extracted"].iter().any(|word| path.contains(word))
            || path.split('.').any(names_a_system)
            || path_and_key(name).0.split('.').any(is_of_systems);
    let gold = gold.map(self::bare).filter(|gold| gold.chars().count() > 2);
    let says = usual("of-gold").iter().any(|word| bare.contains(word))
        || Role::Gold.rank(name).is_some()
        || gold.is_some_and(|gold| bare.contains(&gold));
    says && !of_system
}

/// Whether a key holds what systems said, each under its name.
fn is_of_systems(key: &str) -> bool {
    let bare = letters(key);
    bare.strip_suffix('s').is_some_and(|one| Over::Systems.usual().contains(&one))
}

/// Whether a name holds no other words than those of gold: `gold_label`, but not `minicheck_label`.
pub(super) fn says_gold_alone(name: &str) -> bool {
    let lower = name.to_lowercase();
    let mut words =
        lower.split(|letter: char| !letter.is_alphabetic()).filter(|word| !word.is_empty());
    words.clone().next().is_some()
        && words.all(|word| {
            usual("of-gold").iter().any(|of_gold| word.contains(of_gold))
                || Role::Gold.rank(word).is_some()
        })
}

/// Whether a name is one for what a pair is a part of.
pub(super) fn names_an_original(name: &str) -> bool {
    Role::Origin.rank(name).is_some()
        || ["origin", "parent"].iter().any(|word| bare(name).contains(word))
}

/// Whether a name is that of what one annotator said, such as `annotator2` or `label3`.
pub(super) fn is_annotator(name: &str) -> bool {
    let bare = bare(name);
    let without_number = bare.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let numbered = without_number.len() < bare.len();
    ["annotator", "annotation", "rater", "coder", "worker", "judge", "ann"]
        .contains(&without_number)
        || (numbered && ["a", "label", "rating", "vote", "expert"].contains(&without_number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_known_however_they_are_spelt() {
        for name in ["pairID", "pair_id", "Pair ID", "doc.meta.pairId"] {
            assert_eq!(Role::Id.rank(name), Some(1), "{name}");
        }
        assert_eq!(Role::Id.rank("Unnamed: 0"), Role::Id.rank("unnamed_0"));
        assert!(is_gold("gold_label") && is_gold("sent_label") && !is_gold("label"));
        assert!(is_answer("pred") && is_answer("bert_prediction") && !is_answer("label"));
        assert!(names_an_original("parent_of") && !names_an_original("duplicate_of"));
        assert!(is_annotator("annotator_2") && is_annotator("label3") && !is_annotator("label"));
    }
}
