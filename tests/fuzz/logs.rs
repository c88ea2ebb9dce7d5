//! The logs of harnesses, as what their beginning says that they are, and as every other one.

use phenom_dataset::{Input, LOGS, LabelScheme, Log, PairFormat, PairSource, TableFormat};

use super::answers::read_answers;
use super::pairs::read_pair_file;

pub(crate) fn logs(input: &[u8]) {
    std::fs::write("log", input).unwrap();
    let named = Log::of(|| Input::File("log".into()));
    // Most inputs are none of the others, and are told apart at their first sample.
    for log in named.into_iter().chain(LOGS.iter().take(2)) {
        let format = TableFormat::Log(log);
        read_pair_file(
            &PairSource::new(PairFormat::Table(format), LabelScheme::judgments()),
            input,
        );
        let labels = LabelScheme::named("nli").unwrap();
        read_answers(format, &Default::default(), labels, Default::default(), input);
    }
}
