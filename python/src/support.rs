//! Shapes of support functions in Python.

use std::cell::Cell;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use solid_geometry::math::Vec3;
use solid_geometry::shape::{SupportFault, SupportFunction};

use crate::calls::{has_raised, raise_later};

thread_local! {
    /// Whether the thread is in a support function.
    static IS_WITHIN: Cell<bool> = const { Cell::new(false) };
}

/// Whether this thread is in a support function: worlds wait for it, so it cannot use them.
pub fn is_within() -> bool {
    IS_WITHIN.get()
}

/// A function of three coordinates, which returns three.
///
/// Hidden from Python's collector of cycles: compounds, copies and worlds share the shape that has it, so that no Python object alone owns
/// the reference, and one that visited it only while it is alone could find others at work between two passes of the collector, which
/// would then free what is in use.
pub struct Function(pub Py<PyAny>);

impl SupportFunction for Function {
    fn support(&self, direction: &Vec3) -> Vec3 {
        // What the work finds is not looked at.
        if has_raised() {
            return Vec3::repeat(f64::NAN);
        }
        let outer = IS_WITHIN.replace(true);
        let found = Python::attach(|py| {
            let [x, y, z]: [f64; 3] = (*direction).into();
            self.0.call1(py, (x, y, z))?.extract::<(f64, f64, f64)>(py)
        });
        IS_WITHIN.set(outer);
        match found {
            Ok((x, y, z)) => Vec3::new(x, y, z),
            Err(error) => {
                raise_later(error);
                Vec3::repeat(f64::NAN)
            }
        }
    }

    fn notice(&self, fault: SupportFault) {
        raise_later(PyValueError::new_err(fault.to_string()));
    }
}
