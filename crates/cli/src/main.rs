//! The program `phenom`.

use std::process::ExitCode;

/// Reports are made of many small texts, on all threads at once.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    phenom::main_with(std::env::args_os()).into()
}
