//! A moved cube and an upright one (report 2.4.2): apart, meeting, or the upright one within the moved one.
//!
//! From coarse to fine: two spheres of the smaller cube; the corners of each within the other; edges of the smaller
//! against faces of the larger.

#[cfg(test)]
mod tests;

use solid_geometry::math::tolerance::BOX_ROUNDING;
use solid_geometry::math::{Placement, Vec3};

/// How a moved source cube and an upright target cube lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meeting {
    /// They share no point.
    Apart,
    /// They share one.
    Meeting,
    /// The target is within the source.
    Within,
}

/// A rigid motion and its inverse.
#[derive(Clone, Copy, Debug)]
pub struct Motion {
    forth: Placement,
    back: Placement,
}

impl Motion {
    /// From a placement that turns and moves, and nothing else.
    pub fn new(placement: &Placement) -> Motion {
        let turned = placement.basis.transpose();
        let back = Placement { basis: turned, origin: -(turned * placement.origin) };
        Motion { forth: *placement, back }
    }
}

/// A cube, and where a motion, or its inverse, takes it: computed once for all tests.
#[derive(Clone, Copy, Debug)]
pub struct TestCube {
    center: Vec3,
    half: f64,
    moved_center: Vec3,
    moved_corners: [Vec3; 8],
}

impl TestCube {
    /// A source cube: the motion takes it.
    pub fn source(center: Vec3, half: f64, motion: &Motion) -> TestCube {
        TestCube::new(center, half, &motion.forth)
    }

    /// A target cube: the inverse takes it.
    pub fn target(center: Vec3, half: f64, motion: &Motion) -> TestCube {
        TestCube::new(center, half, &motion.back)
    }

    fn new(center: Vec3, half: f64, map: &Placement) -> TestCube {
        let moved_center = map.apply(&center);
        let along = [0, 1, 2].map(|axis| map.basis.column(axis) * half);
        let moved_corners = std::array::from_fn(|i| {
            let signed = |axis: usize| {
                if i >> axis & 1 == 1 { along[axis] } else { -along[axis] }
            };
            moved_center + signed(0) + signed(1) + signed(2)
        });
        TestCube { center, half, moved_center, moved_corners }
    }

    /// The corners as they are moved.
    pub fn moved_corners(&self) -> &[Vec3; 8] {
        &self.moved_corners
    }

    /// The size of all numbers that rounding errors come from.
    fn reach(&self) -> f64 {
        self.center.amax().max(self.moved_center.amax()) + 2.0 * self.half
    }
}

/// The edges of a cube by the bits of its corners.
const EDGES: [[usize; 2]; 12] = [
    [0, 1],
    [2, 3],
    [4, 5],
    [6, 7],
    [0, 2],
    [1, 3],
    [4, 6],
    [5, 7],
    [0, 4],
    [1, 5],
    [2, 6],
    [3, 7],
];

/// How two cubes lie. Touching is meeting, and where rounding hides it they meet; being within is sure.
pub fn compare(source: &TestCube, target: &TestCube) -> Meeting {
    let slack = BOX_ROUNDING * source.reach().max(target.reach());
    if target.half < source.half {
        smaller_target(source, target, slack)
    } else {
        smaller_source(source, target, slack)
    }
}

/// Cubes of the same size count here too.
fn smaller_source(source: &TestCube, target: &TestCube, slack: f64) -> Meeting {
    match spheres(source, target, slack) {
        Some(meet) => meeting(meet),
        None => meeting(corners_within(source, target, slack) > 0 || finely(source, target, slack)),
    }
}

fn smaller_target(source: &TestCube, target: &TestCube, slack: f64) -> Meeting {
    let sure = spheres(target, source, slack);
    if sure == Some(false) {
        return Meeting::Apart;
    }
    // All of it, beyond rounding.
    if corners_within(target, source, -slack) == 8 {
        return Meeting::Within;
    }
    meeting(
        sure == Some(true)
            || corners_within(target, source, slack) > 0
            || finely(target, source, slack),
    )
}

fn meeting(meet: bool) -> Meeting {
    if meet { Meeting::Meeting } else { Meeting::Apart }
}

/// Step 2: whether the spheres within and around the smaller cube meet the larger one, if that decides.
fn spheres(smaller: &TestCube, larger: &TestCube, slack: f64) -> Option<bool> {
    let away = smaller.moved_center - larger.center;
    let beyond = away.map(|x| (x.abs() - larger.half).max(0.0));
    let distance2 = beyond.norm_squared();
    let (inner, outer) = (smaller.half, smaller.half * 3f64.sqrt() + 2.0 * slack);
    if distance2 > outer * outer {
        Some(false)
    } else if distance2 <= inner * inner {
        Some(true)
    } else {
        None
    }
}

/// Steps 3 and 4: how many moved corners of one are within the upright other.
fn corners_within(moved: &TestCube, upright: &TestCube, slack: f64) -> u32 {
    let half = upright.half + slack;
    let within = |p: &&Vec3| (0..3).all(|i| (p[i] - upright.center[i]).abs() <= half);
    moved.moved_corners.iter().filter(within).count() as u32
}

/// Steps 4 to 6, for a smaller cube none of whose corners is within the larger.
fn finely(smaller: &TestCube, larger: &TestCube, slack: f64) -> bool {
    corners_within(larger, smaller, slack) > 0
        || EDGES.iter().any(|[i, j]| {
            let (p, q) = (
                smaller.moved_corners[*i] - larger.center,
                smaller.moved_corners[*j] - larger.center,
            );
            edge_meets(&p, &q, larger.half + slack)
        })
}

/// Steps 5 and 6: whether an edge meets the faces of an upright cube about the origin. Its ends are outside.
fn edge_meets(p: &Vec3, q: &Vec3, half: f64) -> bool {
    let beyond_one = |i: usize| (p[i] > half && q[i] > half) || (p[i] < -half && q[i] < -half);
    if (0..3).any(beyond_one) {
        return false;
    }
    let crosses = |axis: usize, plane: f64| {
        let (from, to) = (p[axis] - plane, q[axis] - plane);
        (from < 0.0) != (to < 0.0) && {
            let crossing = p + (q - p) * (from / (from - to));
            // The slack of the cube is more than the rounding of the crossing.
            (0..3).all(|i| i == axis || crossing[i].abs() <= half)
        }
    };
    (0..3).any(|axis| crosses(axis, half) || crosses(axis, -half))
}
