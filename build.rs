//! Sets the SONAME of the shared library: programs built against SOLID 2.0 look for `libsolid.so.2`, those built against
//! FreeSOLID for `libFreeSOLID.so.2`.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // The recorder calls the dt functions again. These calls must reach the library's own functions, even if a program or
    // a preloaded library defines functions with the same names.
    if matches!(std::env::var("CARGO_CFG_TARGET_FAMILY").as_deref(), Ok("unix"))
        && std::env::var("CARGO_CFG_TARGET_VENDOR").as_deref() != Ok("apple")
    {
        println!("cargo:rustc-cdylib-link-arg=-Wl,-Bsymbolic-functions");
    }
    // cargo-c passes a name itself; a second one would silently override it.
    let built_by_cargo_c = std::env::var_os("CARGO_FEATURE_CAPI").is_some();
    if built_by_cargo_c {
        return;
    }
    let name = if std::env::var_os("CARGO_FEATURE_FREESOLID").is_some() {
        "libFreeSOLID"
    } else {
        "libsolid"
    };
    match std::env::var("CARGO_CFG_TARGET_OS").as_deref() {
        Ok("macos") => {
            println!("cargo:rustc-cdylib-link-arg=-Wl,-install_name,@rpath/{name}.2.dylib")
        }
        Ok("windows") => {}
        _ => println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,{name}.so.2"),
    }
}
