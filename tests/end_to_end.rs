//! The binary on real files: what the user sees, whole reports, every error that can be provoked.

#![allow(clippy::unwrap_used, reason = "a test may stop")]
#![allow(clippy::print_stdout, reason = "a test may say what it skips, and what it tried")]
#![allow(clippy::disallowed_methods, reason = "what is opened here is our own")]

mod end_to_end {
    mod agreement;
    mod annotation_page;
    mod annotator;
    mod answers;
    mod bad_input;
    mod binary_tables;
    mod bounds;
    mod budgets;
    mod clusters;
    mod commands;
    mod comparisons;
    mod composition;
    mod conversion;
    mod count_tables;
    mod decomposed_twice;
    mod decomposing;
    mod dependence;
    mod ensembles;
    mod formats;
    mod gate;
    mod hostile;
    mod init;
    mod init_columns;
    mod init_layouts;
    mod interrupted;
    mod interrupts;
    mod judged;
    mod judged_outcomes;
    mod justifications;
    mod latex;
    mod leakage;
    mod links;
    mod lists_of_tags;
    mod logs;
    mod mapping;
    mod meaning;
    mod measures;
    mod opaque_ids;
    mod originals;
    mod outcomes;
    mod output;
    mod outside;
    mod page;
    mod pilot;
    mod presets;
    mod rankings;
    mod real_data;
    mod report_options;
    mod rows;
    mod rubrics;
    mod scene;
    mod sets;
    mod several_runs;
    mod shipped;
    mod stages;
    mod systems;
    mod thresholds;
    mod training;
    mod trust;
    mod units;
    mod verification;
    mod writing;
}
