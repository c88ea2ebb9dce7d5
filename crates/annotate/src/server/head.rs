//! The head of a request: its request line and headers, read strictly.

use crate::refusal::{Kind, Refusal};

/// The most headers that a request may have.
const MOST_HEADERS: usize = 100;

/// What stands before the content of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Head {
    /// `GET`, `POST` and so on.
    pub method: String,
    /// Host and port of a request line that holds a whole address.
    pub authority: Option<String>,
    /// The path, as it was sent.
    pub path: String,
    /// What follows `?`, as it was sent.
    pub query: String,
    /// HTTP/1.0, which knows neither connections that stay open nor chunks.
    is_old: bool,
    headers: Vec<(String, Vec<u8>)>,
}

/// How long the content of a request is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Framing {
    /// The number of bytes is known; 0 for a request without content.
    Length(u64),
    /// Each chunk says how long it is.
    Chunked,
}

impl Head {
    /// Parses a head with the number of its bytes; `None` if its end is not among the bytes.
    ///
    /// # Errors
    /// If the bytes are not the head of a request.
    pub fn parse(bytes: &[u8]) -> Result<Option<(Head, usize)>, Refusal> {
        let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
        let mut parsed = httparse::Request::new(&mut headers);
        let length = match parsed.parse(bytes) {
            Ok(httparse::Status::Complete(length)) => length,
            Ok(httparse::Status::Partial) => return Ok(None),
            Err(httparse::Error::TooManyHeaders) => return Err(head_too_large()),
            Err(error) => return Err(malformed(&format!("The request is not HTTP/1: {error}."))),
        };
        let (Some(method), Some(target), Some(version)) =
            (parsed.method, parsed.path, parsed.version)
        else {
            return Err(malformed("The request has no request line."));
        };
        let (authority, path) = split_target(target)?;
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        let headers = parsed
            .headers
            .iter()
            .map(|header| (header.name.to_ascii_lowercase(), header.value.to_vec()))
            .collect();
        let head = Head {
            method: method.to_owned(),
            authority: authority.map(str::to_owned),
            path: path.to_owned(),
            query: query.to_owned(),
            is_old: version == 0,
            headers,
        };
        if !head.is_old && head.values("host").count() != 1 {
            return Err(malformed("The request must name one host."));
        }
        Ok(Some((head, length)))
    }

    fn values<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a [u8]> {
        self.headers.iter().filter(move |(known, _)| known == name).map(|(_, value)| &value[..])
    }

    /// The value of a header, by its name in small letters; `None` if the header is missing or is there twice. Two
    /// values could mean one thing to us and another to a program between.
    pub fn value<'a>(&'a self, name: &'a str) -> Option<&'a str> {
        let mut values = self.values(name);
        match (values.next(), values.next()) {
            (Some(value), None) => std::str::from_utf8(value).ok(),
            _ => None,
        }
    }

    /// Whether the header is there at all.
    pub fn has(&self, name: &str) -> bool {
        self.values(name).next().is_some()
    }

    /// How long the content is.
    ///
    /// # Errors
    /// If the headers contradict each other or are not understood.
    pub fn framing(&self) -> Result<Framing, Refusal> {
        let lengths = self.values("content-length").count();
        if self.has("transfer-encoding") {
            let is_chunked = self
                .value("transfer-encoding")
                .is_some_and(|coding| coding.eq_ignore_ascii_case("chunked"));
            return match is_chunked && lengths == 0 && !self.is_old {
                true => Ok(Framing::Chunked),
                false if lengths > 0 => {
                    Err(malformed("The request has both Content-Length and Transfer-Encoding."))
                }
                false => {
                    Err(malformed("The server reads no other Transfer-Encoding than `chunked`."))
                }
            };
        }
        if lengths == 0 {
            return Ok(Framing::Length(0));
        }
        self.value("content-length")
            .filter(|length| length.bytes().all(|byte| byte.is_ascii_digit()))
            .and_then(|length| length.parse().ok())
            .map(Framing::Length)
            .ok_or_else(|| malformed("Content-Length must be one whole number."))
    }

    /// Whether the client waits for `100 Continue` before it sends the content.
    ///
    /// # Errors
    /// If the client expects anything else.
    pub fn expects_continue(&self) -> Result<bool, Refusal> {
        match self.value("expect") {
            None if !self.has("expect") => Ok(false),
            Some(expected) if expected.eq_ignore_ascii_case("100-continue") => Ok(!self.is_old),
            _ => Err(Refusal::new(
                Kind::Expectation,
                "The server accepts no other Expect than `100-continue`.",
            )),
        }
    }

    /// Whether the connection is to be closed after the answer.
    pub fn closes(&self) -> bool {
        let names_close = |value: &[u8]| {
            value
                .split(|&byte| byte == b',')
                .any(|option| option.trim_ascii().eq_ignore_ascii_case(b"close"))
        };
        self.is_old || self.values("connection").any(names_close)
    }
}

/// The authority of a whole address, and the path with its query.
fn split_target(target: &str) -> Result<(Option<&str>, &str), Refusal> {
    if target.starts_with('/') || target == "*" {
        return Ok((None, target));
    }
    let scheme = "http://";
    let address = match target.get(..scheme.len()) {
        Some(start) if start.eq_ignore_ascii_case(scheme) => &target[scheme.len()..],
        _ => return Err(malformed("The request line has no path.")),
    };
    let end = address.find(['/', '?']).unwrap_or(address.len());
    let (authority, path) = address.split_at(end);
    Ok((Some(authority), if path.is_empty() { "/" } else { path }))
}

