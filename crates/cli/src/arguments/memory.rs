//! How much memory a command may use.

use clap::Args;

use phenom_study::memory;

/// The memory that an evaluation may take.
#[derive(Debug, Args)]
pub(crate) struct MemoryArguments {
    /// Refuse, before any statistics, what would take more memory than this, as 512M or 4G; three quarters of the
    /// machine's without it
    #[arg(long = "memory", value_name = "SIZE", value_parser = memory::size)]
    size: Option<u64>,
}

impl MemoryArguments {
    /// In bytes.
    pub(crate) fn allowed(&self) -> u64 {
        self.size.unwrap_or_else(memory::unasked)
    }
}
