//! Contacts with surfaces: meshes whose faces have neighbours (`docs/src/theory/contacts.md`, section 8).
//!
//! Polygons in one plane that share edges are one face. Of a face and what touches it there is one normal: that of the face, or
//! one of an edge or a vertex if it is a normal of the surface there and separates the two by less. What has no contact along it is
//! in contact with other faces only.
//!
//! No body that is outside of a closed surface is pushed into it, as by the sides of crates on top of each other.

use std::ops::ControlFlow;

use super::{Contact, Penetration};
use crate::convex::contact::Contact as PlacedContact;
use crate::convex::depth::{Depth, depth_or_axis};
use crate::convex::epa::Workspace;
use crate::convex::relative::RelativePlacement;
use crate::convex::unrounded::similarity;
use crate::math::tolerance::TIGHTEST_DEPTH_TOLERANCE;
use crate::math::vector::{is_finite, preimage};
use crate::math::{Placement, Vec3};
use crate::memory;
use crate::mesh::PolytopeSoup;
use crate::mesh::seams::SurfaceNormal;
use crate::query::bodies::{BodyPair, BodyShape, PartIndices, Shapes};
use crate::query::cast::normal_along;
use crate::query::separating_axes::SeparatingAxes;
use crate::query::traversal::{PartVisitor, visit_near_round_body, visit_overlapping_parts};
use crate::shape::Support;
use simple::Simple;

mod along;
mod block;
mod faces;
mod flush;
mod foot;
mod group;
mod outline;
mod plane;
mod round;
mod simple;
#[cfg(test)]
mod tests;

/// Two parts that collide: the shortest translation that separates them as convex bodies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Touching {
    pub parts: PartIndices,
    /// From B to A.
    pub normal: Vec3,
    /// In the units of the relative placement.
    pub length: f64,
    /// The point of A that is deepest, along world axes from its origin, if it is known.
    pub on_a: Option<Vec3>,
}

impl Touching {
    fn of(parts: PartIndices, depth: &Depth, relative: &RelativePlacement) -> Touching {
        let length = relative.in_internal_units(depth.depth);
        let on_a = Some(relative.place_a(&depth.local_a));
        Touching { parts, normal: depth.normal, length, on_a }
    }
}

/// Collects the parts that collide.
struct Gather<'w> {
    tolerance: f64,
    work: &'w mut Workspace,
    found: Vec<Touching>,
    /// An axis that separates the last parts, zero if none is known.
    axis: Vec3,
}

impl PartVisitor for Gather<'_> {
    fn visit<A: Support + ?Sized, B: Support + ?Sized>(
        &mut self,
        a: &A,
        b: &B,
        parts: PartIndices,
        relative: &RelativePlacement,
    ) -> ControlFlow<()> {
        self.axis = Vec3::zeros();
        match depth_or_axis(a.any(), b.any(), relative, self.tolerance, false, self.work) {
            Ok(depth) => memory::push(&mut self.found, Touching::of(parts, &depth, relative)),
            Err(axis) => self.axis = axis,
        }
        ControlFlow::Continue(())
    }
}

/// The depth of two parts by a search.
struct Search(Option<Depth>);

impl PartVisitor for Search {
    fn visit<A: Support + ?Sized, B: Support + ?Sized>(
        &mut self,
        a: &A,
        b: &B,
        _: PartIndices,
        relative: &RelativePlacement,
    ) -> ControlFlow<()> {
        let work = &mut Workspace::default();
        let tolerance = TIGHTEST_DEPTH_TOLERANCE;
        self.0 = depth_or_axis(a.any(), b.any(), relative, tolerance, false, work).ok();
        ControlFlow::Continue(())
    }
}

/// What is found of the faces of two bodies.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub contacts: Vec<(Contact, PartIndices)>,
    /// All parts that collide, those without contacts included.
    pub touching: Vec<Touching>,
}

