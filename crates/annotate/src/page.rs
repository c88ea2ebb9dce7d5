//! The shell of the page: one document, its style and script within it, and the policy that lets nothing else in.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest, Sha256};

const SHELL: &str = include_str!("../page/page.html");

/// The parts of the style, in their order.
const STYLES: &[&str] = &[
    include_str!("../page/css/base.css"),
    include_str!("../page/css/decompose.css"),
    include_str!("../page/css/steps.css"),
    include_str!("../page/css/dialogs.css"),
];

/// The parts of the script, in the order in which they run.
const SCRIPTS: &[&str] = &[
    include_str!("../page/js/dom.js"),
    include_str!("../page/js/api.js"),
    include_str!("../page/js/words.js"),
    include_str!("../page/js/state.js"),
    include_str!("../page/js/saving.js"),
    include_str!("../page/js/tabs.js"),
    include_str!("../page/js/strip.js"),
    include_str!("../page/js/list.js"),
    include_str!("../page/js/choice.js"),
    include_str!("../page/js/texts.js"),
    include_str!("../page/js/reference.js"),
    include_str!("../page/js/phenomenon.js"),
    include_str!("../page/js/editor.js"),
    include_str!("../page/js/chain.js"),
    include_str!("../page/js/parts.js"),
    include_str!("../page/js/pairs.js"),
    include_str!("../page/js/decompose.js"),
    include_str!("../page/js/judge.js"),
    include_str!("../page/js/settle.js"),
    include_str!("../page/js/dialogs.js"),
    include_str!("../page/js/keys.js"),
    include_str!("../page/js/start.js"),
];

/// The document with what has to be sent beside it. It holds no data.
#[derive(Debug)]
pub struct Page {
    /// The whole HTML document with its styles and its script.
    pub html: String,
    /// The value of `Content-Security-Policy`.
    pub policy: String,
}

/// Puts the page together.
pub fn page() -> Page {
    assemble(SHELL, STYLES, SCRIPTS)
}

fn assemble(shell: &str, styles: &[&str], scripts: &[&str]) -> Page {
    let (style, script) = (styles.join("\n"), scripts.join("\n"));
    let policy = format!(
        "default-src 'none'; style-src {}; script-src {}; connect-src 'self'; base-uri 'none'; \
         form-action 'none'; frame-ancestors 'none'",
        hash(&style),
        hash(&script)
    );
    let html = shell.replacen("{{style}}", &style, 1).replacen("{{script}}", &script, 1);
    Page { html, policy }
}

/// What a policy calls an inline element by.
fn hash(content: &str) -> String {
    format!("'sha256-{}'", BASE64_STANDARD.encode(Sha256::digest(content)))
}

#[cfg(test)]
mod tests {
    use super::*;

    // printf %s 'a{}' | openssl dgst -sha256 -binary | base64, and the same of the script.
    #[test]
    fn the_policy_names_style_and_script_by_their_hashes() {
        let shell = "<style>{{style}}</style><script>{{script}}</script>";
        let page = assemble(shell, &["a{}"], &["f()", "g()"]);
        assert_eq!(page.html, "<style>a{}</style><script>f()\ng()</script>");
        let style = "style-src 'sha256-X1RutGBrXCt9KkSaXMK7tHftWiRscFHOhxsS8tv8hBk=';";
        let script = "script-src 'sha256-g2lBgxPEce3cSatMuPWBeCarte0gL+D+R81D7x8JiHE=';";
        assert!(page.policy.contains(style), "{}", page.policy);
        assert!(page.policy.contains(script), "{}", page.policy);
    }

    #[test]
    fn nothing_in_the_files_ends_their_element() {
        assert!(STYLES.iter().all(|style| !style.contains("</style") && !style.contains("{{")));
        let ends = ["</script", "<!--"];
        assert!(SCRIPTS.iter().all(|script| ends.iter().all(|end| !script.contains(end))));
        for place in ["<style>{{style}}</style>", "<script>{{script}}</script>"] {
            assert_eq!(SHELL.matches(place).count(), 1, "{place}");
        }
    }

    /// A file that nobody names would be missing in the page.
    #[test]
    fn every_file_of_the_page_is_in_it() {
        for (folder, named) in [("css", STYLES), ("js", SCRIPTS)] {
            let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("page").join(folder);
            let files: Vec<String> = std::fs::read_dir(folder)
                .unwrap()
                .map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap())
                .collect();
            assert_eq!(files.len(), named.len());
            assert!(files.iter().all(|file| named.contains(&file.as_str())));
        }
    }
}
