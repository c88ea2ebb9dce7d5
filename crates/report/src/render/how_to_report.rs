//! The paragraphs for a paper, in the formats that write them in their own way.

use crate::{Paragraph, Report, Span};

/// The heading over them.
pub(super) const HEADING: &str = "How to report this";

/// As LaTeX; `escaped` makes words mean nothing to it. The program is cited by the key `phenom`.
pub(super) fn latex(paragraph: &Paragraph, escaped: &impl Fn(&str) -> String) -> String {
    let relation = |value: &str| value.replace('≥', "\\geq");
    let minus = |number: &str| number.replace('-', "$-$");
    let span = |span: &Span| match span {
        Span::Words(words) => escaped(words),
        Span::Percent(share) => format!("{share}\\,\\%"),
        Span::Difference(points) => minus(points),
        Span::Range([lower, upper]) => {
            // A dash beside a minus sign reads as another one.
            let between =
                if upper.starts_with('-') || lower.starts_with(['-', '+']) { " to " } else { "--" };
            format!("{}{between}{}", minus(lower), minus(upper))
        }
        Span::P { adjusted, value } => {
            let of = if *adjusted { "_{\\mathrm{adj}}" } else { "" };
            format!("$p{of} {}$", relation(value))
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
            Span::Words(" ".to_owned()),
            Span::Range(["45.7".to_owned(), "69.9".to_owned()]),
            Span::Words(" ".to_owned()),
            Span::Range(["-3.0".to_owned(), "+11.3".to_owned()]),
            Span::Words(" ".to_owned()),
            Span::P { adjusted: true, value: "≥ .320".to_owned() },
            Span::Citation,
        ]);
        let escaped = |words: &str| words.replace('_', "\\_");
        assert_eq!(
            latex(&paragraph, &escaped),
            "A\\_1 58.3\\,\\% 45.7--69.9 $-$3.0 to +11.3 $p_{\\mathrm{adj}} \\geq .320$ \\cite{phenom}"
        );
    }
}