pub(super) fn malformed(error: &str) -> Refusal {
    Refusal::new(Kind::Malformed, error)
}

/// The refusal of a head that is too long.
pub(super) fn head_too_large() -> Refusal {
    Refusal::new(
        Kind::HeadTooLarge,
        format!("The request has more than 16 KiB or {MOST_HEADERS} headers before its content."),
    )
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// The head of a request line with headers.
    pub(crate) fn head(line: &str, headers: &[(&str, &str)]) -> Result<Head, Refusal> {
        let mut text = format!("{line}\r\n");
        for (name, value) in headers {
            text += &format!("{name}: {value}\r\n");
        }
        text += "\r\n";
        let (head, length) = Head::parse(text.as_bytes())?.unwrap();
        assert_eq!(length, text.len());
        Ok(head)
    }

    fn posted(headers: &[(&str, &str)]) -> Head {
        head("POST / HTTP/1.1", &[&[("Host", "h")], headers].concat()).unwrap()
    }

    fn kind<T: std::fmt::Debug>(result: Result<T, Refusal>) -> Kind {
        result.unwrap_err().kind
    }

    #[test]
    fn a_target_is_a_path_or_a_whole_address() {
        let parts = |target: &str| {
            let head = head(&format!("GET {target} HTTP/1.1"), &[("Host", "h")])?;
            Ok::<_, Refusal>((head.authority, head.path, head.query))
        };
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(parts("/a/b?c=d?e").unwrap(), (None, "/a/b".into(), "c=d?e".into()));
        assert_eq!(parts("//a/b").unwrap(), (None, "//a/b".into(), String::new()));
        assert_eq!(parts("HTTP://h:1/a?b").unwrap(), (some("h:1"), "/a".into(), "b".into()));
        assert_eq!(parts("http://h:1").unwrap(), (some("h:1"), "/".into(), String::new()));
        for target in ["h:1", "https://h/", "a", "?a"] {
            assert_eq!(kind(parts(target)), Kind::Malformed, "{target}");
        }
    }

    #[test]
    fn a_head_that_has_not_ended_is_none_yet() {
        let text = b"GET / HTTP/1.1\r\nHost: h\r\n\r\n";
        for end in 0..text.len() {
            assert_eq!(Head::parse(&text[..end]).unwrap(), None);
        }
        assert!(Head::parse(text).unwrap().is_some());
    }

    #[test]
    fn bytes_that_are_no_request_are_malformed() {
        for text in [
            "\x16\x03\x01 nonsense\r\n\r\n",
            "GET / HTTP/2.0\r\n\r\n",
            "GET /\r\n\r\n",
            "GET / HTTP/1.1\r\nHost : h\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: h\r\n folded\r\n\r\n",
            "GET / HTTP/1.1\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n",
        ] {
            assert_eq!(kind(Head::parse(text.as_bytes())), Kind::Malformed, "{text:?}");
        }
        let many = "A: b\r\n".repeat(MOST_HEADERS + 1);
        let many = format!("GET / HTTP/1.1\r\n{many}\r\n");
        assert_eq!(kind(Head::parse(many.as_bytes())), Kind::HeadTooLarge);
    }

    #[test]
    fn the_length_of_the_content_has_one_meaning_or_none() {
        assert_eq!(posted(&[]).framing().unwrap(), Framing::Length(0));
        assert_eq!(posted(&[("Content-Length", "12")]).framing().unwrap(), Framing::Length(12));
        let chunked = ("Transfer-Encoding", "Chunked");
        assert_eq!(posted(&[chunked]).framing().unwrap(), Framing::Chunked);
        for headers in [
            &[("Content-Length", "1"), ("Content-Length", "1")][..],
            &[("Content-Length", "1, 1")],
            &[("Content-Length", "+1")],
            &[("Content-Length", "-1")],
            &[("Content-Length", "")],
            &[("Content-Length", "99999999999999999999")],
            &[("Content-Length", "1"), chunked],
            &[chunked, chunked],
            &[("Transfer-Encoding", "gzip, chunked")],
            &[("Transfer-Encoding", "identity")],
        ] {
            assert_eq!(kind(posted(headers).framing()), Kind::Malformed, "{headers:?}");
        }
        let old = head("POST / HTTP/1.0", &[chunked]).unwrap();
        assert_eq!(kind(old.framing()), Kind::Malformed);
    }

    #[test]
    fn connections_are_closed_if_the_client_says_so_or_knows_no_other() {
        assert!(!posted(&[]).closes());
        assert!(!posted(&[("Connection", "keep-alive")]).closes());
        assert!(posted(&[("Connection", "x, Close")]).closes());
        assert!(head("GET / HTTP/1.0", &[("Connection", "keep-alive")]).unwrap().closes());
    }

    #[test]
    fn nothing_but_100_continue_may_be_expected() {
        assert!(!posted(&[]).expects_continue().unwrap());
        assert!(posted(&[("Expect", "100-Continue")]).expects_continue().unwrap());
        assert_eq!(kind(posted(&[("Expect", "tea")]).expects_continue()), Kind::Expectation);
        let old = head("POST / HTTP/1.0", &[("Expect", "100-continue")]).unwrap();
        assert!(!old.expects_continue().unwrap());
    }
}
