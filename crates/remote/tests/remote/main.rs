//! The server and the stand-in together: programs and recordings have the same answers, and what a client does harms no other.
#![cfg(target_os = "linux")]

mod budgets;
mod large;
mod manual;
mod programs;
mod robust;
mod shared;
mod support;
mod threads;
mod tls;
