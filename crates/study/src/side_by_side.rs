//! Work on all cores.

use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Does every piece of work, each on the next thread that is free, of as many as there are cores and `least` at least: what
/// waits for the disk or for other threads needs some on one core. Not many, for each takes a hundred megabytes of addresses,
/// and some places allow a gigabyte. Results come in the order of the work.
pub(crate) fn side_by_side<W: Sync, R: Send>(
    least: usize,
    work: &[W],
    one: impl Fn(&W) -> R + Sync,
) -> Vec<R> {
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    let threads = cores.max(least).min(work.len());
    let next = AtomicUsize::new(0);
    let done: Vec<Mutex<Option<R>>> = work.iter().map(|_| Mutex::new(None)).collect();
    let run = || {
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(piece) = work.get(at) else { break };
            let result = one(piece);
            if let Ok(mut place) = done[at].lock() {
                *place = Some(result);
            }
        }
    };
    // A panic in a thread is one here, so that no result lacks.
    std::thread::scope(|scope| {
        for _ in 1..threads {
            // If the system starts no more threads, those that there are do the work.
            let _ = std::thread::Builder::new().spawn_scoped(scope, run);
        }
        run();
    });
    done.into_iter().filter_map(|place| place.into_inner().ok().flatten()).collect()
}
