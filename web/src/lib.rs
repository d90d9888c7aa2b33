//! The library for JavaScript: [`Shape`] and [`World`], compiled to WebAssembly.
//!
//! What is here translates: numbers from typed arrays, errors into exceptions, answers into plain objects. The comments of exported
//! items become the documentation of `libsolid.d.ts`.

mod answers;
mod compound;
mod motion;
mod numbers;
mod queries;
mod shape;
mod testing;
mod world;

pub use compound::Compound;
pub use shape::Shape;
pub use world::World;

use wasm_bindgen::prelude::*;

/// What is thrown.
type Result<T> = std::result::Result<T, JsError>;

/// Runs when the module is instantiated. A panic would be a fault of the library: without this, all that is seen of it is "unreachable".
#[wasm_bindgen(start)]
pub fn start() {
    std::panic::set_hook(Box::new(|panic| {
        wasm_bindgen::throw_str(&format!(
            "libsolid: a fault of the library, please report it: {panic}"
        ));
    }));
}

/// The version of the library.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").into()
}
