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
    if packs_relocations() {
        println!("cargo:rustc-cdylib-link-arg=-Wl,-z,pack-relative-relocs");
    }
    // cargo-c passes a name of its own, which a second argument would silently override.
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

/// Whether the library's own addresses, which the loader fills in, may be written as a bitmap (DT_RELR): a fortieth of
/// the size of entries one by one, 55 KB of the library. GNU's C library reads them from 2.36 on; one that is built where
/// an older one is in use, or for another system, has entries.
fn packs_relocations() -> bool {
    let target = |what: &str| std::env::var(format!("CARGO_CFG_TARGET_{what}")).unwrap_or_default();
    let for_this_system = std::env::var_os("TARGET") == std::env::var_os("HOST");
    if target("OS") != "linux" || target("ENV") != "gnu" || !for_this_system {
        return false;
    }
    let Ok(told) = std::process::Command::new("getconf").arg("GNU_LIBC_VERSION").output() else {
        return false;
    };
    // "glibc 2.36"
    let told = String::from_utf8_lossy(&told.stdout);
    let mut numbers = told
        .trim()
        .trim_start_matches("glibc ")
        .split('.')
        .map_while(|number| number.parse::<u32>().ok());
    (numbers.next(), numbers.next()) >= (Some(2), Some(36))
}
