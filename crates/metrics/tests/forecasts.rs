//! Measures of probabilities, and the area under the ROC curve, against scikit-learn, numpy and scipy.

#![allow(clippy::unwrap_used, reason = "a test may stop")]

use phenom_dataset::{
    Answer, Dataset, DatasetBuilder, Judgment, Judgment::*, KeepTexts, Missing, PairRow, Run,
    RunBuilder, Score, ScoreKind,
};
use phenom_metrics::measures::Wanted;
use phenom_metrics::{
    Compared, Evaluation, Origin, Population, Settings, SliceKind, StatisticsSettings, Undefined,
    Value, Verdict, comparisons, scores,
};

const MEASURES: [&str; 3] = ["auroc", "brier_score", "expected_calibration_error"];

/// Pairs with their gold judgments and clusters.
fn data(golds: &[Judgment], clusters: &[usize]) -> Dataset {
    let mut builder = DatasetBuilder::new(KeepTexts::No);
    for (row, gold) in golds.iter().enumerate() {
        let (id, cluster) = (row.to_string(), clusters[row].to_string());
        builder.add(&PairRow {
            line: row as u64 + 1,
            id: &id,
            cluster: Some(&cluster),
            gold: Some(*gold),
            ..PairRow::default()
        });
    }
    builder.finish().unwrap()
}

/// A run of answers with their scores; a row without an answer has nothing.
fn run(
    (dataset, name): (&Dataset, &str),
    kind: ScoreKind,
    rows: &[Option<(Judgment, Score)>],
) -> (Run, Origin) {
    let mut builder = RunBuilder::new(dataset, name, Missing::Wrong);
    builder.start_file("answers");
    builder.ranked_by(kind);
    for (row, said) in rows.iter().enumerate() {
        if let Some((judgment, score)) = said {
            let answer = Answer::Judged(*judgment);
            builder.add(row as u64 + 1, dataset.id(row), answer, Some(*score));
        }
    }
    (builder.finish().unwrap(), Origin::Answers)
}

fn evaluated(dataset: &Dataset, runs: &[(Run, Origin)]) -> Evaluation {
    let statistics = StatisticsSettings {
        compare: Compared::All,
        resamples: 100,
        ..StatisticsSettings::default()
    };
    let settings = Settings { statistics, wanted: Wanted::named(MEASURES), ..Settings::default() };
    Evaluation::new(dataset, runs, &settings)
}

/// The value of each measure on all pairs, for a system.
fn values(evaluation: &Evaluation, system: &str) -> [Value; 3] {
    let rows = scores(evaluation, false);
    MEASURES.map(|measure| {
        let here = |row: &&phenom_metrics::Score| {
            row.system == system
                && row.measure == measure
                && row.slice_kind == SliceKind::All
                && row.population == Population::Original
        };
        rows.iter().find(here).unwrap().value.clone()
    })
}

/// Probabilities of judgments, by their codes.
fn each(probabilities: &[(Judgment, f64)]) -> Score {
    let mut values = [f64::NAN; Judgment::ALL.len()];
    for (judgment, probability) in probabilities {
        values[usize::from(judgment.code())] = *probability;
    }
    Score::Each(values)
}

fn close(ours: f64, expected: f64) {
    assert!((ours - expected).abs() < 1e-7, "{ours} {expected}");
}

const GOLDS: [u8; 12] = [1, 1, 0, 1, 0, 0, 1, 0, 1, 1, 0, 1];
const FIRST: [u8; 12] = [95, 80, 75, 70, 65, 60, 55, 45, 40, 35, 25, 10];
const SECOND: [u8; 12] = [10, 60, 80, 95, 25, 45, 65, 70, 35, 55, 75, 40];
const CLUSTERS: [usize; 12] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 0];

fn two_way() -> Dataset {
    data(&GOLDS.map(|gold| if gold == 1 { Entailment } else { NotEntailment }), &CLUSTERS)
}

/// Answers at one half, with the probability of entailment told in some way.
fn told(
    percents: [u8; 12],
    tell: impl Fn(Judgment, f64) -> Score,
) -> Vec<Option<(Judgment, Score)>> {
    let of = |percent: u8| {
        let probability = f64::from(percent) / 100.0;
        let answer = if percent >= 50 { Entailment } else { NotEntailment };
        Some((answer, tell(answer, probability)))
    };
    percents.map(of).to_vec()
}

