use super::*;

#[test]
fn a_percentage_and_a_decimal_comma_are_written_as_a_number() {
    let help = |value: &str| ProblemKind::BadConfidence { value: value.into() }.help();
    assert_eq!(help("83%").as_deref(), Some("write 0.83, without a percent sign"));
    assert_eq!(help("0,5").as_deref(), Some("write 0.5, with a decimal point"));
    assert_eq!(help("high"), None);
    assert_eq!(help("inf"), None);
    let (column, found) = ("weight".to_owned(), "`7,5 %`".to_owned());
    let kind = ProblemKind::WrongValue { column, role: "weight", found, wanted: "a number" };
    assert_eq!(kind.help().as_deref(), Some("write 0.075, without a percent sign"));
}

#[test]
fn a_megabyte_in_a_message_is_shortened() {
    let long = "x".repeat(1_000_000);
    let (id, column) = (long.clone(), long.clone());
    let first = FirstUse { file: None, line: 1 };
    let kinds = [
        ProblemKind::DuplicateId { id, first },
        ProblemKind::MissingColumns {
            missing: vec![MissingColumn { column, role: "id" }],
            available: vec![long.clone(); 30],
            by_name: Vec::new(),
        },
        ProblemKind::UnmappedLabel { label: long.clone(), scheme: LabelScheme::judgments() },
        ProblemKind::Phenomenon(crate::PhenomenonError::EmptyPart(long)),
    ];
    for kind in kinds {
        let said = format!("{kind} {}", kind.help().unwrap_or_default());
        assert!(said.len() < 3_000 && said.contains("1000000 characters"), "{said}");
    }
}

#[test]
fn help_for_an_unmapped_label_names_the_schemes_that_know_it() {
    let kind = ProblemKind::UnmappedLabel { label: "NO".into(), scheme: LabelScheme::judgments() };
    let help = kind.help().unwrap();
    assert!(help.contains("`rte-two-way` (NO = not-entailment)"), "{help}");
    assert!(help.contains("`rte-3-three-way` (NO = contradiction)"), "{help}");
    assert!(help.contains("labels: {\"NO\": MEANING}"), "{help}");
}

#[test]
fn a_label_that_means_itself_is_written_beside_the_others() {
    let scheme = LabelScheme::named("nli").unwrap();
    let kind = ProblemKind::UnmappedLabel { label: "not-entailment".to_owned(), scheme };
    let help = kind.help().unwrap();
    assert!(
        help.starts_with("write a mapping that has it as well: `labels: {entailment: entailment, "),
        "{help}"
    );
    assert!(help.ends_with(", not-entailment: not-entailment}`"), "{help}");
    assert!(!help.contains(" = "), "{help}");
}
