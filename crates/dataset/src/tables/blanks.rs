//! Fields separated by runs of blanks, as in the run files of the RTE challenges. There is no header:
//! the options name the columns, and a line may leave out the last ones. A label may have blanks in it
//! (`NO ENTAILMENT`): where the last column holds numbers, what is no number belongs to the one before.

use std::borrow::Cow;
use std::ops::ControlFlow;

use super::headers::positions;
use super::sample::{SampledCell, Sampler};
use super::{CellKind, Cells, ColumnRequest, Header, TableOptions};
use crate::ProblemKind;
use crate::input::{Fatal, Input};

pub(super) fn for_each_row(
    input: Input,
    options: &TableOptions,
    requests: &[ColumnRequest],
    mut visit: impl FnMut(u64, Result<&Cells<'_>, ProblemKind>),
) -> Result<u64, Fatal> {
    let header = match &options.header {
        Header::Names(names) => names.as_slice(),
        Header::FirstRow | Header::Absent => &[],
    };
    let positions = positions(requests, header).map_err(|kind| (None, kind))?;
    let is_number = |request: &ColumnRequest| {
        request.kind == CellKind::Number && header.last() == Some(&request.name)
    };
    let number_last = header.len() > 1 && requests.iter().any(is_number);
    let mut seen = 0;
    input.for_each_line(|line, text| {
        if text.as_ref().is_ok_and(|text| is_skipped(text, options)) {
            return;
        }
        seen += 1;
        let cells = text.map(|text| {
            let fields = fields(text, header.len(), number_last);
            let cell = |at: &Option<usize>| at.and_then(|at| fields.get(at).cloned());
            positions.iter().map(cell).collect::<Vec<_>>()
        });
        visit(line, cells.as_deref().map_err(Clone::clone));
    })?;
    Ok(seen)
}

/// Hands rows with all columns to a sampler; the last of three or more columns holds numbers.
pub(super) fn sample(
    input: Input,
    options: &TableOptions,
    sampler: &mut Sampler<'_>,
) -> Result<(), Fatal> {
    let Header::Names(header) = &options.header else { return Ok(()) };
    sampler.header(header);
    Input::lines(input.text()?, |_, text| match text {
        Ok(text) if is_skipped(text, options) => ControlFlow::Continue(()),
        Ok(text) => {
            let fields = fields(text, header.len(), header.len() > 2);
            let named = header.iter().zip(&fields);
            sampler
                .row(named.map(|(name, field)| (name.as_str().into(), SampledCell::of_text(field))))
        }
        Err(_) => sampler.refuse(),
    })?;
    Ok(())
}

fn is_skipped(line: &str, options: &TableOptions) -> bool {
    options.skip_lines_starting.iter().any(|start| {
        line.get(..start.len()).is_some_and(|prefix| prefix.eq_ignore_ascii_case(start))
    })
}

/// The fields of a line, as many as there are columns at the most; the last column that is no number
/// takes all that is left over.
fn fields(text: &str, columns: usize, number_last: bool) -> Vec<Cow<'_, str>> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let number = words
        .last()
        .filter(|word| number_last && words.len() >= columns && word.parse::<f64>().is_ok());
    let texts = if number.is_some() { &words[..words.len() - 1] } else { &words[..] };
    let text_columns = if number_last { columns - 1 } else { columns };
    let single = text_columns.saturating_sub(1).min(texts.len());
    let (single, rest) = texts.split_at(single);
    let mut fields: Vec<Cow<'_, str>> = single.iter().map(|word| Cow::Borrowed(*word)).collect();
    match rest {
        [] => {}
        [one] => fields.push(Cow::Borrowed(*one)),
        many => fields.push(Cow::Owned(many.join(" "))),
    }
    fields.extend(number.map(|word| Cow::Borrowed(*word)));
    fields
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_may_have_blanks_and_a_score_may_be_absent() {
        let of = |text| fields(text, 3, true);
        assert_eq!(of("7 YES"), ["7", "YES"]);
        assert_eq!(of("7\tYES  0.5"), ["7", "YES", "0.5"]);
        assert_eq!(of("7 NO ENTAILMENT"), ["7", "NO ENTAILMENT"]);
        assert_eq!(of("7 NO ENTAILMENT 1e-3"), ["7", "NO ENTAILMENT", "1e-3"]);
        assert_eq!(fields("7 NO 3", 2, false), ["7", "NO 3"]);
        assert_eq!(fields("7", 2, false), ["7"]);
    }
}
