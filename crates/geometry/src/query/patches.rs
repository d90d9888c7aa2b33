//! Contacts by connected patches: where two objects touch in several places, each place has a few contacts of its own.
//!
//! Two contacts are connected where their parts are the same or share a vertex, of both objects; vertices are the same where
//! they are in the same place. So a patch is a connected piece of the one surface that is in a connected piece of the other.

use super::bodies::{BodyPair, BodyShape, PartIndices};
use super::contacts::merge::order;
use super::contacts::{Contact, ContactMemory};
use crate::math::tolerance::ABOUT_AS_DEEP;
use crate::math::vector::bits;
use crate::math::{Aabb, Vec3};
use crate::memory;
use crate::mesh::PolytopeSoup;
use crate::mesh::containment::root;
use crate::sorting::{sort_by, sorted_numbers};

/// A contact and the patch it is in.
///
/// ```
/// use solid_geometry::query::{Body, BodyPair, ContactMemory};
/// use solid_geometry::{Placement, Shape};
///
/// // A bench with two feet, as a mesh of two blocks.
/// let corner = |i: u32| [f64::from(i / 8 * 5 + i / 4 % 2), f64::from(i / 2 % 2), f64::from(i % 2)].into();
/// let corners = Vec::from_iter((0..16).map(corner));
/// let bench = Shape::mesh(&corners, &[Vec::from_iter(0..8), Vec::from_iter(8..16)])?;
/// let floor = Shape::cuboid([20.0, 2.0, 20.0])?;
/// let (here, below) = (Placement::IDENTITY, Placement::translation([0.0, -0.75, 0.0]));
/// let (a, b) = Body::new(bench.view(), &here).zip(Body::new(floor.view(), &below)).expect("finite");
/// let mut memory = ContactMemory::default();
/// BodyPair::new(a, b).expect("in range").contact_patches(1e-6, 4, &mut memory);
/// let of_patch = |patch| memory.patches.iter().filter(|contact| contact.patch == patch).count();
/// assert_eq!([of_patch(0), of_patch(1), of_patch(2)], [4, 4, 0]);
/// # Ok::<(), solid_geometry::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PatchContact {
    /// The number of the patch, from 0.
    pub patch: u32,
    /// Where and how deep.
    pub contact: Contact,
}

impl BodyPair<'_> {
    /// Where two bodies touch, patch by patch, into the memory's list of patches: see the module.
    pub fn contact_patches(&self, tolerance: f64, most: usize, memory: &mut ContactMemory) {
        if self.has_parts() {
            return self.patches_of_parts(tolerance, most, memory);
        }
        let most = if most == 0 { usize::MAX } else { most };
        self.unmerged_contacts(tolerance, memory);
        let ContactMemory { contacts, parts, touching, patches, grid, .. } = memory;
        patches.clear();
        if self.is_one_pair() && !self.has_surface() {
            // Already in order of importance.
            patches.extend(
                contacts
                    .iter()
                    .take(most)
                    .map(|contact| PatchContact { patch: 0, contact: *contact }),
            );
            return;
        }
        self.in_own_order(contacts);
        // Of each contact: a few keys of two vertices, places, a copy or two.
        memory::ensure((contacts.len() + touching.len()) * 1024);
        // What has no contacts connects those that have.
        parts.append(touching);
        let labels = connected(self, parts);
        let label = |i: u32| labels[i as usize];
        let by_patch = sorted_numbers(contacts.len(), &|i, j| label(i).cmp(&label(j)));
        let mut groups: Vec<Vec<Contact>> = by_patch
            .chunk_by(|i, j| label(*i) == label(*j))
            .map(|patch| {
                let mut group: Vec<Contact> = patch.iter().map(|i| contacts[*i as usize]).collect();
                self.merge_in_own_order(&mut group, grid);
                spread(&mut group, most);
                group
            })
            .collect();
        contacts.clear();
        let deepest = |i: u32| &groups[i as usize][0];
        let by_depth = sorted_numbers(groups.len(), &|i, j| {
            let (p, q) = (deepest(i), deepest(j));
            q.depth.total_cmp(&p.depth).then_with(|| order(p, q))
        });
        for (patch, i) in by_depth.into_iter().enumerate() {
            let group = &mut groups[i as usize];
            self.in_own_order(group);
            let in_patch =
                |contact: &Contact| PatchContact { patch: patch as u32, contact: *contact };
            patches.extend(group.iter().map(in_patch));
        }
    }
}

/// A vertex by the bits of its place; or a whole part, by its number and bits that no coordinate has.
type Key = [u64; 3];

fn vertices(soup: Option<&PolytopeSoup>, part: u32) -> impl Iterator<Item = Key> + Clone + '_ {
    let indices = soup.map_or(&[][..], |soup| soup.indices_of(part));
    indices.iter().filter_map(move |v| Some(bits(soup?.vertex(*v))))
}

