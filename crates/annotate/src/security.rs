//! Who may ask: the holder of the token, from our own page, under our own name.
//!
//! The server listens on the loopback addresses alone, but every page that is open in a browser of the same machine can
//! send requests there, and a name of another's may resolve to 127.0.0.1. So the token keeps out everyone whom the
//! user did not give the address, `Host` the names of others, and `Origin` their pages.

use std::hint::black_box;

use crate::refusal::{Kind, Refusal};
use crate::server::Head;

/// The header that carries the token.
pub const TOKEN_HEADER: &str = "x-phenom-token";

/// The most bytes that the content of a request may have.
pub const MOST_BYTES: u64 = 256 * 1024;

/// 128 bits that only the user's browser is told.
#[derive(Clone)]
pub struct Token(String);

impl Token {
    /// A new one, from the operating system's source of randomness.
    ///
    /// # Errors
    /// Where the system gives no random bytes.
    pub fn random() -> Result<Token, getrandom::Error> {
        random_hex().map(Token)
    }

    /// As it stands in the address: 32 hexadecimal digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether this is what was given, in a time that does not depend on where the two differ.
    pub fn is(&self, given: &[u8]) -> bool {
        let own = self.0.as_bytes();
        // The length is no secret.
        own.len() == given.len()
            && own
                .iter()
                .zip(given)
                .fold(0, |differing, (own, given)| black_box(differing | (own ^ given)))
                == 0
    }
}

/// Not the token itself, which would end up in logs.
impl std::fmt::Debug for Token {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Token(..)")
    }
}

/// 128 random bits as hexadecimal digits.
///
/// # Errors
/// Where the system gives no random bytes.
pub fn random_hex() -> Result<String, getrandom::Error> {
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// What every request is held to.
#[derive(Debug)]
pub struct Guard {
    token: Token,
    hosts: [String; 3],
}

impl Guard {
    /// The guard of a server that listens on a port.
    pub fn new(token: Token, port: u16) -> Guard {
        let hosts = ["127.0.0.1", "localhost", "[::1]"].map(|name| format!("{name}:{port}"));
        Guard { token, hosts }
    }

    /// Whether the request may be looked at. The shell of the page holds no data and needs no token.
    ///
    /// # Errors
    /// What it lacks.
    pub fn check(&self, request: &Head, needs_token: bool) -> Result<(), Refusal> {
        let host = self.host(request)?;
        check_origin(request, host)?;
        if needs_token {
            self.check_token(request)?;
        }
        if request.method == "POST" {
            check_content(request)?;
        }
        Ok(())
    }

    fn host<'a>(&self, request: &'a Head) -> Result<&'a str, Refusal> {
        let known = |host: &&str| self.hosts.iter().any(|own| own.eq_ignore_ascii_case(host));
        let named = request.value("host").filter(known);
        // A request line may hold a whole address, whose host then counts too.
        let asked = request.authority.as_deref().is_none_or(|authority| known(&authority));
        named.filter(|_| asked).ok_or_else(|| {
            Refusal::new(Kind::Host, "The request names another host than this server.")
                .with_help("Open the address that `phenom annotate` printed.")
        })
    }

    fn check_token(&self, request: &Head) -> Result<(), Refusal> {
        match request.value(TOKEN_HEADER) {
            Some(given) if self.token.is(given.as_bytes()) => Ok(()),
            _ => Err(Refusal::new(Kind::Token, "The token is missing, or belongs to another run.")
                .with_help(
                    "Open the address that `phenom annotate` printed, including everything after `#`.",
                )),
        }
    }
}

/// A request that changes something has to come from our page; one that reads must not come from another's.
fn check_origin(request: &Head, host: &str) -> Result<(), Refusal> {
    let ours = match request.has("origin") {
        true => request
            .value("origin")
            .and_then(|origin| origin.strip_prefix("http://"))
            .is_some_and(|origin| origin.eq_ignore_ascii_case(host)),
        false => request.method == "GET",
    };
    if ours {
        return Ok(());
    }
    Err(Refusal::new(Kind::Origin, "The request does not come from the page of this server.")
        .with_help("Open the address that `phenom annotate` printed."))
}

fn check_content(request: &Head) -> Result<(), Refusal> {
    let media_type = request
        .value("content-type")
        .map(|value| value.split(';').next().unwrap_or_default().trim().to_ascii_lowercase());
    if media_type.as_deref() != Some("application/json") {
        return Err(Refusal::new(Kind::ContentType, "The content of a POST must be JSON.")
            .with_help("Send it with `Content-Type: application/json`."));
    }
    Ok(())
}

