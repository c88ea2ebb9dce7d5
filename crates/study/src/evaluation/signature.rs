//! What a report was computed from and by.

use phenom_metrics::{Compared, Evaluation, Weighting};
use phenom_report::{File, Signature, SystemSignature};

/// The version of phenom, which reports name.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// How intervals and comparisons were made, for the signature.
pub fn statistics_parameters(evaluation: &Evaluation) -> Vec<(String, String)> {
    let statistics = &evaluation.statistics;
    let mut parameters = Vec::new();
    if statistics.intervals || statistics.compare != Compared::None {
        parameters.push(("confidence level".to_owned(), statistics.level.value().to_string()));
        parameters.push(("resamples".to_owned(), statistics.resamples.to_string()));
    }
    if statistics.compare != Compared::None {
        parameters.push(("correction".to_owned(), statistics.correction.key().to_owned()));
        let primary: Vec<&str> =
            evaluation.primary().measures().map(|measure| measure.key).collect();
        parameters.push(("primary measures".to_owned(), primary.join(", ")));
        parameters.push(("question".to_owned(), statistics.question.name().to_owned()));
    }
    parameters
}

/// What a report was computed from and by.
pub fn signature(
    evaluation: &Evaluation,
    dataset: Vec<File>,
    systems: Vec<SystemSignature>,
    mut parameters: Vec<(String, String)>,
) -> Signature {
    if evaluation.systems.iter().any(|system| system.rankings().is_ok()) {
        let weighting = match evaluation.weighting {
            Weighting::Ranks => "by rank",
            Weighting::Given => "given by the dataset",
        };
        parameters.push(("weights".to_owned(), weighting.to_owned()));
    }
    if let Some(given) = &evaluation.clusters {
        let by = format!("{} by {}", given.clusters, given.by());
        parameters.push(("clusters".to_owned(), by));
    }
    for system in systems.iter().filter(|system| system.missing != "refuse") {
        let name = format!("missing predictions of {}", system.system);
        parameters.push((name, system.missing.clone()));
    }
    Signature {
        version: VERSION.to_owned(),
        task: evaluation.task.name().to_owned(),
        dataset,
        systems,
        parameters,
    }
}
