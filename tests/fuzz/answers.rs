//! The reader of answers, in every way in which rows can be made answers.

use phenom_dataset::{
    AnswerColumns, Extra, Header, IdRewriting, IdStep, Judgment, LabelScheme, Missing,
    PredictionColumns, PredictionSource, RankingColumn, RankingKind, RunBuilder, TableFormat,
    TableOptions, ThresholdFor, ThresholdLearner, read_predictions,
};

use super::readers::{opened, scheme, told, with_pairs};

pub(crate) fn csv(input: &[u8]) {
    answers(TableFormat::Csv, &TableOptions::default(), input);
}

pub(crate) fn ndjson(input: &[u8]) {
    answers(TableFormat::Ndjson, &TableOptions::default(), input);
}

pub(crate) fn parquet(input: &[u8]) {
    answers(TableFormat::Parquet, &TableOptions::default(), input);
}

pub(crate) fn arrow(input: &[u8]) {
    answers(TableFormat::Arrow, &TableOptions::default(), input);
}

pub(crate) fn blanks(input: &[u8]) {
    let options = TableOptions {
        header: Header::Names(["id", "label", "confidence"].map(str::to_owned).to_vec()),
        skip_lines_starting: vec!["ranked:".to_owned()],
        ..TableOptions::default()
    };
    answers(TableFormat::Blanks, &options, input);
}

/// The output of EDITS.
pub(crate) fn edits(input: &[u8]) {
    let header = ["id", "gold", "label", "confidence"].map(str::to_owned).to_vec();
    let header = Header::Names(header);
    let options = TableOptions { header, ..TableOptions::default() };
    let columns = PredictionColumns { gold: Some("gold".to_owned()), ..Default::default() };
    read_answers(TableFormat::Tsv, &options, scheme("edits"), columns, input);
}

/// Every way in which rows can be made answers.
fn answers(format: TableFormat, options: &TableOptions, input: &[u8]) {
    let score = AnswerColumns::Score {
        column: "score".to_owned(),
        threshold: 0.5,
        monothematic_threshold: 0.6,
        positive: Judgment::Entailment,
        negative: Judgment::NotEntailment,
        above: false,
    };
    let judgments = [Judgment::Entailment, Judgment::Unknown, Judgment::Contradiction];
    let columns = judgments.into_iter().zip(["e", "n", "c"].map(str::to_owned));
    let highest = |probabilities| AnswerColumns::Highest {
        columns: columns.clone().collect(),
        probabilities,
    };
    let confidence = || "confidence".to_owned();
    for (answer, ranking) in [
        (AnswerColumns::default(), RankingColumn::OfAnswer),
        (AnswerColumns::default(), RankingColumn::Confidence(confidence())),
        (AnswerColumns::default(), RankingColumn::EntailmentScore(confidence())),
        (AnswerColumns::default(), RankingColumn::Rank(RankingKind::Entailment, confidence())),
        (AnswerColumns::default(), RankingColumn::Order(RankingKind::Confidence)),
        (score, RankingColumn::OfAnswer),
        (highest(true), RankingColumn::OfAnswer),
        (highest(false), RankingColumn::OfAnswer),
    ] {
        let columns = PredictionColumns {
            answer,
            ranking,
            abstained: Some(Judgment::Unknown),
            extra: Extra::Ignore,
            ids: IdRewriting(vec![IdStep::Lower]),
            ..PredictionColumns::default()
        };
        read_answers(format, options, LabelScheme::judgments(), columns.clone(), input);
        let columns = PredictionColumns {
            answer: columns.answer,
            ranking: columns.ranking,
            ..PredictionColumns::default()
        };
        read_answers(format, options, LabelScheme::judgments(), columns, input);
    }
}

pub(super) fn read_answers(
    format: TableFormat,
    options: &TableOptions,
    labels: LabelScheme,
    columns: PredictionColumns,
    input: &[u8],
) {
    let dataset = with_pairs().finish().unwrap();
    let source = PredictionSource { format, options: options.clone(), labels, columns };
    let mut builder = RunBuilder::new(&dataset, "system", Missing::Skip);
    read_predictions(&source, "answers", opened(format, input), &mut builder);
    if let Err(problems) = builder.finish() {
        told(&problems);
    }
    if let AnswerColumns::Score { column, .. } = &source.columns.answer {
        for best_for in [ThresholdFor::Accuracy, ThresholdFor::BalancedAccuracy] {
            let mut learner = ThresholdLearner::new(&dataset, Judgment::Entailment);
            learner.read(&source, column, "answers", opened(format, input));
            match learner.finish("answers", best_for) {
                Ok(learnt) => assert!(learnt.value.is_finite() && learnt.right <= learnt.pairs),
                Err(problems) => told(&problems),
            }
        }
    }
}
