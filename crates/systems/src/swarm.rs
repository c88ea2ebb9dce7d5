//! Particle swarm optimisation (Kennedy & Eberhart 1995), with the constriction of Clerc & Kennedy 2002.
//!
//! All particles know the best place that any has found, and move at once: what is found depends on the seed, and not
//! on how many threads look at the places.

use std::ops::RangeInclusive;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use rayon::prelude::*;

/// The share of its velocity that a particle keeps: 2 / |2 - 4.1 - sqrt(4.1^2 - 4 * 4.1)|.
const INERTIA: f64 = 0.729_843_788_128_357_4;
/// How strongly it is drawn to its own best place and to that of all: 2.05 times the inertia.
const ATTRACTION: f64 = 2.05 * INERTIA;

/// How long a swarm looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SwarmOptions {
    /// How many particles look at once; at least 1 does.
    pub particles: usize,
    /// How often they move.
    pub moves: usize,
    /// Where the random numbers start.
    pub seed: u64,
}

/// What a swarm has found so far.
#[derive(Debug, Clone, PartialEq)]
pub struct SwarmState {
    /// How often the particles have moved.
    pub moves: usize,
    /// The best place, one coordinate for each pair of bounds.
    pub best: Vec<f64>,
    /// The value of the objective there.
    pub value: f64,
}

struct Particle {
    place: Vec<f64>,
    velocity: Vec<f64>,
    best: Vec<f64>,
    value: f64,
}

/// Looks for the place within bounds at which an objective is highest; of equally high ones the first found.
///
/// The first particles start at `starts`, as far as there are any, and the others anywhere. A particle that would leave
/// the bounds stops at them. A place at which the objective is not a number counts as the lowest. Progress is told
/// after each move, and before the first.
pub fn maximise(
    bounds: &[RangeInclusive<f64>],
    starts: &[Vec<f64>],
    options: SwarmOptions,
    objective: impl Fn(&[f64]) -> f64 + Sync,
    mut progress: impl FnMut(&SwarmState),
) -> SwarmState {
    let mut random = Pcg64::seed_from_u64(options.seed);
    let mut particles: Vec<Particle> = (0..options.particles.max(1))
        .map(|number| {
            let mut anywhere = || -> Vec<f64> {
                bounds.iter().map(|bound| within(bound, random.random())).collect()
            };
            let (place, aim) = (anywhere(), anywhere());
            let place = starts.get(number).map_or(place, |start| clamped(start, bounds));
            // Half of the way to another place (Clerc's standard swarm of 2007).
            let velocity = aim.iter().zip(&place).map(|(aim, from)| (aim - from) / 2.0).collect();
            Particle { best: place.clone(), place, velocity, value: f64::NEG_INFINITY }
        })
        .collect();
    let mut state = SwarmState {
        moves: 0,
        best: particles.first().map(|first| first.place.clone()).unwrap_or_default(),
        value: f64::NEG_INFINITY,
    };
    loop {
        let values: Vec<f64> =
            particles.par_iter().map(|particle| objective(&particle.place)).collect();
        for (particle, value) in particles.iter_mut().zip(values) {
            if value > particle.value {
                particle.value = value;
                particle.best.clone_from(&particle.place);
            }
            if value > state.value {
                state.value = value;
                state.best.clone_from(&particle.place);
            }
        }
        progress(&state);
        if state.moves == options.moves {
            return state;
        }
        state.moves += 1;
        for particle in &mut particles {
            particle.fly(&state.best, bounds, &mut random);
        }
    }
}

impl Particle {
    fn fly(&mut self, best: &[f64], bounds: &[RangeInclusive<f64>], random: &mut Pcg64) {
        let coordinates = self.place.iter_mut().zip(&mut self.velocity).zip(bounds);
        for (((place, velocity), bound), (own, common)) in
            coordinates.zip(self.best.iter().zip(best))
        {
            let (to_own, to_common): (f64, f64) = (random.random(), random.random());
            *velocity = INERTIA * *velocity
                + ATTRACTION * (to_own * (own - *place) + to_common * (common - *place));
            let next = *place + *velocity;
            *place = next.clamp(*bound.start(), *bound.end());
            if *place != next {
                *velocity = 0.0;
            }
        }
    }
}

