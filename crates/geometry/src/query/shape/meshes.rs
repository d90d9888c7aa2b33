//! Shapes of many faces.

use std::sync::Arc;

use super::{Shape, ShapeError, ShapeKind};
use crate::math::Vec3;
use crate::mesh::SurfaceContacts;
use crate::mesh::builder::{Builder, PolytopeKind, Problems};

impl Shape {
    /// A mesh of convex faces, each the hull of the vertices whose places in `vertices` it names: triangles, polygons or
    /// polyhedra. They need not be connected. What counts is the faces; see [`Shape::into_solid`] for the inside.
    ///
    /// Takes O(n log n) time.
    ///
    /// ```
    /// # use solid_geometry::{Placement, Shape, query};
    /// let corners = [[0.0; 3], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0], [0.5, 0.5, 1.0]].map(Into::into);
    /// let tent = Shape::mesh(&corners, &[[0, 1, 4], [1, 2, 4], [2, 3, 4], [3, 0, 4]])?;
    /// let (here, inside) = (Placement::IDENTITY, Shape::point([0.5, 0.5, 0.5])?);
    /// assert!(!query::intersects(&tent, &here, &inside, &here)); // the faces alone count
    /// # Ok::<(), solid_geometry::ShapeError>(())
    /// ```
    pub fn mesh<F: AsRef<[u32]>>(vertices: &[Vec3], faces: &[F]) -> Result<Shape, ShapeError> {
        Shape::mesh_of(PolytopeKind::Polyhedron, vertices, faces)
    }

    /// As [`Shape::mesh`], of flat polygons that may be concave: their vertices go around in order, in either direction.
    /// A face that crosses itself is an error; one that is not quite flat is taken as it is.
    ///
    /// ```
    /// # use solid_geometry::{Placement, Shape, query};
    /// // An L in the plane z = 0.
    /// let outline = [[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [1.0, 2.0], [0.0, 2.0]];
    /// let corners = outline.map(|[x, y]| [x, y, 0.0].into());
    /// let (shape, here) = (Shape::mesh_of_concave_polygons(&corners, &[[0, 1, 2, 3, 4, 5]])?, Placement::IDENTITY);
    /// let touches = |x, y| Shape::point([x, y, 0.0]).map(|p| query::intersects(&shape, &here, &p, &here));
    /// assert!(touches(0.5, 1.5)? && !touches(1.5, 1.5)?); // the notch is not part of it
    /// # Ok::<(), solid_geometry::ShapeError>(())
    /// ```
    pub fn mesh_of_concave_polygons<F: AsRef<[u32]>>(
        vertices: &[Vec3],
        faces: &[F],
    ) -> Result<Shape, ShapeError> {
        Shape::mesh_of(PolytopeKind::ConcavePolygon, vertices, faces)
    }

    fn mesh_of<F: AsRef<[u32]>>(
        kind: PolytopeKind,
        vertices: &[Vec3],
        faces: &[F],
    ) -> Result<Shape, ShapeError> {
        let mut builder = Builder::new();
        for (face, places) in faces.iter().enumerate() {
            let places = places.as_ref();
            if places.iter().any(|&place| place as usize >= vertices.len()) {
                return Err(ShapeError::NoSuchVertex { face });
            }
            builder.vertex_indices(kind, places);
        }
        let (mesh, problems) = builder.finish(Some(&|place: u32| vertices[place as usize]));
        check(&problems)?;
        if mesh.is_empty() {
            return Err(ShapeError::Empty);
        }
        Ok(Shape { kind: ShapeKind::Mesh(Arc::new(mesh)), vertex_count: vertices.len() })
    }

    /// Makes the inside of a closed mesh part of it. [`ShapeError::NotClosed`] if an edge belongs to an odd number of faces,
    /// [`ShapeError::NotAMesh`] for a convex shape. Takes O(n log n) time.
    ///
    /// ```
    /// # use solid_geometry::{Placement, Shape, query};
    /// let corners = [[0.0; 3], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]].map(Into::into);
    /// let surface = Shape::mesh(&corners, &[[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])?;
    /// let (here, inside) = (Placement::IDENTITY, Shape::point([0.5, 0.5, 0.5])?);
    /// assert!(!query::intersects(&surface, &here, &inside, &here));
    /// assert!(query::intersects(&surface.into_solid()?, &here, &inside, &here));
    /// # Ok::<(), solid_geometry::ShapeError>(())
    /// ```
    pub fn into_solid(self) -> Result<Shape, ShapeError> {
        let ShapeKind::Mesh(mut mesh) = self.kind else {
            return Err(ShapeError::NotAMesh);
        };
        Arc::make_mut(&mut mesh).set_solid(true).map_err(|_| ShapeError::NotClosed)?;
        Ok(Shape { kind: ShapeKind::Mesh(mesh), ..self })
    }

    /// A mesh with other settings of its contacts. [`ShapeError::NotAMesh`] for a convex shape, [`ShapeError::NotFinite`] for an angle that
    /// is not from 0 to pi.
    ///
    /// ```
    /// # use solid_geometry::{Placement, Shape, mesh::SurfaceContacts, query};
    /// let corners = [[-9.0, 0.0, -9.0], [9.0, 0.0, -9.0], [0.0, 0.0, 9.0]].map(Into::into); // its front is below
    /// let floor = Shape::mesh(&corners, &[[0, 1, 2]])?;
    /// let (ball, here, above) = (Shape::sphere(1.0)?, Placement::IDENTITY, Placement::translation([0.0, 0.75, 0.0]));
    /// let depth = |floor: &Shape| query::penetration(&ball, &above, floor, &here).map(|found| (found.depth, found.normal.y));
    /// assert_eq!(depth(&floor), Some((0.25, 1.0)));
    /// let one_sided = SurfaceContacts { one_sided: true, ..SurfaceContacts::default() };
    /// assert_eq!(depth(&floor.with_surface_contacts(one_sided)?), Some((1.75, -1.0)));
    /// # Ok::<(), solid_geometry::ShapeError>(())
    /// ```
    pub fn with_surface_contacts(self, surface: SurfaceContacts) -> Result<Shape, ShapeError> {
        let ShapeKind::Mesh(mut mesh) = self.kind else {
            return Err(ShapeError::NotAMesh);
        };
        let changed = Arc::make_mut(&mut mesh).set_surface_contacts(surface);
        changed.ok_or(ShapeError::NotFinite)?;
        Ok(Shape { kind: ShapeKind::Mesh(mesh), ..self })
    }
}

fn check(problems: &Problems) -> Result<(), ShapeError> {
    if problems.too_large {
        return Err(ShapeError::TooLarge);
    }
    if problems.not_finite {
        return Err(ShapeError::NotFinite);
    }
    if problems.not_simple {
        return Err(ShapeError::BadPolygon { face: problems.first.unwrap_or(0) as usize });
    }
    Ok(())
}
