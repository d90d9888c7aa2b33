//! What the tests of the package compare with, asked of the library as it is compiled for this machine.

pub mod frame;
pub mod golden;
