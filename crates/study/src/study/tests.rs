//! Files of a study that keeps its pairs, and of one that does not.

use super::*;
use crate::host::Unattended;

const CONFIG: &str = "
dataset: {path: pairs.csv, labels: nli, gold-sets: any, columns: {id: id, origin: origin, gold: gold, gold-separator: '|', phenomenon: tag}}
systems:
  - {name: A, runs: [a0.csv, a1.csv], missing: skip, columns: {id: id, label: answer, label-separator: '|'}}
  - {name: B, predictions: b.csv, missing: skip, columns: {id: id, label: answer, label-separator: '|'}}
  - {name: C, predictions: c.csv, columns: {id: id, label: answer}}
relevance: frequency
statistics: {resamples: 50, compare: all}
";

/// Gold and answers that are sets now and then, and answers that are missing; of each original three parts.
fn write_data(folder: &std::path::Path) {
    const LABELS: [&str; 3] = ["entailment", "neutral", "contradiction"];
    let label = |number: usize| match number % 7 {
        0 => "entailment|neutral",
        rest => LABELS[rest % 3],
    };
    let mut files = [(); 5].map(|()| String::from("id,answer\n"));
    files[0] = "id,origin,gold,tag\n".to_owned();
    for original in 0..40 {
        for part in 0..4 {
            let (id, number) = (format!("p{original}.{part}"), 4 * original + part);
            let (origin, tag) = match part {
                0 => (String::new(), ""),
                _ => (format!("p{original}.0"), ["x:y", "x:z", "v:w"][part - 1]),
            };
            let gold = label(number * number / 3);
            files[0] += &format!("{id},{origin},{gold},{tag}\n");
            for (system, file) in (1..).zip(&mut files[1..]) {
                let answer = if number % (3 + system) > 0 { gold } else { label(number * system) };
                let first = answer.split('|').next().unwrap();
                if system == 4 {
                    *file += &format!("{id},{first}\n");
                } else if number % 11 != system {
                    *file += &format!("{id},{answer}\n");
                }
            }
        }
    }
    let names = ["pairs.csv", "a0.csv", "a1.csv", "b.csv", "c.csv"];
    for (name, text) in names.iter().zip(files) {
        std::fs::write(folder.join(name), text).unwrap();
    }
    std::fs::write(folder.join("c.yaml"), CONFIG).unwrap();
}

/// A study that does not keep its pairs lets go of clusters before it lays out files.
#[test]
fn files_are_the_same_whether_pairs_are_kept_or_not() {
    let folder = tempfile::tempdir().unwrap();
    write_data(folder.path());
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/../../configs/");
    let shipped = ["rte5-pilot", "rte3-runs"].map(|name| format!("{shipped}{name}.yaml"));
    for config in shipped.iter().map(Into::into).chain([folder.path().join("c.yaml")]) {
        let files = |pairs: bool| {
            let needs = Needs { pairs, ..Needs::default() };
            let loaded = Config::load(&config).unwrap();
            let study = Study::from_config_for(loaded, &Unattended, needs).unwrap();
            let evaluated = study.evaluate(&Unattended).unwrap();
            assert!(!evaluated.comparisons().is_empty());
            // The data of this test have what only clusters that go give intervals.
            if config.ends_with("c.yaml") {
                for measure in ["set_f1", "weighted_correlation_index"] {
                    let mut scores = evaluated.scores().iter();
                    let has = scores.any(|row| row.measure == measure && row.interval.is_some());
                    assert!(has, "{measure}");
                }
            }
            let files = if pairs { evaluated.files() } else { evaluated.into_files(None) };
            let (_, files) = files.unwrap();
            let hash = |(name, file): (_, &crate::Content)| (name, file.sha256().to_owned());
            files.iter().map(|(name, file)| hash((name.to_string(), file))).collect::<Vec<_>>()
        };
        assert_eq!(files(true), files(false), "{}", config.display());
    }
}
