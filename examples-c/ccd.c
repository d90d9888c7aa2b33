/*
 * Continuous collision detection: when do a vertex and a face, or two edges, whose points move linearly first touch?
 *
 *     ccd < queries
 *
 * reads a query a line: vf or ee and 24 numbers, x y z of eight points. These are, at time 0 and then at time 1,
 *
 *     vf    a vertex and the three corners of a triangle
 *     ee    the ends of the first edge and those of the second
 *
 * and prints a line a query: 0 if they do not touch at any time from 0 to 1, or 1 and two times between which they first
 * do. Of a line that is no query it prints on stderr what is wrong, and nothing on stdout; then the exit status is 1.
 */
#include <SOLID/solid.h>
#include <SOLID/solid_ext.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char blanks[] = " \t\r\n\f\v";

static char *line;
static size_t capacity;

/* Reads a line of any length, without its end; 0 if there is none. */
static int read_line(void)
{
    size_t length = 0;
    int c;

    while ((c = getchar()) != EOF && c != '\n') {
        if (length + 2 > capacity) {
            capacity = 2 * capacity + 1024;
            line = (char *)realloc(line, capacity);
            if (line == NULL) {
                fprintf(stderr, "ccd: not enough memory\n");
                exit(2);
            }
        }
        line[length++] = c == '\0' ? '?' : (char)c; /* a zero byte is no number, and does not end the line */
    }
    if (line != NULL) {
        line[length] = '\0';
    }
    return length > 0 || c != EOF;
}

/* Reads 24 numbers; returns what is wrong, or NULL. */
static const char *read_numbers(char *text, double numbers[24])
{
    int count = 0;
    char *word, *end;

    for (word = strtok(text, blanks); word != NULL; word = strtok(NULL, blanks)) {
        if (count == 24) {
            return "more than 24 numbers";
        }
        numbers[count++] = strtod(word, &end);
        if (*end != '\0') {
            return "a word that is not a number";
        }
    }
    return count < 24 ? "fewer than 24 numbers" : NULL;
}

/* Answers a query; returns what is wrong with it, or NULL. */
static const char *answer(void)
{
    double numbers[24], times[2];
    const char *wrong;
    DtBool hit;
    char *text = line + strspn(line, blanks);
    int is_face = strncmp(text, "vf", 2) == 0;

    if ((!is_face && strncmp(text, "ee", 2) != 0) || text[2] == '\0' || strchr(blanks, text[2]) == NULL) {
        return "neither vf nor ee comes first";
    }
    wrong = read_numbers(text + 2, numbers);
    if (wrong != NULL) {
        return wrong;
    }
    hit = is_face ? dtVertexFaceImpact(numbers, numbers + 12, times) : dtEdgeEdgeImpact(numbers, numbers + 12, times);
    if (dtGetError() != DT_NO_ERROR) {
        return "a number that is not finite";
    }
    if (hit) {
        printf("1 %.17g %.17g\n", times[0], times[1]);
    } else {
        printf("0\n");
    }
    return NULL;
}

int main(void)
{
    unsigned long number = 0;
    int status = 0;

    while (read_line()) {
        const char *wrong = line == NULL || line[strspn(line, blanks)] == '\0' ? "an empty line" : answer();
        ++number;
        if (wrong != NULL) {
            fprintf(stderr, "ccd: line %lu: %s\n", number, wrong);
            status = 1;
        }
    }
    free(line);
    return status;
}
