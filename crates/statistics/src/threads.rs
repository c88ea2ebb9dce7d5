//! Work on several threads, with results that do not depend on their number, and an end to it before it is done.

use std::cell::RefCell;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

thread_local! {
    /// Whether the work on this thread is still wanted.
    static STOP: RefCell<Option<Arc<AtomicBool>>> = const { RefCell::new(None) };
}

/// What work that is stopped unwinds with.
struct Stopped;

/// Does work, and gives it up if `stop` is set meanwhile: at the next piece of [`side_by_side`] and [`with_scratch`], and at
/// each [`check_stop`]. Nothing if it was given up.
pub fn until<T>(stop: Arc<AtomicBool>, work: impl FnOnce() -> T) -> Option<T> {
    let before = STOP.replace(Some(stop));
    let done = catch_unwind(AssertUnwindSafe(work));
    STOP.set(before);
    match done {
        Ok(done) => Some(done),
        Err(reason) if reason.is::<Stopped>() => None,
        Err(reason) => resume_unwind(reason),
    }
}

/// Gives up the work on this thread if nobody wants it any more.
pub fn check_stop() {
    let is_set = |stop: &Option<Arc<AtomicBool>>| {
        stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
    };
    if STOP.with_borrow(is_set) {
        give_up();
    }
}

/// Gives up the work on this thread: [`until`] returns nothing.
pub fn give_up() -> ! {
    resume_unwind(Box::new(Stopped))
}

/// Applies a function to every piece of work on `threads` threads. The results are in the order of the work, and are the
/// same on any number of threads.
pub fn side_by_side<W: Sync, R: Send>(
    work: &[W],
    threads: NonZeroUsize,
    one: impl Fn(&W) -> R + Sync,
) -> Vec<R> {
    with_scratch(work.iter().collect(), threads, || (), |(), piece| one(piece))
}

/// [`side_by_side`] with a workspace, made by `scratch` for each part of the work, that one piece after the other uses. A
/// result must not depend on what earlier pieces left in it.
pub fn with_scratch<W: Send, S, R: Send>(
    work: Vec<W>,
    threads: NonZeroUsize,
    scratch: impl Fn() -> S + Sync,
    one: impl Fn(&mut S, W) -> R + Sync,
) -> Vec<R> {
    let one = |scratch: &mut S, piece: W| {
        check_stop();
        one(scratch, piece)
    };
    let pool = match threads.get().min(work.len()) {
        0 | 1 => None,
        // If the system starts no more threads, this one does the work.
        threads => {
            let stop = STOP.with_borrow(Clone::clone);
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
            pool.start_handler(move |_| STOP.set(stop.clone())).build().ok()
        }
    };
    match pool {
        Some(pool) => pool.install(|| {
            // 64 parts for each thread: none waits long for the last part, and few workspaces are made.
            let most = work.len() / (64 * threads.get());
            let work = work.into_par_iter().with_max_len(most.max(1));
            work.map_init(&scratch, |scratch, piece| one(scratch, piece)).collect()
        }),
        None => {
            let mut scratch = scratch();
            work.into_iter().map(|piece| one(&mut scratch, piece)).collect()
        }
    }
}

/// Does two pieces of work beside each other, where there are threads for both.
pub fn both<A: Send, B>(
    threads: NonZeroUsize,
    one: impl Fn() -> A + Sync,
    other: impl FnOnce() -> B,
) -> (A, B) {
    if threads.get() < 2 {
        return (one(), other());
    }
    let stop = STOP.with_borrow(Clone::clone);
    std::thread::scope(|scope| {
        let beside = std::thread::Builder::new().spawn_scoped(scope, || {
            STOP.set(stop);
            one()
        });
        let other = other();
        let one = match beside {
            Ok(beside) => beside.join().unwrap_or_else(|reason| resume_unwind(reason)),
            // If the system starts no more threads, this one does both.
            Err(_) => one(),
        };
        (one, other)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_that_nobody_wants_is_given_up_on_every_thread() {
        for threads in [1, 2].map(|threads| NonZeroUsize::new(threads).unwrap()) {
            let stop = Arc::new(AtomicBool::new(false));
            let pieces: Vec<usize> = (0..1000).collect();
            let run = |at: usize| {
                until(Arc::clone(&stop), || {
                    side_by_side(&pieces, threads, |piece| {
                        stop.fetch_or(*piece == at, Ordering::Relaxed);
                        // Work within a piece is given up, too.
                        side_by_side(&[1, 2], threads, |number| piece * number).len()
                    })
                })
            };
            assert_eq!(run(1000), Some(vec![2; 1000]));
            assert_eq!(run(3), None);
            assert_eq!(until(Arc::clone(&stop), || both(threads, check_stop, || 1)), None);
            assert_eq!(until(Arc::clone(&stop), || 7), Some(7));
            check_stop();
        }
    }
}
