//! Room for so many connections, and which of them gives way to a new one.

use std::collections::BTreeMap;
use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// More than anything here takes.
const LONG: Duration = Duration::from_secs(1);

/// The connections that are open.
///
/// A new one is always let in while one of the others has not presented the token: the oldest of these gives way. Of those
/// that have presented it, one gives way only between two requests.
#[derive(Debug)]
pub(super) struct Places {
    most: usize,
    /// No connection gives way sooner, and four times as long none whose request is there: enough for a client that
    /// sends its request at once and takes its answer.
    grace: Duration,
    table: Mutex<Table>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Table {
    /// In the order in which they came.
    taken: BTreeMap<u64, Taken>,
    next: u64,
}

#[derive(Debug)]
struct Taken {
    stream: Arc<TcpStream>,
    /// It does not give way before.
    stays_until: Instant,
    /// It has presented the token.
    is_trusted: bool,
    /// Since when it has been between two requests.
    idle: Option<Instant>,
    /// It gives way.
    leaves: bool,
}

impl Places {
    pub(super) fn new(most: usize, grace: Duration) -> Arc<Self> {
        Arc::new(Places { most, grace, table: Mutex::default(), changed: Condvar::new() })
    }

    /// A place for a connection, as soon as there is one. `None` if every place is taken by a request with the token.
    pub(super) fn take(self: &Arc<Self>, stream: &Arc<TcpStream>) -> Option<Place> {
        let mut table = self.table();
        while table.taken.len() >= self.most {
            let pause = match table.taken.values().any(|taken| taken.leaves) {
                // The thread of one that gives way ends in a moment, and says so.
                true => LONG,
                false => {
                    let taken = table.gives_way()?;
                    let pause = taken.stays_until.saturating_duration_since(Instant::now());
                    if pause.is_zero() {
                        taken.leaves = true;
                        // Ends the reading and writing of its thread. One that is closed already ends by itself.
                        let _ = taken.stream.shutdown(Shutdown::Both);
                        self.changed.notify_all();
                    }
                    pause
                }
            };
            if !pause.is_zero() {
                let waited = self.changed.wait_timeout(table, pause);
                table = waited.unwrap_or_else(PoisonError::into_inner).0;
            }
        }
        let number = table.next;
        table.next += 1;
        let (stream, stays_until) = (Arc::clone(stream), Instant::now() + self.grace);
        let taken = Taken { stream, stays_until, is_trusted: false, idle: None, leaves: false };
        table.taken.insert(number, taken);
        Some(Place { places: Arc::clone(self), number })
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Table {
    /// The connection that gives way to a new one.
    fn gives_way(&mut self) -> Option<&mut Taken> {
        let strangers = || {
            let strangers = self.taken.iter().filter(|(_, taken)| !taken.is_trusted);
            strangers.min_by_key(|(_, taken)| taken.stays_until)
        };
        let idle = || {
            let idle = self.taken.iter().filter(|(_, taken)| taken.idle.is_some());
            idle.min_by_key(|(_, taken)| taken.idle)
        };
        let number = *strangers().or_else(idle)?.0;
        self.taken.get_mut(&number)
    }
}

/// The place of a connection, until it is dropped.
#[derive(Debug)]
pub(super) struct Place {
    places: Arc<Places>,
    number: u64,
}

impl Place {
    /// The connection has presented the token.
    pub(super) fn trust(&self) {
        self.change(|taken| taken.is_trusted = true);
    }

    /// The head of a request is there, and its answer will be in a moment.
    pub(super) fn answers(&self) {
        let until = Instant::now() + 4 * self.places.grace;
        self.change(|taken| taken.stays_until = until);
    }

    /// A request is over, and the next one has not begun.
    pub(super) fn rest(&self) {
        let now = Instant::now();
        self.change(|taken| (taken.idle, taken.stays_until) = (Some(now), now));
    }

    /// A request begins.
    pub(super) fn work(&self) {
        let until = Instant::now() + self.places.grace;
        self.change(|taken| (taken.idle, taken.stays_until) = (None, until));
    }

    fn change(&self, change: impl FnOnce(&mut Taken)) {
        if let Some(taken) = self.places.table().taken.get_mut(&self.number) {
            change(taken);
        }
    }

    /// Waits, but no longer than until the connection has to give way.
    pub(super) fn wait(&self, pause: Duration) {
        let stays =
            |table: &mut Table| table.taken.get(&self.number).is_some_and(|taken| !taken.leaves);
        let table = self.places.table();
        // Nothing was asked for but that the time is over.
        let _ = self.places.changed.wait_timeout_while(table, pause, stays);
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.places.table().taken.remove(&self.number);
        self.places.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;
    use std::net::{Ipv4Addr, TcpListener};
    use std::thread::JoinHandle;

    use super::*;

    /// A connection that is held until it gives way.
    struct Held {
        stream: Arc<TcpStream>,
        place: Arc<Place>,
        _client: TcpStream,
        thread: JoinHandle<()>,
    }

    fn connection(listener: &TcpListener) -> (TcpStream, Arc<TcpStream>) {
        let client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        (client, Arc::new(listener.accept().unwrap().0))
    }

    fn held(listener: &TcpListener, places: &Arc<Places>) -> Option<Held> {
        let (client, stream) = connection(listener);
        let place = Arc::new(places.take(&stream)?);
        let (read, kept) = (Arc::clone(&stream), Arc::clone(&place));
        // As the thread of a connection does: it reads until the connection ends, and then lets go of its place.
        let thread = std::thread::spawn(move || {
            let _ = (&*read).read(&mut [0]);
            let number = kept.number;
            kept.places.table().taken.remove(&number);
            kept.places.changed.notify_all();
        });
        Some(Held { stream, place, _client: client, thread })
    }

    fn listener() -> TcpListener {
        TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap()
    }

    #[test]
    fn the_oldest_without_the_token_gives_way() {
        let (listener, places) = (listener(), Places::new(3, Duration::ZERO));
        let [first, second, third] = [(); 3].map(|()| held(&listener, &places).unwrap());
        first.place.trust();
        first.place.rest();
        third.place.trust();
        let fourth = held(&listener, &places).unwrap();
        second.thread.join().unwrap();
        assert!(!first.thread.is_finished() && !third.thread.is_finished());
        fourth.place.trust();
        // All have presented the token: one that is between two requests gives way, one within a request does not.
        let fifth = held(&listener, &places).unwrap();
        first.thread.join().unwrap();
        fifth.place.trust();
        let (_client, stream) = connection(&listener);
        assert!(places.take(&stream).is_none());
        // It has begun its next request.
        fourth.place.rest();
        fourth.place.work();
        assert!(places.take(&stream).is_none());
        assert_eq!(places.table().taken.len(), 3);
        for held in [third, fourth, fifth] {
            held.stream.shutdown(Shutdown::Both).unwrap();
            held.thread.join().unwrap();
        }
    }

    #[test]
    fn a_connection_has_time_to_send_its_request() {
        let grace = Duration::from_millis(200);
        let (listener, places) = (listener(), Places::new(1, grace));
        let first = held(&listener, &places).unwrap();
        let begun = Instant::now();
        let second = held(&listener, &places).unwrap();
        assert!(begun.elapsed() > grace / 2, "{:?}", begun.elapsed());
        first.thread.join().unwrap();
        // One that ends by itself is not waited for.
        let begun = Instant::now();
        second.stream.shutdown(Shutdown::Both).unwrap();
        held(&listener, &places).unwrap();
        assert!(begun.elapsed() < grace / 2, "{:?}", begun.elapsed());
    }

    #[test]
    fn whoever_waits_gives_way_at_once() {
        let (listener, places) = (listener(), Places::new(1, Duration::ZERO));
        let (_client, stream) = connection(&listener);
        let place = places.take(&stream).unwrap();
        let waits = std::thread::spawn(move || place.wait(Duration::from_secs(60)));
        let begun = Instant::now();
        let (_other_client, other) = connection(&listener);
        assert!(places.take(&other).is_some());
        waits.join().unwrap();
        assert!(begun.elapsed() < Duration::from_secs(30));
    }
}
