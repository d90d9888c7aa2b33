//! Octrees in the linear representation (report 2.2.1): the colours of the nodes in preorder, two bits each.

#[cfg(test)]
mod tests;

/// What a node holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Color {
    /// Free space.
    White,
    /// The object.
    Black,
    /// Both: eight children follow.
    Gray,
}

/// A cube in units of voxels, within a root cube of two to the power of its levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VoxelCube {
    /// The least corner.
    pub corner: [u32; 3],
    /// The length of its edges.
    pub side: u32,
}

impl VoxelCube {
    /// An octant: bit 0 of its number is x, bit 1 is y and bit 2 is z.
    pub fn octant(&self, number: u32) -> VoxelCube {
        let side = self.side / 2;
        let place = |axis: usize| self.corner[axis] + side * (number >> axis & 1);
        VoxelCube { corner: [place(0), place(1), place(2)], side }
    }

    /// Whether a voxel is within.
    pub fn holds(&self, voxel: [u32; 3]) -> bool {
        (0..3).all(|i| voxel[i] >= self.corner[i] && voxel[i] - self.corner[i] < self.side)
    }
}

/// The most levels: a root of 2^20 voxels a side.
pub const MOST_LEVELS: u32 = 20;

/// An octree: nodes in preorder, octants in the order of [`VoxelCube::octant`], condensed: no eight children are all white
/// or all black.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinearOctree {
    levels: u32,
    /// Four nodes a byte.
    packed: Vec<u8>,
    len: usize,
}

impl LinearOctree {
    /// The octree that `color` describes: called for each node that is not within one of a plain colour, the root first.
    /// What is grey is divided; a grey voxel is black. `levels` is bounded by [`MOST_LEVELS`].
    pub fn build(levels: u32, color: &mut impl FnMut(&VoxelCube) -> Color) -> LinearOctree {
        let levels = levels.min(MOST_LEVELS);
        let mut octree = LinearOctree { levels, packed: Vec::new(), len: 0 };
        octree.write(&octree.root(), color);
        octree
    }

    fn write(&mut self, cube: &VoxelCube, color: &mut impl FnMut(&VoxelCube) -> Color) -> Color {
        match color(cube) {
            Color::Gray if cube.side > 1 => {
                self.write_divided(|octree, octant| octree.write(&cube.octant(octant), color))
            }
            Color::Gray => self.push(Color::Black),
            plain => self.push(plain),
        }
    }

    /// Writes a grey node and its children, or the one colour that these have. The place is kept, to return to it.
    pub(super) fn write_divided(
        &mut self,
        mut child: impl FnMut(&mut LinearOctree, u32) -> Color,
    ) -> Color {
        let place = self.len;
        self.push(Color::Gray);
        let first = child(self, 0);
        let same =
            (1..8).fold(first != Color::Gray, |same, octant| (child(self, octant) == first) & same);
        if same {
            self.len = place;
            self.packed.truncate(place.div_ceil(4));
            return self.push(first);
        }
        Color::Gray
    }

    /// An octree without nodes, for [`LinearOctree::push`] and [`LinearOctree::write_divided`] to fill.
    pub(super) fn unwritten(levels: u32) -> LinearOctree {
        LinearOctree { levels: levels.min(MOST_LEVELS), packed: Vec::new(), len: 0 }
    }

    pub(super) fn push(&mut self, color: Color) -> Color {
        if self.len.is_multiple_of(4) {
            self.packed.push(0);
        }
        let shift = self.len % 4 * 2;
        let byte = &mut self.packed[self.len / 4];
        *byte = *byte & !(3 << shift) | (color as u8) << shift;
        self.len += 1;
        color
    }

    /// How often the root is divided at most.
    pub fn levels(&self) -> u32 {
        self.levels
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no black node.
    pub fn is_empty(&self) -> bool {
        self.node(0) == Color::White
    }

    /// The root cube.
    pub fn root(&self) -> VoxelCube {
        VoxelCube { corner: [0; 3], side: 1 << self.levels }
    }

    /// The colour of a node, by its place in preorder.
    #[inline]
    pub fn node(&self, place: usize) -> Color {
        match self.packed[place / 4] >> (place % 4 * 2) & 3 {
            0 => Color::White,
            1 => Color::Black,
            _ => Color::Gray,
        }
    }

    /// Calls `visit` with every white and black cube, in preorder.
    pub fn for_each_cube(&self, visit: &mut impl FnMut(&VoxelCube, Color)) {
        self.visit(&mut 0, &self.root(), visit);
    }

    fn visit(
        &self,
        place: &mut usize,
        cube: &VoxelCube,
        visit: &mut impl FnMut(&VoxelCube, Color),
    ) {
        let color = self.node(*place);
        *place += 1;
        match color {
            Color::Gray => (0..8).for_each(|octant| self.visit(place, &cube.octant(octant), visit)),
            plain => visit(cube, plain),
        }
    }

    /// The black cubes, in preorder.
    pub fn black_cubes(&self) -> Vec<VoxelCube> {
        let mut cubes = Vec::new();
        self.for_each_cube(&mut |cube, color| {
            if color == Color::Black {
                cubes.push(*cube);
            }
        });
        cubes
    }

    /// What is black in this octree or another of as many levels; of unlike ones, `None`.
    pub fn union(&self, other: &LinearOctree) -> Option<LinearOctree> {
        if self.levels != other.levels {
            return None;
        }
        let mut union = LinearOctree::unwritten(self.levels);
        union.unite(self, &mut 0, other, &mut 0);
        Some(union)
    }

    fn unite(&mut self, a: &LinearOctree, i: &mut usize, b: &LinearOctree, j: &mut usize) -> Color {
        match (a.node(*i), b.node(*j)) {
            (Color::Gray, Color::Gray) => {
                (*i, *j) = (*i + 1, *j + 1);
                self.write_divided(|union, _| union.unite(a, i, b, j))
            }
            (Color::White, _) => {
                *i += 1;
                self.copy(b, j)
            }
            (_, Color::White) => {
                *j += 1;
                self.copy(a, i)
            }
            _ => {
                // One is black here, whatever the other is.
                a.skip(i);
                b.skip(j);
                self.push(Color::Black)
            }
        }
    }

    fn copy(&mut self, from: &LinearOctree, place: &mut usize) -> Color {
        let color = self.push(from.node(*place));
        *place += 1;
        if color == Color::Gray {
            (0..8).for_each(|_| {
                self.copy(from, place);
            });
        }
        color
    }

    /// Goes past a node and all below it.
    fn skip(&self, place: &mut usize) {
        let mut open = 1;
        while open > 0 {
            open += if self.node(*place) == Color::Gray { 7 } else { -1 };
            *place += 1;
        }
    }
}
