"""Conan: `conan create packaging/recipes --build=missing` in a clone, where cargo 1.89 or newer is on the PATH; with `-nr` without Conan's
server. Then it builds a program against the package, for which it needs CMake."""

import os

from conan import ConanFile
from conan.tools.files import copy, rm, rmdir


class Libsolid(ConanFile):
    name = "libsolid"
    version = "0.1.0"
    license = "MIT OR Apache-2.0"
    description = "Collision detection with the interface of SOLID 2.0, with certified answers"
    topics = "collision", "geometry", "simulation"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False]}
    default_options = {"shared": True}
    package_type = "library"

    def export_sources(self):
        root = os.path.join(self.recipe_folder, "..", "..")
        for pattern in ("Cargo.*", "*.md", "LICENSE-*", "build.rs", "cbindgen.toml", "src/*", "crates/*", "include/*", "packaging/*",
                        "docs/*", "benches/*", "examples/*"):
            copy(self, pattern, root, self.export_sources_folder, excludes="*target/*")

    def package(self):
        self.run(f"packaging/install --prefix '{self.package_folder}'", cwd=self.source_folder)
        # Conan writes its own files for CMake and pkg-config, of the one library that a package has.
        libraries = os.path.join(self.package_folder, "lib")
        rmdir(self, os.path.join(libraries, "cmake"))
        rmdir(self, os.path.join(libraries, "pkgconfig"))
        if self.settings.os != "Windows":
            rm(self, "*.a" if self.options.shared else "libsolid.[sd]*", libraries)
        copy(self, "LICENSE-*", self.source_folder, os.path.join(self.package_folder, "licenses"))

    def package_info(self):
        self.cpp_info.set_property("cmake_file_name", "solid")
        self.cpp_info.set_property("cmake_target_name", "solid::solid")
        self.cpp_info.set_property("pkg_config_name", "solid")
        self.cpp_info.libs = ["solid"]
        if self.settings.os != "Windows":
            self.cpp_info.system_libs = ["m", "pthread", "dl"]