impl Found {
    /// The deepest contact as a depth.
    pub(super) fn penetration(&self, bodies: &BodyPair<'_>) -> Option<Penetration> {
        let deepest = self.contacts.iter();
        let (deepest, parts) = deepest.reduce(|p, q| if q.0.depth > p.0.depth { q } else { p })?;
        let [of_a, of_b] = bodies.in_order(deepest.points[0], deepest.points[1]);
        let local = |side: usize, point: &Vec3| {
            let Placement { basis, origin } = bodies.placements[side];
            let image = point - origin;
            // Without a decomposition where the inverse is known.
            match similarity(basis) {
                Some(scale) => basis.tr_mul(&image) / (scale * scale),
                None => preimage(basis, &image),
            }
        };
        let mut local = [local(0, &of_a), local(1, &of_b)];
        if !local.iter().all(is_finite) {
            // Of a nearly singular placement: the points of the parts themselves.
            let entry = self.touching.iter().find(|entry| entry.parts == *parts)?;
            let depth = bodies.depth_of_parts(entry.parts)?;
            local = [depth.local_a, depth.local_b];
        }
        let local = bodies.in_order(local[0], local[1]);
        Some(Penetration { deepest: Contact { features: [0; 2], ..*deepest }, local })
    }

    /// The greatest depth of two parts, in the units of the relative placement.
    pub(super) fn depth(&self) -> Option<f64> {
        self.touching.iter().map(|entry| entry.length).reduce(f64::max)
    }
}

/// Which contacts are looked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Sought {
    All,
    /// The deepest, and the parts that collide.
    Deepest,
}

/// What is found of pairs of faces.
#[derive(Default)]
struct OfFaces {
    contacts: Vec<(Contact, PartIndices)>,
    /// The deepest parts of the pairs that have none along their normals.
    without: Option<Alone>,
    /// Contacts where no direction is a normal of both faces of any pair.
    crossing: Vec<(Contact, PartIndices)>,
}

/// The deepest parts of a face that has no contacts along its normal.
struct Alone {
    contact: PlacedContact,
    normal: Vec3,
    parts: PartIndices,
}

