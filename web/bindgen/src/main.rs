//! Writes the JavaScript module and its types for a compiled library: `libsolid-bindgen FILE.wasm FOLDER`.

use std::error::Error;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args_os().skip(1);
    let (Some(input), Some(folder), None) = (arguments.next(), arguments.next(), arguments.next())
    else {
        return Err("usage: libsolid-bindgen FILE.wasm FOLDER".into());
    };
    let mut bindgen = Bindgen::new();
    bindgen.input_path(input).out_name("libsolid").typescript(true).web(true)?;
    // The names of functions would be a fifth of the file.
    bindgen.remove_name_section(true).remove_producers_section(true);
    bindgen.generate(folder)?;
    Ok(())
}
