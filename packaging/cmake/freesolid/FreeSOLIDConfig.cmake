# find_package(FreeSOLID) defines the targets FreeSOLID::FreeSOLID (shared) and FreeSOLID::static, and for older build files the
# variables FREESOLID_FOUND, FREESOLID_INCLUDE_DIRS and FREESOLID_LIBRARIES.

set(_solid FreeSOLID)
# Programs write <SOLID/solid.h> and <3D/Point.h>, or put FreeSOLID/ before both.
set(_solid_include_directories include/FreeSOLID include)
include("${CMAKE_CURRENT_LIST_DIR}/../solid/solid-package.cmake")
