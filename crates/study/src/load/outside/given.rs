//! When the answers of a system from outside were given, and whether it can have given them.

use std::path::Path;

use phenom_dataset::{Judgment, LabelScheme, Meaning};
use phenom_systems::{StoredReplies, TextPair};

use crate::failure::Failure;

/// The days on which the stored answers for some pairs were given, in words. No clock is asked: a second run says the
/// same of the same answers.
pub(super) fn given(pairs: &[TextPair<'_>], stored: &StoredReplies) -> String {
    let answered = pairs.iter().filter(|pair| stored.reply(pair).is_some()).count();
    let mut days: Vec<&str> =
        pairs.iter().filter_map(|pair| stored.given_at(pair)?.get(..10)).collect();
    days.sort_unstable();
    let unknown = match answered - days.len() {
        0 => String::new(),
        number => format!(", {number} of unknown date"),
    };
    match (days.first(), days.last()) {
        (Some(first), Some(last)) if first == last => {
            format!("{answered} stored predictions, made on {first} (UTC){unknown}")
        }
        (Some(first), Some(last)) => {
            format!("{answered} stored predictions, made from {first} to {last} (UTC){unknown}")
        }
        _ => format!("{answered} stored predictions{unknown}"),
    }
}

/// Fails if a stored answer has a judgment that is none of the labels, which no fresh one can have.
pub(super) fn refuse_strange(
    pairs: &[TextPair<'_>],
    stored: &StoredReplies,
    labels: &LabelScheme,
    path: &Path,
) -> Result<(), Failure> {
    let is_known = |judgment: &Judgment| {
        labels.meanings().iter().any(|(_, meaning)| *meaning == Meaning::Judgment(*judgment))
    };
    for pair in pairs {
        let Some(reply) = stored.reply(pair) else { continue };
        let probable = reply.probabilities.iter().flat_map(|all| all.0.iter().map(|(it, _)| it));
        if let Some(strange) = reply.judgment.iter().chain(probable).find(|it| !is_known(it)) {
            let message = format!(
                "{}: the stored prediction for pair `{}` is {strange}, which is not one of the system's labels",
                path.display(),
                pair.id
            );
            let help =
                "remove its line, or the file: phenom then queries those pairs again".to_owned();
            return Err(Failure::input(message, Some(help)));
        }
    }
    Ok(())
}
