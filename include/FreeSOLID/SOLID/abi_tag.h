/* The tag of the ABI, whose scalar is a float: a function that libFreeSOLID alone exports, and that does nothing. Each source file
 * with a header of the library refers to it, so that a program is not linked or not loaded with the library of the other ABI,
 * which has functions of the same names.
 *
 * A file that calls no function of the library, or that finds them by dlsym, does without if SOLID_NO_ABI_TAG is defined
 * before it includes the header. */

#ifndef FREESOLID_SOLID_ABI_TAG_H
#define FREESOLID_SOLID_ABI_TAG_H

#ifdef SOLID_ABI_DOUBLE
#error "these are the headers of FreeSOLID, whose DT_Scalar is a float, after those of SOLID, where it is a double"
#endif
#ifndef SOLID_ABI_FLOAT
#define SOLID_ABI_FLOAT
#endif

#ifndef SOLID_NO_ABI_TAG
#ifdef __cplusplus
extern "C" {
#endif

void solid_abi_float(void);

#if defined(__GNUC__)
/* Compilers and linkers keep a constructor that nothing refers to. The address is taken, since it is found when a program or
 * plugin is loaded, and a function that is only called perhaps not before the call. */
__attribute__((constructor)) static void solid_refer_to_abi(void)
{
    void (*volatile tag)(void) = solid_abi_float;
    tag();
}
#elif defined(_MSC_VER) && defined(_M_IX86)
#pragma comment(linker, "/include:_solid_abi_float")
#elif defined(_MSC_VER)
#pragma comment(linker, "/include:solid_abi_float")
#endif

#ifdef __cplusplus
}
#endif
#endif

#endif
