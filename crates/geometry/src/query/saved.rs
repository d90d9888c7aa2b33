//! Shapes as bytes, to be kept in files and sent to other processes.
//!
//! All numbers are little-endian: the magic bytes `SOLIDSHP`; the version, 32 bits; a checksum (CRC-32) of all that follows, 32
//! bits; the length of that in bytes, 64 bits; then a tag, 1 for a convex shape and 2 for a mesh, and the shape. Convex shapes are
//! saved as what they were made of, meshes with their vertices, indices and trees, so that loading builds none. A list is its
//! length, 64 bits, and its elements from the next multiple of 16 bytes on.
//!
//! Version 2 names parts of a convex shape that were saved before by their number. A shape without such parts is of version 1.
//!
//! Version 3 has compounds, tag 3: the number of parts, 32 bits, and of each part its tag, shape and placement, the linear part row by
//! row and then the origin. A part that was saved before has tag 4 and its number, 32 bits: parts are counted when they are complete.
//!
//! Version 4 has points with radii, tag 5: see `parts/points/saved.rs`. Version 5 has height fields, tag 6.
//!
//! Version 6 has meshes with more than version 1 saves of them, tag 7: after the mesh what `PolytopeSoup::save_details` appends. And it
//! has worlds, tag 8, instead of a shape: what follows is up to who writes them (`file.rs`), and shapes are among it.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use super::parts::{Compound, HeightField, MOST_NESTED, Points};
use super::shape::{Shape, ShapeKind};
use crate::bytes::{Reader, Writer};
pub use crate::list::SharedBytes;
use crate::math::{Mat3, Placement};
use crate::memory;
use crate::mesh::PolytopeSoup;
use crate::shape::Primitive;

mod file;
#[cfg(feature = "serde")]
mod of_serde;
#[cfg(test)]
pub(super) mod tests;

pub use file::{FileReader, FileWriter};

const MAGIC: &[u8; 8] = b"SOLIDSHP";

/// The version of the format, of shapes in which no part is repeated.
const PLAIN: u32 = 1;

/// The version of those in which parts are.
const REPEATING: u32 = 2;

/// The version of compounds.
const WITH_COMPOUNDS: u32 = 3;

/// The version of points.
const WITH_POINTS: u32 = 4;

/// The version of height fields.
const WITH_HEIGHT_FIELDS: u32 = 5;

/// The version of meshes with details, and of worlds.
const WITH_WORLDS: u32 = 6;

/// The bytes before the shape.
const HEADER: usize = 24;

const CONVEX: u32 = 1;
const MESH: u32 = 2;
const COMPOUND: u32 = 3;
const REPEATED: u32 = 4;
const POINTS: u32 = 5;
const HEIGHT_FIELD: u32 = 6;
const MESH_WITH_DETAILS: u32 = 7;
const WORLD: u32 = 8;

/// Why bytes are no shape.
///
/// ```
/// use solid_geometry::Shape;
/// use solid_geometry::query::LoadError;
///
/// let mut bytes = Shape::sphere(1.0)?.to_bytes().expect("finite");
/// assert_eq!(Shape::from_bytes(b"\x89PNG").unwrap_err(), LoadError::NotAShape);
/// *bytes.last_mut().expect("not empty") ^= 1;
/// assert_eq!(Shape::from_bytes(&bytes).unwrap_err(), LoadError::Damaged);
/// # Ok::<(), solid_geometry::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoadError {
    /// They do not begin as a saved shape does, or are a saved world.
    NotAShape,
    /// They do not begin as a saved world does, or are a saved shape.
    NotAWorld,
    /// They are of another version of the format, which only a later release reads.
    Version(u32),
    /// They are not all there, or not as they were written.
    Damaged,
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::NotAShape => write!(f, "not a saved shape"),
            LoadError::NotAWorld => write!(f, "not a saved world"),
            LoadError::Version(version) => write!(f, "saved by version {version} of the format"),
            LoadError::Damaged => write!(f, "what was saved is damaged"),
        }
    }
}

impl std::error::Error for LoadError {}

