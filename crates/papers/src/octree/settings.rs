//! What a user of the method may choose. No choice changes an answer.

use solid_geometry::math::Aabb;

/// How a cell is divided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Division {
    /// Into eight.
    Octree,
    /// In two, along the axes in turn: a face bintree.
    #[default]
    Bintree,
}

/// Which faces count as meeting a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Accuracy {
    /// Those whose boxes meet it.
    #[default]
    Boxes,
    /// Those that meet it themselves, as far as they are triangles.
    Exact,
}

/// How often the world cube is halved along each axis, up to 30 times.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Resolution {
    /// Until faces are few, or halving does not help.
    #[default]
    Density,
    /// So, but at most so often.
    AtMost(u32),
    /// So often wherever faces of two objects meet, while it helps, as in the report. The time grows exponentially with what
    /// is finer than the density of faces suggests.
    Fixed(u32),
}

/// Who does the work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Threads {
    /// The caller's thread.
    #[default]
    One,
    /// So many: the pairs are found by one and then divided among all (report 4.4.1).
    Divided(usize),
    /// So many: one finds pairs and the others take them as they come, then it helps (report 4.4.2).
    ProducerAndConsumers(usize),
}

/// The choices. The defaults are what was measured to be fastest.
#[derive(Clone, Copy, Debug, Default)]
pub struct Settings {
    /// Octree or bintree.
    pub division: Division,
    /// Boxes or faces.
    pub accuracy: Accuracy,
    /// How finely space is divided.
    pub resolution: Resolution,
    /// The world, whose least cube is divided; `None`: what all overlap regions take. Faces may be outside of it.
    pub world: Option<Aabb>,
    /// Who does the work.
    pub threads: Threads,
}
