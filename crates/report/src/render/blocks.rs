//! A comparison in sentences: as text for a terminal, and as Markdown for a comment on a pull request.

use super::Terminal;
use super::markdown::{escaped, lines};
use super::terminal::drawn;
use crate::{Block, Grid, ListedPairs, Outcome, harmless};

/// The width of running text where the terminal sets none.
const TEXT_WIDTH: usize = 100;

pub(super) fn terminal(blocks: &[Block], options: Terminal, ids: usize) -> String {
    let mut text = String::new();
    let mut before_list = false;
    for (at, block) in blocks.iter().enumerate() {
        let is_list = matches!(block, Block::Pairs(_));
        if at > 0 && !(is_list && before_list) {
            text.push('\n');
        }
        before_list = is_list;
        match block {
            // Where nothing sets a width, what it comes to stays in one line, so that a log can be searched.
            Block::Heading(outcome, sentence) => {
                let word =
                    outcome.map(|outcome| format!("{}: ", outcome.word())).unwrap_or_default();
                let width = options.width.unwrap_or(usize::MAX);
                wrapped(&format!("{word}{sentence}"), width, "", &mut text);
            }
            Block::Paragraph(sentences) | Block::Method(sentences) => {
                wrapped(sentences, text_width(options), "", &mut text);
            }
            Block::Table(table) => {
                text.push_str(&drawn(table, options, &mut String::new()));
                text.push('\n');
            }
            Block::Pairs(listed) => {
                wrapped(&listed.summary, text_width(options), "", &mut text);
                for (what, of) in &listed.groups {
                    let shown =
                        of.iter().take(ids).map(String::as_str).collect::<Vec<_>>().join(" ");
                    let more = if of.len() > ids { " … (--pairs)" } else { "" };
                    wrapped(
                        &format!("  {what}: {shown}{more}"),
                        text_width(options),
                        "    ",
                        &mut text,
                    );
                }
            }
        }
    }
    text
}

fn text_width(options: Terminal) -> usize {
    options.width.unwrap_or(TEXT_WIDTH).clamp(20, TEXT_WIDTH)
}

fn wrapped(sentences: &str, width: usize, indent: &str, text: &mut String) {
    let options = textwrap::Options::new(width.max(20))
        .subsequent_indent(indent)
        .word_splitter(textwrap::WordSplitter::NoHyphenation);
    for line in textwrap::wrap(&harmless(sentences), options) {
        text.push_str(line.trim_end());
        text.push('\n');
    }
}

/// The characters that are kept for what follows the pairs.
const KEPT: usize = 2_000;

pub(super) fn markdown(blocks: &[Block], most: usize) -> String {
    let mut out = Bounded { text: String::new(), left: most };
    for block in blocks {
        match block {
            Block::Heading(outcome, sentence) => {
                let mark = match outcome {
                    Some(Outcome::Passed) => "✅ ",
                    Some(Outcome::Failed) => "❌ ",
                    Some(Outcome::CannotTell) => "❔ ",
                    None => "",
                };
                out.add(&format!("### {mark}phenom: {}\n\n", calm(sentence)), 0);
            }
            Block::Paragraph(sentences) => {
                out.add(&format!("{}\n\n", calm(sentences)), KEPT);
            }
            Block::Table(table) => {
                let all = lines(&Grid::new(table));
                let mut rows = 0;
                while let Some(line) = all.get(rows)
                    && out.add(&format!("{}\n", quiet(line)), 2 * KEPT)
                {
                    rows += 1;
                }
                out.add("\n", 0);
                if rows < all.len() {
                    out.add(&format!("{} more rows do not fit here.\n\n", all.len() - rows), 0);
                }
            }
            Block::Pairs(listed) => pairs(listed, &mut out),
            Block::Method(sentences) => {
                out.add(&format!("<sub>{}</sub>\n", calm(sentences)), 0);
            }
        }
    }
    out.text
}

