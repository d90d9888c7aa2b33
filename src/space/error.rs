//! What may be wrong with what a program passes.

use std::fmt;

use solid_geometry::ShapeError;

/// Why something could not be done. The space is then as it was.
///
/// ```
/// use solid::space::{Error, Placement, Shape, Space};
///
/// let mut space = Space::new();
/// let ball = space.create_object(Shape::sphere(1.0)?)?;
/// let nowhere = Placement::translation([f64::NAN, 0.0, 0.0]);
/// assert_eq!(space.place(ball, nowhere), Err(Error::NotFinite));
///
/// space.delete_object(ball)?;
/// assert_eq!(space.delete_object(ball), Err(Error::NoSuchObject));
/// # Ok::<(), solid::space::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Error {
    /// A number is a NaN or infinite, or beyond what can be computed with.
    NotFinite,
    /// The vertices are not as many as those that the mesh was made of.
    OtherCount {
        /// As many as it was made of.
        expected: usize,
    },
    /// The shape is not a mesh.
    NotAMesh,
    /// The shape is not a height field.
    NotAHeightField,
    /// The shape is a mesh, and no solid.
    NotASolid,
    /// There is no such object in this space. Objects are numbers, and each space counts its own: an object of another space is taken
    /// for this space's object of the same number.
    NoSuchObject,
    /// There is no such shape in this space.
    NoSuchShape,
    /// The two objects of a query are the same.
    SameObject,
    /// An object of the query has nothing to hit: numbers of its placement are too large, or its mesh has no vertices that are
    /// numbers.
    NothingToHit,
    /// The number of threads is not from 1 to 256, or the system does not provide as many.
    NoThreads,
    /// The search for the first contact of objects that turn was given up, since they graze each other for too long.
    Undecided {
        /// They are certainly apart before that time.
        until: f64,
    },
    /// The shape cannot be made.
    Shape(ShapeError),
}

/// What an answer did not take into account: see [`Space::take_warnings`](super::Space::take_warnings).
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Warning {
    /// Faces of a mesh were left out, since a vertex is or was not a number below 1e75.
    FacesLeftOut,
    /// An object is mirrored or flattened in one frame and not in the other: no rotation leads from one to the other, and
    /// each of its points moved straight.
    NoRotation,
    /// A solid was deformed so that its surface is not closed any more: it has no inside from then on.
    NotClosed,
    /// Objects that turn were left open, since they graze each other for too long: whether they touch is not known.
    Undecided {
        /// They are certainly apart before that time; of several such pairs, the earliest.
        until: f64,
    },
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let open = |until: &f64| {
            format!("whether objects that turn touch is open; they are apart until {until}")
        };
        f.write_str(match self {
            Warning::Undecided { until } => return f.write_str(&open(until)),
            Warning::FacesLeftOut => "faces with a vertex that is or was not a number below 1e75",
            Warning::NoRotation => "an object is mirrored or flattened in one frame alone",
            Warning::NotClosed => "a solid is not closed any more",
        })
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::NotFinite => write!(f, "a number is not finite, or too large"),
            Error::OtherCount { expected } => write!(f, "the mesh was made of {expected} vertices"),
            Error::NotAMesh => write!(f, "the shape is not a mesh"),
            Error::NotAHeightField => write!(f, "the shape is not a height field"),
            Error::NotASolid => write!(f, "the shape is a mesh and no solid"),
            Error::NoSuchObject => write!(f, "there is no such object"),
            Error::NoSuchShape => write!(f, "there is no such shape"),
            Error::SameObject => write!(f, "the two objects are the same"),
            Error::NothingToHit => write!(f, "an object has nothing to hit"),
            Error::NoThreads => write!(f, "not so many threads"),
            Error::Undecided { until } => {
                write!(f, "whether they touch is open: they are apart until {until}")
            }
            Error::Shape(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

impl From<ShapeError> for Error {
    fn from(error: ShapeError) -> Error {
        Error::Shape(error)
    }
}
