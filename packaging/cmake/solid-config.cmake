# find_package(solid) defines the targets solid::solid (shared) and solid::static, and for older build files the
# variables SOLID_FOUND, SOLID_INCLUDE_DIRS and SOLID_LIBRARIES.
#
# Nothing is written in here of where it was installed, so that the directory may be moved: the prefix is the first
# directory above this file that has the headers.

set(_solid_prefix "${CMAKE_CURRENT_LIST_DIR}")
while(NOT EXISTS "${_solid_prefix}/include/SOLID/solid.h")
    get_filename_component(_solid_above "${_solid_prefix}" DIRECTORY)
    if(_solid_above STREQUAL _solid_prefix)
        set(solid_FOUND FALSE)
        set(solid_NOT_FOUND_MESSAGE "there is no include/SOLID/solid.h in any directory above ${CMAKE_CURRENT_LIST_DIR}")
        return()
    endif()
    set(_solid_prefix "${_solid_above}")
endwhile()

# The libraries lie one or two directories above this one, under any name that a lib directory may have.
file(GLOB _solid_library_directories "${_solid_prefix}/lib*" "${_solid_prefix}/lib*/*-linux-gnu*")
get_filename_component(_solid_beside "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)
list(INSERT _solid_library_directories 0 "${_solid_beside}")
find_library(_solid_shared NAMES libsolid.so libsolid.dylib libsolid.dll.a solid.dll.lib solid
    PATHS ${_solid_library_directories} NO_DEFAULT_PATH NO_CACHE)
find_library(_solid_static NAMES libsolid.a solid.lib
    PATHS ${_solid_library_directories} NO_DEFAULT_PATH NO_CACHE)

if(NOT _solid_shared AND NOT _solid_static)
    set(solid_FOUND FALSE)
    set(solid_NOT_FOUND_MESSAGE "there is no libsolid in ${_solid_library_directories}")
    return()
endif()

if(_solid_shared AND NOT TARGET solid::solid)
    add_library(solid::solid UNKNOWN IMPORTED)
    set_target_properties(solid::solid PROPERTIES
        IMPORTED_LOCATION "${_solid_shared}"
        INTERFACE_INCLUDE_DIRECTORIES "${_solid_prefix}/include")
endif()
if(_solid_static AND NOT TARGET solid::static)
    add_library(solid::static STATIC IMPORTED)
    set_target_properties(solid::static PROPERTIES
        IMPORTED_LOCATION "${_solid_static}"
        INTERFACE_INCLUDE_DIRECTORIES "${_solid_prefix}/include")
    if(WIN32)
        set_property(TARGET solid::static PROPERTY INTERFACE_LINK_LIBRARIES "ws2_32;userenv;ntdll;bcrypt")
    elseif(UNIX)
        find_package(Threads QUIET)
        set_property(TARGET solid::static PROPERTY
            INTERFACE_LINK_LIBRARIES "m;${CMAKE_THREAD_LIBS_INIT};${CMAKE_DL_LIBS}")
    endif()
endif()
if(NOT TARGET solid::solid)
    add_library(solid::solid ALIAS solid::static)
endif()

set(SOLID_FOUND TRUE)
set(SOLID_INCLUDE_DIRS "${_solid_prefix}/include")
set(SOLID_LIBRARIES solid::solid)
