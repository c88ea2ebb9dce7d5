//! How much memory a command may use.

use clap::Args;

use phenom_study::memory;

/// The memory that an evaluation may take.
#[derive(Debug, Args)]
pub(crate) struct MemoryArguments {
    /// Stop before any statistics if the evaluation would need more memory than this, such as 512M or 4G; the default
    /// is three quarters of the machine's memory
    #[arg(long = "memory", value_name = "SIZE", value_parser = memory::size)]
    size: Option<u64>,
}

impl MemoryArguments {
    /// In bytes.
    pub(crate) fn allowed(&self) -> u64 {
        self.size.unwrap_or_else(memory::unasked)
    }
}