fn within(bound: &RangeInclusive<f64>, share: f64) -> f64 {
    bound.start() + share * (bound.end() - bound.start())
}

fn clamped(place: &[f64], bounds: &[RangeInclusive<f64>]) -> Vec<f64> {
    let coordinates = bounds.iter().enumerate();
    let clamped = coordinates.map(|(number, bound)| {
        let coordinate = place.get(number).copied().unwrap_or(*bound.start());
        coordinate.max(*bound.start()).min(*bound.end())
    });
    clamped.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPTIONS: SwarmOptions = SwarmOptions { particles: 30, moves: 300, seed: 7 };

    fn bounds(low: f64, high: f64, dimensions: usize) -> Vec<RangeInclusive<f64>> {
        vec![low..=high; dimensions]
    }

    fn rosenbrock(place: &[f64]) -> f64 {
        let [x, y] = place else { panic!("two coordinates") };
        -((1.0 - x).powi(2) + 100.0 * (y - x * x).powi(2))
    }

    #[test]
    fn finds_the_highest_places_of_known_functions() {
        let sphere = |place: &[f64]| -place.iter().map(|x| (x - 1.5).powi(2)).sum::<f64>();
        let found = maximise(&bounds(-10.0, 10.0, 5), &[], OPTIONS, sphere, |_| ());
        assert!(found.value > -1e-6, "{found:?}");
        let found = maximise(&bounds(-5.0, 5.0, 2), &[], OPTIONS, rosenbrock, |_| ());
        assert!(found.value > -1e-6, "{found:?}");
    }

    #[test]
    fn a_maximum_at_a_bound_is_found_and_not_left() {
        let found =
            maximise(&bounds(0.0, 2.0, 3), &[], OPTIONS, |place| place.iter().sum(), |_| ());
        assert_eq!(found.best, [2.0, 2.0, 2.0]);
    }

    #[test]
    fn the_number_of_threads_changes_nothing() {
        let on = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let look = || maximise(&bounds(-5.0, 5.0, 2), &[], OPTIONS, rosenbrock, |_| ());
            pool.install(look)
        };
        assert_eq!(on(1), on(4));
        let other = SwarmOptions { seed: 8, ..OPTIONS };
        let elsewhere = maximise(&bounds(-5.0, 5.0, 2), &[], other, rosenbrock, |_| ());
        assert_ne!(on(1).best, elsewhere.best);
    }

    #[test]
    fn never_falls_below_a_start_and_tells_every_move() {
        let options = SwarmOptions { particles: 2, moves: 4, seed: 1 };
        let mut told = Vec::new();
        let start = vec![vec![1.0, 1.0]];
        let found = maximise(&bounds(-5.0, 5.0, 2), &start, options, rosenbrock, |state| {
            told.push((state.moves, state.value));
        });
        assert_eq!((found.best, found.value), (vec![1.0, 1.0], 0.0));
        assert_eq!(told, [(0, 0.0), (1, 0.0), (2, 0.0), (3, 0.0), (4, 0.0)]);
    }

    #[test]
    fn what_is_no_number_is_never_the_best() {
        let options = SwarmOptions { particles: 10, moves: 20, seed: 3 };
        let half = |place: &[f64]| if place[0] < 0.0 { f64::NAN } else { -place[0] };
        let found = maximise(&bounds(-1.0, 1.0, 1), &[], options, half, |_| ());
        assert!(found.value > -0.5 && found.best[0] >= 0.0, "{found:?}");
        let nowhere = maximise(&bounds(-1.0, 1.0, 1), &[], options, |_| f64::NAN, |_| ());
        assert_eq!(nowhere.value, f64::NEG_INFINITY);
        assert_eq!(maximise(&[], &[], options, |_| 2.0, |_| ()).best, [0.0; 0]);
    }
}