impl BodyPair<'_> {
    /// Whether contacts are those of a surface, not of each polygon by itself.
    pub(crate) fn has_surface(&self) -> bool {
        self.shapes.each().iter().any(|shape| surface(shape).is_some())
    }

    /// Whether one is a surface, and the other a convex body.
    pub(super) fn has_body_on_surface(&self) -> bool {
        self.has_surface() && matches!(self.shapes, Shapes::Mixed(..))
    }

    /// The contacts of surfaces, unmerged, and the parts that they belong to; and the deepest of them.
    pub(super) fn surface_contacts(
        &self,
        sought: Sought,
        tolerance: f64,
        work: &mut Workspace,
    ) -> (Found, Option<Penetration>) {
        let all = self.in_moderate_unit(|pair| {
            // Of two meshes in the same order whichever is A: which of equal ones is found must not depend on that.
            let reversed = pair.is_reversed();
            let reversed_pair = reversed.then(|| pair.reversed());
            let pair = reversed_pair.as_ref().unwrap_or(pair);
            let mut found = pair.surface_contacts_in_unit(sought, tolerance, work);
            let deepest = found.penetration(pair);
            if reversed {
                found.contacts.iter_mut().for_each(|(_, parts)| parts.reverse());
                found.touching.iter_mut().for_each(|entry| entry.parts.reverse());
            }
            Some((found, deepest))
        });
        let (mut found, mut deepest) = all.unwrap_or_default();
        if !self.relative.is_in_world_units() {
            found
                .contacts
                .iter_mut()
                .for_each(|(contact, _)| *contact = self.in_world_units(*contact));
            deepest = deepest.map(|found| self.penetration_in_world_units(found));
        }
        (found, deepest)
    }

    fn surface_contacts_in_unit(
        &self,
        sought: Sought,
        tolerance: f64,
        work: &mut Workspace,
    ) -> Found {
        self.contacts_of_simple(Simple::new(self), sought, tolerance, work)
    }

    /// As `surface_contacts_in_unit`, with what closed forms are known.
    fn contacts_of_simple(
        &self,
        simple: Option<Simple<'_>>,
        sought: Sought,
        tolerance: f64,
        work: &mut Workspace,
    ) -> Found {
        let mut gather = Gather { tolerance, work, found: Vec::new(), axis: Vec3::zeros() };
        let round = simple.as_ref().and_then(Simple::round);
        // Closed forms of round bodies take no longer.
        let mut axes = SeparatingAxes::new(self).filter(|_| round.is_none());
        let mut visit = |parts: PartIndices| {
            if axes.as_mut().is_some_and(|axes| axes.separate(parts[0])) {
                return ControlFlow::<()>::Continue(());
            }
            let known = simple.as_ref();
            let axis = match known.and_then(|body| body.touching(parts, tolerance)) {
                Some(Ok(entry)) => {
                    memory::push(&mut gather.found, entry);
                    Vec3::zeros()
                }
                Some(Err(axis)) => axis,
                None => {
                    self.visit_part(&mut gather, parts)?;
                    gather.axis
                }
            };
            if let Some(axes) = &mut axes {
                axes.keep(&axis);
            }
            ControlFlow::Continue(())
        };
        // It never breaks off.
        let _ = round
            .and_then(|_| visit_near_round_body(self, &mut visit))
            .unwrap_or_else(|| visit_overlapping_parts(self, &mut visit));
        let touching = gather.found;
        if let Some(contacts) = round.and_then(|round| round.contacts(&touching)) {
            return Found { contacts, touching };
        }
        let few = round.and_then(|round| round.with_contacts(&touching));
        let ends = simple.as_ref().map(Simple::ends).unwrap_or_default();
        let mut found = self.contacts_of_faces(few.as_deref().unwrap_or(&touching), &ends, sought);
        if few.is_some() && found.contacts.is_empty() {
            found = self.contacts_of_faces(&touching, &ends, sought);
        }
        let is_by_planes = matches!(simple, Some(Simple::OverPlanes(_)));
        if is_by_planes && found.contacts.is_empty() && !touching.is_empty() {
            // Without contacts, it is the depth of the parts themselves that counts.
            return self.contacts_of_simple(None, sought, tolerance, work);
        }
        let OfFaces { mut contacts, without, crossing } = found;
        // They collide: of faces of which none has a contact the deepest.
        if let (true, Some(Alone { contact, normal, parts })) = (contacts.is_empty(), without) {
            let contact = self.placed_contact(&contact, normal, parts, &self.relative);
            memory::push(&mut contacts, (contact, parts));
        }
        if contacts.is_empty() {
            contacts = crossing;
        }
        Found { contacts, touching }
    }

    /// The depth of two parts as convex bodies, with the deepest points.
    #[cold]
    fn depth_of_parts(&self, parts: PartIndices) -> Option<Depth> {
        let mut search = Search(None);
        let _ = self.visit_part(&mut search, parts);
        search.0
    }
}

impl Shapes<'_> {
    /// The normal of a face, from B to A, at a contact of a cast whose own normal is that but for rounding, or is none of the surface;
    /// `None` where it is one of an edge or a vertex. `motion` is that of B.
    pub(in crate::query) fn face_normal_at_edge(
        self,
        relative: &RelativePlacement,
        normal: &Vec3,
        parts: PartIndices,
        motion: &Vec3,
    ) -> Option<Vec3> {
        let bases = [relative.basis_a(), relative.basis_b()];
        for (side, shape) in self.each().iter().enumerate() {
            let Some(soup) = surface(shape).filter(|soup| soup.face(parts[side]).is_some()) else {
                continue;
            };
            let out = if side == 0 { -normal } else { *normal };
            let found = soup.surface_normal(parts[side], &bases[side].tr_mul(&out));
            if found != SurfaceNormal::Proper {
                let edges = soup.primitive(parts[side]).facet()?;
                return normal_along(bases[side], edges, motion);
            }
        }
        None
    }
}

/// The mesh of a body whose polygons have neighbours.
pub(super) fn surface<'a>(shape: &BodyShape<'a>) -> Option<&'a PolytopeSoup> {
    match shape {
        BodyShape::Soup(soup) if !soup.surface_contacts().inner_edges => Some(soup),
        _ => None,
    }
}
