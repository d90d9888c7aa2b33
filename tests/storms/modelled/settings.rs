//! The random calls that change settings, or morph shapes.

use super::model::Body;
use super::storm::{Storm, cuboid, pointer};
use solid::capi::*;

impl Storm {
    /// Settings that change no answer; now and then bad ones.
    pub fn tune(&mut self) -> String {
        let what = self.random.below(6);
        match what {
            0 => {
                let phase = [0, 1, 2, 3, 88][self.random.below(5)];
                dtSetBroadPhase(phase);
                if phase == 88 {
                    self.model.raise(DtError::DT_INVALID_ENUM);
                }
            }
            1 => {
                self.fixed_boxes = self.random.once_in(2);
                dtSetBoxes(if self.fixed_boxes { 5 } else { DT_FALSE });
            }
            2 => {
                let method = [0, 1, 99][self.random.below(3)];
                dtSetCollisionMethod(method);
                if method == 99 {
                    self.model.raise(DtError::DT_INVALID_ENUM);
                }
            }
            3 if self.random.once_in(8) => {
                let threads = [0, 1, 2, 3, 257, u32::MAX][self.random.below(6)];
                dtSetThreads(threads);
                if !(1..=256).contains(&threads) {
                    self.model.raise(DtError::DT_INVALID_VALUE);
                }
                return format!("dtSetThreads({threads})");
            }
            4 => {
                // No context has this name.
                if self.random.once_in(2) {
                    dtMakeCurrent(pointer(3))
                } else {
                    dtDeleteContext(pointer(5))
                }
                self.model.raise(DtError::DT_INVALID_OPERATION);
            }
            _ => {
                let mut result = std::mem::MaybeUninit::uninit();
                // SAFETY: room for the record, which is written whole.
                let result: DtStatistics = unsafe {
                    dtGetStatistics(result.as_mut_ptr());
                    result.assume_init()
                };
                assert_eq!(result.objects as usize, self.model.objects.len());
            }
        }
        format!("setting {what}")
    }

    /// New positions for a finished shape's vertices, between those of two arrays or beyond them; or from singles.
    pub fn morph(&mut self) -> String {
        let handle = match self.handles.len() {
            0 => 0,
            n => self.handles[n - 1 - self.random.below(n.min(6))],
        };
        let t = [0.0, 1.0, 2.0, -1.0, f64::NAN][self.random.below(5)];
        let (one, other) = (self.whole_array(), self.whole_array());
        let between: Vec<[f64; 3]> = one
            .iter()
            .zip(&other)
            .map(|(p, q)| [0, 1, 2].map(|k| p[k] + t * (q[k] - p[k])))
            .collect();
        let singles: Option<Vec<[f32; 4]>> = self.random.once_in(2).then(|| {
            one.iter().map(|p| [p[0] as f32, p[1] as f32, p[2] as f32, f32::NAN]).collect()
        });
        // SAFETY: arrays that hold every index in use.
        unsafe {
            match &singles {
                Some(singles) => {
                    dtChangeVertexPointer(pointer(handle), 5126, 16, singles.as_ptr().cast())
                }
                None => dtMorphVertexBase(
                    pointer(handle),
                    one.as_ptr().cast(),
                    other.as_ptr().cast(),
                    t,
                ),
            }
        }
        let text = format!(
            "shape {handle} between two arrays at {t}, from singles: {}",
            singles.is_some()
        );
        if singles.is_none() && t.is_nan() {
            self.model.raise(DtError::DT_INVALID_VALUE);
            return text;
        }
        let Some(body) = self.model.shapes.get(&handle).cloned() else {
            self.model.raise(DtError::DT_UNKNOWN_SHAPE);
            return text;
        };
        match &mut *body.borrow_mut() {
            Body::Primitive(_) | Body::Void | Body::Parts(_) => {
                self.model.raise(DtError::DT_INVALID_OPERATION)
            }
            Body::Unfinished => {
                if singles.is_none() {
                    self.model.raise(DtError::DT_INVALID_OPERATION);
                } else {
                    // The array is the base from now on, and must live; the model reads doubles.
                    self.singles.extend(singles);
                    self.arrays.push(one);
                    let base = self.arrays.len() - 1;
                    self.model
                        .open
                        .as_mut()
                        .expect("what is unfinished and not deleted is open")
                        .base = Some(base);
                }
            }
            Body::Complex(soup) => {
                // Vertices that were given by value stay as they were.
                if !soup.deform(if singles.is_some() { &one } else { &between }) {
                    self.model.raise(DtError::DT_INVALID_VALUE);
                }
            }
        }
        text
    }

    fn whole_array(&mut self) -> Vec<[f64; 3]> {
        (0..super::complex::GROUPS).flat_map(|_| cuboid(&mut self.random).corners()).collect()
    }
}
