//! Where requests go.

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
}

/// The address of a base URL.
pub(super) fn parse(url: &str) -> Result<Address, EndpointProblem> {
    let wrong = |reason: &'static str| EndpointProblem::Url(reason);
    let uri: Uri = url.parse().map_err(|_| wrong("it cannot be read"))?;
    let is_https = match uri.scheme_str() {
        Some("https") => true,
        Some("http") => false,
        _ => return Err(wrong("it does not start with http:// or https://")),
    };
    let authority = uri.authority().ok_or(wrong("it has no host"))?;
    if authority.as_str().contains('@') {
        return Err(wrong(
            "it holds a user name or password; a key comes from an environment variable",
        ));
    }
    if uri.query().is_some() || url.contains('#') {
        return Err(wrong("it has something after ? or #"));
    }
    let base = uri.path().trim_end_matches('/');
    if base.ends_with("/chat/completions") {
        return Err(wrong("`/chat/completions` is added to it, and stands in it"));
    }
    let scheme = if is_https { "https" } else { "http" };
    let host = format!("{scheme}://{authority}");
    let completions = format!("{host}{base}/chat/completions");
    Ok(Address { host, completions, is_https })
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
