# find_package(solid) defines the targets solid::solid (shared) and solid::static, and for older build files the
# variables SOLID_FOUND, SOLID_INCLUDE_DIRS and SOLID_LIBRARIES.

set(_solid solid)
set(_solid_include_directories include)
include("${CMAKE_CURRENT_LIST_DIR}/solid-package.cmake")