fn both(_: Judgment, probability: f64) -> Score {
    each(&[(Entailment, probability), (NotEntailment, 1.0 - probability)])
}

// import numpy as np, scipy.stats as st (the slopes are numerical derivatives)
// from sklearn.metrics import roc_auc_score, brier_score_loss
// golds, first, second, clusters = (np.array(each) for each in (GOLDS, FIRST, SECOND, CLUSTERS)); first, second = first / 100, second / 100
// def auroc(p, w): return roc_auc_score(golds, p, sample_weight=w)
// def brier(p, w): return brier_score_loss(golds, p, sample_weight=w)
// def ece(p, w):
//     answer = p >= .5; c = np.where(answer, p, 1 - p); right = answer == golds
//     b = np.digitize(c, np.arange(1, 10) / 10, right=True)
//     return sum(abs((w * (right - c))[b == k].sum()) for k in range(10)) / w.sum()
// def slopes(f, p):
//     h = 1e-6; e = np.eye(10)[clusters].T
//     return np.array([f(p, 1 + h * k) - f(p, 1 - h * k) for k in e]) / 2 / h
// def t(u):
//     m = 12**2 / (np.bincount(clusters)**2).sum(); k = 10 * (u**4).sum() / (u**2).sum()**2
//     return (10 / 9 * (u**2).sum())**.5, max(1, min(m - 1, 20 / (k - 1)))
// for f in (auroc, brier, ece):
//     v, u = f(first, np.ones(12)), slopes(f, first); e, df = t(u); x = 2 * v - 1
//     ends = (np.tanh(np.arctanh(x) + np.array([-1, 1]) * st.t.ppf(.975, df) * 2 * e / (1 - x * x)) + 1) / 2
//     d = v - f(second, np.ones(12)); e, df2 = t(u - slopes(f, second))
//     print(v, ends, 2 * st.t.sf(abs(d) / e, df2), d - st.t.ppf(.975, df2) * e, d + st.t.ppf(.975, df2) * e)
const EXPECTED: [(f64, [f64; 2], f64, [f64; 2]); 3] = [
    (
        0.514_285_714_285_714_2,
        [0.265_929_319_324_524_3, 0.755_781_978_669_571_2],
        0.499_670_267_374_921_1,
        [-0.323_131_676_645_244_4, 0.608_845_962_359_530_1],
    ),
    (
        0.294_791_666_666_666_7,
        [0.199_609_289_709_917_26, 0.411_998_289_647_498_7],
        0.482_372_935_039_632_9,
        [-0.172_098_799_480_754_38, 0.088_765_466_147_421_01],
    ),
    (0.2125, [0.040_217_377_563_492_64, 0.634_730_457_620_483_4], 0.0, [0.0, 0.0]),
];

#[test]
fn two_way_values_intervals_and_tests_are_those_of_numpy_and_scipy() {
    let dataset = two_way();
    let of =
        |name, percents| run((&dataset, name), ScoreKind::Probabilities, &told(percents, both));
    let evaluation = evaluated(&dataset, &[of("A", FIRST), of("B", SECOND)]);
    let (rows, compared) = (scores(&evaluation, false), comparisons(&evaluation));
    for (measure, (value, ends, p, difference)) in MEASURES.iter().zip(EXPECTED) {
        let row = rows.iter().find(|row| {
            row.system == "A" && row.measure == *measure && row.slice_kind == SliceKind::All
        });
        let row = row.unwrap();
        close(*row.value.as_ref().unwrap(), value);
        let interval = row.interval.unwrap().interval;
        close(interval.lower, ends[0]);
        close(interval.upper, ends[1]);
        let row = compared.iter().find(|row| row.measure.key == *measure);
        if *measure == "expected_calibration_error" {
            assert!(row.is_none());
            continue;
        }
        let row = row.unwrap();
        close(row.p().unwrap(), p);
        close(row.interval().unwrap().lower, difference[0]);
        close(row.interval().unwrap().upper, difference[1]);
        assert_eq!(row.verdict, Verdict::CannotTell);
    }
}

#[test]
fn a_two_way_confidence_or_score_from_0_to_1_is_a_probability() {
    let dataset = two_way();
    let confidence = |answer, probability: f64| {
        Score::One(if answer == Entailment { probability } else { 1.0 - probability })
    };
    let runs = [
        run((&dataset, "confidences"), ScoreKind::Confidence, &told(FIRST, confidence)),
        run((&dataset, "scores"), ScoreKind::EntailmentScore, &told(FIRST, |_, p| Score::One(p))),
    ];
    let evaluation = evaluated(&dataset, &runs);
    for system in ["confidences", "scores"] {
        for (value, (expected, ..)) in values(&evaluation, system).into_iter().zip(EXPECTED) {
            close(value.unwrap(), expected);
        }
    }
}

