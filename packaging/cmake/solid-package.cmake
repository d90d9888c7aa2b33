# The targets and variables of a package, solid or FreeSOLID, whose name is in _solid and whose include directories, relative
# to the prefix, are in _solid_include_directories.
#
# Nothing is written in here of where it was installed, so that the directory may be moved: the prefix is the first
# directory above this file that has the headers.

set(_solid_prefix "${CMAKE_CURRENT_LIST_DIR}")
while(NOT EXISTS "${_solid_prefix}/include/SOLID/solid.h")
    get_filename_component(_solid_above "${_solid_prefix}" DIRECTORY)
    if(_solid_above STREQUAL _solid_prefix)
        set(${_solid}_FOUND FALSE)
        set(${_solid}_NOT_FOUND_MESSAGE "there is no include/SOLID/solid.h in any directory above ${CMAKE_CURRENT_LIST_DIR}")
        return()
    endif()
    set(_solid_prefix "${_solid_above}")
endwhile()

# The libraries lie one or two directories above this one, under any name that a lib directory may have.
file(GLOB _solid_library_directories "${_solid_prefix}/lib*" "${_solid_prefix}/lib*/*-linux-gnu*")
get_filename_component(_solid_beside "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)
list(INSERT _solid_library_directories 0 "${_solid_beside}")
unset(_solid_shared)
unset(_solid_static)
find_library(_solid_shared NAMES lib${_solid}.so lib${_solid}.dylib lib${_solid}.dll.a ${_solid}.dll.lib ${_solid}
    PATHS ${_solid_library_directories} NO_DEFAULT_PATH NO_CACHE)
find_library(_solid_static NAMES lib${_solid}.a ${_solid}.lib
    PATHS ${_solid_library_directories} NO_DEFAULT_PATH NO_CACHE)

if(NOT _solid_shared AND NOT _solid_static)
    set(${_solid}_FOUND FALSE)
    set(${_solid}_NOT_FOUND_MESSAGE "there is no lib${_solid} in ${_solid_library_directories}")
    return()
endif()

set(_solid_includes ${_solid_include_directories})
list(TRANSFORM _solid_includes PREPEND "${_solid_prefix}/")

if(_solid_shared AND NOT TARGET ${_solid}::${_solid})
    add_library(${_solid}::${_solid} UNKNOWN IMPORTED)
    set_target_properties(${_solid}::${_solid} PROPERTIES
        IMPORTED_LOCATION "${_solid_shared}"
        INTERFACE_INCLUDE_DIRECTORIES "${_solid_includes}")
endif()
if(_solid_static AND NOT TARGET ${_solid}::static)
    add_library(${_solid}::static STATIC IMPORTED)
    set_target_properties(${_solid}::static PROPERTIES
        IMPORTED_LOCATION "${_solid_static}"
        INTERFACE_INCLUDE_DIRECTORIES "${_solid_includes}")
    if(WIN32)
        set_property(TARGET ${_solid}::static PROPERTY INTERFACE_LINK_LIBRARIES "ws2_32;userenv;ntdll;bcrypt")
    elseif(UNIX)
        find_package(Threads QUIET)
        set_property(TARGET ${_solid}::static PROPERTY
            INTERFACE_LINK_LIBRARIES "m;${CMAKE_THREAD_LIBS_INIT};${CMAKE_DL_LIBS}")
    endif()
endif()
if(NOT TARGET ${_solid}::${_solid})
    add_library(${_solid}::${_solid} ALIAS ${_solid}::static)
endif()

string(TOUPPER ${_solid} _solid_variables)
set(${_solid_variables}_FOUND TRUE)
set(${_solid_variables}_INCLUDE_DIRS "${_solid_includes}")
set(${_solid_variables}_LIBRARIES ${_solid}::${_solid})
