//! HTTP on the loopback addresses: listening, reading requests, the headers of answers.

use std::io::{self, Read};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use oxhttp::Server;
use oxhttp::model::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, HeaderValue};
use oxhttp::model::{Body, Method, Request, Response, StatusCode};
use percent_encoding::percent_decode_str;

use crate::page::{Page, page};
use crate::refusal::{Kind, Refusal};
use crate::security::{Guard, MOST_BYTES, Token, too_large};

/// How long a connection may stand idle or a client may take for a request. The page says something every 2 seconds.
const PATIENCE: Duration = Duration::from_secs(30);

/// More than browsers open; what comes above waits.
const MOST_CONNECTIONS: usize = 64;

/// How often a free port is looked for where both addresses are wanted on one.
const ATTEMPTS: usize = 20;

/// Sent with every answer: it is nobody else's to keep, frame, or guess the type of.
const HEADERS: [(&str, &str); 5] = [
    ("cache-control", "no-store"),
    ("referrer-policy", "no-referrer"),
    ("x-content-type-options", "nosniff"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
];

/// A request to `/api/` that the guard lets pass.
#[derive(Debug)]
pub struct Asked {
    /// Whether it is a POST; otherwise it is a GET.
    pub posts: bool,
    /// What follows `/api/`.
    pub path: String,
    /// What follows `?`, decoded.
    pub query: Vec<(String, String)>,
    /// The content of a POST.
    pub content: Vec<u8>,
}

/// What is sent back.
#[derive(Debug)]
pub struct Answer {
    /// Its media type.
    pub media_type: &'static str,
    /// The content.
    pub content: Vec<u8>,
}

/// Why the server cannot listen.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// Another program listens on the port.
    #[error("port {0} is taken by another program")]
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
    #[error("the system gives no random bytes for the token: {0}")]
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
    let answer = Arc::new(answer);
    let page = Arc::new(page());
    let mut attempts = 0;
    loop {
        attempts += 1;
        let token = Token::random()?;
        match listen_once(port, &token, &page, &answer) {
            // Between our look at a free port and the listening another program may have taken it.
            Err(ServerError::PortTaken(_)) if port.is_none() && attempts < ATTEMPTS => {}
            listening => return listening,
        }
    }
}

fn listen_once(
    port: Option<u16>,
    token: &Token,
    page: &Arc<Page>,
    answer: &Arc<impl Fn(&Asked) -> Result<Answer, Refusal> + Send + Sync + 'static>,
) -> Result<Listening, ServerError> {
    let addresses = free_addresses(port.unwrap_or(0))?;
    let port = addresses[0].port();
    let guard = Guard::new(token.clone(), port);
    let (page, answer) = (Arc::clone(page), Arc::clone(answer));
    let mut server = Server::new(move |request| respond(&guard, &page, &*answer, request))
        .with_global_timeout(PATIENCE)
        .with_max_concurrent_connections(MOST_CONNECTIONS);
    for address in &addresses {
        server = server.bind(*address);
    }
    server.spawn().map_err(|error| refused(addresses[0], error))?;
    Ok(Listening { token: token.clone(), port, addresses })
}

/// The addresses on which one port is free: looked at first, since the server could not let go of one where the other fails.
fn free_addresses(port: u16) -> Result<Vec<SocketAddr>, ServerError> {
    let first = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), port);
    let held = TcpListener::bind(first).map_err(|error| refused(first, error))?;
    let first = held.local_addr().map_err(|error| refused(first, error))?;
    let second = SocketAddr::new(IpAddr::V6(Ipv6Addr::LOCALHOST), first.port());
    match TcpListener::bind(second) {
        Ok(_) => Ok(vec![first, second]),
        Err(error) if error.kind() == io::ErrorKind::AddrInUse => {
            Err(ServerError::PortTaken(first.port()))
        }
        // A system without IPv6.
        Err(_) => Ok(vec![first]),
    }
}

fn refused(address: SocketAddr, error: io::Error) -> ServerError {
    match error.kind() {
        io::ErrorKind::AddrInUse => ServerError::PortTaken(address.port()),
        _ => ServerError::Listening { address, error },
    }
}

