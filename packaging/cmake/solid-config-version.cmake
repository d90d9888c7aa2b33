# The version of the ABI, which is that of SOLID.
set(PACKAGE_VERSION "2.0.0")
include("${CMAKE_CURRENT_LIST_DIR}/solid-package-version.cmake")
