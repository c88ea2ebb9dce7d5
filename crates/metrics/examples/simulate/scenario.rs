//! A scenario: a world, what is asked of phenom in it, and how much of it is drawn.

use crate::report::{Detail, Draws, Scope};
use crate::systems::System;
use crate::world::World;

/// One world, and what is asked of phenom in it.
#[derive(Debug)]
pub(crate) struct Scenario {
    /// The heading under which its tables are printed, with those of other scenarios.
    pub(crate) group: &'static str,
    pub(crate) name: String,
    pub(crate) world: World,
    pub(crate) detail: Detail,
    pub(crate) study: Study,
    /// How many data sets are drawn.
    pub(crate) data_sets: u64,
    /// How many with `--quick`.
    pub(crate) quick: u64,
}

/// What is asked.
#[derive(Debug, Clone)]
pub(crate) enum Study {
    /// How often two systems are declared different that are equal in something.
    Verdicts(Equal),
    /// How often intervals hold the true value.
    Coverage,
    /// Whether verdicts stay what they are under another seed and in another order.
    Stability,
    /// Whether as many pairs as are planned have the power that is planned.
    Planning,
    /// The tests of others on the same data sets; and the power of all of them where the second system
    /// is as given.
    Peers(System),
}

/// In what two systems are equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Equal {
    /// In everything.
    Everything,
    /// In everything, and as good as the best constant answer.
    Constants,
    /// In |1 - CI|.
    Distance,
    /// In DI.
    Deviation,
    /// In whatever their true values say.
    Some,
}

/// Data sets where a limit is on headlines, and elsewhere.
const HEADLINES: u64 = 5000;
const OTHERS: u64 = 2000;

impl Scenario {
    /// A scenario with fewer data sets in a quick simulation where they are larger.
    pub(crate) fn new(name: impl Into<String>, world: World, scope: Scope, study: Study) -> Self {
        let (data_sets, quick) = match (&study, scope) {
            // Other measures and slices do not change the headlines, of which others have enough.
            (Study::Verdicts(_), Scope::Full) => (OTHERS, 10),
            (Study::Verdicts(_), _) | (Study::Peers(_), _) => (HEADLINES, quick(world.originals)),
            _ => (OTHERS, 10),
        };
        let detail = Detail { scope, draws: draws(&study, scope) };
        Self { group: "", name: name.into(), world, detail, study, data_sets, quick }
    }
}

fn quick(originals: usize) -> u64 {
    (3000 / originals as u64).clamp(10, 100)
}

/// As by default, but for the rates of errors, which no number of draws changes and which take most data sets:
/// 720 is a multiple of 1 over each level that Holm's method leaves to a primary figure.
fn draws(study: &Study, scope: Scope) -> Draws {
    match (study, scope) {
        (Study::Verdicts(_), Scope::Full) => Draws::Usual,
        (Study::Verdicts(_), _) => Draws::Once(719),
        // Intervals that include the sampling of pairs take a standard error from them, to 3 % of itself.
        (Study::Coverage, _) => Draws::Once(500),
        _ => Draws::Usual,
    }
}
