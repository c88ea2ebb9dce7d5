//! What a gate found, for programs.

use phenom_metrics::Change;

use super::gate::Gate;

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
                "slice_kind": comparison.slice_kind.to_string(),
                "slice": comparison.slice,
                "pairs": comparison.pairs,
                "old": old,
                "new": new,
                "difference": comparison.difference.as_ref().ok(),
                "lower": comparison.interval.map(|interval| interval.lower),
                "upper": comparison.interval.map(|interval| interval.upper),
                "p": comparison.p,
                "p_adjusted": comparison.p_adjusted,
                "largest_drop": row.largest_drop,
                "verdict": row.verdict.name(),
                "fails": row.fails(self.margin),
            })
        });
        let pairs = |change: Change| {
            self.changes.map(|changes| {
                let of = changes.iter().filter(|one| one.change == change).map(|one| {
                    serde_json::json!({
                        "pair": one.pair,
                        "population": one.population.name(),
                        "phenomena": one.phenomena,
                    })
                });
                of.collect::<Vec<_>>()
            })
        };
        serde_json::json!({
            "outcome": self.outcome(),
            "exit_code": self.outcome().exit_code(),
            "reason": self.reason(),
            "warning": self.warning(),
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
