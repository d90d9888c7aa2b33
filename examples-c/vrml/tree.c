#include "tokens.h"

#include <stdlib.h>
#include <string.h>

#define DEEPEST 200 /* nodes in nodes */

static void *allocate(Reader *reader, void *old, size_t size)
{
    void *memory = realloc(old, size);

    if (memory == NULL) vrml_stop(reader, reader->line, "out of memory");
    return memory;
}

/* Room for one more: doubles whenever the count reaches a power of two. */
static void *grown(Reader *reader, void *array, unsigned count, size_t size)
{
    if (count != 0 && (count & (count - 1)) != 0) return array;
    return allocate(reader, array, (count == 0 ? 1 : 2 * (size_t)count) * size);
}

static VrmlNode *defined(Reader *reader, const char *name, int line)
{
    VrmlNode *node;

    for (node = reader->tree->newest; node != NULL; node = node->older) {
        if (strcmp(node->name, name) == 0) return node; /* one that is still being read has no name yet */
    }
    vrml_stop(reader, line, "USE %s: there is no DEF %s before", name, name);
    return NULL;
}

static void add_node(Reader *reader, VrmlField *field, VrmlNode *node)
{
    field->nodes = (VrmlNode **)grown(reader, field->nodes, field->node_count, sizeof *field->nodes);
    field->nodes[field->node_count++] = node;
}

static void read_fields(Reader *reader, VrmlNode *node);

/* The body of a node that declares fields of its own: nothing that shapes need. */
static void skip_body(Reader *reader)
{
    int open = 0, line = reader->line;

    do {
        open += reader->token == OPEN;
        open -= reader->token == CLOSE;
        if (reader->token == END) vrml_stop(reader, line, "a '{' without its '}'");
        vrml_next(reader);
    } while (open > 0);
}

/* A node whose type has been read; the name is that of DEF. */
static VrmlNode *read_body(Reader *reader, const char *type, const char *name, int line)
{
    VrmlNode *node = (VrmlNode *)allocate(reader, NULL, sizeof *node);

    memset(node, 0, sizeof *node);
    node->line = line;
    node->older = reader->tree->newest;
    reader->tree->newest = node;
    if (reader->token != OPEN) vrml_stop(reader, reader->line, "a '{' is missing after '%s'", type);
    if (++reader->depth > DEEPEST) vrml_stop(reader, line, "nodes are nested more than %d deep", DEEPEST);
    if (strcmp(type, "Script") == 0) {
        skip_body(reader);
    } else {
        vrml_next(reader);
        read_fields(reader, node);
        if (reader->token != CLOSE) vrml_stop(reader, line, "'%s {' has no '}'", type);
        vrml_next(reader);
    }
    --reader->depth;
    strcpy(node->name, name);
    strcpy(node->type, type);
    return node;
}

/* A node that begins with DEF, with USE, or with its type. */
static VrmlNode *read_node(Reader *reader)
{
    char name[VRML_WORD] = "", type[VRML_WORD];
    int line = reader->line;

    if (vrml_is(reader, "USE")) {
        vrml_next(reader);
        vrml_take_word(reader, name, "the name after USE");
        return defined(reader, name, line);
    }
    if (vrml_is(reader, "DEF")) {
        vrml_next(reader);
        vrml_take_word(reader, name, "the name after DEF");
    }
    line = reader->line;
    vrml_take_word(reader, type, "the type of a node");
    return read_body(reader, type, name, line);
}

static void add_number(Reader *reader, VrmlField *field, double number)
{
    field->numbers = (double *)grown(reader, field->numbers, field->number_count, sizeof *field->numbers);
    field->numbers[field->number_count++] = number;
}

/* A word among values: a truth value, an enumerator, or the beginning of a node. */
static void read_word(Reader *reader, VrmlField *field)
{
    char text[VRML_WORD];
    int line = reader->line;

    if (vrml_is(reader, "DEF") || vrml_is(reader, "USE")) {
        add_node(reader, field, read_node(reader));
        return;
    }
    vrml_take_word(reader, text, "a value");
    if (reader->token == OPEN) add_node(reader, field, read_body(reader, text, "", line));
    else if (strcmp(text, "TRUE") == 0 || strcmp(text, "FALSE") == 0) add_number(reader, field, text[0] == 'T');
    else if (field->word[0] == '\0') strcpy(field->word, text);
}

static void read_list(Reader *reader, VrmlField *field)
{
    int line = reader->line;

    vrml_next(reader);
    while (reader->token != CLOSE_LIST) {
        if (reader->token == NUMBER) {
            add_number(reader, field, reader->number);
            vrml_next(reader);
        } else if (reader->token == WORD) {
            read_word(reader, field);
        } else if (reader->token == STRING) {
            vrml_next(reader);
        } else {
            vrml_stop(reader, line, "a '[' without its ']'");
        }
    }
    vrml_next(reader);
}

