//! Rows that hold several pairs side by side: columns of texts or of gold that go by the same names as columns of answers.

use std::collections::BTreeSet;

use super::looked::Looked;
use super::names::Role;
use super::pairs::PairRoles;

/// By which words two names differ, at the places where they do; the rest is the same.
type Difference = Vec<(String, String)>;

/// Whether each row of a table holds several pairs, as an open question; `answers` are the columns that may hold
/// predictions.
pub(super) fn doubt(
    looked: &Looked,
    roles: &PairRoles,
    answers: &BTreeSet<String>,
) -> Option<String> {
    let answers: Vec<&str> = answers.iter().map(String::as_str).collect();
    let golds = roles.gold.iter().chain(&roles.gold_candidates);
    // Beside gold of its own, what annotators said is of one pair.
    let annotators = roles.annotators.iter().filter(|_| roles.gold.is_none());
    let golds: Vec<&str> = golds.chain(annotators).map(String::as_str).collect();
    let texts: Vec<&str> = looked
        .table
        .columns
        .iter()
        .filter(|column| column.is_prose())
        .map(|column| column.name.as_str())
        .collect();
    let is_pair = |one: &str, other: &str| {
        let of_roles = [roles.text.as_deref(), roles.hypothesis.as_deref()];
        of_roles.contains(&Some(one)) && of_roles.contains(&Some(other))
    };
    let of_texts = differing(&texts).into_iter().filter(|(one, other, difference)| {
        !is_pair(one, other) && [one, other].iter().all(|name| is_called_text(name, difference))
    });
    let with: Vec<(&str, &str, Difference)> = of_texts.chain(differing(&golds)).collect();
    let of_answers = differing(&answers);
    let found = with.iter().find_map(|(one, other, difference)| {
        let fits = |(_, _, own): &&(&str, &str, Difference)| is_same(own, difference);
        of_answers.iter().find(fits).map(|(first, second, _)| (one, other, first, second))
    });
    let (one, other, first, second) = found?;
    Some(format!(
        "whether each row of `{}` contains several pairs: `{one}` and `{other}` have names like `{first}` and \
         `{second}`. Write a row for each pair; or, if all predictions are for one pair, name them: `--label {first} \
         --label {second}`",
        looked.name()
    ))
}

/// The words of a name: letters, or digits, without their case.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut last = None;
    for letter in name.chars() {
        let kind = match letter {
            letter if letter.is_numeric() => 1,
            letter if letter.is_alphabetic() => 2,
            _ => 0,
        };
        match words.last_mut().filter(|_| last == Some(kind)) {
            _ if kind == 0 => {}
            Some(word) => word.extend(letter.to_lowercase()),
            None => words.push(letter.to_lowercase().collect()),
        }
        last = Some(kind);
    }
    words
}

/// The pairs of names that differ by some of their words, or by one that one of them has more.
fn differing<'n>(names: &[&'n str]) -> Vec<(&'n str, &'n str, Difference)> {
    let each: Vec<(&str, Vec<String>)> = names.iter().map(|name| (*name, words(name))).collect();
    let mut found = Vec::new();
    for (at, (one, words)) in each.iter().enumerate() {
        for (other, others) in &each[at + 1..] {
            found.extend(difference(words, others).map(|difference| (*one, *other, difference)));
        }
    }
    found
}

/// By which words two names differ; `None` if they have no word in common.
fn difference(one: &[String], other: &[String]) -> Option<Difference> {
    let (short, long) = if one.len() <= other.len() { (one, other) } else { (other, one) };
    if long.len() == short.len() + 1 && !short.is_empty() {
        let more = long.strip_prefix(short).or_else(|| long.strip_suffix(short))?;
        return Some(vec![(String::new(), more.concat())]);
    }
    if one.len() != other.len() {
        return None;
    }
    let both = one.iter().zip(other);
    let differ = both.filter(|(one, other)| one != other);
    let differ: Difference = differ.map(|(one, other)| (one.clone(), other.clone())).collect();
    (!differ.is_empty() && differ.len() < one.len()).then_some(differ)
}

/// Whether two pairs of names differ by the same words, whichever comes first.
fn is_same(one: &Difference, other: &Difference) -> bool {
    let turned = |(a, b): &(String, String)| (b.clone(), a.clone());
    one == other || *one == other.iter().map(turned).collect::<Vec<_>>()
}

/// Whether a name without the words by which it differs from another is one of a text or of a hypothesis.
fn is_called_text(name: &str, difference: &Difference) -> bool {
    let differing: BTreeSet<&String> = difference.iter().flat_map(|(a, b)| [a, b]).collect();
    let last = name.rsplit('.').next().unwrap_or(name);
    let rest: String = words(last).into_iter().filter(|word| !differing.contains(word)).collect();
    [Role::Text, Role::Hypothesis].iter().any(|role| role.rank(&rest).is_some())
}

#[cfg(test)]
mod tests {
    use super::super::layout::Layout;
    use super::super::table::{Column, Table, column};
    use super::*;

    fn found(names: &[&str], gold: &[&str], answers: &[&str]) -> Option<String> {
        let columns: Vec<Column> =
            names.iter().map(|name| column(name, &["a b c", "d e f"])).collect();
        let table = Table { columns, rows: 2, whole: true, ..Table::default() };
        let looked = Looked {
            path: "a.csv".into(),
            more: Vec::new(),
            layout: Layout::default(),
            table,
            classes: std::collections::BTreeMap::new(),
        };
        let (gold, gold_candidates) = match gold {
            [one] => (Some((*one).to_owned()), Vec::new()),
            many => (None, many.iter().map(|name| (*name).to_owned()).collect()),
        };
        let text = Some("sentence1".to_owned());
        let hypothesis = Some("sentence2".to_owned());
        let roles = PairRoles { gold, gold_candidates, text, hypothesis, ..PairRoles::default() };
        doubt(&looked, &roles, &answers.iter().map(|name| (*name).to_owned()).collect())
    }

    #[test]
    fn texts_or_gold_that_are_called_as_answers_are_are_those_of_several_pairs() {
        let two = ["sentence1", "sentence2"];
        assert!(found(&["claim_a", "claim_b"], &["gold"], &["gpt_a", "gpt_b"]).is_some());
        assert!(found(&two, &["label_1_2", "label_2_1"], &["pred_1_2", "pred_2_1"]).is_some());
        assert!(
            found(&["hypothesis", "hypothesis_perturbed"], &["gold"], &["pred", "pred_perturbed"])
                .is_some()
        );
        assert!(found(&["h.x.text", "h.y.text"], &["gold"], &["h.x.pred", "h.y.pred"]).is_some());
        // Texts of one pair, explanations, and answers of several systems.
        assert_eq!(found(&two, &["gold"], &["pred1", "pred2"]), None);
        assert_eq!(found(&["why_1", "why_2"], &["gold"], &["pred_1", "pred_2"]), None);
        assert_eq!(found(&["claim_a", "claim_b"], &["gold"], &["edits", "venses"]), None);
    }
}
