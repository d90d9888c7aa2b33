/*
 * A small encoder: PNG (RFC 2083) of one IDAT chunk and a tEXt, the rows filtered by the row above or the pixel before; deflate
 * (RFC 1951) with the fixed codes, matches found by hashing three bytes.
 */
#include "picture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HASHES 32768u
#define WINDOW 32768u
#define LONGEST 258u
#define ATTEMPTS 64 /* earlier places that are compared for a match */

typedef unsigned long Word; /* of which 32 bits are used */

typedef struct Output {
    unsigned char *bytes;
    size_t count, room;
    Word bits; /* those that do not fill a byte yet */
    int bit_count;
} Output;

static void *or_exit(void *memory)
{
    if (memory == NULL) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    return memory;
}

static void put(Output *output, unsigned byte)
{
    if (output->count == output->room) {
        output->room = 2 * output->room + 1024;
        output->bytes = (unsigned char *)or_exit(realloc(output->bytes, output->room));
    }
    output->bytes[output->count++] = (unsigned char)byte;
}

static void put_word(Output *output, Word word)
{
    int shift;

    for (shift = 24; shift >= 0; shift -= 8) put(output, (unsigned)(word >> shift) & 255u);
}

/* Bits, the least significant first. */
static void put_bits(Output *output, Word bits, int count)
{
    output->bits |= bits << output->bit_count;
    output->bit_count += count;
    while (output->bit_count >= 8) {
        put(output, (unsigned)(output->bits & 255u));
        output->bits >>= 8;
        output->bit_count -= 8;
    }
}

/* Huffman codes go the other way round. */
static void put_code(Output *output, Word code, int count)
{
    Word reversed = 0;
    int i;

    for (i = 0; i < count; ++i) reversed |= (code >> i & 1u) << (count - 1 - i);
    put_bits(output, reversed, count);
}

/* A literal byte, the end (256) or a length, in the fixed code. */
static void put_symbol(Output *output, unsigned symbol)
{
    if (symbol < 144) put_code(output, 0x30 + symbol, 8);
    else if (symbol < 256) put_code(output, 0x190 + symbol - 144, 9);
    else if (symbol < 280) put_code(output, symbol - 256, 7);
    else put_code(output, 0xC0 + symbol - 280, 8);
}

/* Lengths and distances are ranges, four or two to each number of further bits, which double from pair to pair. */
static void put_match(Output *output, unsigned length, unsigned distance)
{
    unsigned base = 3, symbol = 257, extra = 0, step = 0;

    if (length == LONGEST) {
        put_symbol(output, 285);
    } else {
        while (length >= base + (1u << extra)) {
            base += 1u << extra;
            ++symbol;
            if (++step >= 8 && step % 4 == 0) ++extra;
        }
        put_symbol(output, symbol);
        put_bits(output, length - base, (int)extra);
    }
    base = 1;
    extra = step = 0;
    while (distance >= base + (1u << extra)) {
        base += 1u << extra;
        if (++step >= 4 && step % 2 == 0) ++extra;
    }
    put_code(output, step, 5);
    put_bits(output, distance - base, (int)extra);
}

static unsigned hash(const unsigned char *p)
{
    return ((p[0] * 2654435761u) ^ (p[1] * 40503u << 4) ^ (p[2] * 2246822519u >> 3)) % HASHES;
}

/* The longest match for the bytes at `at`, and its distance. Places of the same hash are chained in `earlier`. */
static unsigned longest_match(const unsigned char *data, size_t count, size_t at, const size_t *newest,
                              const size_t *earlier, unsigned *distance)
{
    size_t place = newest[hash(data + at)];
    unsigned best = 0;
    int attempts = ATTEMPTS;

    while (place != 0 && at - (place - 1) < WINDOW && attempts-- > 0) {
        const unsigned char *a = data + place - 1, *b = data + at;
        unsigned length = 0;

        while (length < LONGEST && at + length < count && a[length] == b[length]) ++length;
        if (length > best) {
            best = length;
            *distance = (unsigned)(at - (place - 1));
        }
        place = earlier[(place - 1) % WINDOW];
    }
    return best;
}