/// The refusal of a request with too much in it.
pub(crate) fn too_large() -> Refusal {
    Refusal::new(Kind::TooLarge, "The request is larger than 256 KiB.")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::head;

    fn guard() -> (Guard, String) {
        let token = Token::random().unwrap();
        let text = token.as_str().to_owned();
        (Guard::new(token, 4711), text)
    }

    /// HTTP/1.0, in which the host may be missing or be there twice.
    fn asked(method: &str, headers: &[(&str, &str)]) -> Head {
        head(&format!("{method} http://127.0.0.1:4711/api/start HTTP/1.0"), headers).unwrap()
    }

    fn kind(checked: Result<(), Refusal>) -> Option<Kind> {
        checked.err().map(|refusal| refusal.kind)
    }

    #[test]
    fn tokens_are_32_digits_and_never_the_same() {
        let (one, other) = (Token::random().unwrap(), Token::random().unwrap());
        assert_eq!(one.as_str().len(), 32);
        assert!(one.as_str().bytes().all(|byte| byte.is_ascii_hexdigit()));
        assert_ne!(one.as_str(), other.as_str());
        assert!(one.is(one.as_str().as_bytes()));
        assert!(!one.is(other.as_str().as_bytes()));
        assert!(!one.is(b""));
        assert!(!one.is(&one.as_str().as_bytes()[..31]));
        assert!(!format!("{one:?}").contains(one.as_str()));
    }

    #[test]
    fn reading_needs_host_and_token() {
        let (guard, token) = guard();
        let host = ("host", "127.0.0.1:4711");
        let token = ("x-phenom-token", token.as_str());
        assert_eq!(kind(guard.check(&asked("GET", &[host, token]), true)), None);
        assert_eq!(kind(guard.check(&asked("GET", &[host]), false)), None);
        assert_eq!(kind(guard.check(&asked("GET", &[host]), true)), Some(Kind::Token));
        let wrong = ("x-phenom-token", "00000000000000000000000000000000");
        assert_eq!(kind(guard.check(&asked("GET", &[host, wrong]), true)), Some(Kind::Token));
        for name in ["localhost:4711", "[::1]:4711", "LOCALHOST:4711"] {
            assert_eq!(kind(guard.check(&asked("GET", &[("host", name), token]), true)), None);
        }
        for name in
            ["evil.example:4711", "127.0.0.1:80", "127.0.0.1", "localhost.evil.example:4711"]
        {
            let request = asked("GET", &[("host", name), token]);
            assert_eq!(kind(guard.check(&request, true)), Some(Kind::Host), "{name}");
        }
        assert_eq!(kind(guard.check(&asked("GET", &[token]), true)), Some(Kind::Host));
        assert_eq!(kind(guard.check(&asked("GET", &[host, host, token]), true)), Some(Kind::Host));
    }

    #[test]
    fn a_whole_address_in_the_request_line_is_held_to_the_host_too() {
        let (guard, _) = guard();
        let host = [("host", "127.0.0.1:4711")];
        let request = head("GET http://evil.example/ HTTP/1.1", &host).unwrap();
        assert_eq!(kind(guard.check(&request, false)), Some(Kind::Host));
    }

    #[test]
    fn writing_needs_our_origin_and_json() {
        let (guard, token) = guard();
        let host = ("host", "127.0.0.1:4711");
        let token = ("x-phenom-token", token.as_str());
        let ours = ("origin", "http://127.0.0.1:4711");
        let json = ("content-type", "application/json; charset=utf-8");
        assert_eq!(kind(guard.check(&asked("POST", &[host, token, ours, json]), true)), None);
        let none = asked("POST", &[host, token, json]);
        assert_eq!(kind(guard.check(&none, true)), Some(Kind::Origin));
        for origin in
            ["null", "http://evil.example", "https://127.0.0.1:4711", "http://localhost:4711"]
        {
            let others = ("origin", origin);
            let writing = asked("POST", &[host, token, others, json]);
            assert_eq!(kind(guard.check(&writing, true)), Some(Kind::Origin), "{origin}");
            let reading = asked("GET", &[host, token, others]);
            assert_eq!(kind(guard.check(&reading, true)), Some(Kind::Origin), "{origin}");
        }
        let form = ("content-type", "text/plain");
        let as_text = asked("POST", &[host, token, ours, form]);
        assert_eq!(kind(guard.check(&as_text, true)), Some(Kind::ContentType));
        let untyped = asked("POST", &[host, token, ours]);
        assert_eq!(kind(guard.check(&untyped, true)), Some(Kind::ContentType));
    }
}
