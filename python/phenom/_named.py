"""The measures by their keys, for editors and type checkers. A test compares them with those that there are."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._measures import Measure


class Named:
    """The keys of the measures as attributes."""

    accuracy: Measure
    accuracy_three_way: Measure
    accuracy_two_way: Measure
    agreement: Measure
    answers_to_change: Measure
    auroc: Measure
    average_precision: Measure
    average_precision_proceedings: Measure
    average_precision_step: Measure
    best_cutoff_accuracy: Measure
    best_cutoff_rank: Measure
    brier_score: Measure
    category_kappa: Measure
    composed_accuracy: Measure
    composition_consistency: Measure
    composition_kappa: Measure
    compositionality_gap: Measure
    conditional_entropy: Measure
    conditioned_accuracy: Measure
    confidence_weighted_score: Measure
    corrected_mutual_information: Measure
    correlation_index: Measure
    cross_entropy: Measure
    cutoff_at_positives: Measure
    decomposed_twice: Measure
    deviation_index: Measure
    deviation_index_signed: Measure
    direct_minus_composed: Measure
    disagreement: Measure
    entropy_given_answer: Measure
    exact_match: Measure
    expected_calibration_error: Measure
    expected_composition_consistency: Measure
    expected_compositionality_gap: Measure
    expected_correlation_index: Measure
    expected_deviation_index_signed: Measure
    expected_mutual_information: Measure
    expected_whole_right_part_wrong: Measure
    f1: Measure
    fleiss_kappa: Measure
    gold_entropy: Measure
    ideal_distance: Measure
    impossible_judgments: Measure
    independence_p_value: Measure
    jensen_shannon_distance: Measure
    judge_swaps: Measure
    kappa: Measure
    kendall_tau: Measure
    kendall_w: Measure
    krippendorff_alpha: Measure
    macro_f1: Measure
    mcc: Measure
    mean_conditioned_accuracy: Measure
    mean_pair_agreement: Measure
    mean_precision: Measure
    mean_rank: Measure
    mean_score: Measure
    mutual_information: Measure
    observed_change: Measure
    part_label_agreement: Measure
    part_label_kappa: Measure
    phenomenon_kappa: Measure
    place_f1: Measure
    place_kappa: Measure
    precision: Measure
    predicted_entropy: Measure
    rank_under_key: Measure
    score_share: Measure
    set_f1: Measure
    shrunken_accuracy: Measure
    solved_difference: Measure
    solved_information: Measure
    solved_information_p_value: Measure
    solved_odds_ratio: Measure
    stratified_solved_difference: Measure
    swapped_systems: Measure
    tied_by_confidence: Measure
    tied_by_entailment: Measure
    uncertainty_coefficient: Measure
    weighted_correlation_index: Measure
    weighted_deviation_index: Measure
    weighted_deviation_index_signed: Measure
    weighted_gold_entropy: Measure
    weighted_mutual_information: Measure
    whole_accuracy: Measure
    whole_right_composed_wrong: Measure
    whole_right_part_wrong: Measure