#[test]
fn several_runs_have_the_mean_of_their_values() {
    let dataset = two_way();
    let of =
        |name, percents| run((&dataset, name), ScoreKind::Probabilities, &told(percents, both));
    let alone = evaluated(&dataset, &[of("A", FIRST), of("B", SECOND)]);
    let [first, second] = ["A", "B"].map(|system| values(&alone, system));
    let together = values(&evaluated(&dataset, &[of("A", FIRST), of("A", SECOND)]), "A");
    for ((mean, first), second) in together.into_iter().zip(first).zip(second) {
        close(mean.unwrap(), f64::midpoint(first.unwrap(), second.unwrap()));
    }
}

#[test]
fn the_three_way_brier_score_sums_over_the_judgments() {
    let dataset = data(&[Contradiction, Entailment, Unknown, Entailment], &[0, 1, 2, 3]);
    let said = |[c, e, u]: [f64; 3], answer| {
        Some((answer, each(&[(Contradiction, c), (Entailment, e), (Unknown, u)])))
    };
    let rows = [
        said([0.2, 0.5, 0.3], Entailment),
        said([0.1, 0.7, 0.2], Entailment),
        said([0.3, 0.3, 0.4], Unknown),
        said([0.6, 0.3, 0.1], Contradiction),
    ];
    let evaluation = evaluated(&dataset, &[run((&dataset, "A"), ScoreKind::Probabilities, &rows)]);
    let [auroc, brier, ece] = values(&evaluation, "A");
    // sklearn.metrics.roc_auc_score([0, 1, 0, 1], [.5, .7, .3, .3])
    close(auroc.unwrap(), 0.625);
    // sklearn.metrics.brier_score_loss(list("ceue"), [[.2, .5, .3], [.1, .7, .2], [.3, .3, .4], [.6, .3, .1]], labels=list("ceu"))
    close(brier.unwrap(), 0.63);
    // By hand: bins of .5 (wrong), .7 (right), .4 (right), .6 (wrong): (.5 + .3 + .6 + .6) / 4.
    close(ece.unwrap(), 0.5);
}

#[test]
fn what_is_no_probability_has_no_brier_score_and_says_why() {
    let dataset = two_way();
    let times = |answer, probability: f64| {
        Score::One(if answer == Entailment { 2.0 } else { 3.0 } * probability)
    };
    let mut absent = told(FIRST, |_, p| Score::One(p));
    absent[3] = None;
    let ranks: Vec<_> =
        (0..12).map(|row| Some((Entailment, Score::One(f64::from(row + 1))))).collect();
    let entailment = phenom_dataset::RankingKind::Entailment;
    let runs = [
        run((&dataset, "any numbers"), ScoreKind::Confidence, &told(FIRST, times)),
        run((&dataset, "one absent"), ScoreKind::EntailmentScore, &absent),
        run((&dataset, "ranks"), ScoreKind::Rank(entailment), &ranks),
    ];
    let evaluation = evaluated(&dataset, &runs);
    for (system, reason) in [
        ("any numbers", Undefined::NotFrom0To1),
        ("one absent", Undefined::NoForecast),
        ("ranks", Undefined::NoProbabilities),
    ] {
        let [auroc, brier, ece] = values(&evaluation, system);
        assert!(auroc.is_ok(), "{system}");
        assert_eq!((brier, ece), (Err(reason.clone()), Err(reason)), "{system}");
    }
    // Three-way, a confidence is the probability of one judgment.
    let dataset = data(&[Entailment, Unknown, Contradiction], &[0, 1, 2]);
    let rows = [Entailment, Unknown, Entailment].map(|answer| Some((answer, Score::One(0.75))));
    let evaluation = evaluated(&dataset, &[run((&dataset, "A"), ScoreKind::Confidence, &rows)]);
    let [_, brier, ece] = values(&evaluation, "A");
    assert_eq!(brier, Err(Undefined::NotOfEachJudgment));
    // Two of three right at .75.
    close(ece.unwrap(), 0.75 - 2.0 / 3.0);
}
