//! Where requests go.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use ureq::http::Uri;

use super::error::EndpointProblem;

/// An address that can be asked.
#[derive(Debug)]
pub(super) struct Address {
    /// Scheme, host and port.
    pub(super) host: String,
    /// Where chats are completed.
    pub(super) completions: String,
    /// Whether it is encrypted.
    pub(super) is_https: bool,
    /// Whether it is on this machine: `localhost`, or a loopback address written out.
    pub(super) is_loopback: bool,
}

/// Who may read on the way to a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Privacy {
    /// Nobody: it is encrypted.
    Encrypted,
    /// Nobody: it does not leave the machine.
    Loopback,
    /// Everybody in between. No key is sent.
    Clear,
}

impl Address {
    pub(super) fn privacy(&self) -> Privacy {
        match (self.is_https, self.is_loopback) {
            (true, _) => Privacy::Encrypted,
            (false, true) => Privacy::Loopback,
            (false, false) => Privacy::Clear,
        }
    }
}

/// Whether a host is the name of this machine, which no server for names is asked for.
pub(super) fn is_localhost(host: &str) -> bool {
    host.eq_ignore_ascii_case("localhost")
}

fn is_loopback(host: &str) -> bool {
    let bare = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
    is_localhost(host) || bare.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// The addresses of `localhost`, whatever the machine's own tables say.
pub(super) const LOOPBACK: [IpAddr; 2] =
    [IpAddr::V4(Ipv4Addr::LOCALHOST), IpAddr::V6(Ipv6Addr::LOCALHOST)];

/// The address of a base URL.
pub(super) fn parse(url: &str) -> Result<Address, EndpointProblem> {
    let wrong = |reason: &'static str| EndpointProblem::Url(reason);
    let uri: Uri = url.parse().map_err(|_| wrong("it is not valid"))?;
    let is_https = match uri.scheme_str() {
        Some("https") => true,
        Some("http") => false,
        _ => return Err(wrong("it does not start with http:// or https://")),
    };
    let authority = uri.authority().ok_or(wrong("it has no host"))?;
    if authority.as_str().contains('@') {
        return Err(wrong(
            "it contains a user name or password; a key comes from an environment variable",
        ));
    }
    if uri.query().is_some() || url.contains('#') {
        return Err(wrong("it has a part after ? or #"));
    }
    let base = uri.path().trim_end_matches('/');
    if base.ends_with("/chat/completions") {
        return Err(wrong("phenom adds `/chat/completions` to it; remove that part"));
    }
    let scheme = if is_https { "https" } else { "http" };
    let host = format!("{scheme}://{authority}");
    let completions = format!("{host}{base}/chat/completions");
    let is_loopback = is_loopback(authority.host());
    Ok(Address { host, completions, is_https, is_loopback })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_of_completions_is_added_to_a_base() {
        for base in ["http://localhost:8080/v1", "http://localhost:8080/v1/"] {
            let address = parse(base).unwrap();
            assert_eq!(address.host, "http://localhost:8080");
            assert_eq!(address.completions, "http://localhost:8080/v1/chat/completions");
        }
        assert_eq!(parse("https://[::1]").unwrap().completions, "https://[::1]/chat/completions");
    }

    #[test]
    fn only_this_machine_itself_is_as_private_as_https() {
        use Privacy::{Clear, Encrypted, Loopback};
        for (url, privacy) in [
            ("https://api.openai.com/v1", Encrypted),
            ("https://localhost", Encrypted),
            ("http://localhost:8080/v1", Loopback),
            ("http://LocalHost", Loopback),
            ("http://127.0.0.1:8080", Loopback),
            ("http://127.9.9.9", Loopback),
            ("http://[::1]:8080", Loopback),
            ("http://api.openai.com/v1", Clear),
            // Names and numbers that are another machine's, or that somebody else has to explain.
            ("http://localhost.evil.example", Clear),
            ("http://localhost.", Clear),
            ("http://127.0.0.1.evil.example", Clear),
            ("http://127.1", Clear),
            ("http://2130706433", Clear),
            ("http://0.0.0.0", Clear),
            ("http://[::]", Clear),
            ("http://[::ffff:10.0.0.1]", Clear),
            ("http://192.168.0.1", Clear),
        ] {
            assert_eq!(parse(url).unwrap().privacy(), privacy, "{url}");
        }
    }

    #[test]
    fn what_is_no_base_is_told() {
        for url in [
            "",
            "localhost:8080",
            "/v1",
            "ftp://host/v1",
            "file:///etc/passwd",
            "https://",
            "https://user:secret@host/v1",
            "https://host/v1?key=secret",
            "https://host/v1#x",
            "https://host/v1/chat/completions",
            "https://ho st/",
        ] {
            let told = parse(url).unwrap_err().to_string();
            assert!(!told.contains("secret"), "{told}");
        }
    }
}
