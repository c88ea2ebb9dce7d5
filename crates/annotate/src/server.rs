//! HTTP on the loopback addresses: listening, and a thread for each connection.

mod connection;
mod head;
mod input;
mod limits;
mod places;
mod site;
mod timed;

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

#[cfg(test)]
pub(crate) use self::head::tests::head;
pub use self::head::{Framing, Head};
pub use self::limits::Limits;
use self::places::Places;
use self::site::Site;
pub use self::site::{Answer, Asked};
pub(crate) use self::site::{json, no_method, no_path};
use crate::page::page;
use crate::refusal::Refusal;
use crate::security::{Guard, Token};

/// How long is waited where the system has no room for another connection.
const SHORTAGE: Duration = Duration::from_millis(50);

/// How often a free port is looked for if both addresses are wanted on one.
const ATTEMPTS: usize = 20;

/// Why the server cannot listen.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// Another program listens on the port.
    #[error("another program uses port {0}")]
    PortTaken(u16),
    /// The system does not let us.
    #[error("the server cannot listen on {address}: {error}")]
    Listening {
        /// Where.
        address: SocketAddr,
        /// What the system says.
        error: io::Error,
    },
    /// There are no random bytes for the token.
    #[error("the system provides no random bytes for the token: {0}")]
    Random(#[from] getrandom::Error),
}

/// Where the server listens.
#[derive(Debug)]
pub struct Listening {
    /// The token that requests need.
    pub token: Token,
    /// The port, on each of the addresses.
    pub port: u16,
    /// The addresses: 127.0.0.1, and ::1 where the system has it.
    pub addresses: Vec<SocketAddr>,
}

impl Listening {
    /// What the user opens. The token stands after `#`, which browsers send to nobody.
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}/#{}", self.port, self.token.as_str())
    }
}

/// Listens from now on, on the port or, without one, on one that is free. Connections are served by threads that end
/// with the program.
///
/// # Errors
/// Where the port is taken, or the system does not let us listen.
pub fn listen(
    port: Option<u16>,
    answer: impl Fn(&Asked) -> Result<Answer, Refusal> + Send + Sync + 'static,
) -> Result<Listening, ServerError> {
    listen_within(Limits::default(), port, answer)
}

/// Listens with limits of its own.
///
/// # Errors
/// As [`listen`].
pub fn listen_within(
    limits: Limits,
    port: Option<u16>,
    answer: impl Fn(&Asked) -> Result<Answer, Refusal> + Send + Sync + 'static,
) -> Result<Listening, ServerError> {
    let token = Token::random()?;
    let listeners = listeners(port)?;
    let addresses: Vec<SocketAddr> = listeners.iter().map(|(address, _)| *address).collect();
    let port = addresses[0].port();
    let guard = Guard::new(token.clone(), port);
    let site = Arc::new(Site { guard, page: page(), answer: Box::new(answer) });
    let places = Places::new(limits.connections, limits.grace);
    for (address, listener) in listeners {
        let (site, places) = (Arc::clone(&site), Arc::clone(&places));
        thread::Builder::new()
            .spawn(move || accept(&listener, &site, &limits, &places))
            .map_err(|error| refused(address, error))?;
    }
    Ok(Listening { token, port, addresses })
}

/// Both loopback addresses on one port; the first alone on a system without IPv6.
fn listeners(port: Option<u16>) -> Result<Vec<(SocketAddr, TcpListener)>, ServerError> {
    let mut attempts = 0;
    loop {
        attempts += 1;
        let first = bound(IpAddr::V4(Ipv4Addr::LOCALHOST), port.unwrap_or(0))?;
        let port_of_both = first.0.port();
        match bound(IpAddr::V6(Ipv6Addr::LOCALHOST), port_of_both) {
            Ok(second) => return Ok(vec![first, second]),
            // Free on one address, and taken on the other.
            Err(ServerError::PortTaken(_)) if port.is_none() && attempts < ATTEMPTS => {}
            Err(error @ ServerError::PortTaken(_)) => return Err(error),
            Err(_) => return Ok(vec![first]),
        }
    }
}

fn bound(address: IpAddr, port: u16) -> Result<(SocketAddr, TcpListener), ServerError> {
    let address = SocketAddr::new(address, port);
    let listening = TcpListener::bind(address).and_then(|listener| {
        widen(&listener)?;
        Ok((listener.local_addr()?, listener))
    });
    listening.map_err(|error| refused(address, error))
}

/// Lets more connections wait for us than the 128 of the standard library. One for which there is no room there tries
/// again after a second, and the page with it.
#[cfg(unix)]
fn widen(listener: &TcpListener) -> io::Result<()> {
    Ok(rustix::net::listen(listener, 4096)?)
}

#[cfg(not(unix))]
fn widen(_: &TcpListener) -> io::Result<()> {
    Ok(())
}

fn refused(address: SocketAddr, error: io::Error) -> ServerError {
    match error.kind() {
        io::ErrorKind::AddrInUse => ServerError::PortTaken(address.port()),
        _ => ServerError::Listening { address, error },
    }
}

/// Takes connections for ever, and gives each a place and a thread.
fn accept(listener: &TcpListener, site: &Arc<Site>, limits: &Limits, places: &Arc<Places>) {
    loop {
        match listener.accept() {
            Ok((stream, _)) => begin(stream, site, limits, places),
            Err(_) => thread::sleep(SHORTAGE),
        }
    }
}

fn begin(stream: TcpStream, site: &Arc<Site>, limits: &Limits, places: &Arc<Places>) {
    let stream = Arc::new(stream);
    // Without a place or a thread the connection is closed, and the page asks again.
    let Some(place) = places.take(&stream) else { return };
    let (site, limits) = (Arc::clone(site), *limits);
    let thread = thread::Builder::new();
    if thread.spawn(move || connection::serve(stream, &site, &limits, &place)).is_err() {
        thread::sleep(SHORTAGE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_that_is_taken_is_told() {
        let other = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = other.local_addr().unwrap().port();
        let error = listen(Some(port), |_| Err(no_path())).unwrap_err();
        assert_eq!(error.to_string(), format!("another program uses port {port}"));
    }

    #[test]
    fn the_token_stands_in_the_fragment() {
        let listening = listen(None, |_| Err(no_path())).unwrap();
        let url = listening.url();
        let (before, after) = url.split_once('#').unwrap();
        assert_eq!(before, format!("http://127.0.0.1:{}/", listening.port));
        assert_eq!(after, listening.token.as_str());
    }
}