impl Shape {
    /// The shape as bytes, the same on every machine. `None` of a mesh with a vertex that is not finite, of parts that are made
    /// on demand, and where a part is a [`SupportFunction`](crate::shape::SupportFunction). A mesh that has been
    /// deformed is saved as it is now. Takes linear time.
    ///
    /// ```
    /// # use solid_geometry::{Placement, Shape, query};
    /// let corners = [[0.0; 3], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]].map(Into::into);
    /// let mesh = Shape::mesh(&corners, &[[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])?;
    /// let bytes = mesh.to_bytes().expect("finite");
    /// let (back, ball) = (Shape::from_bytes(&bytes).expect("whole"), Shape::sphere(1.0)?);
    /// let (here, there) = (Placement::IDENTITY, Placement::translation([1.0, -3.0, 1.0]));
    /// assert_eq!(query::distance(&back, &here, &ball, &there), query::distance(&mesh, &here, &ball, &there));
    /// # Ok::<(), solid_geometry::ShapeError>(())
    /// ```
    pub fn to_bytes(&self) -> Option<Vec<u8>> {
        let mut saver = Saver::new(PLAIN, false);
        saver.save(self)?;
        Some(saver.finish())
    }

    /// The shape that [`Shape::to_bytes`] has saved. All answers about it are those about the saved one, to the last bit. Takes
    /// linear time but for hulls, each of which is built once. No bytes, whatever they are, lead to a shape about which a query goes wrong in another way
    /// than for a shape that could have been made.
    pub fn from_bytes(bytes: &[u8]) -> Result<Shape, LoadError> {
        Shape::read(Reader::new(bytes))
    }

    /// As [`Shape::from_bytes`], of bytes that the shape keeps and uses where they are, such as those of a mapped file, of which
    /// several processes share the memory. A mesh copies of them what a deformation changes. They must never change.
    ///
    /// Sharing needs a little-endian machine, and bytes that begin at a multiple of 16, as those of mapped files do; else they
    /// are copied.
    ///
    /// ```
    /// # use solid_geometry::Shape;
    /// # use std::sync::Arc;
    /// let corners = [[0.0; 3], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]].map(Into::into);
    /// let mesh = Shape::mesh(&corners, &[[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])?;
    /// let bytes = mesh.to_bytes().expect("finite"); // or a mapped file
    /// assert!(Shape::from_shared_bytes(Arc::new(bytes)).is_ok());
    /// # Ok::<(), solid_geometry::ShapeError>(())
    /// ```
    pub fn from_shared_bytes(bytes: SharedBytes) -> Result<Shape, LoadError> {
        Shape::read(Reader::sharing(&bytes))
    }

    fn read(mut reader: Reader<'_>) -> Result<Shape, LoadError> {
        if begin(&mut reader)? {
            return Err(LoadError::NotAShape);
        }
        load(&mut reader).ok_or(LoadError::Damaged)
    }
}

/// Reads all that precedes the shape or the world; whether it is a world, whose tag is read as well.
fn begin(reader: &mut Reader<'_>) -> Result<bool, LoadError> {
    if reader.take(8) != Some(MAGIC) {
        return Err(LoadError::NotAShape);
    }
    let version = match reader.word() {
        Some(version @ PLAIN..=WITH_WORLDS) => version,
        Some(version) => return Err(LoadError::Version(version)),
        None => return Err(LoadError::Damaged),
    };
    check(reader).ok_or(LoadError::Damaged)?;
    let is_world = reader.rest().starts_with(&WORLD.to_le_bytes());
    if is_world {
        if version < WITH_WORLDS {
            return Err(LoadError::Damaged);
        }
        reader.word();
    }
    Ok(is_world)
}

/// Whether the bytes that follow are all there, with their checksum.
fn check(reader: &mut Reader<'_>) -> Option<()> {
    let sum = reader.word()?;
    let is_right = crc32fast::hash(reader.rest()) == sum;
    let length = reader.long()?;
    (is_right && length == reader.rest().len() as u64).then_some(())
}

fn load(reader: &mut Reader<'_>) -> Option<Shape> {
    let shape = load_shape(reader, &mut Vec::new(), MOST_NESTED)?;
    reader.rest().is_empty().then_some(shape)
}

/// A shape, with so many compounds in each other at most. `loaded` has the parts so far.
fn load_shape(reader: &mut Reader<'_>, loaded: &mut Vec<Shape>, most_nested: u32) -> Option<Shape> {
    let tag = reader.word()?;
    Some(match tag {
        CONVEX => Shape::try_from(Primitive::load(reader)?).ok()?,
        MESH | MESH_WITH_DETAILS => {
            let vertex_count = usize::try_from(reader.long()?).ok()?;
            let mut mesh = PolytopeSoup::load(reader)?;
            if tag == MESH_WITH_DETAILS {
                mesh.load_details(reader)?;
            }
            Shape::of_saved(Arc::new(mesh), vertex_count)?
        }
        COMPOUND => {
            let most_nested = most_nested.checked_sub(1)?;
            let mut parts = Vec::new();
            for _ in 0..reader.word()? {
                let part = load_shape(reader, loaded, most_nested)?;
                let mut rows = [0.0; 9];
                for number in &mut rows {
                    *number = reader.number()?;
                }
                let basis = Mat3::from_row_slice(&rows);
                let placement = Placement { basis, origin: reader.point()? };
                memory::push(loaded, part.clone());
                memory::push(&mut parts, (part, placement));
            }
            Shape::compound(&parts).ok()?
        }
        POINTS => Shape::of_parts(Arc::new(Points::load(reader)?)),
        HEIGHT_FIELD => Shape::height_field(HeightField::load(reader)?),
        REPEATED => loaded.get(reader.word()? as usize)?.clone(),
        _ => return None,
    })
}

