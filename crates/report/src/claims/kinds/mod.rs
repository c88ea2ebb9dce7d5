//! The kinds of claims, a file each: what is claimed, under which condition, and in which words.

mod below_constant;
mod caution;
mod common_failure;
pub(super) mod composition;
mod constant;
mod groups;
mod index;
mod judges;
mod label;
mod power;
mod separating;
mod stages;

use super::claim::Claim;
use super::view::View;

/// Every claim, kind by kind.
pub(super) fn all(view: &View<'_, '_>) -> Vec<Claim> {
    let kinds: [fn(&View<'_, '_>) -> Vec<Claim>; 12] = [
        judges::derive,
        caution::derive,
        constant::derive,
        groups::derive,
        below_constant::derive,
        separating::derive,
        common_failure::derive,
        label::derive,
        composition::derive,
        stages::derive,
        index::derive,
        power::derive,
    ];
    kinds.iter().flat_map(|derive| derive(view)).collect()
}
