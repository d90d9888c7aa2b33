//! Polytopes of discrete orientations (thesis 5.2.1): what lies between two planes across each of k fixed directions. The
//! thesis counts
//! directions (an AABB has three); others count planes, twice as many.

#[cfg(test)]
mod tests;

use solid_geometry::math::Vec3;

/// The first three directions are the axes, the next four the diagonals of a cube, the last six those of its faces.
const DIRECTIONS: [[f64; 3]; 13] = [
    [1.0, 0.0, 0.0],
    [0.0, 1.0, 0.0],
    [0.0, 0.0, 1.0],
    [1.0, 1.0, 1.0],
    [1.0, 1.0, -1.0],
    [1.0, -1.0, 1.0],
    [-1.0, 1.0, 1.0],
    [1.0, 1.0, 0.0],
    [1.0, 0.0, 1.0],
    [0.0, 1.0, 1.0],
    [1.0, -1.0, 0.0],
    [1.0, 0.0, -1.0],
    [0.0, 1.0, -1.0],
];

/// Which directions are in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Directions {
    /// The three axes: an AABB.
    Axes,
    /// With the diagonals of a cube: 7.
    Corners,
    /// With the diagonals of its faces: 9.
    Edges,
    /// All 13.
    All,
}

impl Directions {
    /// All choices, by their number of directions.
    pub const ALL: [Directions; 4] =
        [Directions::Axes, Directions::Corners, Directions::Edges, Directions::All];

    /// The directions, of length one.
    pub fn vectors(self) -> Vec<Vec3> {
        let is_used = |i: usize| match self {
            Directions::Axes => i < 3,
            Directions::Corners => i < 7,
            Directions::Edges => !(3..7).contains(&i),
            Directions::All => true,
        };
        let used = (0..13).filter(|i| is_used(*i));
        used.map(|i| Vec3::from(DIRECTIONS[i]).normalize()).collect()
    }
}

/// A polytope: along each direction from, and to.
#[derive(Clone, Debug, PartialEq)]
pub struct KDop {
    slabs: Vec<[f64; 2]>,
}

impl KDop {
    /// The smallest around a body, given how far it reaches along a unit vector.
    pub fn around(directions: &[Vec3], reach: impl Fn(&Vec3) -> f64) -> KDop {
        KDop { slabs: directions.iter().map(|d| [-reach(&-d), reach(d)]).collect() }
    }

    /// Whether two of the same directions overlap as far as these tell, and the operations of the test: two comparisons and
    /// one to combine them for each direction looked at.
    pub fn overlaps(&self, other: &KDop, operations: &mut u64) -> bool {
        self.slabs.iter().zip(&other.slabs).all(|([low, high], [from, to])| {
            *operations += 3;
            low <= to && from <= high
        })
    }

    /// Whether a point is inside.
    pub fn contains(&self, directions: &[Vec3], p: &Vec3) -> bool {
        self.slabs.iter().zip(directions).all(|([low, high], d)| (*low..=*high).contains(&d.dot(p)))
    }

    /// Its storage, in scalars.
    pub fn storage(&self) -> usize {
        2 * self.slabs.len()
    }
}
