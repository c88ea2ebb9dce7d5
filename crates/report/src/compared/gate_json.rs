//! What a gate found, for programs.

use phenom_metrics::Change;

use super::gate::Gate;
use crate::question_words::Asked;

impl Gate<'_> {
    /// All of it for programs.
    #[must_use]
    pub fn to_json(&self) -> serde_json::Value {
        let [new, old] = [0, 1]
            .map(|at| self.results.evaluation.systems.get(at).map(|system| system.name.clone()));
        let rows = self.rows.iter().map(|row| {
            let comparison = &row.comparison;
            let [new, old] = comparison.values.each_ref().map(|value| value.as_ref().ok());
            serde_json::json!({
                "population": comparison.population.name(),
                "slice_kind": comparison.slice.kind.to_string(),
                "slice": comparison.slice.name,
                "pairs": comparison.pairs,
                "old": old,
                "new": new,
                "difference": comparison.difference().ok(),
                "lower": row.interval.map(|interval| interval.lower),
                "upper": row.interval.map(|interval| interval.upper),
                "p": comparison.p(),
                "p_adjusted": comparison.p_adjusted(),
                "largest_drop": row.largest_drop,
                "detectable": comparison.detectable(),
                "found_at_low_power": comparison.found_at_low_power,
                "verdict": row.verdict.name(),
                "fails": row.fails(self.margin),
            })
        });
        let pairs = |change: Change| {
            self.changes.map(|changes| {
                let of = changes.iter().filter(|one| one.change == change).map(|one| {
                    serde_json::json!({
                        "pair": one.pair,
                        "share": one.share,
                        "population": one.population.name(),
                        "phenomena": one.phenomena,
                    })
                });
                of.collect::<Vec<_>>()
            })
        };
        let asked = Asked::of_two(self.results.evaluation);
        let [of_new, of_old] = asked.as_ref().map_or([1, 1], Asked::runs);
        serde_json::json!({
            "outcome": self.outcome(),
            "exit_code": self.outcome().exit_code(),
            "reason": self.reason(),
            "warning": self.warning(),
            "question": asked.as_ref().map(|asked| asked.question().name()),
            "question_in_words": self.question(),
            "runs": { "old": of_old, "new": of_new },
            "notes": self.notes,
            "old": old,
            "new": new,
            "margin": self.margin,
            "significance": self.results.evaluation.statistics.level.significance(),
            "correction": "holm",
            "rows": rows.collect::<Vec<_>>(),
            "broken": pairs(Change::Broken),
            "mended": pairs(Change::Mended),
        })
    }
}
