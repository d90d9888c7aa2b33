//! The program beside the tests of the package and the page:
//!
//!     libsolid-web-native golden        the numbers of the golden scenes, as tests/golden.txt has them
//!     libsolid-web-native count FILE    how many pairs of a frame that the page has saved collide

use std::error::Error;

use libsolid_web_native::{frame, golden};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["golden"] => print!("{}", golden::numbers()?),
        ["count", file] => println!("{}", frame::count(&std::fs::read(file)?)?),
        _ => return Err("usage: libsolid-web-native golden | count FILE".into()),
    }
    Ok(())
}
