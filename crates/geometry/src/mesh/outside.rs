//! Which side of a closed surface is outside.

use super::containment::{Closed, root};
use super::soup::PolytopeSoup;
use crate::memory;

/// Of the connected components of a closed surface whose polygons agree about which side is outside, which it is.
#[derive(Debug)]
pub(super) struct Outside {
    /// The component of each vertex, by the names that [`Seams`](super::seams::Seams) has.
    components: Vec<u32>,
    /// Of each component 1 if that is the front of the polygons, and -1 if it is the back.
    sides: Vec<f64>,
}

impl Outside {
    /// `None` of a surface that is open, or whose polygons disagree. Takes O(n log n) time.
    fn of(soup: &PolytopeSoup) -> Option<Outside> {
        // A piece of a larger surface is open.
        let is_shell = || Closed::of(soup).is_ok_and(|known| known.is_oriented());
        if soup.whole().is_some() || !is_shell() {
            return None;
        }
        let seams = soup.seams();
        memory::ensure(12 * soup.vertices().len());
        let rings = || (0..soup.len() as u32).filter_map(|i| soup.ring(i));
        let mut components = Vec::from_iter(0..soup.vertices().len() as u32);
        for ring in rings() {
            for edge in ring.windows(2) {
                let [p, q] = [edge[0], edge[1]].map(|v| root(&mut components, seams.name(v)));
                components[p.max(q) as usize] = p.min(q);
            }
        }
        // Six times the volume inside, negative if the polygons face it.
        let mut volumes = vec![0.0; components.len()];
        let center = soup.bounds().center();
        for ring in rings() {
            let [first, rest @ ..] = ring else { continue };
            let place = |v: &u32| soup.vertex(*v) - center;
            let of_triangle =
                |edge: &[u32]| place(first).dot(&place(&edge[0]).cross(&place(&edge[1])));
            let component = root(&mut components, seams.name(*first));
            volumes[component as usize] += rest.windows(2).map(of_triangle).sum::<f64>();
        }
        let sides = volumes.into_iter().map(f64::signum).collect();
        let components = (0..components.len() as u32).map(|v| root(&mut components, v)).collect();
        Some(Outside { components, sides })
    }
}

impl PolytopeSoup {
    /// The component of a closed surface that a polygon is in, and the side of it that is outside: 1 for the front, -1 for the back.
    /// `None` unless the surface is closed and its polygons agree. Takes O(n log n) time when it is first called, and then after each
    /// deformation.
    pub(crate) fn outside(&self, part: u32) -> Option<(u32, f64)> {
        let seams = self.seams();
        let known = seams.outside.get_or_init(|| Outside::of(self)).as_ref()?;
        let component = known.components[seams.name(*self.ring(part)?.first()?) as usize];
        Some((component, known.sides[component as usize]))
    }
}
