//! Gives the shared library its name in the ABI: programs built against SOLID 2.0 look for `libsolid.so.2`, those built
//! against FreeSOLID for a library of their own.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // The recorder calls the dt functions again, and means the library's own, also where a program or a preloaded library
    // has functions of these names before them.
    if matches!(std::env::var("CARGO_CFG_TARGET_FAMILY").as_deref(), Ok("unix"))
        && std::env::var("CARGO_CFG_TARGET_VENDOR").as_deref() != Ok("apple")
    {
        println!("cargo:rustc-cdylib-link-arg=-Wl,-Bsymbolic-functions");
    }
    // cargo-c passes a name of its own, which a second argument would silently override.
    let built_by_cargo_c = std::env::var_os("CARGO_FEATURE_CAPI").is_some();
    if built_by_cargo_c {
        return;
    }
    let name =
        if std::env::var_os("CARGO_FEATURE_FREESOLID").is_some() { "libFreeSOLID" } else { "libsolid" };
    match std::env::var("CARGO_CFG_TARGET_OS").as_deref() {
        Ok("macos") => println!("cargo:rustc-cdylib-link-arg=-Wl,-install_name,@rpath/{name}.2.dylib"),
        Ok("windows") => {}
        _ => println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,{name}.so.2"),
    }
}
