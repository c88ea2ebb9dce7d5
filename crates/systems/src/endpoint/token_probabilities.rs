//! Probabilities of judgments from the log-probabilities of tokens.
//!
//! At the token with which the label of an answer begins, each token that the server names there counts for a judgment
//! where it begins words of that judgment alone, or a word is all of it. The sums are normalised to 1. What other
//! tokens weigh is left out, and so is a word whose tokens are too unlikely to be named: its judgment has 0.

use phenom_dataset::{Judgment, Meaning};
use serde::Deserialize;

use super::words::{Words, is_around};
use crate::Probabilities;

/// A token of an answer.
#[derive(Debug, Deserialize)]
pub(super) struct Token {
    token: String,
    logprob: f64,
    /// The likeliest tokens in its place; itself, too, where it is one of them.
    #[serde(default)]
    top_logprobs: Vec<Alternative>,
}

/// A token that might have stood in its place.
#[derive(Debug, Deserialize)]
struct Alternative {
    token: String,
    logprob: f64,
}

/// The probabilities of the judgments, given the tokens of an answer, and where its label begins. Nothing where the
/// tokens do not make the answer, or none of them is the beginning of a word.
pub(super) fn of(
    tokens: &[Token],
    answer: &str,
    start: usize,
    words: &Words,
) -> Option<Probabilities> {
    let all: String = tokens.iter().map(|token| token.token.as_str()).collect();
    // Some servers give tokens before or after the answer that are not shown.
    let mut before = all.find(answer)? + start;
    let token = tokens.iter().find(|token| {
        let is_here = before < token.token.len();
        if !is_here {
            before -= token.token.len();
        }
        is_here
    })?;
    // A token that ends something else and begins the label says nothing of other labels.
    if !token.token.get(..before)?.chars().all(is_around) {
        return None;
    }
    let mut sums: Vec<(Judgment, f64)> = Vec::new();
    for (_, meaning) in words.iter() {
        if let Meaning::Judgment(judgment) = meaning
            && !sums.iter().any(|(known, _)| *known == judgment)
        {
            sums.push((judgment, 0.0));
        }
    }
    let named = token.top_logprobs.iter().map(|other| (other.token.as_str(), other.logprob));
    let is_named = token.top_logprobs.iter().any(|other| other.token == token.token);
    let itself = (!is_named).then_some((token.token.as_str(), token.logprob));
    for (token, logarithm) in named.chain(itself) {
        let judgment = begun(token, words);
        if let Some((_, sum)) = sums.iter_mut().find(|(known, _)| Some(*known) == judgment) {
            *sum += logarithm.exp();
        }
    }
    let total: f64 = sums.iter().map(|(_, sum)| sum).sum();
    if !(total > 0.0 && total.is_finite()) {
        return None;
    }
    Some(Probabilities(sums.into_iter().map(|(judgment, sum)| (judgment, sum / total)).collect()))
}

