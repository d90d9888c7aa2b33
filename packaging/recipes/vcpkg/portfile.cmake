# vcpkg: `vcpkg install libsolid --overlay-ports=packaging/recipes/vcpkg` with VCPKG_LIBSOLID_SOURCE in the environment, the path of a
# clone (and VCPKG_KEEP_ENV_VARS=VCPKG_LIBSOLID_SOURCE).
set(SOURCE_PATH "$ENV{VCPKG_LIBSOLID_SOURCE}")
if(NOT EXISTS "${SOURCE_PATH}/include/SOLID/solid.h")
    message(FATAL_ERROR "VCPKG_LIBSOLID_SOURCE is no clone of libsolid: '${SOURCE_PATH}'")
endif()
find_program(SOLID_SH sh REQUIRED)
vcpkg_execute_required_process(
    COMMAND "${SOLID_SH}" "${SOURCE_PATH}/packaging/install" --prefix "${CURRENT_PACKAGES_DIR}"
    WORKING_DIRECTORY "${SOURCE_PATH}"
    LOGNAME "install-${TARGET_TRIPLET}")
# The same library serves both configurations.
file(INSTALL "${CURRENT_PACKAGES_DIR}/lib/" DESTINATION "${CURRENT_PACKAGES_DIR}/debug/lib")
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/share/man")
vcpkg_cmake_config_fixup(PACKAGE_NAME solid CONFIG_PATH lib/cmake/solid)
vcpkg_fixup_pkgconfig()
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE-MIT" "${SOURCE_PATH}/LICENSE-APACHE")
