//! Work on several threads.

use std::num::NonZeroUsize;

use rayon::prelude::*;

/// Does every piece of work on some threads; results come in the order of the work, and are the same on
/// any number of threads.
pub(crate) fn side_by_side<W: Sync, R: Send>(
    work: &[W],
    threads: NonZeroUsize,
    one: impl Fn(&W) -> R + Sync,
) -> Vec<R> {
    if threads == NonZeroUsize::MIN || work.len() < 2 {
        return work.iter().map(one).collect();
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.get()).build();
    match pool {
        Ok(pool) => pool.install(|| work.par_iter().map(&one).collect()),
        // Where the machine gives no more threads, this one does the work.
        Err(_) => work.iter().map(one).collect(),
    }
}
