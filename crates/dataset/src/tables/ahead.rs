//! Reading ahead: one thread reads the next rows of a long file while another visits those before.

use std::panic::resume_unwind;
use std::sync::mpsc::sync_channel;
use std::thread;

/// Visits piece after piece, in their order, on this thread. From the third on, another thread reads them; if none can be
/// started, this one does. `waiting` is the most pieces besides the one that is visited and the one that is read.
pub(super) fn ahead<P: Send>(
    waiting: usize,
    mut next: impl FnMut() -> Option<P> + Send,
    mut visit: impl FnMut(P),
) {
    for _ in 0..2 {
        match next() {
            Some(piece) => visit(piece),
            None => return,
        }
    }
    let (read, pieces) = sync_channel(waiting);
    let next = &mut next;
    let started = thread::scope(|scope| {
        let reading = thread::Builder::new().spawn_scoped(scope, || {
            // Nobody takes what is read after a panic of the other thread.
            while let Some(piece) = next()
                && read.send(piece).is_ok()
            {}
            // Without it, the visits end.
            drop(read);
        });
        let Ok(reading) = reading else { return false };
        // Owned, so that a panic here ends the other thread, too.
        pieces.into_iter().for_each(&mut visit);
        reading.join().unwrap_or_else(|panic| resume_unwind(panic));
        true
    });
    if !started {
        std::iter::from_fn(next).for_each(visit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_come_in_order_and_each_once() {
        for pieces in [0, 1, 2, 3, 100] {
            let (mut numbers, mut seen) = (0..pieces, Vec::new());
            ahead(pieces % 2, || numbers.next(), |piece| seen.push(piece));
            assert_eq!(seen, (0..pieces).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_panic_on_either_thread_is_one_here() {
        let panics = |run: fn()| std::panic::catch_unwind(run).is_err();
        assert!(panics(|| ahead(1, || Some(1), |_| panic!("visiting"))));
        assert!(panics(|| {
            let mut numbers = 0..9;
            ahead(
                0,
                || numbers.next().filter(|number| *number < 5).or_else(|| panic!("reading")),
                |_| (),
            );
        }));
    }
}