static void deflate(Output *output, const unsigned char *data, size_t count)
{
    size_t *newest = (size_t *)or_exit(calloc(HASHES, sizeof *newest)); /* places count from 1; 0: none */
    size_t *earlier = (size_t *)or_exit(calloc(WINDOW, sizeof *earlier));
    size_t at = 0;

    put_bits(output, 3, 3); /* the last block; fixed codes */
    while (at < count) {
        unsigned distance = 0, length = 0;
        size_t end;

        if (at + 3 <= count) length = longest_match(data, count, at, newest, earlier, &distance);
        if (length >= 4) {
            put_match(output, length, distance);
        } else {
            put_symbol(output, data[at]);
            length = 1;
        }
        for (end = at + length; at < end; ++at) {
            unsigned h;

            if (at + 3 > count) continue;
            h = hash(data + at);
            earlier[at % WINDOW] = newest[h];
            newest[h] = at + 1;
        }
    }
    put_symbol(output, 256);
    put_bits(output, 0, 7); /* fills the last byte */
    free(newest);
    free(earlier);
}

/* The rows, top down, each after its filter's number: 1 subtracts the pixel before, 2 the one above. */
static unsigned char *filtered(int width, int height, const unsigned char *rgb, size_t *count)
{
    size_t row = 3 * (size_t)width, i;
    unsigned char *data = (unsigned char *)or_exit(malloc((row + 1) * (size_t)height)), *out = data;
    int y;

    for (y = height - 1; y >= 0; --y) {
        const unsigned char *line = rgb + row * (size_t)y, *above = line + row;
        size_t same_before = 0, same_above = 0;

        for (i = 3; i < row; ++i) {
            same_before += line[i] == line[i - 3];
            same_above += y < height - 1 && line[i] == above[i];
        }
        *out++ = same_above > same_before ? 2 : 1;
        for (i = 0; i < row; ++i) {
            unsigned from = same_above > same_before ? above[i] : i >= 3 ? line[i - 3] : 0;

            *out++ = (unsigned char)((line[i] - from) & 255u);
        }
    }
    *count = (row + 1) * (size_t)height;
    return data;
}

static Word adler(const unsigned char *data, size_t count)
{
    Word a = 1, b = 0;
    size_t i;

    for (i = 0; i < count; ++i) {
        a = (a + data[i]) % 65521u;
        b = (b + a) % 65521u;
    }
    return b << 16 | a;
}

static Word crc(const unsigned char *data, size_t count)
{
    Word c = 0xFFFFFFFFu;
    size_t i;
    int bit;

    for (i = 0; i < count; ++i) {
        c ^= data[i];
        for (bit = 0; bit < 8; ++bit) c = c & 1u ? c >> 1 ^ 0xEDB88320u : c >> 1;
    }
    return c ^ 0xFFFFFFFFu;
}

/* Length, type, data, and the sum over type and data. */
static void chunk(Output *output, const char *type, const Output *data)
{
    size_t i, start;

    put_word(output, (Word)data->count);
    start = output->count;
    for (i = 0; i < 4; ++i) put(output, (unsigned char)type[i]);
    for (i = 0; i < data->count; ++i) put(output, data->bytes[i]);
    put_word(output, crc(output->bytes + start, output->count - start));
}

int picture_write(const char *path, int width, int height, const unsigned char *rgb, const char *description)
{
    static const char signature[] = "\211PNG\r\n\032\n", depth_rgb[] = "\010\002\0\0", keyword[] = "Description";
    Output file, header, text, data, nothing;
    unsigned char *rows;
    size_t count, i;
    FILE *out;
    int good;

    memset(&file, 0, sizeof file);
    header = text = data = nothing = file;
    for (i = 0; i < 8; ++i) put(&file, (unsigned char)signature[i]);
    put_word(&header, (Word)width);
    put_word(&header, (Word)height);
    for (i = 0; i < 5; ++i) put(&header, (unsigned char)depth_rgb[i]);
    for (i = 0; i < sizeof keyword; ++i) put(&text, (unsigned char)keyword[i]); /* with its end */
    for (i = 0; description[i] != '\0'; ++i) put(&text, (unsigned char)description[i]);
    rows = filtered(width, height, rgb, &count);
    put(&data, 0x78); /* zlib: deflate, a window of 32768 bytes */
    put(&data, 0x01);
    deflate(&data, rows, count);
    put_word(&data, adler(rows, count));
    chunk(&file, "IHDR", &header);
    chunk(&file, "tEXt", &text);
    chunk(&file, "IDAT", &data);
    chunk(&file, "IEND", &nothing);

    out = fopen(path, "wb");
    good = out != NULL && fwrite(file.bytes, 1, file.count, out) == file.count;
    if (out != NULL && fclose(out) != 0) good = 0;
    free(rows);
    free(file.bytes);
    free(header.bytes);
    free(text.bytes);
    free(data.bytes);
    return good;
}
