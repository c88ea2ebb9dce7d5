//! Features of an entailment rule: the shape of its change, and the words of its pattern and constraint.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use phenom_annotate::{Given, Rule, places, shared, words};

/// The names of what holds of an example.
pub(crate) type Features = BTreeSet<String>;

/// Words without a content of their own, negation, quantifiers and verbs of saying: they count as themselves.
static FUNCTION_WORDS: LazyLock<BTreeSet<&str>> =
    LazyLock::new(|| include_str!("../../../data/function-words.txt").split_whitespace().collect());
/// Words that negate.
pub(super) const NEGATION: [&str; 13] = [
    "no", "not", "never", "none", "nobody", "nothing", "nowhere", "neither", "nor", "without",
    "cannot", "hardly", "n't",
];
const NUMERALS: &str = " zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen \
    sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million \
    half quarter dozen first second third ";
const PRONOUNS: &str = " he she it they him her them his hers its their theirs himself herself itself themselves who \
    whom whose which that this these those ";

/// Whether a lower-case word has no content of its own.
pub(super) fn is_function_word(word: &str) -> bool {
    FUNCTION_WORDS.contains(word)
}

/// The words of a text in lower case, without punctuation; *didn't* is *did* and *n't*.
pub(crate) fn folded_words(text: &str) -> Vec<String> {
    let spelt = text.replace("n't", " not").replace("n’t", " not");
    words(&spelt)
        .into_iter()
        .filter(phenom_annotate::Word::is_word)
        .map(|word| word.folded)
        .collect()
}

/// A run of words that one side of a rule has instead of a run of the other side.
pub(super) struct Gap {
    pub(super) removed: Vec<String>,
    pub(super) added: Vec<String>,
    /// How many words both sides share before it, since the gap before.
    shared_before: usize,
}

/// The runs in which the sides differ, between the words that they share in their order.
pub(super) fn gaps(left: &str, right: &str) -> Vec<Gap> {
    let only_words = |side: &str| {
        let mut found = words(&side.replace("n't", " not").replace("n’t", " not"));
        found.retain(phenom_annotate::Word::is_word);
        found
    };
    let (left, right) = (only_words(left), only_words(right));
    let mut found = Vec::new();
    let (mut from, mut to, mut run) = (0, 0, 0);
    let end = (left.len(), right.len());
    for (first, second) in shared(&left, &right).into_iter().chain([end]) {
        if first > from || second > to {
            let folded = |words: &[phenom_annotate::Word]| {
                words.iter().map(|word| word.folded.clone()).collect()
            };
            found.push(Gap {
                removed: folded(&left[from..first]),
                added: folded(&right[to..second]),
                shared_before: std::mem::take(&mut run),
            });
        }
        run += 1;
        (from, to) = (first + 1, second + 1);
    }
    found
}

/// What forms of a word have in common: its first letters.
pub(super) fn stem(word: &str) -> &str {
    let length = word.chars().count();
    let kept = if length > 5 { (length - 3).max(4) } else { 4 };
    word.char_indices().nth(kept).map_or(word, |(end, _)| &word[..end])
}

/// What each gap does to content words that the other side has in no form: `S` replaces, `D` removes, `A` adds, and `f`
/// changes form, order or function words alone.
pub(super) fn edit_kinds(left: &str, right: &str) -> String {
    let (all_left, all_right) = (folded_words(left), folded_words(right));
    let is_new = |words: &[String], others: &[String]| {
        words.iter().any(|word| {
            !is_function_word(word) && others.iter().all(|other| stem(other) != stem(word))
        })
    };
    let kind = |gap: &Gap| match (is_new(&gap.removed, &all_right), is_new(&gap.added, &all_left)) {
        (true, true) => 'S',
        (true, false) => 'D',
        (false, true) => 'A',
        (false, false) => 'f',
    };
    gaps(left, right).iter().map(kind).collect()
}

fn bucket(number: usize) -> &'static str {
    match number {
        0 => "0",
        1 => "1",
        2 => "2",
        3..=4 => "3-4",
        5..=8 => "5-8",
        _ => "9+",
    }
}