/// Appends a shape.
struct Saver {
    bytes: Writer,
    version: u32,
    /// Whether meshes are saved with their vertices in the previous frame, and what later deformations depend on.
    with_history: bool,
    /// The numbers of the large parts that have been saved.
    saved: HashMap<usize, u32>,
    count: u32,
}

impl Saver {
    fn new(version: u32, with_history: bool) -> Saver {
        let mut bytes = Writer::default();
        bytes.0.extend_from_slice(MAGIC);
        bytes.word(version);
        bytes.word(0);
        bytes.long(0);
        Saver { bytes, version, with_history, saved: HashMap::new(), count: 0 }
    }

    /// The bytes, with version, length and checksum.
    fn finish(self) -> Vec<u8> {
        let mut bytes = self.bytes.0;
        bytes[8..12].copy_from_slice(&self.version.to_le_bytes());
        let length = (bytes.len() - HEADER) as u64;
        bytes[16..HEADER].copy_from_slice(&length.to_le_bytes());
        let sum = crc32fast::hash(&bytes[16..]);
        bytes[12..16].copy_from_slice(&sum.to_le_bytes());
        bytes
    }

    fn save(&mut self, shape: &Shape) -> Option<()> {
        let bytes = &mut self.bytes;
        match shape.kind() {
            ShapeKind::Convex(primitive) => {
                bytes.word(CONVEX);
                if primitive.save(bytes)? {
                    self.version = self.version.max(REPEATING);
                }
            }
            ShapeKind::Mesh(mesh) => {
                let has_details = mesh.has_details(self.with_history);
                bytes.word(if has_details { MESH_WITH_DETAILS } else { MESH });
                bytes.long(shape.vertex_count() as u64);
                mesh.save(bytes)?;
                if has_details {
                    mesh.save_details(self.with_history, bytes);
                    self.version = self.version.max(WITH_WORLDS);
                }
            }
            ShapeKind::Parts(parts) => {
                if let Some(points) = parts.as_any().downcast_ref::<Points>() {
                    bytes.word(POINTS);
                    points.save(bytes);
                    self.version = self.version.max(WITH_POINTS);
                    return Some(());
                }
                if let Some(field) = parts.as_any().downcast_ref::<HeightField>() {
                    self.version = self.version.max(WITH_HEIGHT_FIELDS);
                    bytes.word(HEIGHT_FIELD);
                    field.save(bytes);
                    return Some(());
                }
                let compound = parts.as_any().downcast_ref::<Compound>()?;
                bytes.word(COMPOUND);
                bytes.word(u32::try_from(compound.parts().len()).ok()?);
                self.version = self.version.max(WITH_COMPOUNDS);
                for (part, placement) in compound.parts() {
                    self.save_part(part)?;
                    self.bytes.numbers(placement.basis.transpose().as_slice());
                    self.bytes.point(&placement.origin);
                }
            }
        }
        Some(())
    }

    fn save_part(&mut self, part: &Shape) -> Option<()> {
        let address = match part.kind() {
            ShapeKind::Convex(Primitive::Composite(composite)) => {
                Some(Arc::as_ptr(composite).addr())
            }
            ShapeKind::Convex(_) => None,
            ShapeKind::Mesh(mesh) => Some(Arc::as_ptr(mesh).addr()),
            ShapeKind::Parts(parts) => Some(Arc::as_ptr(parts).addr()),
        };
        let before = address.and_then(|address| self.saved.get(&address));
        match before {
            Some(number) => {
                self.bytes.word(REPEATED);
                self.bytes.word(*number);
            }
            None => self.save(part)?,
        }
        let number = self.count;
        self.count += 1;
        if let Some(address) = address {
            self.saved.entry(address).or_insert(number);
        }
        Some(())
    }
}