/// Pairs in a part that unfolds, as many as there is room for.
fn pairs(listed: &ListedPairs, out: &mut Bounded) {
    let summary = calm(&listed.summary);
    if listed.groups.is_empty() {
        out.add(&format!("{summary}\n\n"), KEPT);
        return;
    }
    // The room that closing it takes is kept, too.
    let kept = KEPT + 100;
    if !out.add(&format!("<details><summary>{summary}</summary>\n\n"), kept) {
        return;
    }
    let mut all_fit = true;
    for (what, ids) in &listed.groups {
        if !out.add(&format!("**{}** <code>", calm(what)), kept) {
            all_fit = false;
            break;
        }
        let all = ids.iter().enumerate().all(|(at, id)| {
            let between = if at == 0 { "" } else { " " };
            out.add(&format!("{between}{}", calm(id)), kept)
        });
        all_fit &= all;
        out.add(if all { "</code>\n\n" } else { " …</code>\n\n" }, 0);
    }
    if !all_fit {
        out.add("Not all pairs fit here.\n\n", 0);
    }
    out.add("</details>\n\n", 0);
}

/// Text that is no markup, and calls nobody.
fn calm(text: &str) -> String {
    quiet(&escaped(text))
}

/// `@name` and `#12` would call people and link to issues: a character of no width is behind the sign.
fn quiet(text: &str) -> String {
    text.replace('@', "@\u{2060}").replace('#', "#\u{2060}")
}

/// A text that does not grow beyond its bound.
struct Bounded {
    text: String,
    left: usize,
}

impl Bounded {
    /// Adds a text whole, if so many characters are left after it.
    fn add(&mut self, text: &str, kept: usize) -> bool {
        let length = text.chars().count();
        if length.saturating_add(kept) > self.left {
            return false;
        }
        self.left -= length;
        self.text.push_str(text);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cell, Column, Row, RowKind, SafeName, Table};

    fn pairs(ids: usize) -> Block {
        let ids = (0..ids).map(|id| format!("@p_{id}")).collect();
        let groups = vec![("a <b> #7".to_owned(), ids)];
        Block::Pairs(ListedPairs { summary: "Some pairs broke.".to_owned(), groups })
    }

    #[test]
    fn a_reason_stays_in_one_line_where_nothing_sets_a_width() {
        let reason = "new is worse than old on negation and more ".repeat(9);
        let blocks = [Block::Heading(Some(Outcome::Failed), reason), pairs(3)];
        let shown = |width| terminal(&blocks, Terminal { styled: true, width }, 2);
        let plain = shown(None);
        assert!(plain.lines().next().unwrap().chars().count() > 300, "{plain}");
        assert!(
            plain.ends_with("Some pairs broke.\n  a <b> #7: @p_0 @p_1 … (--pairs)\n"),
            "{plain}"
        );
        assert!(shown(Some(80)).lines().all(|line| line.chars().count() <= 80));
    }

    #[test]
    fn markdown_is_no_longer_than_it_may_be_and_calls_nobody() {
        let row =
            |at: usize| Row { kind: RowKind::Body, cells: vec![Cell::text(format!("row {at}"))] };
        let table = Table {
            key: SafeName::new("t"),
            title: String::new(),
            columns: vec![Column::new("name")],
            rows: (0..5_000).map(row).collect(),
            notes: Vec::new(),
        };
        let blocks = [Block::Table(table), pairs(5_000), Block::Method("By hand.".to_owned())];
        let text = markdown(&blocks, 20_000);
        assert!(text.chars().count() <= 20_000, "{}", text.chars().count());
        assert!(
            text.contains("more rows do not fit here.") && text.ends_with("<sub>By hand.</sub>\n")
        );
        let all = markdown(&[pairs(3)], 20_000);
        let ids = "@\u{2060}p\\_0 @\u{2060}p\\_1 @\u{2060}p\\_2";
        let expected = format!("**a &lt;b&gt; #\u{2060}7** <code>{ids}</code>");
        assert!(all.contains(&expected), "{all}");
    }
}
