//! Memory: nothing is allocated by dtTest once warm, objects and triangles are small, nothing leaks.
//!
//! A test is *warm* when every table has seen its largest use: all objects in one place, so that every pair there
//! can be has been in the tables, then the very kinds of motion that are measured.

#![cfg(not(feature = "freesolid"))] // with it, the dt functions take float numbers
#![allow(unsafe_code, reason = "a global allocator, and the C functions that take pointers")]

mod counter;
mod scenes;
mod sizes;
mod warm;
