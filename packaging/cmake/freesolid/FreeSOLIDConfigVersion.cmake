# FreeSOLID's last version.
set(PACKAGE_VERSION "2.1.2")
include("${CMAKE_CURRENT_LIST_DIR}/../solid/solid-package-version.cmake")
