#include "tokens.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void vrml_stop(Reader *reader, int line, const char *format, ...)
{
    va_list arguments;
    int length = sprintf(reader->error, "line %d: ", line);

    va_start(arguments, format);
    vsprintf(reader->error + length, format, arguments); /* formats are short, and words below VRML_WORD */
    va_end(arguments);
    longjmp(reader->failed, 1);
}

static int get(Reader *reader)
{
    int c = getc(reader->file);

    if (c == '\n') ++reader->here;
    return c;
}

static void unget(Reader *reader, int c)
{
    if (c == '\n') --reader->here;
    if (c != EOF) ungetc(c, reader->file);
}

static int is_word(int c)
{
    return c != EOF && c > ' ' && strchr("{}[](),#\"|", c) == NULL;
}

static void string(Reader *reader)
{
    int c;

    while ((c = get(reader)) != '"') {
        if (c == '\\') c = get(reader);
        if (c == EOF) vrml_stop(reader, reader->line, "a string without an end");
    }
    reader->token = STRING;
}

/* What begins like a number must be one. */
static void word(Reader *reader, int c)
{
    int first = c, length = 0;
    char *rest;

    for (; is_word(c); c = get(reader)) {
        if (length + 1 < VRML_WORD) reader->word[length++] = (char)c;
    }
    unget(reader, c);
    reader->word[length] = '\0';
    reader->token = WORD;
    if (!isdigit(first) && strchr("+-.", first) == NULL) return;
    reader->number = strtod(reader->word, &rest);
    if (strncmp(reader->word, "0x", 2) == 0) reader->number = (double)strtoul(reader->word, &rest, 16);
    if (rest == reader->word || *rest != '\0') vrml_stop(reader, reader->line, "'%s' is no number", reader->word);
    if (!(fabs(reader->number) < 1e100)) vrml_stop(reader, reader->line, "'%s' is too large", reader->word);
    reader->token = NUMBER;
}

void vrml_next(Reader *reader)
{
    int c = get(reader);

    while (c == ',' || c == '#' || (c != EOF && c <= ' ')) { /* a comma is a blank */
        while (c == '#') {
            do {
                c = get(reader);
            } while (c != '\n' && c != EOF);
        }
        if (c != EOF) c = get(reader);
    }
    reader->line = reader->here;
    switch (c) {
    case EOF: reader->token = END; break;
    case '{': reader->token = OPEN; break;
    case '}': reader->token = CLOSE; break;
    case '[': reader->token = OPEN_LIST; break;
    case ']': reader->token = CLOSE_LIST; break;
    case '"': string(reader); break;
    case '(': reader->token = OPEN_SUM; break;
    case ')': reader->token = CLOSE_SUM; break;
    case '|': reader->token = BAR; break;
    default: word(reader, c); break;
    }
}

int vrml_is(const Reader *reader, const char *text)
{
    return reader->token == WORD && strcmp(reader->word, text) == 0;
}

void vrml_take_word(Reader *reader, char result[VRML_WORD], const char *what)
{
    if (reader->token != WORD) vrml_stop(reader, reader->line, "%s is missing", what);
    strcpy(result, reader->word);
    vrml_next(reader);
}
