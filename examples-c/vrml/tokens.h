/* The tokens of a VRML file. */
#ifndef EXAMPLES_VRML_TOKENS_H
#define EXAMPLES_VRML_TOKENS_H

#include "tree.h"

#include <setjmp.h>
#include <stdio.h>

typedef enum Token {
    END, WORD, NUMBER, STRING, OPEN, CLOSE, OPEN_LIST, CLOSE_LIST, OPEN_SUM, CLOSE_SUM, BAR
} Token;

typedef struct Reader {
    FILE *file;
    int line;             /* of the token */
    int here;             /* of the next character */
    Token token;
    char word[VRML_WORD]; /* of a WORD, and of a NUMBER as well */
    double number;
    int depth;            /* of nodes in nodes */
    VrmlTree *tree;
    char *error;          /* room for 300 characters */
    jmp_buf failed;
} Reader;

/* Ends the reading; the format's words are shorter than VRML_WORD. */
void vrml_stop(Reader *reader, int line, const char *format, ...);

/* Reads a token. Comments and commas are blanks. */
void vrml_next(Reader *reader);

/* Whether the token is this word. */
int vrml_is(const Reader *reader, const char *text);

/* Copies a word, and reads the next token. */
void vrml_take_word(Reader *reader, char result[VRML_WORD], const char *what);

#endif
