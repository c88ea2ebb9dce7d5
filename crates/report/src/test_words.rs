//! What the tests of differences are called.

use phenom_metrics::Evaluation;

/// The tests at the beginning of a sentence.
pub(crate) fn tests(evaluation: &Evaluation) -> &'static str {
    match evaluation.judged {
        None => "Sign-flip tests",
        Some(_) => "Prediction-powered t tests",
    }
}

/// One of them.
pub(crate) fn test(evaluation: &Evaluation) -> &'static str {
    match evaluation.judged {
        None => "cluster sign-flip test",
        Some(_) => "prediction-powered t test over clusters",
    }
}

/// Where labels of people alone decide; empty unless gold is judged.
pub(crate) fn by_people_alone(evaluation: &Evaluation) -> &'static str {
    match evaluation.judged {
        None => "",
        Some(_) => {
            " If people contradict the difference by some judge on fewer than five pairs, test and interval are by people's \
             labels alone."
        }
    }
}