/* The value of a field: a list, numbers in a row, one word, strings, or a sum of enumerators in parentheses. */
static void read_value(Reader *reader, VrmlField *field)
{
    switch (reader->token) {
    case OPEN_LIST: read_list(reader, field); break;
    case NUMBER:
        for (; reader->token == NUMBER; vrml_next(reader)) add_number(reader, field, reader->number);
        break;
    case STRING:
        while (reader->token == STRING) vrml_next(reader);
        break;
    case WORD: read_word(reader, field); break;
    case OPEN_SUM:
        do {
            vrml_next(reader);
        } while (reader->token == BAR || reader->token == WORD);
        if (reader->token != CLOSE_SUM) vrml_stop(reader, field->line, "a '(' without its ')'");
        vrml_next(reader);
        break;
    default: vrml_stop(reader, field->line, "'%s' has no value", field->name);
    }
}

static VrmlField *new_field(Reader *reader, VrmlField ***end, const char *name, int line)
{
    VrmlField *field = (VrmlField *)allocate(reader, NULL, sizeof *field);

    memset(field, 0, sizeof *field);
    strcpy(field->name, name);
    field->line = line;
    **end = field;
    *end = &field->next;
    return field;
}

/* One end of a route: the names of a node and of its event, with a point between. */
static void read_end(Reader *reader, char node[VRML_WORD], char event[VRML_WORD])
{
    char *point;

    vrml_take_word(reader, node, "an end of a ROUTE");
    point = strchr(node, '.');
    if (point == NULL) vrml_stop(reader, reader->line, "ROUTE: '%s' is no node and event", node);
    strcpy(event, point + 1);
    *point = '\0';
}

static int read_route(Reader *reader)
{
    VrmlRoute *route;

    if (!vrml_is(reader, "ROUTE")) return 0;
    route = (VrmlRoute *)allocate(reader, NULL, sizeof *route);
    route->next = reader->tree->routes;
    reader->tree->routes = route;
    route->line = reader->line;
    route->counts = 0;
    vrml_next(reader);
    read_end(reader, route->from, route->out);
    if (!vrml_is(reader, "TO")) vrml_stop(reader, reader->line, "a ROUTE without TO");
    vrml_next(reader);
    read_end(reader, route->to, route->in);
    return 1;
}

static void read_fields(Reader *reader, VrmlNode *node)
{
    VrmlField **end = &node->fields;

    while (reader->token == WORD) {
        char name[VRML_WORD];
        int line = reader->line;

        if (read_route(reader)) continue;
        if (vrml_is(reader, "DEF") || vrml_is(reader, "USE")) {
            add_node(reader, new_field(reader, &end, "", line), read_node(reader));
            continue;
        }
        vrml_take_word(reader, name, "a field");
        if (reader->token == OPEN) {
            VrmlField *field = new_field(reader, &end, "", line);

            add_node(reader, field, read_body(reader, name, "", line));
        } else {
            read_value(reader, new_field(reader, &end, name, line));
        }
    }
}

static void read_file(Reader *reader)
{
    char header[16];

    if (fgets(header, sizeof header, reader->file) == NULL) header[0] = '\0';
    if (strncmp(header, "#VRML V1.0", 10) == 0) reader->tree->version = 1;
    else if (strncmp(header, "#VRML V2.0", 10) == 0) reader->tree->version = 2;
    else vrml_stop(reader, 1, "a file begins with '#VRML V1.0 ascii' or '#VRML V2.0 utf8'");
    while (strchr(header, '\n') == NULL) { /* the rest of the line */
        int c = getc(reader->file);

        if (c == '\n' || c == EOF) break;
    }
    reader->here = 2;
    vrml_next(reader);
    while (reader->token != END) {
        if (vrml_is(reader, "PROTO") || vrml_is(reader, "EXTERNPROTO")) {
            vrml_stop(reader, reader->line, "%s is not in the part of VRML that is read", reader->word);
        }
        if (reader->token != WORD) vrml_stop(reader, reader->line, "a node is missing");
        if (!read_route(reader)) add_node(reader, &reader->tree->top, read_node(reader));
    }
}

int vrml_read_tree(const char *path, VrmlTree *tree, char *error)
{
    Reader reader;
    int good;

    memset(tree, 0, sizeof *tree);
    memset(&reader, 0, sizeof reader);
    reader.tree = tree;
    reader.error = error;
    reader.file = fopen(path, "r");
    if (reader.file == NULL) {
        strcpy(error, "cannot be opened");
        return 0;
    }
    good = setjmp(reader.failed) == 0;
    if (good) read_file(&reader);
    fclose(reader.file);
    return good;
}

static void free_field(VrmlField *field)
{
    free(field->numbers);
    free(field->nodes);
}

void vrml_free_tree(VrmlTree *tree)
{
    while (tree->newest != NULL) {
        VrmlNode *node = tree->newest;

        tree->newest = node->older;
        while (node->fields != NULL) {
            VrmlField *field = node->fields;

            node->fields = field->next;
            free_field(field);
            free(field);
        }
        free(node);
    }
    while (tree->routes != NULL) {
        VrmlRoute *route = tree->routes;

        tree->routes = route->next;
        free(route);
    }
    free_field(&tree->top);
    memset(tree, 0, sizeof *tree);
}

const VrmlField *vrml_field(const VrmlNode *node, const char *name)
{
    const VrmlField *field;

    for (field = node->fields; field != NULL; field = field->next) {
        if (strcmp(field->name, name) == 0) return field;
    }
    return NULL;
}
