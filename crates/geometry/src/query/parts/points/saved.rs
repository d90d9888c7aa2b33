//! Points as bytes: the radius, or -1 where each has its own; the points and their numbers in the order of the tree; the radii, if they
//! differ. The boxes are made anew.

use super::{Numbered, Points, Radii};
use crate::bytes::{Reader, Writer};
use crate::math::Vec3;
use crate::math::vector::is_finite;

/// Instead of one radius for all.
const OF_THEIR_OWN: f64 = -1.0;

impl Points {
    /// Appends the points.
    pub(in crate::query) fn save(&self, bytes: &mut Writer) {
        let radius = if let Radii::One(radius) = self.radii { radius } else { OF_THEIR_OWN };
        bytes.numbers(&[radius]);
        bytes.list(&Vec::from_iter(self.points.iter().map(|point| point.center)));
        bytes.list(&Vec::from_iter(self.points.iter().map(|point| point.number)));
        if let Radii::Each(radii) = &self.radii {
            bytes.list(radii);
        }
    }

    /// The points that were saved; `None` where they could not have been.
    pub(in crate::query) fn load(bytes: &mut Reader<'_>) -> Option<Points> {
        let radius = bytes.number()?;
        let (centers, numbers) = (bytes.list::<Vec3>()?, bytes.list::<u32>()?);
        let is_radius = |radius: &f64| radius.is_finite() && *radius >= 0.0;
        let radii = if radius == OF_THEIR_OWN {
            let radii = bytes.list::<f64>()?;
            let are_known = radii.len() == centers.len() && radii.iter().all(is_radius);
            are_known.then(|| Radii::Each(radii.to_vec()))?
        } else {
            is_radius(&radius).then_some(Radii::One(radius))?
        };
        let is_whole = !centers.is_empty()
            && numbers.len() == centers.len()
            && u32::try_from(centers.len()).is_ok()
            && centers.iter().all(is_finite);
        let points = centers.iter().zip(numbers.iter());
        let points = points.map(|(center, number)| Numbered { center: *center, number: *number });
        is_whole.then(|| Points::arranged(points.collect(), radii))?
    }
}
