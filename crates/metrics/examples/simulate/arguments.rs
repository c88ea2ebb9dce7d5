//! The command line.

/// What can be asked.
pub(crate) const USAGE: &str = "\
usage: simulate [--quick] [--scenario PART] [--datasets N] [--write DIR] [--list]

  --quick          few data sets, in two minutes
  --scenario PART  only the scenarios whose name has this part; may be repeated
  --datasets N     so many data sets of each scenario
  --write DIR      write the data sets of the scenarios `peers` on which nothing differs, and the p-value of
                   every test, for benches/peers_tests.py
  --list           print the names of the scenarios";

/// What was asked.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Arguments {
    pub(crate) quick: bool,
    pub(crate) list: bool,
    /// Parts of names of scenarios; nothing for all scenarios.
    pub(crate) scenarios: Vec<String>,
    pub(crate) data_sets: Option<u64>,
    pub(crate) write: Option<std::path::PathBuf>,
}

/// The arguments of a command line.
///
/// # Errors
/// What is wrong with them.
pub(crate) fn parse(given: impl Iterator<Item = String>) -> Result<Arguments, String> {
    let mut arguments = Arguments::default();
    let mut given = given;
    while let Some(argument) = given.next() {
        let mut value = || given.next().ok_or(format!("{argument} needs a value"));
        match argument.as_str() {
            "--quick" => arguments.quick = true,
            "--list" => arguments.list = true,
            "--scenario" => arguments.scenarios.push(value()?),
            "--write" => arguments.write = Some(value()?.into()),
            "--datasets" => {
                let number = value()?;
                let parsed = number.parse().ok().filter(|number| *number > 1);
                let wrong = format!("--datasets is {number}, and must be a number above 1");
                arguments.data_sets = Some(parsed.ok_or(wrong)?);
            }
            _ => return Err(format!("{argument} is no argument")),
        }
    }
    Ok(arguments)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(given: &[&str]) -> Result<Arguments, String> {
        parse(given.iter().map(|argument| (*argument).to_owned()))
    }

    #[test]
    fn what_is_asked_is_done_and_nothing_is_passed_over() {
        let both = ["--scenario", "30", "--scenario", "peers"];
        let found = parsed(&[&both[..], &["--quick", "--datasets", "200"]].concat()).unwrap();
        assert!(found.quick && found.data_sets == Some(200));
        assert_eq!(found.scenarios, ["30", "peers"]);
        for wrong in [&["--fast"][..], &["--datasets"], &["--datasets", "1"], &["--datasets", "x"]]
        {
            assert!(parsed(wrong).is_err(), "{wrong:?}");
        }
    }
}
