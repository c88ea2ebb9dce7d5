//! What is simulated.

use crate::report::Scope;
use crate::scenario::{Equal, Scenario, Study};
use crate::systems::System;
use crate::world::{Families, Key, World};

/// Accuracies of a system: CI is 0.84, DI 0.1.
const SYSTEM: [[f64; 2]; 2] = [[0.72, 0.56], [0.8, 0.7]];
/// The standard deviation between runs, of latent normals.
const BETWEEN_RUNS: f64 = 0.1;

/// All scenarios, those of one group together. None depends on another, so that each can be run alone.
pub(crate) fn scenarios() -> Vec<Scenario> {
    let groups = [
        ("Two equal systems, 30 originals", equal_systems(30)),
        ("Two equal systems, 90 originals", equal_systems(90)),
        ("Two equal systems, 300 originals", equal_systems(300)),
        ("Two equal systems, 1000 originals", equal_systems(1000)),
        ("Systems that are equal in one figure", equal_in_one_figure()),
        ("Two equal systems near the ceiling", near_the_ceiling()),
        ("Two equal systems, originals in families", in_families()),
        ("Systems as good as the best constant answer", as_good_as_a_constant()),
        ("Intervals", coverage()),
        ("Beside other tests", peers()),
        ("Plans", vec![planning()]),
        ("Another seed, another order", stability()),
        ("Whole reports", reports()),
    ];
    let of_group = |(group, scenarios): (&'static str, Vec<Scenario>)| {
        scenarios.into_iter().map(move |scenario| Scenario { group, ..scenario })
    };
    groups.into_iter().flat_map(of_group).collect()
}

/// The figures that are asked about alone.
fn primary(name: impl Into<String>, world: World, scope: Scope, equal: Equal) -> Scenario {
    Scenario::new(name, world, scope, Study::Verdicts(equal))
}

fn world(originals: usize, systems: Vec<System>) -> World {
    World { originals, key: Key::ThreeWay, families: Families::None, systems }
}

/// Two equal systems of one run each.
fn one_run(originals: usize) -> World {
    world(originals, vec![System::of(SYSTEM); 2])
}

fn with_runs(system: &System, runs: [usize; 2], between_runs: f64) -> Vec<System> {
    runs.map(|runs| System { runs, between_runs, ..system.clone() }).to_vec()
}

/// Equal systems with several runs, and with and without variance between them. A single run of each
/// answers for itself alone, so that there the variance between runs is a difference.
fn equal_systems(originals: usize) -> Vec<Scenario> {
    let mut all = Vec::new();
    for runs in [[1, 1], [3, 3], [3, 2], [5, 1], [5, 5]] {
        for (between_runs, suffix) in [(0.0, ""), (BETWEEN_RUNS, ", runs vary")] {
            if runs == [1, 1] && between_runs > 0.0 {
                continue;
            }
            let systems = with_runs(&System::of(SYSTEM), runs, between_runs);
            let name = format!("{originals} originals, {}/{} runs{suffix}", runs[0], runs[1]);
            let world = world(originals, systems);
            all.push(primary(name, world, Scope::Primary, Equal::Everything));
        }
    }
    all
}

fn near_the_ceiling() -> Vec<Scenario> {
    let of = |(originals, runs): (usize, [usize; 2])| {
        let world = world(originals, with_runs(&ceiling(), runs, 0.0));
        let name = format!("near the ceiling, {originals} originals, {}/{} runs", runs[0], runs[1]);
        primary(name, world, Scope::Primary, Equal::Everything)
    };
    [(30, [3, 2]), (90, [1, 1]), (90, [3, 2]), (300, [1, 1]), (300, [3, 2]), (300, [3, 3])]
        .map(of)
        .into()
}

/// Clusters of whole families, with several runs too.
fn in_families() -> Vec<Scenario> {
    let of = |(originals, runs, between_runs, suffix): (usize, [usize; 2], f64, &str)| {
        let systems = with_runs(&System::of(SYSTEM), runs, between_runs);
        let name = format!("families, {originals} originals, {}/{} runs{suffix}", runs[0], runs[1]);
        let world = World { families: Families::OfOriginals, ..world(originals, systems) };
        primary(name, world, Scope::Primary, Equal::Everything)
    };
    [
        (90, [1, 1], 0.0, ""),
        (300, [1, 1], 0.0, ""),
        (1000, [1, 1], 0.0, ""),
        (90, [3, 3], BETWEEN_RUNS, ", runs vary"),
        (300, [3, 3], BETWEEN_RUNS, ", runs vary"),
    ]
    .map(of)
    .into()
}

/// Half of originals and 60 % of parts are entailment.
fn as_good_as_a_constant() -> Vec<Scenario> {
    let of = |(originals, runs, between_runs, suffix): (usize, [usize; 2], f64, &str)| {
        let systems = with_runs(&System::even(0.5, 0.6), runs, between_runs);
        let name = format!("constant, {originals} originals, {}/{} runs{suffix}", runs[0], runs[1]);
        primary(name, world(originals, systems), Scope::Primary, Equal::Constants)
    };
    [
        (30, [1, 1], 0.0, ""),
        (90, [1, 1], 0.0, ""),
        (300, [1, 1], 0.0, ""),
        (300, [3, 3], BETWEEN_RUNS, ", runs vary"),
    ]
    .map(of)
    .into()
}