/// The words that one list has more often than another.
pub(crate) fn surplus(words: &[String], others: &[String]) -> Vec<String> {
    let mut left: BTreeMap<&str, usize> = BTreeMap::new();
    others.iter().for_each(|word| *left.entry(word).or_default() += 1);
    let mut found = words.to_vec();
    found.retain(|word| match left.get_mut(word.as_str()) {
        Some(number) if *number > 0 => {
            *number -= 1;
            false
        }
        _ => true,
    });
    found
}

/// A rule as the model sees it.
#[derive(Debug, Clone, Copy)]
pub struct RuleText<'a> {
    /// The text that the rule is applied to.
    pub text: &'a str,
    /// The left-hand side.
    pub left: &'a str,
    /// The right-hand side.
    pub right: &'a str,
    /// The pattern, or nothing.
    pub pattern: &'a str,
    /// The constraint, or nothing.
    pub constraint: &'a str,
}

impl<'a> RuleText<'a> {
    /// The rule of a part.
    pub(super) fn of(part: &'a Given, rule: &'a Rule) -> Self {
        RuleText {
            text: &part.text,
            left: &rule.left_hand_side,
            right: &rule.right_hand_side,
            pattern: &rule.pattern,
            constraint: &rule.constraint,
        }
    }

    /// The features of the change itself.
    pub(crate) fn edit(&self) -> Features {
        let mut found = Features::new();
        let (left, right) = (folded_words(self.left), folded_words(self.right));
        let (removed, added) = (surplus(&left, &right), surplus(&right, &left));
        of_words(&mut found, '-', &removed, self.left);
        of_words(&mut found, '+', &added, self.right);
        let kept = left.iter().filter(|word| right.contains(word) && is_function_word(word));
        found.extend(kept.map(|word| format!("={word}")));
        self.shape(&mut found, (&left, &right), (&removed, &added));
        self.surroundings(&mut found, (&left, &right), &added);
        found
    }

    fn shape(
        &self,
        found: &mut Features,
        (left, right): (&[String], &[String]),
        (removed, added): (&[String], &[String]),
    ) {
        let content = |words: &[String]| -> Vec<String> {
            words.iter().filter(|word| !is_function_word(word)).cloned().collect()
        };
        let (lost, new) = (content(removed), content(added));
        let lengths =
            [("l", left.len()), ("r", right.len()), ("-", removed.len()), ("+", added.len())];
        let contents = [("c-", lost.len()), ("c+", new.len())];
        let gaps = gaps(self.left, self.right);
        let in_gaps: usize = gaps.iter().map(|gap| gap.removed.len()).sum();
        let moved = [("moved", in_gaps.saturating_sub(removed.len())), ("gaps", gaps.len())];
        for (name, number) in lengths.into_iter().chain(contents).chain(moved) {
            found.insert(format!("#{name}{}", bucket(number)));
        }
        for (name, holds) in [
            ("same words", removed.is_empty() && added.is_empty()),
            ("only removes", added.is_empty()),
            ("only adds", removed.is_empty()),
            ("no content", lost.is_empty() && new.is_empty()),
            ("stem", new.iter().any(|word| lost.iter().any(|other| stem(other) == stem(word)))),
            ("comma before", self.left.contains(',')),
            ("initials", are_initials(&lost, &new) || are_initials(&new, &lost)),
        ] {
            if holds {
                found.insert(name.to_owned());
            }
        }
        let shared = left.len() - in_gaps;
        found.insert(format!("shared{}", 4 * shared / left.len().max(right.len()).max(1)));
        let commas = |side: &str| side.matches(',').count();
        let more = commas(self.right).cmp(&commas(self.left));
        found.insert(format!("commas {more:?}"));
        if let Some(gap) = gaps.first() {
            let (removed, added) = (bucket(gap.removed.len()), bucket(gap.added.len()));
            found.insert(format!("gap{removed}>{added}"));
        }
        let between = gaps.iter().skip(1).map(|gap| gap.shared_before).max().unwrap_or(0);
        let kinds = edit_kinds(self.left, self.right);
        let mut all = 0;
        for kind in ['S', 'D', 'A'] {
            let number = kinds.matches(kind).count();
            all += number;
            found.insert(format!("kind {kind}{}", number.min(3)));
        }
        found.insert(format!("kinds {}", all.min(4)));
        found.insert(format!("between {}", bucket(between)));
        found.insert(format!("between {} {}", bucket(between), all.min(3)));
        found.insert(format!("kind {}", kinds.chars().take(4).collect::<String>()));
    }

