//! Discs as polygons: with all corners that the region of contact has, so that nothing is lost between the chords.

use super::outline::{Disc, List, Outline, Point, area};
use crate::math::tolerance::MANIFOLD_SLACK;
use crate::math::vector::Vec2;

/// A place on the rim, by the cosine and the sine of its angle.
type Angle = Vec2;

/// Places on a rim, each with the number of its corner: that of the regular polygon's, or one that what it is due to gives it.
type Named = List<(Angle, u32)>;

/// The corners of a disc that are always there: of a regular polygon, fixed to the body.
const REGULAR: usize = 12;

/// The first numbers of the corners at which a rim crosses the sides of an outline or another rim, and of those beyond its corners.
const FIRST_OF_SIDES: u32 = REGULAR as u32 + 3;
const BEYOND_CORNERS: u32 = 1 << 16;

fn regular() -> [Angle; REGULAR] {
    const COSINES: [f64; 4] = [1.0, 0.866_025_403_784_438_6, 0.5, 0.0];
    std::array::from_fn(|i| {
        let (turn, k) = (i / 3, i % 3);
        let (c, s) = (COSINES[k], COSINES[3 - k]);
        [Vec2::new(c, s), Vec2::new(-s, c), Vec2::new(-c, -s), Vec2::new(s, -c)][turn]
    })
}

impl Disc {
    fn at(&self, angle: &Angle) -> Point {
        let [u, v] = &self.radii;
        Point {
            at: self.center.at + u.at * angle.x + v.at * angle.y,
            behind: self.center.behind + u.behind * angle.x + v.behind * angle.y,
        }
    }

    /// A place of the contact plane in coordinates in which the rim is the unit circle.
    fn coordinates(&self, at: &Vec2) -> Vec2 {
        let ([u, v], p) = (&self.radii, at - self.center.at);
        Vec2::new(p.perp(&v.at), u.at.perp(&p)) / u.at.perp(&v.at)
    }

    /// The places on the rim where an affine function of the contact plane and of the height is zero; three numbers from `first` on are
    /// theirs.
    fn zeros(&self, value: impl Fn(&Point) -> f64, first: u32, angles: &mut Named) {
        let middle = value(&self.at(&Vec2::zeros()));
        let gradient =
            Vec2::from([Vec2::x(), Vec2::y()].map(|axis| value(&self.at(&axis)) - middle));
        let length = gradient.norm();
        if length > middle.abs() {
            let (along, across) = (gradient / length, Vec2::new(-gradient.y, gradient.x) / length);
            let part = -middle / length;
            let aside = (1.0 - part * part).max(0.0).sqrt();
            let at = |sign: f64| along * part + across * (sign * aside);
            // Between them, where it is greatest.
            angles.extend([at(-1.0), at(1.0), along].into_iter().zip(first..));
        }
    }

    /// The places on the rim where it crosses that of another.
    fn crossings(&self, other: &Disc, angles: &mut Named) {
        let outside = |angle: &Angle| {
            other.coordinates(&self.at(angle).at).norm_squared() > 1.0 + MANIFOLD_SLACK
        };
        let all = regular();
        for (i, from) in all.iter().enumerate() {
            let (mut low, mut high) = (*from, all[(i + 1) % REGULAR]);
            let is_out = outside(&low);
            if is_out == outside(&high) {
                continue;
            }
            for _ in 0..BISECTIONS {
                let middle = (low + high).normalize();
                if outside(&middle) == is_out { low = middle } else { high = middle }
            }
            angles.push((low, FIRST_OF_SIDES + i as u32));
        }
    }
}

/// Halvings of an angle: until rounding.
const BISECTIONS: u32 = 50;

/// Gives two outlines the corners of their discs, if they have such: on the rim those of a regular polygon, and all at which a side of
/// one crosses that of the other, or the plane of the reference; `rest` is how far a point of the incident one is above that.
/// Of a reference disc, also the places beyond the corners of the incident outline, which are then within the polygon.
pub(super) fn polygons(
    incident: &mut Outline,
    reference: &mut Outline,
    rest: impl Fn(&Point) -> f64,
) {
    let mut on_rim = [Named::new(), Named::new()];
    if let Some(disc) = &incident.disc {
        disc.zeros(&rest, REGULAR as u32, &mut on_rim[0]);
        match &reference.disc {
            Some(other) => disc.crossings(other, &mut on_rim[0]),
            None => disc.cross_sides(&reference.points, &mut on_rim[0]),
        }
        incident.become_polygon(&on_rim[0]);
    }
    if let Some(disc) = &reference.disc {
        for (i, point) in incident.points.iter().enumerate() {
            let p = disc.coordinates(&point.at);
            let length = p.norm();
            if length > 0.0 && length <= 1.0 {
                on_rim[1].push((p / length, BEYOND_CORNERS + incident.names[i]));
            }
        }
        if incident.disc.is_none() {
            disc.cross_sides(&incident.points, &mut on_rim[1]);
        }
        reference.become_polygon(&on_rim[1]);
    }
}

impl Disc {
    fn cross_sides(&self, points: &[Point], angles: &mut Named) {
        for (i, from) in points.iter().enumerate() {
            let to = &points[(i + 1) % points.len()].at;
            let first = FIRST_OF_SIDES + 3 * i as u32;
            self.zeros(|p| area(&from.at, to, &p.at), first, angles);
        }
    }
}

impl Outline {
    fn become_polygon(&mut self, more: &[(Angle, u32)]) {
        let Some(disc) = self.disc else { return };
        let mut angles: List<(f64, Angle, u32)> = List::new();
        let all = regular().into_iter().enumerate().map(|(i, angle)| (angle, i as u32));
        for (angle, name) in all.chain(more.iter().copied()) {
            // Ascending with the angle.
            let order = if angle.y >= 0.0 { 1.0 - angle.x } else { 3.0 + angle.x };
            angles.push((order, angle, name));
        }
        angles.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.2.cmp(&b.2)));
        angles.dedup_by(|b, a| {
            let is_same = (b.1 - a.1).amax() <= MANIFOLD_SLACK;
            // Rounding decides which of them comes first.
            a.2 = if is_same { a.2.min(b.2) } else { a.2 };
            is_same
        });
        let [u, v] = &disc.radii;
        if u.at.perp(&v.at) < 0.0 {
            angles.reverse();
        }
        self.points = angles.iter().map(|(_, angle, _)| disc.at(angle)).collect();
        self.names = angles.iter().map(|(.., name)| *name).collect();
    }
}