fn ceiling() -> System {
    System::even(0.97, 0.98)
}

/// Systems that differ, but not in what is asked.
fn equal_in_one_figure() -> Vec<Scenario> {
    // CI 0.80 and 1.20.
    let either_side = vec![System::even(0.56, 0.70), System::even(0.72, 0.60)];
    let both_one = vec![System::even(0.70, 0.70), System::even(0.60, 0.60)];
    // CI on positive and on negative pairs is 0.9 for both systems.
    let no_deviation =
        vec![System::of([[0.72, 0.72], [0.8, 0.8]]), System::of([[0.54, 0.54], [0.6, 0.6]])];
    // It is 0.9 and 0.6 for both.
    let deviation =
        vec![System::of([[0.72, 0.48], [0.8, 0.8]]), System::of([[0.54, 0.36], [0.6, 0.6]])];
    let mut all = Vec::new();
    for (what, systems, scope, equal) in [
        ("CI 0.80 and 1.20", either_side, Scope::Primary, Equal::Distance),
        ("CI 1 and 1", both_one, Scope::Primary, Equal::Distance),
        ("DI 0 and 0", no_deviation, Scope::Deviation, Equal::Deviation),
        ("DI 0.3 and 0.3", deviation, Scope::Deviation, Equal::Deviation),
    ] {
        for originals in [90, 300, 1000] {
            let name = format!("{what}, {originals} originals");
            all.push(primary(name, world(originals, systems.clone()), scope, equal));
        }
    }
    all
}

/// Whole reports, with every measure and phenomenon.
fn reports() -> Vec<Scenario> {
    let of = |name: &str, world: World, equal: Equal| {
        Scenario::new(format!("report, {name}"), world, Scope::Full, Study::Verdicts(equal))
    };
    let varying = with_runs(&System::of(SYSTEM), [3, 3], BETWEEN_RUNS);
    let unequal_runs = with_runs(&ceiling(), [3, 2], 0.0);
    let mut all = vec![
        of("90 originals", one_run(90), Equal::Everything),
        of("300 originals", one_run(300), Equal::Everything),
        of("90 originals, 3/3 runs, runs vary", world(90, varying), Equal::Everything),
        of("near the ceiling, 90 originals, 3/2 runs", world(90, unequal_runs), Equal::Everything),
    ];
    for handicap in [0.4, 1.0] {
        let weaker = System { handicap, ..System::of(SYSTEM) };
        let world = world(300, vec![System::of(SYSTEM), weaker]);
        let name = format!("300 originals, some phenomena differ by {handicap}");
        all.push(of(&name, world, Equal::Some));
    }
    all
}

fn coverage() -> Vec<Scenario> {
    let of = |(name, originals, system): (&str, usize, System)| {
        let name = format!("intervals, {originals} originals{name}");
        Scenario::new(name, world(originals, vec![system]), Scope::Intervals, Study::Coverage)
    };
    let usual = System::of(SYSTEM);
    let runs = |between_runs: f64| System { runs: 3, between_runs, ..usual.clone() };
    let mut all: Vec<Scenario> = [
        ("", 30, usual.clone()),
        ("", 90, usual.clone()),
        ("", 300, usual.clone()),
        ("", 1000, usual.clone()),
        (", near the ceiling", 90, ceiling()),
        (", near chance", 90, System::even(0.4, 0.4)),
        (", 3 runs", 90, runs(0.0)),
        (", 3 runs, runs vary", 90, runs(BETWEEN_RUNS)),
    ]
    .map(of)
    .into();
    let mut two_way = of((", two-way", 90, usual.clone()));
    two_way.world.key = Key::TwoWay;
    let mut families = of((", in families", 300, usual));
    families.world.families = Families::OfOriginals;
    all.extend([two_way, families]);
    all
}

fn stability() -> Vec<Scenario> {
    let of = |originals: usize, systems: Vec<System>, scope: Scope| {
        let name = format!("same verdicts, {originals} originals");
        Scenario::new(name, world(originals, systems), scope, Study::Stability)
    };
    vec![
        of(90, vec![System::of(SYSTEM); 2], Scope::Full),
        of(300, five_points_apart(), Scope::Primary),
    ]
}

fn peers() -> Vec<Scenario> {
    // Differences on originals that are told in about half of the cases, and on parts smaller ones, because
    // there are more of them.
    let of = |(originals, more): (usize, f64)| {
        let [of_originals, of_parts] = SYSTEM;
        let stronger = System::of([
            of_originals.map(|right| right + more),
            of_parts.map(|right| right + 0.55 * more),
        ]);
        let name = format!("peers, {originals} originals");
        Scenario::new(name, one_run(originals), Scope::Accuracy, Study::Peers(stronger))
    };
    [(30, 0.18), (90, 0.12), (300, 0.065), (1000, 0.035)].map(of).into()
}

fn planning() -> Scenario {
    let (name, world) = ("planning, pilots of 90 originals", world(90, five_points_apart()));
    let scenario = Scenario::new(name, world, Scope::Primary, Study::Planning);
    Scenario { data_sets: 500, ..scenario }
}

/// Two systems whose accuracies differ by 5 points, on originals and on parts.
fn five_points_apart() -> Vec<System> {
    vec![System::of([[0.77, 0.61], [0.85, 0.75]]), System::of(SYSTEM)]
}
