//! The C interface: C and C++ programs with the library of this build, headers, recordings, and the C functions called from
//! Rust. What takes long or needs tools that are not everywhere (packages, documents, the viewer) is ignored here and run by
//! `.ci/run`.

#![cfg(not(feature = "freesolid"))] // with it, the dt functions take float numbers

mod abi;
mod contexts;
mod headers;
mod pointers;

#[cfg(target_os = "linux")]
mod capi;
#[cfg(target_os = "linux")]
mod documents;
#[cfg(target_os = "linux")]
mod install;
#[cfg(target_os = "linux")]
mod manual;
#[cfg(target_os = "linux")]
mod measurements;
#[cfg(target_os = "linux")]
mod peers;
#[cfg(target_os = "linux")]
mod porting;
#[cfg(target_os = "linux")]
mod recordings;
#[cfg(target_os = "linux")]
mod support;
#[cfg(target_os = "linux")]
mod tag;
#[cfg(target_os = "linux")]
mod viewer;
#[cfg(target_os = "linux")]
mod vrml;
