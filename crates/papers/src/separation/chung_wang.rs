//! The algorithm of Chung and Wang for a separating axis of two polytopes (thesis 4.2.2): the axis is reflected at each support
//! point, which converges slowly near contact.
//!
//! How they tell that no axis is left is not in the thesis, but that it takes linear time. Here a vector that has all support
//! points in front of it is kept; a point behind it asks for another one, on the plane of that point.

use solid_geometry::math::Vec3;

/// What came of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outcome {
    /// This axis separates the polytopes, perhaps weakly.
    Apart(Vec3),
    /// No axis does: the origin is inside of the support points found.
    Intersecting,
    /// The iterations were used up.
    Capped,
}

/// The most support points asked for.
const ITERATIONS: usize = 500;

/// Searches from `axis`. `support` gives the point of A - B that is least far along a direction.
pub fn separating_axis(axis: Vec3, mut support: impl FnMut(&Vec3) -> Vec3) -> (Outcome, usize) {
    let mut axis = axis.normalize();
    let mut found: Vec<Vec3> = Vec::new();
    let mut front = Front::default();
    let mut reflects = true;
    for used in 1..=ITERATIONS {
        let w = support(&axis);
        if axis.dot(&w) >= 0.0 {
            return (Outcome::Apart(axis), used);
        }
        // Once a point comes back, reflecting may go round in circles.
        reflects &= !found.contains(&w);
        found.push(w);
        let r = w.normalize();
        if !front.add(r) {
            return (Outcome::Intersecting, used);
        }
        axis = if reflects { (axis - r * (2.0 * r.dot(&axis))).normalize() } else { front.normal };
    }
    (Outcome::Capped, ITERATIONS)
}

/// Unit vectors, and one that has all of them in front of it.
#[derive(Default)]
struct Front {
    normal: Vec3,
    points: Vec<Vec3>,
}

impl Front {
    /// Adds a point. `false` if there is no vector that has all in front of it.
    fn add(&mut self, r: Vec3) -> bool {
        if self.points.is_empty() {
            self.normal = r;
        } else if self.normal.dot(&r) <= 0.0 {
            // What has all in front of it, if anything, is on the line from the normal across the plane of the new point.
            match self.across(&r) {
                Some(normal) => self.normal = normal,
                None => return false,
            }
        }
        self.points.push(r);
        true
    }

    /// A vector that has all points so far in front of it, and `r`: in the middle of those in the plane of `r`, then towards `r`
    /// as far as half of what the others allow. Linear in the points.
    fn across(&self, r: &Vec3) -> Option<Vec3> {
        let unit = Vec3::ith(r.iamin(), 1.0);
        let u = r.cross(&unit).normalize();
        let v = r.cross(&u);
        // In that plane a sector from one direction to another, counterclockwise.
        let mut sector: Option<[[f64; 2]; 2]> = None;
        for p in &self.points {
            let (x, y) = (p.dot(&u), p.dot(&v));
            let is_behind = |d: &[f64; 2]| d[0] * x + d[1] * y < 0.0;
            let (begin, end) = ([y, -x], [-y, x]);
            sector = Some(match sector {
                None => [begin, end],
                Some([low, high]) => match (is_behind(&low), is_behind(&high)) {
                    (true, true) => return None,
                    (true, false) => [begin, high],
                    (false, true) => [low, end],
                    (false, false) => [low, high],
                },
            });
        }
        let [low, high] = sector?.map(|[x, y]| (u * x + v * y).normalize());
        // Of half a turn, the middle is a quarter on from its beginning.
        let sum = low + high;
        let middle = if sum.norm() > 1e-6 { sum.normalize() } else { r.cross(&low) };
        let mut share = 1.0_f64;
        for p in &self.points {
            let (front, along) = (middle.dot(p), r.dot(p));
            if front + share * along <= 0.0 {
                share = -0.5 * front / along;
            }
        }
        let normal = (middle + r * share).normalize();
        let is_in_front = |p: &Vec3| normal.dot(p) > 0.0;
        (is_in_front(r) && self.points.iter().all(is_in_front)).then_some(normal)
    }
}
