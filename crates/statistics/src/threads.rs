//! Work on several threads, with results that do not depend on their number.

use std::num::NonZeroUsize;

use rayon::prelude::*;

/// Applies a function to every piece of work on `threads` threads. The results are in the order of the work, and are the
/// same on any number of threads.
pub fn side_by_side<W: Sync, R: Send>(
    work: &[W],
    threads: NonZeroUsize,
    one: impl Fn(&W) -> R + Sync,
) -> Vec<R> {
    with_scratch(work.iter().collect(), threads, || (), |(), piece| one(piece))
}

/// [`side_by_side`] with a workspace, made by `scratch` for each thread, that one piece of work after the other uses. A
/// result must not depend on what earlier pieces left in it.
pub fn with_scratch<W: Send, S, R: Send>(
    work: Vec<W>,
    threads: NonZeroUsize,
    scratch: impl Fn() -> S + Sync,
    one: impl Fn(&mut S, W) -> R + Sync,
) -> Vec<R> {
    let pool = match threads.get().min(work.len()) {
        0 | 1 => None,
        // If the system starts no more threads, this one does the work.
        threads => rayon::ThreadPoolBuilder::new().num_threads(threads).build().ok(),
    };
    match pool {
        Some(pool) => pool.install(|| {
            work.into_par_iter().map_init(&scratch, |scratch, piece| one(scratch, piece)).collect()
        }),
        None => {
            let mut scratch = scratch();
            work.into_iter().map(|piece| one(&mut scratch, piece)).collect()
        }
    }
}
