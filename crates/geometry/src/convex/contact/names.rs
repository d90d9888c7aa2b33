//! The numbers of the features that meet at contacts: section 6 of the theory.

use super::clip::Side;
use super::outline::Outline;

/// The number of a vertex, a face or a line of a body, told apart by the last two bits.
pub(super) fn feature(kind: Kind, number: u32) -> u32 {
    number << 2 | kind as u32
}

/// The number of an edge, by its two ends.
pub(crate) fn edge_feature(ends: [u32; 2]) -> u32 {
    let [low, high] = [ends[0].min(ends[1]), ends[0].max(ends[1])];
    let number = if high < MOST_RAW {
        high * MOST_RAW + low
    } else {
        mix(u64::from(low) << 32 | u64::from(high))
    };
    feature(Kind::Edge, number)
}

/// Edges of bodies of no more vertices have numbers that tell their ends.
pub(crate) const MOST_RAW: u32 = 1 << 15;

/// The ends of an edge of a body of at most [`MOST_RAW`] vertices, before [`of_part`].
pub(crate) fn raw_ends(feature: u32) -> [u32; 2] {
    let number = feature >> 2;
    [number % MOST_RAW, number / MOST_RAW]
}

/// The number of a feature of a part of a body; of the first part, that of the feature.
pub(crate) fn of_part(feature: u32, part: u32) -> u32 {
    if part == 0 { feature } else { mix(u64::from(part) << 32 | u64::from(feature)) }
}

/// The finaliser of SplitMix64 (Steele et al. 2014).
fn mix(x: u64) -> u32 {
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (x >> 32) as u32
}

/// What kind of feature a number is of, before [`of_part`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The deepest point.
    Deepest = 0,
    Vertex = 1,
    Edge = 2,
    Face = 3,
}

impl Kind {
    pub(crate) fn of(feature: u32) -> Kind {
        [Kind::Deepest, Kind::Vertex, Kind::Edge, Kind::Face][feature as usize % 4]
    }
}

/// The number of a vertex among those of its body, of a feature that is one, before [`of_part`].
pub(crate) fn raw_vertex(feature: u32) -> u32 {
    feature >> 2
}

/// The number of a feature that is a vertex with a number.
pub(crate) fn of_vertex(vertex: u32) -> u32 {
    feature(Kind::Vertex, vertex)
}

impl Outline {
    pub(super) fn face(&self) -> u32 {
        feature(Kind::Face, self.name)
    }

    pub(super) fn vertex(&self, i: u32) -> u32 {
        feature(Kind::Vertex, self.names[i as usize])
    }

    pub(super) fn edge(&self, i: u32) -> u32 {
        let (names, i) = (&self.names[..], i as usize);
        let next = if i + 1 == names.len() { 0 } else { i + 1 };
        edge_feature([names[i], names[next]])
    }
}

/// The features of the incident body and of the reference whose contact a corner of the region is.
pub(super) fn features(sides: [Side; 2], incident: &Outline, reference: &Outline) -> [u32; 2] {
    match sides {
        [Side::Incident(_), Side::Incident(i)] => [incident.vertex(i), reference.face()],
        [Side::Incident(i), Side::Reference(k)] | [Side::Reference(k), Side::Incident(i)] => {
            [incident.edge(i), reference.edge(k)]
        }
        [Side::Reference(_), Side::Reference(k)] => [incident.face(), reference.vertex(k)],
        [Side::Incident(i), Side::Plane] | [Side::Plane, Side::Incident(i)] => {
            [incident.edge(i), reference.face()]
        }
        [Side::Reference(k), Side::Plane] | [Side::Plane, Side::Reference(k)] => {
            [incident.face(), reference.edge(k)]
        }
        [Side::Plane, Side::Plane] => [incident.face(), reference.face()],
    }
}
