//! The rows of systems that decompose for themselves, found by what they are about.

use phenom_metrics::stages::{
    Order, Section, StageAbout, StageOriginal, StageRow, StagedSystem, Stages,
};

use crate::Results;

/// The rows of systems that decompose for themselves.
#[derive(Clone, Copy)]
pub(crate) struct Staged<'r> {
    pub(crate) rows: &'r [StageRow],
    pub(crate) systems: &'r [StagedSystem],
    pub(crate) originals: &'r [StageOriginal],
}

impl<'r> Staged<'r> {
    /// Those of a report; `None` if no system decomposes for itself.
    pub(crate) fn of(results: &Results<'r>) -> Option<Self> {
        let staged =
            Self { rows: results.rows(), systems: results.rows(), originals: results.rows() };
        (!staged.systems.is_empty()).then_some(staged)
    }

    /// The value of a system.
    pub(crate) fn of_system(
        &self,
        system: &str,
        is_it: impl Fn(&StageAbout) -> bool,
    ) -> Option<&'r StageRow> {
        self.rows
            .iter()
            .find(|row| row.system == system && row.versus.is_none() && is_it(&row.about))
    }

    /// A figure of a system by its key.
    pub(crate) fn figure(&self, system: &str, key: &str) -> Option<&'r StageRow> {
        self.of_system(
            system,
            |about| matches!(about, StageAbout::Figure(figure) if figure.key == key),
        )
    }

    /// The share of originals that became wrong at some stages.
    pub(crate) fn budget(
        &self,
        system: &str,
        stages: Stages,
        order: Order,
    ) -> Option<&'r StageRow> {
        self.of_system(system, |about| *about == StageAbout::Budget(stages, order))
    }

    /// The stages of the budget, in their order.
    pub(crate) fn stages(&self) -> Vec<Stages> {
        let mut stages = Vec::new();
        for row in self.rows {
            if let StageAbout::Budget(of, Order::VerdictsFirst) = row.about
                && row.versus.is_none()
                && !stages.contains(&of)
            {
                stages.push(of);
            }
        }
        stages
    }

    /// The differences of two systems in a section.
    pub(crate) fn differences(&self, section: Section) -> impl Iterator<Item = &'r StageRow> {
        self.rows.iter().filter(move |row| row.versus.is_some() && row.about.section() == section)
    }
}
