//! Two placed bodies as cores with radii: what is asked of round bodies is answered on their cores, and the radii are
//! added afterwards.
//!
//! A sphere's core is a point, a capsule's a segment: GJK is done with them in one or two steps. That is so under
//! similarities; under other maps a ball is none, and the body itself is the core.

use super::core::Core;
use super::gjk::Witness;
use super::pair::{Hints, Pair, Relation, SupportPoint};
use super::sat::Block;
use crate::math::Vec3;
use crate::shape::Support;

/// The cores of two bodies and their relation.
#[derive(Clone, Copy)]
pub struct Cores<'a, A, B> {
    a: Core<A>,
    b: Core<B>,
    relation: &'a Relation,
}

/// What takes a vector along world axes to one in the local coordinates of a similarity's basis, with the length of the
/// margin if it had length one: the transpose of the basis, times this.
#[inline]
fn outwards<S>(core: &Core<S>) -> f64 {
    if core.margin > 0.0 { core.margin * core.margin / core.radius } else { 0.0 }
}

impl<'a, A: Support + Copy, B: Support + Copy> Cores<'a, A, B> {
    /// The cores of two bodies.
    #[inline]
    pub fn new(a: A, b: B, relation: &'a Relation) -> Self {
        Cores { a: Core::new(a, relation.basis_a()), b: Core::new(b, relation.basis_b()), relation }
    }

    /// The cores as a pair.
    #[inline]
    pub fn pair(&self) -> Pair<'_, &Core<A>, &Core<B>> {
        Pair::new(&self.a, &self.b, self.relation)
    }

    /// Whether both are the hulls of finitely many points.
    #[inline]
    pub fn are_polytopes(&self) -> bool {
        self.pair().are_polytopes()
    }

    /// The boxes that both are; `None` if they are none.
    #[inline(never)]
    pub fn blocks(&self) -> Option<[(Vec3, Block); 2]> {
        let (half_a, half_b) = (self.a.core_box()?, self.b.core_box()?);
        let origin = Vec3::zeros();
        let block_a = Block::new(&origin, &half_a, self.relation.basis_a(), &origin);
        let block_b =
            Block::new(&origin, &half_b, self.relation.basis_b(), &self.relation.offset());
        Some([(half_a, block_a), (half_b, block_b)])
    }

    /// The sum of the radii: by so much the bodies are nearer than their cores.
    #[inline]
    pub fn radius(&self) -> f64 {
        self.a.radius + self.b.radius
    }

    /// The support point of the cores' difference against `v`: the one least far along it.
    #[inline]
    pub fn support_against(&self, v: &Vec3, hints: &mut Hints) -> SupportPoint {
        self.pair().support_against(v, hints)
    }

    /// The points of the bodies for those of the cores: each moved by its radius along `normal`, the unit vector from
    /// B to A. The difference becomes the vector between them.
    #[inline]
    pub fn surface(&self, core: &Witness, normal: &Vec3) -> Witness {
        let mut witness = *core;
        witness.local_a -= self.relation.basis_a().tr_mul(normal) * outwards(&self.a);
        witness.local_b += self.relation.basis_b().tr_mul(normal) * outwards(&self.b);
        witness.difference -= normal * self.radius();
        witness
    }

    /// A point of both bodies, of two points of cores no farther apart than the radii.
    #[inline(never)]
    pub fn shared(&self, core: &Witness) -> Witness {
        // Each point moves by the part of the way that its radius has in the sum.
        let way = core.difference / self.radius();
        Witness { difference: Vec3::zeros(), ..self.surface(core, &way) }
    }
}
