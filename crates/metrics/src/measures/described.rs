//! A measure in words, as `phenom measures KEY` prints it.

use super::{Measure, SOURCES, other_names};

impl Measure {
    /// What it tells, its other names, its formula, range and source, and what it has not.
    #[must_use]
    pub fn described(&self) -> String {
        let mut text = format!("{} ({})\n", self.name, self.key);
        let others = other_names(self).collect::<Vec<_>>().join(", ");
        for (name, value) in [
            ("", Some(self.definition)),
            ("Also named: ", Some(others.as_str()).filter(|others| !others.is_empty())),
            ("Formula: ", Some(self.formula)),
            ("Range: ", Some(self.range)),
            ("Undefined: ", Some(self.undefined)),
            ("No interval: ", self.no_interval()),
            ("Not compared: ", self.no_comparison()),
            ("Source: ", Some(self.source)),
        ] {
            if let Some(value) = value {
                text.push_str(&format!("\n{name}{value}\n"));
            }
        }
        for (key, reference) in SOURCES.iter().filter(|(key, _)| self.source.contains(key)) {
            text.push_str(&format!("  {key}: {reference}\n"));
        }
        text
    }
}