/// The parts of one object that are listed, with the vertices that several of them have.
struct Side<'a> {
    soup: Option<&'a PolytopeSoup>,
    /// In order.
    shared: Vec<Key>,
}

impl<'a> Side<'a> {
    fn new(soup: Option<&'a PolytopeSoup>, mut parts: Vec<u32>) -> Side<'a> {
        parts.sort_unstable();
        parts.dedup();
        let mut all: Vec<(Key, u32)> = Vec::new();
        for part in parts {
            vertices(soup, part).for_each(|key| memory::push(&mut all, (key, part)));
        }
        sort_by(&mut all, Ord::cmp);
        let is_shared = |pair: &&[(Key, u32)]| pair[0].0 == pair[1].0 && pair[0].1 != pair[1].1;
        let mut shared: Vec<Key> = all.windows(2).filter(is_shared).map(|pair| pair[0].0).collect();
        shared.dedup();
        Side { soup, shared }
    }

    /// What a part has in common with others, or with itself in another pair.
    fn keys(&self, part: u32) -> impl Iterator<Item = Key> + Clone + '_ {
        let vertices =
            vertices(self.soup, part).filter(|key| self.shared.binary_search(key).is_ok());
        vertices.chain([[u64::from(part), u64::MAX, u64::MAX]])
    }
}

/// The number of the patch of each place in a list of parts.
fn connected(bodies: &BodyPair<'_>, parts: &[PartIndices]) -> Vec<u32> {
    let soups = bodies.shapes.each().map(|shape| match shape {
        BodyShape::Convex(_) | BodyShape::Parts(_) => None,
        BodyShape::Soup(soup) => Some(soup),
    });
    let sides = [0, 1].map(|i| Side::new(soups[i], parts.iter().map(|part| part[i]).collect()));
    // One entry for each pair of keys of the two parts: parts with a pair in common are connected.
    let mut entries: Vec<(Key, Key, u32)> = Vec::new();
    let mut labels: Vec<u32> = Vec::with_capacity(parts.len());
    for (place, &[i, j]) in parts.iter().enumerate() {
        if place > 0 && parts[place - 1] == [i, j] {
            labels.push(labels[place - 1]);
            continue;
        }
        labels.push(place as u32);
        let others = sides[1].keys(j);
        let new = sides[0].keys(i).flat_map(|p| others.clone().map(move |q| (p, q, place as u32)));
        new.for_each(|entry| memory::push(&mut entries, entry));
    }
    sort_by(&mut entries, Ord::cmp);
    for same in entries.chunk_by(|p, q| (p.0, p.1) == (q.0, q.1)) {
        for pair in same.windows(2) {
            let [p, q] = [root(&mut labels, pair[0].2), root(&mut labels, pair[1].2)];
            labels[p.max(q) as usize] = p.min(q);
        }
    }
    (0..parts.len() as u32).map(|place| root(&mut labels, place)).collect()
}

/// Reduces contacts, in the order of depth, to a number of them: the deepest, then always the one that is farthest from all
/// before it. Perpendicular normals count as much as places at opposite ends.
fn spread(contacts: &mut Vec<Contact>, most: usize) {
    if contacts.len() <= most {
        return;
    }
    // Symmetric in the two bodies: the query in reverse order keeps the same contacts.
    let place = |contact: &Contact| contact.points[0] * 0.5 + contact.points[1] * 0.5;
    let places: Vec<Vec3> = contacts.iter().map(place).collect();
    let around = Aabb::around(&places);
    let (center, size) = (around.center(), 2.0 * around.half_extents().norm());
    // Rounding would decide between contacts of about equal depth: take the outermost.
    let least = contacts[0].depth - ABOUT_AS_DEEP * size;
    let (mut outermost, mut farthest2) = (0, -1.0);
    for (at, place) in places.iter().enumerate().take_while(|(at, _)| contacts[*at].depth >= least)
    {
        let distance2 = (place - center).norm_squared();
        if distance2 > farthest2 {
            (outermost, farthest2) = (at, distance2);
        }
    }
    contacts[..=outermost].rotate_right(1);
    let apart = |p: &Contact, q: &Contact| {
        (place(p) - place(q)).norm_squared()
            + 0.5 * size * size * (p.normal - q.normal).norm_squared()
    };
    let mut nearest: Vec<f64> =
        contacts.iter().map(|contact| apart(contact, &contacts[0])).collect();
    for chosen in 1..most {
        let rest = chosen..contacts.len();
        let farthest =
            rest.rev().max_by(|i, j| nearest[*i].total_cmp(&nearest[*j])).unwrap_or(chosen);
        // The others keep their order.
        contacts[chosen..=farthest].rotate_right(1);
        nearest[chosen..=farthest].rotate_right(1);
        for i in chosen + 1..contacts.len() {
            nearest[i] = nearest[i].min(apart(&contacts[i], &contacts[chosen]));
        }
    }
    contacts.truncate(most);
}
