//! Whether a system from outside may be asked: a config may come from a stranger.

use std::io::{self, BufRead, IsTerminal, Write};

use phenom_report::harmless;

use crate::config::Asking;
use crate::failure::Failure;

/// Goes on where a system may be asked; says before what it does.
pub(super) fn consents(
    asking: Asking,
    request: &str,
    system: &str,
    pairs: usize,
) -> Result<(), Failure> {
    let said = format!("system `{}` {}", harmless(system), harmless(request));
    let refused = |help: &str| {
        let message =
            format!("system `{system}` has no stored answers for {pairs} pairs, and {request}");
        Err(Failure::input(message, Some(help.to_owned())))
    };
    match asking {
        Asking::Allowed(_) => {
            // Where standard error is closed, there is nobody to tell.
            let _ = writeln!(anstream::stderr(), "{said}");
            Ok(())
        }
        Asking::Never => refused(
            "`phenom predict CONFIG --run-systems` asks it; only do so if you trust the config",
        ),
        Asking::OnConsent if !io::stdin().is_terminal() || !io::stderr().is_terminal() => {
            refused("--run-systems allows that; only do so if you trust the config")
        }
        Asking::OnConsent => {
            let _ = write!(anstream::stderr(), "{said}. Go on? [y/N] ");
            let mut answer = String::new();
            let read = io::stdin().lock().read_line(&mut answer);
            if read.is_ok() && matches!(answer.trim().to_lowercase().as_str(), "y" | "yes") {
                return Ok(());
            }
            refused("nothing was asked")
        }
    }
}