    fn surroundings(
        &self,
        found: &mut Features,
        (left, right): (&[String], &[String]),
        added: &[String],
    ) {
        let name = |word: Option<&String>| match word {
            Some(word) if is_function_word(word) => word.clone(),
            Some(_) => "X".to_owned(),
            None => "$".to_owned(),
        };
        let mut around = vec![
            ("l1", name(left.first())),
            ("lz", name(left.last())),
            ("r1", name(right.first())),
            ("rz", name(right.last())),
        ];
        if let Some(place) = places(self.text, self.left).first() {
            let (before, after) = (&self.text[..place.start], &self.text[place.end..]);
            around.push(("before", name(folded_words(before).last())));
            around.push(("after", name(folded_words(after).first())));
        }
        found.extend(around.into_iter().map(|(place, word)| format!("{place}={word}")));
        let elsewhere = surplus(&folded_words(self.text), left);
        let new: Vec<&String> = added.iter().filter(|word| !is_function_word(word)).collect();
        if !new.is_empty() {
            let known = new.iter().filter(|word| elsewhere.contains(word)).count();
            found.insert(format!("in text {}", 2 * known / new.len()));
        }
    }

    /// The features of the words in which pattern and constraint are written.
    pub(super) fn wording(&self) -> Features {
        let mut found = of_constraint(self.constraint);
        if !self.pattern.is_empty() {
            found.insert(format!("P:{}", self.pattern));
            let words = self.pattern.split(|letter: char| !letter.is_alphabetic());
            found.extend(words.filter(|word| !word.is_empty()).map(|word| format!("p:{word}")));
        }
        found
    }
}

/// The features of a constraint: its first name, and its words.
pub(super) fn of_constraint(constraint: &str) -> Features {
    let mut found = Features::new();
    let lower = constraint.to_lowercase();
    let is_name = |letter: char| letter.is_alphabetic() || letter == '_';
    let first: String = lower.trim_start().chars().take_while(|letter| is_name(*letter)).collect();
    if !first.is_empty() {
        found.insert(format!("C:{first}"));
    }
    let words = lower.split(|letter: char| !letter.is_alphabetic() && !"<>=".contains(letter));
    found.extend(words.filter(|word| !word.is_empty()).map(|word| format!("c:{word}")));
    found
}

fn of_words(found: &mut Features, sign: char, words: &[String], side: &str) {
    let is_in = |list: &str, word: &str| list.contains(&format!(" {word} "));
    for word in words {
        let mut add = |what: &str| found.insert(format!("{sign}{what}"));
        if is_function_word(word) {
            add(word);
        } else if word.contains(|letter: char| letter.is_ascii_digit()) {
            add("#");
        } else {
            let letters: Vec<char> = word.chars().collect();
            for length in [2, 3] {
                let end: String = letters[letters.len().saturating_sub(length)..].iter().collect();
                add(&format!("~{end}"));
            }
        }
        if is_in(NUMERALS, word) {
            add("numeral");
        }
        if is_in(PRONOUNS, word) {
            add("pronoun");
        }
    }
    let written = phenom_annotate::words(side);
    let names: Vec<&str> = written
        .iter()
        .filter(|word| words.contains(&word.folded))
        .map(|word| &side[word.place.clone()])
        .filter(|word| word.starts_with(char::is_uppercase))
        .collect();
    let content = words.iter().filter(|word| !is_function_word(word)).count();
    if !names.is_empty() {
        let all = if names.len() >= content && content > 0 { " all" } else { "" };
        found.insert(format!("{sign}Name{all}"));
    }
    if names.iter().any(|name| name.len() > 1 && name.chars().all(char::is_uppercase)) {
        found.insert(format!("{sign}ABC"));
    }
}

/// Whether one of some words has the first letters of others.
fn are_initials(words: &[String], others: &[String]) -> bool {
    let initials: String = others.iter().filter_map(|word| word.chars().next()).collect();
    initials.len() > 1 && words.contains(&initials)
}
