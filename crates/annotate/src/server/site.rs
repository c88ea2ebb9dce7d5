//! What is served: the paths that there are, and the headers of answers.

use std::fmt::Write;

use percent_encoding::percent_decode_str;

use crate::page::Page;
use crate::refusal::{Kind, Refusal};
use crate::security::Guard;
use crate::server::Head;

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
    /// The body, as bytes of that type.
    pub content: Vec<u8>,
}

/// Where a request leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Route {
    /// The page without its data.
    Shell,
    /// What the holder of the token may ask.
    Api,
}

/// What is served.
pub(super) struct Site {
    pub(super) guard: Guard,
    pub(super) page: Page,
    #[expect(clippy::type_complexity, reason = "the one place where it is written out")]
    pub(super) answer: Box<dyn Fn(&Asked) -> Result<Answer, Refusal> + Send + Sync>,
}

impl Site {
    /// Where a request leads that the guard lets pass. Its content is not looked at.
    pub(super) fn route(&self, head: &Head) -> Result<Route, Refusal> {
        let is_api = head.path.starts_with("/api/");
        self.guard.check(head, is_api)?;
        match head.path.as_str() {
            "/" if head.method == "GET" => Ok(Route::Shell),
            "/" => Err(no_method()),
            _ if !is_api => Err(no_path()),
            _ if ["GET", "POST"].contains(&head.method.as_str()) => Ok(Route::Api),
            _ => Err(no_method()),
        }
    }

    pub(super) fn answer(
        &self,
        route: Route,
        head: &Head,
        content: Vec<u8>,
    ) -> Result<Answer, Refusal> {
        match route {
            Route::Shell => {
                let content = self.page.html.clone().into_bytes();
                Ok(Answer { media_type: "text/html; charset=utf-8", content })
            }
            Route::Api => (self.answer)(&asked(head, content)?),
        }
    }

    /// The status line and headers of an answer.
    pub(super) fn head(&self, status: u16, answer: &Answer, closes: bool) -> String {
        let mut head = format!(
            "HTTP/1.1 {status} {}\r\ncontent-type: {}\r\ncontent-length: {}\r\ncontent-security-policy: {}\r\n",
            reason(status),
            answer.media_type,
            answer.content.len(),
            self.page.policy
        );
        for (name, value) in HEADERS {
            // A String takes all that is written to it.
            let _ = write!(head, "{name}: {value}\r\n");
        }
        if closes {
            head += "connection: close\r\n";
        }
        head + "\r\n"
    }
}

/// What HTTP calls a status.
fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        408 => "Request Timeout",
        409 => "Conflict",
        413 => "Content Too Large",
        415 => "Unsupported Media Type",
        417 => "Expectation Failed",
        422 => "Unprocessable Content",
        431 => "Request Header Fields Too Large",
        503 => "Service Unavailable",
        507 => "Insufficient Storage",
        _ => "Internal Server Error",
    }
}

fn asked(head: &Head, content: Vec<u8>) -> Result<Asked, Refusal> {
    let query = head.query.split('&').filter(|part| !part.is_empty());
    Ok(Asked {
        posts: head.method == "POST",
        path: head.path.strip_prefix("/api/").unwrap_or_default().to_owned(),
        query: query.map(decoded).collect::<Result<_, _>>()?,
        content,
    })
}

fn decoded(part: &str) -> Result<(String, String), Refusal> {
    let (name, value) = part.split_once('=').unwrap_or((part, ""));
    let decode = |text: &str| {
        let spaced = text.replace('+', " ");
        percent_decode_str(&spaced).decode_utf8().map(|text| text.into_owned()).map_err(|_| {
            Refusal::new(Kind::Malformed, "The address contains bytes that are not UTF-8.")
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
    Refusal::new(Kind::Method, "This path does not accept this method.")
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
}
