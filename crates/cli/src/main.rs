//! The program `phenom`.

use std::process::ExitCode;

fn main() -> ExitCode {
    phenom::main_with(std::env::args_os()).into()
}
