//! Portal refinement: the portal moves towards the surface of A - B, up to the contact.

use super::{Missed, PortalSearch};
use crate::convex::newton;
use crate::convex::pair::AnyPair;
use crate::convex::portal::Portal;
use crate::convex::witness::Witness;
use crate::math::tolerance::PORTAL_ITERATIONS;

/// The number of refinements before Newton's method is tried. After each failure the number is doubled. Measured.
const STEPS_TO_NEWTON: u32 = 1;

impl PortalSearch<'_> {
    /// Portal refinement: moves the portal outwards until its bound meets that of the support planes. `None` if rounding
    /// prevents that.
    pub(super) fn refine(
        &mut self,
        pair: &AnyPair<'_>,
        mut portal: Portal,
        round: bool,
    ) -> Result<Option<(Witness, bool)>, Missed> {
        let ray = self.ray;
        let mut next_newton = if round { self.iterations + STEPS_TO_NEWTON } else { u32::MAX };
        while self.iterations < PORTAL_ITERATIONS {
            let upper = portal.upper_bound(&ray);
            // The path begins in A - B, or beyond it.
            if upper.is_some_and(|(upper, _)| upper <= 0.0) {
                return Ok(None);
            }
            if self.iterations >= next_newton {
                next_newton *= 2;
                if let Some(contact) = newton::contact_near(pair, &portal, &ray) {
                    self.iterations += contact.iterations;
                    self.support_against(&contact.normal)?;
                    if let Some(end) =
                        self.result(&contact.portal, contact.portal.upper_bound(&ray))
                    {
                        return Ok(Some(end));
                    }
                }
            }
            let a = &portal.corners[0];
            let n = portal.normal();
            let length = n.norm();
            let rate = n.dot(&ray.along);
            let faces = rate > 0.0 && length > 0.0;
            if !faces {
                return Ok(None);
            }
            let n = n / length;
            let new = self.support_against(&n)?;
            let no_progress = n.dot(&a.w) - n.dot(&new.w) <= ray.rounding;
            if let Some(end) = self.result(&portal, upper) {
                return Ok(Some(end));
            }
            if no_progress {
                return Ok(None);
            }
            portal.replace_corner(new);
        }
        Ok(None)
    }

    /// The contact, if the lower bound has met that of the portal.
    fn result(&self, portal: &Portal, upper: Option<(f64, bool)>) -> Option<(Witness, bool)> {
        let (upper, proved) = upper?;
        let max_gap = self.ray.max_gap(self.lower);
        // The upper bound is less than the lower one by more than rounding only if the portal is a sliver.
        let met = self.lower > 0.0 && (upper - self.lower).abs() <= max_gap;
        if !met {
            return None;
        }
        let (coordinates, _) = portal.barycentric(self.ray.rounding)?;
        let witness = portal.witness(&coordinates);
        // Barycentric coordinates in a sliver have few digits.
        let lateral = self.ray.lateral(&witness.difference).abs().sum();
        let proved = proved && upper <= self.ray.length;
        (lateral <= max_gap).then_some((witness, proved))
    }
}
