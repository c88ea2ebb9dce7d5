//! The clusters of a system of several runs.

use phenom_dataset::{Dataset, Run, Task};

use super::pass::Pass;
use super::slice_clusters::{POPULATIONS, SliceClusters};
use crate::counts::{Layout, SlicePlan};
use crate::statistics::PooledClusters;

/// The clusters of a system's runs on all pairs, with the counts of each run one after the other.
pub(crate) fn runs_side_by_side(
    dataset: &Dataset,
    plan: &SlicePlan,
    runs: &[&Run],
    task: Task,
) -> SliceClusters {
    let systems: Vec<Vec<&Run>> = runs.iter().map(|run| vec![*run]).collect();
    let layout = Layout { task };
    let pass = Pass { dataset, plan, systems: &systems, layout, common: false, in_order: false };
    SliceClusters(POPULATIONS.map(|population| {
        let width = layout.width(population);
        let clusters = dataset.clusters().filter_map(|cluster| {
            let mut counts = vec![0; width * runs.len()];
            pass.for_each(cluster, |slice, run, its_population, cell| {
                if slice == 0 && its_population == population {
                    counts[run * width + cell] += 1;
                }
            });
            counts.iter().any(|count| *count > 0).then_some((counts, 1))
        });
        let width = width * runs.len();
        PooledClusters::new(width, clusters).unwrap_or_else(|_| PooledClusters::empty(width))
    }))
}
