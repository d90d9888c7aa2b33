/* For programs that look for FreeSOLID by this file, which its own build leaves among the headers. It defines none of the general
 * names of such files (PACKAGE, VERSION), and includes the program's own config.h where it would hide that. */

#if defined(__GNUC__)
#pragma GCC system_header
#endif

#ifndef FREESOLID_CONFIG_H
#define FREESOLID_CONFIG_H

#define FREESOLID_VERSION "2.1.2"

#endif

#if defined(__has_include_next)
#if __has_include_next(<config.h>)
#include_next <config.h>
#endif
#endif
