//! Names of hosts as addresses.

use std::net::SocketAddr;

use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::NextTimeout;

use super::address::{LOOPBACK, is_localhost};

/// Asks the system for all names but `localhost`, so that no table and no server for names can lead that elsewhere.
#[derive(Debug, Default)]
pub(super) struct LocalhostIsHere(DefaultResolver);

impl Resolver for LocalhostIsHere {
    fn resolve(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, ureq::Error> {
        if !uri.host().is_some_and(is_localhost) {
            return self.0.resolve(uri, config, timeout);
        }
        let usual = if uri.scheme_str() == Some("https") { 443 } else { 80 };
        let port = uri.port_u16().unwrap_or(usual);
        let mut addresses = self.empty();
        for address in LOOPBACK {
            addresses.push(SocketAddr::new(address, port));
        }
        Ok(addresses)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn localhost_is_the_loopback_whatever_its_case() {
        let resolved = |url: &str| {
            let timeout = NextTimeout {
                after: Duration::from_secs(5).into(),
                reason: ureq::Timeout::Resolve,
                ..NextTimeout::default()
            };
            let uri = url.parse().unwrap();
            let all =
                LocalhostIsHere::default().resolve(&uri, &Config::default(), timeout).unwrap();
            all.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(resolved("http://LOCALHOST:81/v1"), ["127.0.0.1:81", "[::1]:81"]);
        assert_eq!(resolved("https://localhost/v1"), ["127.0.0.1:443", "[::1]:443"]);
        assert_eq!(resolved("http://127.0.0.2/v1"), ["127.0.0.2:80"]);
    }
}
