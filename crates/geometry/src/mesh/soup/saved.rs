//! Soups as bytes, and back without building their trees.

use std::sync::{Arc, OnceLock};

use super::build::{build_tree, is_large};
use super::{Derived, PolytopeSoup, of_polytope};
use crate::bvh::Tree;
use crate::bytes::{Reader, Writer};
use crate::list::List;
use crate::mesh::bounds::usable_bounds;
use crate::mesh::containment::Closed;
use crate::mesh::lazy_tree::LazyTree;
use crate::mesh::seams::SurfaceContacts;
use crate::threads::Threads;

/// What is true of a mesh besides its vertices and its tree, as bits of a word.
mod flags {
    pub(super) const INNER_EDGES: u32 = 1;
    pub(super) const ONE_SIDED: u32 = 2;
    /// The vertices have changed since it was made.
    pub(super) const DEFORMED: u32 = 4;
    /// And since the last frame ended: the vertices of that frame follow.
    pub(super) const CHANGED: u32 = 8;
    /// The tree has been refitted: how large its boxes were when it was built follows.
    pub(super) const REFITTED: u32 = 16;
    pub(super) const ALL: u32 = 31;
}

impl PolytopeSoup {
    /// Appends the soup with its vertices as they are, and its tree; `None` if a vertex is not finite.
    pub(crate) fn save(&self, to: &mut Writer) -> Option<()> {
        self.all_finite.then_some(())?;
        to.long(self.own as u64);
        to.list(&self.vertices);
        for list in [&self.clients, &self.indices, &self.starts, &self.numbers, &self.volumes] {
            to.list(list);
        }
        to.word(u32::from(self.closed.is_some()));
        if let Some(closed) = &self.closed {
            closed.save(to);
        }
        let tree = self.tree();
        if tree.is_as_built(&self.usable) {
            tree.save(to);
        } else {
            let (vertices, around, threads) = (&self.vertices, &self.usable, &Threads::default());
            build_tree(vertices, &self.indices, &self.starts, around, true, threads).save(to);
        }
        Some(())
    }

    /// Whether [`PolytopeSoup::save`] leaves something out: how contacts with the surface are and, if `with_history`, how the mesh has
    /// come to be what it is.
    pub(crate) fn has_details(&self, with_history: bool) -> bool {
        self.surface != SurfaceContacts::default() || with_history && self.was_deformed()
    }

    /// Appends that. The tree has been saved before.
    pub(crate) fn save_details(&self, with_history: bool, to: &mut Writer) {
        let SurfaceContacts { inner_edges, one_sided, flat_angle } = self.surface;
        let built = self.tree().built_size().filter(|_| with_history);
        let all = [
            (inner_edges, flags::INNER_EDGES),
            (one_sided, flags::ONE_SIDED),
            (with_history && self.was_deformed(), flags::DEFORMED),
            (with_history && self.changed, flags::CHANGED),
            (built.is_some(), flags::REFITTED),
        ];
        to.word(all.iter().filter(|(is_set, _)| *is_set).fold(0, |word, (_, flag)| word | flag));
        to.numbers(&[flat_angle]);
        if with_history && self.changed {
            to.list(&self.previous);
        }
        built.into_iter().for_each(|size| to.word(size.to_bits()));
    }

    /// Reads what [`PolytopeSoup::save_details`] has appended; `None` if it makes no sense.
    pub(crate) fn load_details(&mut self, from: &mut Reader<'_>) -> Option<()> {
        let given = from.word().filter(|given| given & !flags::ALL == 0)?;
        let has = |flag| given & flag != 0;
        self.set_surface_contacts(SurfaceContacts {
            inner_edges: has(flags::INNER_EDGES),
            one_sided: has(flags::ONE_SIDED),
            flat_angle: from.number()?,
        })?;
        if has(flags::CHANGED) {
            has(flags::DEFORMED).then_some(())?;
            let previous = from.list()?;
            // Those that were not finite are left out of the tests along the paths, as when they were set.
            (previous.len() == self.vertices.len()).then_some(())?;
            (self.previous, self.changed) = (Arc::new(previous), true);
        } else if has(flags::DEFORMED) {
            self.previous = Arc::clone(&self.vertices);
        }
        if has(flags::REFITTED) {
            let size = f32::from_bits(from.word()?);
            size.is_finite().then_some(())?;
            self.tree.get_mut()?.set_built_size(size);
        }
        Some(())
    }

    /// A soup that was saved; `None` unless all indices name what is there, the tree holds the polytopes, and a solid's surface is
    /// closed.
    pub(crate) fn load(from: &mut Reader<'_>) -> Option<PolytopeSoup> {
        let own = usize::try_from(from.long()?).ok()?;
        let vertices = from.list()?;
        let [clients, indices, starts, numbers, volumes]: [List<u32>; 5] =
            [from.list()?, from.list()?, from.list()?, from.list()?, from.list()?];
        let is_ascending = |list: &[u32]| list.is_sorted_by(|a, b| a < b);
        let count = starts.len().checked_sub(1)?;
        let (usable, all_finite) = usable_bounds(&vertices);
        let is_whole = all_finite
            && own.checked_add(clients.len()) == Some(vertices.len())
            && count > 0
            && u32::try_from(indices.len()).is_ok()
            && indices.iter().all(|&v| (v as usize) < vertices.len())
            && starts.first() == Some(&0)
            && starts.last().map(|end| *end as usize) == Some(indices.len())
            && is_ascending(&starts)
            && is_ascending(&clients)
            && (numbers.is_empty() || numbers.len() == count)
            && is_ascending(&volumes)
            && volumes.last().is_none_or(|last| (*last as usize) < count);
        is_whole.then_some(())?;
        let closed = match from.word()? {
            0 => None,
            1 => Some(Closed::load(from, &vertices)?),
            _ => return None,
        };
        let tree = Tree::load(from, usable, count, |i, holds| {
            of_polytope(&indices, &starts, i).iter().all(|&v| holds(&vertices[v as usize]))
        })?;
        let large = (0..count as u32).filter(|i| is_large(&starts, *i)).collect();
        let mut soup = PolytopeSoup {
            vertices: Arc::new(vertices),
            previous: Arc::default(),
            changed: false,
            own,
            clients,
            indices,
            starts,
            numbers,
            whole: None,
            volumes,
            large,
            hulls: Vec::new(),
            tree: LazyTree::new(tree),
            around: usable,
            radius: 0.0,
            closed,
            usable,
            all_finite,
            derived: Derived::default(),
            components: OnceLock::new(),
            surface: SurfaceContacts::default(),
        };
        soup.closed.as_ref().is_none_or(|closed| closed.is_of(&soup)).then_some(())?;
        soup.ensure_hulls(0);
        soup.make_hulls();
        soup.measure_radius(all_finite);
        Some(soup)
    }
}
