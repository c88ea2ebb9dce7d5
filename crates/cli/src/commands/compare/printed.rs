//! What is printed of a comparison, in the format that is asked for.

use phenom_report::{Block, render};

use crate::arguments::{CompareArguments, CompareFormat};
use crate::terminal::terminal;

/// How many characters GitHub takes in a comment.
const MOST_CHARACTERS: usize = 65_536;

/// How many ids of a group of pairs are printed unasked.
const IDS: usize = 6;

pub(super) fn is_json(arguments: &CompareArguments) -> bool {
    arguments.json || arguments.format == CompareFormat::Json
}

/// Blocks in the format that is asked for.
pub(super) fn rendered(arguments: &CompareArguments, blocks: &[Block]) -> String {
    match arguments.format {
        CompareFormat::Md => render::blocks_markdown(blocks, MOST_CHARACTERS),
        CompareFormat::Text | CompareFormat::Json => {
            let ids = if arguments.pairs { usize::MAX } else { IDS };
            render::blocks_terminal(blocks, terminal(), ids)
        }
    }
}