fn respond(
    guard: &Guard,
    page: &Page,
    answer: &impl Fn(&Asked) -> Result<Answer, Refusal>,
    request: &mut Request<Body>,
) -> Response<Body> {
    let answered = match request.uri().path() {
        "/" => guard.check(request, false).and_then(|()| shell(page, request.method())),
        path if path.starts_with("/api/") => {
            guard.check(request, true).and_then(|()| read(request)).and_then(|asked| answer(&asked))
        }
        _ => guard.check(request, false).and(Err(no_path())),
    };
    let (status, answer) = match answered {
        Ok(answer) => (StatusCode::OK, answer),
        Err(refusal) => (
            StatusCode::from_u16(refusal.kind.status())
                .unwrap_or(StatusCode::INTERNAL_SERVER_ERROR),
            json(&refusal),
        ),
    };
    let mut response = Response::new(Body::from(answer.content));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(answer.media_type));
    if let Ok(policy) = HeaderValue::from_str(&page.policy) {
        headers.insert(CONTENT_SECURITY_POLICY, policy);
    }
    response
}

fn shell(page: &Page, method: &Method) -> Result<Answer, Refusal> {
    if method != Method::GET {
        return Err(no_method());
    }
    let content = page.html.clone().into_bytes();
    Ok(Answer { media_type: "text/html; charset=utf-8", content })
}

fn read(request: &mut Request<Body>) -> Result<Asked, Refusal> {
    let posts = match *request.method() {
        Method::GET => false,
        Method::POST => true,
        _ => return Err(no_method()),
    };
    let path = request.uri().path().strip_prefix("/api/").unwrap_or_default().to_owned();
    let query = request.uri().query().unwrap_or_default();
    let query =
        query.split('&').filter(|part| !part.is_empty()).map(decoded).collect::<Result<_, _>>()?;
    let mut content = Vec::new();
    if posts {
        let read = request.body_mut().take(MOST_BYTES + 1).read_to_end(&mut content);
        read.map_err(|error| {
            Refusal::new(Kind::Malformed, format!("The request ends before its time: {error}."))
        })?;
        if content.len() as u64 > MOST_BYTES {
            return Err(too_large());
        }
    }
    Ok(Asked { posts, path, query, content })
}

fn decoded(part: &str) -> Result<(String, String), Refusal> {
    let (name, value) = part.split_once('=').unwrap_or((part, ""));
    let decode = |text: &str| {
        let spaced = text.replace('+', " ");
        percent_decode_str(&spaced).decode_utf8().map(|text| text.into_owned()).map_err(|_| {
            Refusal::new(Kind::Malformed, "The address holds something that is no UTF-8.")
        })
    };
    Ok((decode(name)?, decode(value)?))
}

/// The refusal of a path at which there is nothing.
pub(crate) fn no_path() -> Refusal {
    Refusal::new(Kind::Path, "There is nothing at this path.")
}

/// The refusal of a path that is asked in another way.
pub(crate) fn no_method() -> Refusal {
    Refusal::new(Kind::Method, "This path is not asked in this way.")
}

/// An answer in JSON.
pub(crate) fn json(value: &impl serde::Serialize) -> Answer {
    // Strings, numbers and lists of them: there is nothing in our answers that JSON could not hold.
    let content = serde_json::to_vec(value).unwrap_or_default();
    Answer { media_type: "application/json", content }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queries_are_decoded() {
        let named = |text: &str| decoded(text).unwrap();
        assert_eq!(named("id=a%20b+c%2B"), ("id".into(), "a b c+".into()));
        assert_eq!(named("id"), ("id".into(), String::new()));
        assert_eq!(decoded("id=%ff").unwrap_err().kind, Kind::Malformed);
    }

    #[test]
    fn a_port_that_is_taken_is_told() {
        let other = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = other.local_addr().unwrap().port();
        let error = listen(Some(port), |_| Err(no_path())).unwrap_err();
        assert_eq!(error.to_string(), format!("port {port} is taken by another program"));
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