/// The one judgment whose words a token begins.
fn begun(token: &str, words: &Words) -> Option<Judgment> {
    let token = token.trim_start_matches(is_around).to_lowercase();
    let is_all = |word: &str| {
        let rest = token.strip_prefix(word);
        rest.is_some_and(|rest| {
            !rest.starts_with(|next: char| next.is_alphanumeric() || "-_".contains(next))
        })
    };
    if token.is_empty() {
        return None;
    }
    let mut begun = words.iter().filter(|(word, _)| word.starts_with(&token) || is_all(word));
    let (_, first) = begun.next()?;
    match first {
        Meaning::Judgment(judgment) if begun.all(|(_, other)| other == first) => Some(judgment),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use phenom_dataset::LabelScheme;

    use super::*;

    fn token(token: &str, others: &[(&str, f64)]) -> Token {
        let alternative = |(token, probability): &(&str, f64)| Alternative {
            token: (*token).to_owned(),
            logprob: probability.ln(),
        };
        let own = others.first().map_or(1.0, |(_, probability)| *probability);
        Token {
            token: token.to_owned(),
            logprob: own.ln(),
            top_logprobs: others.iter().map(alternative).collect(),
        }
    }

    fn words(scheme: &str) -> Words {
        Words::of(&LabelScheme::named(scheme).unwrap()).unwrap()
    }

    fn rounded(probabilities: &Probabilities) -> Vec<f64> {
        probabilities.0.iter().map(|(_, number)| (number * 1e6).round() / 1e6).collect()
    }

    // By hand: of "neutral" .5 and .1 ("Ne"), of "entailment" .2 (" ent"), "The" .1 is no word; the sum is .8.
    #[test]
    fn tokens_that_begin_one_word_are_summed_and_normalised() {
        let first = [("neutral", 0.5), (" ent", 0.2), ("Ne", 0.1), ("The", 0.1), ("\"", 0.05)];
        let tokens = [token("neutral", &first)];
        let all = of(&tokens, "neutral", 0, &words("nli")).unwrap();
        assert_eq!(rounded(&all), [0.25, 0.75, 0.0]);
        assert_eq!(all.0[0].0, Judgment::Entailment);
    }

    // By hand: .6 for "yes", .3 for "no"; "not" goes on to another word, .9 in all.
    #[test]
    fn the_label_is_found_among_the_tokens_of_an_object() {
        let answer = "{\"label\": \"YES\"}";
        let at_label = [("YES", 0.6), ("NO", 0.3), ("NOT", 0.1)];
        let tokens =
            [token("{\"", &[]), token("label", &[]), token("\": \"", &[]), token("YES", &at_label)];
        let mut tokens = Vec::from(tokens);
        tokens.extend([token("\"}", &[]), token("<|end|>", &[])]);
        let all = of(&tokens, answer, 11, &words("rte-two-way")).unwrap();
        assert_eq!(rounded(&all), [0.666667, 0.333333]);
    }

    // By hand: "N" begins "NO" alone; "YES\"" has a word that is all of it.
    #[test]
    fn a_word_may_have_its_end_in_the_token() {
        let first = [("YES\"", 0.2), ("N", 0.6)];
        let all = of(&[token("YES\"", &first)], "YES\"", 0, &words("rte-two-way")).unwrap();
        assert_eq!(rounded(&all), [0.25, 0.75]);
    }

    // By hand: "NON" and "Non" are of not-entailment alone, "e" of entailment; its own .4 is not among the others.
    #[test]
    fn a_token_that_is_not_among_the_likeliest_is_counted_besides() {
        let mut own = token("Non", &[("E", 0.1)]);
        own.logprob = 0.4_f64.ln();
        let all = of(&[own], "Non", 0, &words("edits")).unwrap();
        assert_eq!(rounded(&all), [0.2, 0.8]);
    }

    #[test]
    fn a_token_that_begins_words_of_two_judgments_counts_for_neither() {
        let scheme = [("not sure", Judgment::Unknown), ("not", Judgment::Contradiction)];
        let scheme = scheme.into_iter().chain([("yes", Judgment::Entailment)]);
        let scheme = LabelScheme::custom(
            scheme.map(|(word, judgment)| (word.to_owned(), Meaning::Judgment(judgment))),
        );
        let words = Words::of(&scheme).unwrap();
        assert!(of(&[token("not", &[("not", 0.9)])], "not", 0, &words).is_none());
        let all = of(&[token("not", &[("not", 0.9), ("y", 0.1)])], "not", 0, &words).unwrap();
        assert_eq!(rounded(&all), [0.0, 0.0, 1.0]);
    }

    #[test]
    fn tokens_that_are_not_the_answer_give_nothing() {
        let words = words("nli");
        assert!(of(&[], "neutral", 0, &words).is_none());
        assert!(of(&[token("other", &[])], "neutral", 0, &words).is_none());
        // The label begins within a token that says something else.
        assert!(of(&[token("Answer:neutral", &[])], "Answer:neutral", 7, &words).is_none());
        let impossible = [("neutral", 0.0)];
        assert!(of(&[token("neutral", &impossible)], "neutral", 0, &words).is_none());
    }
}
