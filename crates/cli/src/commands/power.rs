//! `phenom power`: how many pairs would be needed to tell systems apart.

#![cfg_attr(not(test), warn(clippy::arithmetic_side_effects, clippy::cast_precision_loss))]

use crate::at_terminal::USER;
use phenom_dataset::Task;
use phenom_metrics::comparisons;
use phenom_metrics::statistics::Question;
use phenom_report::{PowerQuestion, Table, power_table, render};

use super::{print, print_json};
use crate::arguments::PowerArguments;
use crate::progress;
use crate::terminal::terminal;
use phenom_study::comparing::chosen;
use phenom_study::config::Config;
use phenom_study::evaluation::{Plan, announcement, keep_within};
use phenom_study::{Failure, Host};

/// Answers for two-way judgments, and for three-way ones where gold and systems have them.
pub(crate) fn power(arguments: &PowerArguments) -> Result<(), Failure> {
    let mut config = Config::load(&arguments.config)?;
    let (chosen, mut sides) = chosen(&mut config, &arguments.systems, arguments.alone, &USER)?;
    let mut tasks = vec![config.task];
    if config.task.is_none() {
        tasks = vec![Some(Task::TwoWay), None];
    }
    let mut tables: Vec<Table> = Vec::new();
    let mut of_methods = true;
    for task in tasks {
        config.task = task;
        let waiting = progress::spinner("counting and comparing");
        let mut evaluation = sides.evaluation(&config)?;
        if evaluation.judged.is_some() {
            return Err(of_labels());
        }
        let memory = arguments.memory.allowed();
        let estimate = keep_within(memory, &mut evaluation, Plan::COMPARISONS)?;
        announcement(&evaluation, estimate, memory).iter().for_each(|line| USER.tell(line));
        // Without three-way judgments there is one answer only.
        if task.is_none() && evaluation.task == Task::TwoWay && !tables.is_empty() {
            continue;
        }
        let question = PowerQuestion {
            difference: arguments.difference,
            power: arguments.power,
            disagreement: arguments.disagreement,
            labels: evaluation.task.judgments().len(),
        };
        let rows = chosen.rows(comparisons(&evaluation));
        drop(waiting);
        let systems = rows.iter().filter(|row| !row.is_with_constant());
        of_methods &= systems.clone().all(|row| row.question == Question::Methods);
        let table = power_table(&rows, &question, evaluation.task.name(), &config.report.names)
            .map_err(|error| Failure::input(error.to_string(), None))?;
        tables.push(table);
    }
    if of_methods && tables.iter().all(|table| table.rows.is_empty()) {
        return Err(no_plan());
    }
    if arguments.json {
        return print_json(&tables);
    }
    let mut text = Vec::new();
    render::terminal_tables(&tables, terminal(), &mut text)
        .map_err(|error| Failure::input(format!("cannot print: {error}"), None))?;
    print(&String::from_utf8_lossy(&text))
}

/// Where gold is judged, labels of people are scarce, not pairs.
fn of_labels() -> Failure {
    let message = "gold is judged, so that labels of people decide how precise values are";
    let help = "`phenom label CONFIG` says what more labels would give".to_owned();
    Failure::input(message, Some(help))
}

/// Methods vary between runs, which no number of pairs makes up for.
fn no_plan() -> Failure {
    let message = "these systems have several runs, so phenom compares methods, and more pairs do not replace runs";
    let help = "to plan pairs for these trained models, set `statistics: {question: models}` in the config; to compare \
                methods more precisely, add runs";
    Failure::input(message, Some(help.to_owned()))
}
