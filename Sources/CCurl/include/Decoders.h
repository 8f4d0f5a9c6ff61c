#pragma once

/* What undoes the compression of a body: zlib, brotli and zstd behind one set of functions, which also
   know where a stream ends. libcurl decodes by itself, but does not tell of a stream that is cut off,
   and decodes all that it has read at once, whoever waits. The libraries are those that libcurl brings
   with it, and are loaded when one of them is first asked for. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum { HK_GZIP, HK_DEFLATE, HK_BROTLI, HK_ZSTD } hk_coding;

typedef struct hk_decoder hk_decoder;

/* Whether the library for it is there. */
bool hk_decoder_knows(hk_coding coding);

/* A decoder of one stream; NULL where there is no memory, or no library for it. */
hk_decoder *hk_decoder_make(hk_coding coding);
void hk_decoder_free(hk_decoder *decoder);

/* Decodes `count` bytes into `room`, until either is used up, and tells how many were taken and made.
   Where it leaves room, it has taken every byte. False where the bytes are no such stream, of which
   the decoder is of no use any more. */
bool hk_decoder_run(
    hk_decoder *decoder, const uint8_t *bytes, size_t count, size_t *taken, uint8_t *room,
    size_t size, size_t *made);

/* Whether a stream has ended and no other has begun. */
bool hk_decoder_is_whole(const hk_decoder *decoder);

/* What its library says of bytes that are no such stream. */
const char *hk_decoder_problem(const hk_decoder *decoder);
