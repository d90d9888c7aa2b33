//! The methods of the randomized benchmark: Olvång's as he wrote them, and what the library does instead.

use super::referee::Reply;
use solid_geometry::convex::epa::Workspace;
use solid_geometry::convex::gjk::Status;
use solid_geometry::convex::{
    Coherence, Pair, RelativePlacement, closest_points, intersect, penetration_depth,
};
use solid_geometry::math::Vec3;
use solid_geometry::shape::Support;
use solid_papers::olvang::gjk::{Answer, distance, separating_axis};
use solid_papers::olvang::{epa, mpr, support_mapping};

/// The default of dtSetTolerance: of distances and depths.
pub const TOLERANCE: f64 = 1e-6;

/// Olvång's five, then the library's three.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Intersection by separating axes (algorithm 4).
    Gjk,
    /// Intersection by portal refinement (algorithms 6 to 9).
    Mpr,
    /// Distance by GJK.
    Distance,
    /// Depth by SA-GJK and the expanding polytope (algorithms 4 and 10 to 12).
    Epa,
    /// Depth as portal refinement estimates it (2.4.1).
    MprDepth,
    /// The library's intersection test.
    OwnIntersection,
    /// The library's distance.
    OwnDistance,
    /// The library's depth.
    OwnDepth,
}

/// The buffers of both expanding polytopes.
#[derive(Default)]
pub struct Buffers {
    own: Workspace,
    /// Of Olvång's.
    pub mesh: epa::Mesh,
    /// Where Olvång's upper bound of the last depth is from.
    pub of_upper_bound: Vec3,
}

impl Method {
    pub const ALL: [Method; 8] = [
        Method::Gjk,
        Method::Mpr,
        Method::Distance,
        Method::Epa,
        Method::MprDepth,
        Method::OwnIntersection,
        Method::OwnDistance,
        Method::OwnDepth,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Method::Gjk => "SA-GJK",
            Method::Mpr => "MPR",
            Method::Distance => "GJK distance",
            Method::Epa => "depth, SA-GJK and EPA",
            Method::MprDepth => "depth, MPR",
            Method::OwnIntersection => "library, intersection",
            Method::OwnDistance => "library, distance",
            Method::OwnDepth => "library, depth",
        }
    }

    /// The answer for a pair; `None` if the method gives up.
    pub fn ask<A: Support + ?Sized, B: Support + ?Sized>(
        self,
        a: &A,
        b: &B,
        relation: &RelativePlacement,
        buffers: &mut Buffers,
    ) -> Option<Reply> {
        let pair = Pair::new(a, b, relation);
        let hints = &mut [0; 2];
        let only = |hit| Some(Reply { hit, ..Reply::default() });
        let start = pair.initial_direction();
        match self {
            Method::Gjk => match separating_axis(&mut support_mapping(&pair, hints), &start) {
                Answer::Apart(_) => only(false),
                Answer::Enclosed(_) => only(true),
                Answer::Capped => None,
            },
            Method::Mpr => match mpr::search(&pair, hints).status {
                Status::Apart => only(false),
                Status::Enclosed | Status::Touching => only(true),
                Status::Stalled | Status::Capped => None,
            },
            Method::Distance => {
                match distance(&mut support_mapping(&pair, hints), &start, TOLERANCE) {
                    Answer::Apart(v) => {
                        Some(Reply { hit: false, length: v.norm(), normal: v / v.norm() })
                    }
                    Answer::Enclosed(_) => only(true),
                    Answer::Capped => None,
                }
            }
            Method::Epa => {
                let mut support = support_mapping(&pair, hints);
                let simplex = match separating_axis(&mut support, &start) {
                    Answer::Apart(_) => return only(false),
                    Answer::Enclosed(simplex) => simplex,
                    Answer::Capped => return None,
                };
                let found = epa::expand(&simplex, &mut support, TOLERANCE, &mut buffers.mesh)?;
                buffers.of_upper_bound = found.of_upper_bound;
                Some(Reply { hit: true, length: found.depth, normal: found.normal })
            }
            Method::MprDepth => match mpr::estimate_depth(&pair, hints, TOLERANCE) {
                Some(d) => Some(Reply { hit: true, length: d.depth, normal: d.normal }),
                None => only(false),
            },
            Method::OwnIntersection => only(intersect(a, b, relation, &mut Coherence::default())),
            Method::OwnDistance => {
                let v = closest_points(a, b, relation, TOLERANCE, hints).difference;
                let length = v.norm();
                let normal = if length > 0.0 { v / length } else { v };
                Some(Reply { hit: length == 0.0, length, normal })
            }
            Method::OwnDepth => {
                let found =
                    penetration_depth(a.any(), b.any(), relation, TOLERANCE, &mut buffers.own);
                Some(found.map_or_else(Reply::default, |d| Reply {
                    hit: true,
                    length: d.depth,
                    normal: d.normal,
                }))
            }
        }
    }
}
