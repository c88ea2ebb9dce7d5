//! The worlds that are made to break sentences, and those in which something is to be found.

use super::behaviour::Behaviour;
use super::world::{Clusters, Gold, System, World};

/// A system of its own, right as often as most.
const TYPICAL: Behaviour = Behaviour::Latent { original: 0.7, part: 0.88, shared: 1.0, own: 0.0 };
/// The same, without anything in common with others.
const FAIR: Behaviour = Behaviour::Latent { original: 0.7, part: 0.88, shared: 0.0, own: 0.0 };

fn composing(part: f64, shared: f64, noise: f64) -> Behaviour {
    Behaviour::Composing { part, shared, noise }
}

/// A kind of world before its size.
struct Kind {
    name: &'static str,
    systems: Vec<Behaviour>,
    clusters: Clusters,
    gold: Gold,
    shares: [f64; 3],
    between_runs: Vec<f64>,
    must_be_found: bool,
}

impl Kind {
    fn new(name: &'static str, systems: &[Behaviour]) -> Self {
        Self {
            name,
            systems: systems.to_vec(),
            clusters: Clusters::None,
            gold: Gold::Composed,
            shares: [0.8, 0.1, 0.1],
            between_runs: vec![0.1; systems.len()],
            must_be_found: false,
        }
    }

    fn clusters(self, clusters: Clusters) -> Self {
        Self { clusters, ..self }
    }

    fn gold(self, gold: Gold) -> Self {
        Self { gold, ..self }
    }

    fn found(self) -> Self {
        Self { must_be_found: true, ..self }
    }

    fn world(&self, originals: usize, runs: &[usize]) -> World {
        let system = |(number, behaviour): (usize, &Behaviour)| System {
            behaviour: *behaviour,
            runs: runs[number % runs.len()],
            between_runs: if runs == [1] { 0.0 } else { self.between_runs[number] },
            composes: matches!(behaviour, Behaviour::Composing { .. }),
        };
        let of_runs: Vec<String> = runs.iter().map(ToString::to_string).collect();
        World {
            name: format!(
                "sentences: {}, {originals} originals, {} runs",
                self.name,
                of_runs.join("/")
            ),
            originals,
            clusters: self.clusters,
            gold: self.gold,
            shares: self.shares,
            systems: self.systems.iter().enumerate().map(system).collect(),
            must_be_found: self.must_be_found && originals >= 300,
        }
    }
}

fn kinds() -> Vec<Kind> {
    use Behaviour::{Artefact, ByCluster, Constant, LabelCoin, Lenient, Random, Right, RightCoin};
    let near_ceiling = Behaviour::Latent { original: 0.97, part: 0.985, shared: 1.0, own: 0.0 };
    let equal = [TYPICAL; 3];
    vec![
        Kind::new("independent originals and parts", &[FAIR; 3]),
        Kind::new("pairs that are hard for all systems", &equal),
        Kind::new("two systems, pairs hard for both", &[TYPICAL; 2]),
        Kind::new("one system alone", &[TYPICAL]),
        Kind::new("one system beside random ones", &[TYPICAL, Random, Random]),
        Kind::new("one label for an original and its parts", &[LabelCoin, TYPICAL, TYPICAL]),
        Kind::new(
            "right on an original and its parts, or on none",
            &[RightCoin(0.9), TYPICAL, TYPICAL],
        ),
        Kind::new("a constant", &[Constant, TYPICAL, TYPICAL]),
        Kind::new("the hypothesis alone", &[Artefact, TYPICAL, TYPICAL]),
        Kind::new("entailment for half of the pairs", &[Lenient, FAIR, FAIR]),
        Kind::new("at random, other labels on parts", &[Random, FAIR, FAIR]),
        Kind::new("perfect, gold breaks the rule in 30 %", &[Right(1.0), Right(0.97), Right(0.95)])
            .gold(Gold::Breaking(0.3)),
        Kind::new("perfect, gold breaks the rule in 5 %", &[Right(1.0), Right(0.97), Right(0.95)])
            .gold(Gold::Breaking(0.05)),
        Kind::new("near perfect, gold at random", &[Right(1.0), Right(0.98), Right(0.95)])
            .gold(Gold::Random),
        Kind { between_runs: vec![0.0, 0.3, 0.1], ..Kind::new("runs vary unequally", &equal) },
        Kind::new("skewed clusters", &equal).clusters(Clusters::Skewed),
        Kind::new("clusters of five", &[ByCluster; 3]).clusters(Clusters::Of(5)),
        Kind::new("five originals a text, not declared", &[ByCluster; 3])
            .clusters(Clusters::SharedTexts(5)),
        Kind::new("as accurate on originals as on parts", &[Right(0.8); 3]),
        Kind::new("near the ceiling", &[near_ceiling; 3]),
        Kind::new(
            "composing near the ceiling",
            &[composing(0.985, 0.5, 0.0), near_ceiling, near_ceiling],
        ),
        Kind::new(
            "composing, by what it alone finds hard",
            &[composing(0.9, 0.0, 0.1), TYPICAL, TYPICAL],
        )
        .found(),
        Kind::new("composing, 90 % of parts", &[composing(0.9, 0.5, 0.1), TYPICAL, TYPICAL])
            .found(),
        Kind::new(
            "composing, one in five originals otherwise",
            &[composing(0.88, 0.5, 0.2), TYPICAL, TYPICAL],
        )
        .found(),
        Kind::new("three systems that compose", &[composing(0.9, 0.5, 0.1); 3]).found(),
    ]
}

/// All worlds; for a quick simulation one size of each kind.
pub(crate) fn worlds(quick: bool) -> Vec<World> {
    let sizes: &[(usize, &[usize])] = match quick {
        true => &[(100, &[1])],
        false => &[
            (60, &[1]),
            (100, &[1]),
            (300, &[1]),
            (1_000, &[1]),
            (100, &[5]),
            (300, &[5]),
            (300, &[1, 3, 5]),
        ],
    };
    let of_kind = |kind: Kind| -> Vec<World> {
        sizes.iter().map(|(originals, runs)| kind.world(*originals, runs)).collect()
    };
    kinds().into_iter().flat_map(of_kind).collect()
}
