/*
 * A tiny check harness for the C and C++ programs of this directory. C89 and C++98.
 *
 *   CHECK_LINE("complex/...");            the line of the contract that the next checks hold
 *   check_case("box at %d", i);           what a loop is looking at; printed when a check fails
 *   CHECK("complex/empty-never-hits", n == 0);
 *   return check_finish();                prints "N passed, M failed"
 *
 * Only failures are printed. The name of a check is always a string literal, so that it can be found
 * in CONTRACT.md and here by searching; tests/c_programs/capi.rs compares the two lists.
 */
#ifndef CAPI_TESTS_CHECK_H
#define CAPI_TESTS_CHECK_H

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* The helpers live in headers, and no program uses all of them. */
#if defined(__GNUC__)
#define CHECK_HELPER __attribute__((unused)) static
#else
#define CHECK_HELPER static
#endif

/* After so many printed failures the rest are only counted. */
#define CHECK_PRINTED_MAX 60

static int check_passed_count = 0;
static int check_failed_count = 0;
static char check_line_text[160] = "";
static char check_case_text[200] = "";

/* Names the contract's line under test and forgets the case. */
CHECK_HELPER void check_line(const char *line)
{
    strncpy(check_line_text, line, sizeof check_line_text - 1);
    check_case_text[0] = '\0';
}

/* Describes the case a loop is at. Keep it under 200 characters. */
CHECK_HELPER void check_case(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsprintf(check_case_text, format, arguments);
    va_end(arguments);
}

CHECK_HELPER void check_record(const char *name, int ok, const char *file, int line, const char *format, ...)
{
    if (ok) {
        check_passed_count++;
        return;
    }
    check_failed_count++;
    if (check_failed_count <= CHECK_PRINTED_MAX) {
        va_list arguments;
        printf("FAILED %s (%s:%d)\n    line: %s\n", name, file, line, check_line_text);
        if (check_case_text[0] != '\0') {
            printf("    case: %s\n", check_case_text);
        }
        printf("    ");
        va_start(arguments, format);
        vprintf(format, arguments);
        va_end(arguments);
        printf("\n");
        fflush(stdout);
    }
}

CHECK_HELPER void check_int(const char *name, long actual, long expected, const char *file, int line)
{
    check_record(name, actual == expected, file, line, "expected %ld, got %ld", expected, actual);
}

CHECK_HELPER void check_pointer(const char *name, const void *actual, const void *expected, const char *file,
                                int line)
{
    check_record(name, actual == expected, file, line, "expected %p, got %p", expected, actual);
}

/* A NaN is never near anything: the comparison is written so that it fails. */
CHECK_HELPER void check_near(const char *name, double actual, double expected, double tolerance,
                             const char *file, int line)
{
    int ok = fabs(actual - expected) <= tolerance;
    check_record(name, ok, file, line, "expected %.17g within %g, got %.17g", expected, tolerance, actual);
}

CHECK_HELPER void check_vector(const char *name, const double *actual, double x, double y, double z,
                               double tolerance, const char *file, int line)
{
    int ok = fabs(actual[0] - x) <= tolerance && fabs(actual[1] - y) <= tolerance &&
             fabs(actual[2] - z) <= tolerance;
    check_record(name, ok, file, line, "expected (%.15g, %.15g, %.15g) within %g, got (%.15g, %.15g, %.15g)", x,
                 y, z, tolerance, actual[0], actual[1], actual[2]);
}

/* Prints the tally; the value is the program's exit status. */
CHECK_HELPER int check_finish(void)
{
    if (check_failed_count > CHECK_PRINTED_MAX) {
        printf("... and %d failures more\n", check_failed_count - CHECK_PRINTED_MAX);
    }
    printf("%d passed, %d failed\n", check_passed_count, check_failed_count);
    fflush(stdout);
    return check_failed_count == 0 && check_passed_count > 0 ? 0 : 1;
}

#define CHECK_LINE(text) check_line(text)
#define CHECK(name, condition) check_record(name, (condition) ? 1 : 0, __FILE__, __LINE__, "%s", #condition)
#define CHECK_INT(name, actual, expected) check_int(name, (long)(actual), (long)(expected), __FILE__, __LINE__)
#define CHECK_POINTER(name, actual, expected) check_pointer(name, actual, expected, __FILE__, __LINE__)
#define CHECK_NEAR(name, actual, expected, tolerance) \
    check_near(name, actual, expected, tolerance, __FILE__, __LINE__)
#define CHECK_VECTOR(name, actual, x, y, z, tolerance) \
    check_vector(name, actual, x, y, z, tolerance, __FILE__, __LINE__)

#endif
