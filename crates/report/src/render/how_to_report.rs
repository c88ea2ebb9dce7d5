//! The paragraphs for a paper, in the formats that write them in their own way.

use crate::{Paragraph, Report, Span};

/// The heading over them.
pub(super) const HEADING: &str = "How to report this";

/// As LaTeX; `escaped` makes words mean nothing to it. The program is cited by the key `phenom`.
pub(super) fn latex(paragraph: &Paragraph, escaped: &impl Fn(&str) -> String) -> String {
    let relation = |value: &str| value.replace('≥', "\\geq").replace('≤', "\\leq");
    let span = |span: &Span| match span {
        Span::Words(words) => escaped(words),
        Span::Percent(share) => format!("{share}\\,\\%"),
        Span::Name(name) => format!("\\emph{{{}}}", escaped(name)),
        Span::P { name, value } => {
            let (before, symbol) = name.rsplit_once(' ').unwrap_or(("", name));
            let before = if before.is_empty() { "" } else { "adjusted " };
            format!("{before}${symbol} {}$", relation(value))
        }
        Span::Citation => " \\cite{phenom}".to_owned(),
    };
    paragraph.0.iter().map(span).collect()
}

/// What is cited.
const TITLE: &str = "phenom: qualitative evaluation of textual entailment systems";

/// The paragraphs to be pasted in a paper, with the entry of its bibliography in a comment.
pub(super) fn latex_to_paste(report: &Report, escaped: impl Fn(&str) -> String) -> String {
    let version = &report.signature.version;
    let mut text =
        format!("% @software{{phenom, title = {{{{{TITLE}}}}}, version = {{{version}}}}}\n");
    for paragraph in &report.how_to_report {
        text.push_str(&format!("\n{}\n", latex(paragraph, &escaped)));
    }
    text
}

/// The list of references of a document of its own.
pub(super) fn references(version: &str) -> String {
    format!(
        "\\begin{{thebibliography}}{{1}}\n\\bibitem{{phenom}} {TITLE}, version {version}.\n\\end{{thebibliography}}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn latex_sets_shares_ranges_and_p_values_in_its_own_way() {
        let paragraph = Paragraph(vec![
            Span::Words("A_1 ".to_owned()),
            Span::Percent("58.3".to_owned()),
            Span::Words(" of ".to_owned()),
            Span::Name("B_2".to_owned()),
            Span::Words(" ".to_owned()),
            Span::P { name: "adjusted p", value: "≥ .320".to_owned() },
            Span::Citation,
        ]);
        let escaped = |words: &str| words.replace('_', "\\_");
        assert_eq!(
            latex(&paragraph, &escaped),
            "A\\_1 58.3\\,\\% of \\emph{B\\_2} adjusted $p \\geq .320$ \\cite{phenom}"
        );
    }
}
