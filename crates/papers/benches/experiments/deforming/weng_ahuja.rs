//! The rival of the report's chapter 2: octrees moved one black cube after the other, with nodes behind pointers.

use solid_geometry::math::{Placement, Vec3};
use solid_papers::octree::cube_test::{Meeting, Motion, TestCube, compare};
use solid_papers::octree::linear::VoxelCube;
use solid_papers::octree::motion::{Lattice, Source};

/// How a cube and a node are compared, before voxels are reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CubeTest {
    /// By a box around the sphere around the moved cube.
    Approximate,
    /// Exactly.
    Exact,
    /// Exactly, of cubes that are not turned: by their sides.
    Sides,
}

/// A node of an octree.
enum Node {
    White,
    Black,
    Gray(Box<[Node; 8]>),
}

/// An octree that source cubes are added to.
pub struct Moving {
    root: Node,
    levels: u32,
    lattice: Lattice,
    test: CubeTest,
    pub tests: usize,
}

impl Moving {
    /// All cubes of a source, moved; a voxel is black where its centre is in one, by sides where any part is.
    pub fn moved(
        source: &Source<'_>,
        placement: &Placement,
        levels: u32,
        lattice: Lattice,
        test: CubeTest,
    ) -> Moving {
        let mut moving = Moving { root: Node::White, levels, lattice, test, tests: 0 };
        let motion = Motion::new(placement);
        let mut root = std::mem::replace(&mut moving.root, Node::White);
        let whole = VoxelCube { corner: [0; 3], side: 1 << levels };
        for cube in source.cubes {
            let (center, half) = source.lattice.cube(cube);
            let added = Added {
                cube: TestCube::source(center, half, &motion),
                center: placement.apply(&center),
                half,
            };
            moving.add(&mut root, &whole, &added, &motion);
        }
        moving.root = root;
        moving
    }

    fn add(&mut self, node: &mut Node, place: &VoxelCube, added: &Added, motion: &Motion) {
        if matches!(node, Node::Black) {
            return;
        }
        let (center, half) = self.lattice.cube(place);
        self.tests += 1;
        match self.meeting(added, &center, half, place.side == 1, motion) {
            Meeting::Apart => return,
            Meeting::Within => return *node = Node::Black,
            Meeting::Meeting if place.side == 1 => return *node = Node::Black,
            Meeting::Meeting => {}
        }
        if !matches!(node, Node::Gray(_)) {
            *node = Node::Gray(Box::new(std::array::from_fn(|_| Node::White)));
        }
        let Node::Gray(children) = node else { return };
        for (octant, child) in children.iter_mut().enumerate() {
            self.add(child, &place.octant(octant as u32), added, motion);
        }
        if children.iter().all(|child| matches!(child, Node::Black)) {
            *node = Node::Black;
        } else if children.iter().all(|child| matches!(child, Node::White)) {
            *node = Node::White;
        }
    }

    fn meeting(
        &self,
        added: &Added,
        center: &Vec3,
        half: f64,
        voxel: bool,
        motion: &Motion,
    ) -> Meeting {
        match self.test {
            // The centre alone counts.
            CubeTest::Approximate | CubeTest::Exact if voxel => {
                compare(&added.cube, &TestCube::target(*center, 0.0, motion))
            }
            CubeTest::Exact => compare(&added.cube, &TestCube::target(*center, half, motion)),
            CubeTest::Approximate => {
                let radius = added.half * 3f64.sqrt() + half;
                meeting_if((added.center - center).amax() <= radius)
            }
            CubeTest::Sides => {
                let away = (added.center - center).amax();
                if away + half <= added.half {
                    Meeting::Within
                } else {
                    meeting_if(away <= added.half + half)
                }
            }
        }
    }

    /// The black nodes, as those of the linear representation.
    pub fn black_cubes(&self) -> Vec<VoxelCube> {
        let mut cubes = Vec::new();
        let whole = VoxelCube { corner: [0; 3], side: 1 << self.levels };
        add_black(&self.root, whole, &mut cubes);
        cubes
    }
}

/// A source cube.
struct Added {
    cube: TestCube,
    center: Vec3,
    half: f64,
}

fn meeting_if(meet: bool) -> Meeting {
    if meet { Meeting::Meeting } else { Meeting::Apart }
}

fn add_black(node: &Node, cube: VoxelCube, cubes: &mut Vec<VoxelCube>) {
    match node {
        Node::White => {}
        Node::Black => cubes.push(cube),
        Node::Gray(children) => {
            for (octant, child) in (0..).zip(children.iter()) {
                add_black(child, cube.octant(octant), cubes);
            }
        }
    }
}
