//! The settings of a world, and what its work has cost.

use std::collections::HashMap;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use solid::space::{BroadPhaseKind, CollisionMethod};

use crate::world::World;

/// Sets what is given.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "those of Python's method")]
#[pyo3(signature = (world, threads=None, tolerance=None, caching=None, broad_phase=None, fixed_boxes=None, stop_at_penetration=None,
    collision_method=None, subdivision_levels=None))]
pub fn configure(
    py: Python<'_>,
    world: &World,
    threads: Option<usize>,
    tolerance: Option<f64>,
    caching: Option<bool>,
    broad_phase: Option<&str>,
    fixed_boxes: Option<bool>,
    stop_at_penetration: Option<bool>,
    collision_method: Option<&str>,
    subdivision_levels: Option<u32>,
) -> PyResult<()> {
    let broad_phase = match broad_phase {
        None => None,
        Some("automatic") => Some(BroadPhaseKind::Automatic),
        Some("sweep_and_prune") => Some(BroadPhaseKind::SweepAndPrune),
        Some("box_tree") => Some(BroadPhaseKind::BoxTree),
        Some("brute_force") => Some(BroadPhaseKind::BruteForce),
        Some(_) => {
            let kinds =
                "broad_phase is 'automatic', 'sweep_and_prune', 'box_tree' or 'brute_force'";
            return Err(PyValueError::new_err(kinds));
        }
    };
    let collision_method = match collision_method {
        None => None,
        Some("trees") => Some(CollisionMethod::Trees),
        Some("subdivision") => Some(CollisionMethod::Subdivision),
        Some(_) => {
            return Err(PyValueError::new_err("collision_method is 'trees' or 'subdivision'"));
        }
    };
    world.with(py, |inner| {
        let space = &mut inner.space;
        threads.map_or(Ok(()), |threads| space.set_threads(threads))?;
        tolerance.map_or(Ok(()), |tolerance| space.set_tolerance(tolerance))?;
        caching.into_iter().for_each(|caching| space.set_caching(caching));
        broad_phase.into_iter().for_each(|kind| space.set_broad_phase(kind));
        fixed_boxes.into_iter().for_each(|fixed| space.set_fixed_boxes(fixed));
        stop_at_penetration.into_iter().for_each(|stop| space.set_stop_at_penetration(stop));
        collision_method.into_iter().for_each(|method| space.set_collision_method(method));
        if let Some(levels) = subdivision_levels {
            space.set_subdivision_levels((levels > 0).then_some(levels));
        }
        Ok(())
    })
}

/// What the work since the last call has cost.
#[pyfunction]
pub fn statistics(py: Python<'_>, world: &World) -> PyResult<HashMap<&'static str, f64>> {
    world.with(py, |inner| {
        let found = inner.space.statistics();
        Ok(HashMap::from([
            ("objects", found.objects as f64),
            ("pairs", found.pairs as f64),
            ("box_tests", found.box_tests as f64),
            ("pair_tests", found.pair_tests as f64),
            ("part_tests", found.part_tests as f64),
            ("axis_hits", found.axis_hits as f64),
            ("commit_seconds", found.commit_seconds),
            ("test_seconds", found.test_seconds),
        ]))
    })
}

/// What answers have not taken into account since the last call.
#[pyfunction]
pub fn take_warnings(py: Python<'_>, world: &World) -> PyResult<Vec<String>> {
    world.with(py, |inner| {
        let warnings = inner.space.take_warnings();
        Ok(warnings.iter().map(|warning| format!("{warning}")).collect())
    })
}
