//! Readers of others that panic on some files.

use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::input::Fatal;

/// How many guarded readers run at the moment.
static GUARDED: AtomicUsize = AtomicUsize::new(0);

/// Runs a reader on a file that may be corrupted: it panics on some, and the user gets an error.
pub(super) fn guarded<T>(
    read: impl FnOnce() -> Result<T, Fatal>,
    corrupted: impl FnOnce() -> Fatal,
) -> Result<T, Fatal> {
    static QUIET: Once = Once::new();
    // The panic's own message would tell the user of our insides. The hook is set once and for all:
    // two readers at a time that each set and restore one would leave the silent one behind.
    QUIET.call_once(|| {
        let loud = take_hook();
        set_hook(Box::new(move |panic| {
            if GUARDED.load(Ordering::SeqCst) == 0 {
                loud(panic);
            }
        }));
    });
    GUARDED.fetch_add(1, Ordering::SeqCst);
    let result = catch_unwind(AssertUnwindSafe(read));
    GUARDED.fetch_sub(1, Ordering::SeqCst);
    result.unwrap_or_else(|_| Err(corrupted()))
}
