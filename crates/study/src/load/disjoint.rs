//! Pairs to learn from that are other pairs than those that are predicted.

use std::collections::HashSet;

use phenom_dataset::Dataset;

use crate::config::System;
use crate::failure::Failure;

/// Refuses pairs of `learn-on` that have the text and the hypothesis of a pair that is predicted. Pairs without a hypothesis are
/// not compared.
pub(super) fn refuse_shared(
    system: &System,
    training: &Dataset,
    predicted: &Dataset,
    help: &str,
) -> Result<(), Failure> {
    /// The number of shared pairs that are named.
    const NAMED: usize = 5;
    let given = |texts: &(&str, &str)| !texts.1.trim().is_empty();
    let of_predicted: HashSet<(&str, &str)> =
        (0..predicted.len()).filter_map(|row| predicted.texts(row)).filter(given).collect();
    let is_shared = |row: &usize| {
        training.texts(*row).filter(given).is_some_and(|texts| of_predicted.contains(&texts))
    };
    let shared: Vec<&str> =
        (0..training.len()).filter(is_shared).map(|row| training.id(row)).collect();
    if shared.is_empty() {
        return Ok(());
    }
    let first: Vec<String> = shared.iter().take(NAMED).map(|id| format!("`{id}`")).collect();
    let more = if shared.len() > NAMED { ", ..." } else { "" };
    let message = format!(
        "system `{}` would be evaluated on pairs that it learns from: {} of {} pairs of `learn-on` have the text and \
         the hypothesis of an evaluated pair: {}{more}",
        system.name,
        shared.len(),
        training.len(),
        first.join(", ")
    );
    Err(Failure::input(message, Some(help.to_owned())))
}
