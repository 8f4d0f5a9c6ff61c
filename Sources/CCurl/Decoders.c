#include "Decoders.h"

#include <brotli/decode.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#define ZLIB_FUNCTIONS(USE) USE(inflateInit2_) USE(inflate) USE(inflateReset2) USE(inflateEnd)

#define BROTLI_FUNCTIONS(USE) \
  USE(BrotliDecoderCreateInstance) \
  USE(BrotliDecoderDecompressStream) \
  USE(BrotliDecoderDestroyInstance) \
  USE(BrotliDecoderGetErrorCode) \
  USE(BrotliDecoderErrorString)

#define ZSTD_FUNCTIONS(USE) \
  USE(ZSTD_createDCtx) \
  USE(ZSTD_DCtx_setParameter) \
  USE(ZSTD_decompressStream) \
  USE(ZSTD_freeDCtx) \
  USE(ZSTD_isError) \
  USE(ZSTD_getErrorCode) \
  USE(ZSTD_getErrorName)

#define DECLARE(name) __typeof__(&name) name##_;
static struct {
  ZLIB_FUNCTIONS(DECLARE) BROTLI_FUNCTIONS(DECLARE) ZSTD_FUNCTIONS(DECLARE)
} lib;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool has_zlib, has_brotli, has_zstd;

static void load(void) {
  void *library;
#define FIND(name) && (lib.name##_ = (__typeof__(&name))dlsym(library, #name))
  library = dlopen("libz.so.1", RTLD_LAZY | RTLD_LOCAL);
  has_zlib = library ZLIB_FUNCTIONS(FIND);
  library = dlopen("libbrotlidec.so.1", RTLD_LAZY | RTLD_LOCAL);
  has_brotli = library BROTLI_FUNCTIONS(FIND);
  library = dlopen("libzstd.so.1", RTLD_LAZY | RTLD_LOCAL);
  has_zstd = library ZSTD_FUNCTIONS(FIND);
}

bool hk_decoder_knows(hk_coding coding) {
  pthread_once(&once, load);
  switch (coding) {
    case HK_GZIP:
    case HK_DEFLATE: return has_zlib;
    case HK_BROTLI: return has_brotli;
    case HK_ZSTD: return has_zstd;
  }
  return false;
}

struct hk_decoder {
  hk_coding coding;
  /* Whether a stream has ended; whether another has begun behind it; and whether what follows is none
     and is of no account. */
  bool has_ended, is_within, is_over;
  const char *problem;
  z_stream zlib;
  bool has_stream;
  /* The first bytes of what is called deflate, which tell whether zlib's head is there. */
  uint8_t first[2];
  size_t first_count;
  BrotliDecoderState *brotli;
  ZSTD_DCtx *zstd;
};

/* The two bytes of zlib's head, or else a bare stream: RFC 1950, 2.2. */
static int zlib_bits(const uint8_t first[2]) {
  bool is_zlib =
      (first[0] & 0x0F) == Z_DEFLATED && first[0] >> 4 <= 7 && (first[0] << 8 | first[1]) % 31 == 0;
  return is_zlib ? MAX_WBITS : -MAX_WBITS;
}

static bool begin_zlib(hk_decoder *decoder, int bits) {
  decoder->has_stream =
      lib.inflateInit2__(&decoder->zlib, bits, ZLIB_VERSION, (int)sizeof(z_stream)) == Z_OK;
  return decoder->has_stream;
}

hk_decoder *hk_decoder_make(hk_coding coding) {
  if (!hk_decoder_knows(coding)) return NULL;
  hk_decoder *decoder = calloc(1, sizeof *decoder);
  if (!decoder) return NULL;
  decoder->coding = coding;
  bool is_made = false;
  switch (coding) {
    /* Some call zlib's format gzip. */
    case HK_GZIP: is_made = begin_zlib(decoder, MAX_WBITS + 32); break;
    case HK_DEFLATE: is_made = true; break;
    case HK_BROTLI:
      decoder->brotli = lib.BrotliDecoderCreateInstance_(NULL, NULL, NULL);
      is_made = decoder->brotli != NULL;
      break;
    case HK_ZSTD:
      decoder->zstd = lib.ZSTD_createDCtx_();
      /* No sender may ask for a window of more than 8 MB: RFC 9659. */
      is_made = decoder->zstd
          && !lib.ZSTD_isError_(
              lib.ZSTD_DCtx_setParameter_(decoder->zstd, ZSTD_d_windowLogMax, 23));
      break;
  }
  if (is_made) return decoder;
  hk_decoder_free(decoder);
  return NULL;
}

void hk_decoder_free(hk_decoder *decoder) {
  if (!decoder) return;
  if (decoder->has_stream) lib.inflateEnd_(&decoder->zlib);
  if (decoder->brotli) lib.BrotliDecoderDestroyInstance_(decoder->brotli);
  if (decoder->zstd) lib.ZSTD_freeDCtx_(decoder->zstd);
  free(decoder);
}

bool hk_decoder_is_whole(const hk_decoder *decoder) {
  return decoder->is_over || (decoder->has_ended && !decoder->is_within);
}

const char *hk_decoder_problem(const hk_decoder *decoder) {
  return decoder->problem ? decoder->problem : "";
}

/* What is still to be decoded, and where to. */
typedef struct {
  const uint8_t *bytes;
  size_t count;
  uint8_t *room;
  size_t size;
} work;

static uInt bounded(size_t count) { return count < (1u << 30) ? (uInt)count : 1u << 30; }

typedef enum { MORE, ENDED, BROKEN } step;

/* Decodes until the end of a stream, or of bytes or room. */
static step inflate_some(hk_decoder *decoder, work *work) {
  z_stream *zlib = &decoder->zlib;
  while (true) {
    uInt count = bounded(work->count), size = bounded(work->size);
    zlib->next_in = (Bytef *)work->bytes;
    zlib->avail_in = count;
    zlib->next_out = work->room;
    zlib->avail_out = size;
    int result = lib.inflate_(zlib, Z_NO_FLUSH);
    work->bytes += count - zlib->avail_in;
    work->count -= count - zlib->avail_in;
    work->room += size - zlib->avail_out;
    work->size -= size - zlib->avail_out;
    decoder->is_within = result != Z_STREAM_END;
    switch (result) {
      case Z_STREAM_END: decoder->has_ended = true; return ENDED;
      case Z_BUF_ERROR: return MORE;
      case Z_OK:
        if (work->count == 0 || work->size == 0) return MORE;
        break;
      case Z_NEED_DICT: decoder->problem = "a dictionary is needed"; return BROKEN;
      case Z_MEM_ERROR: decoder->problem = "there is no memory"; return BROKEN;
      default: decoder->problem = zlib->msg; return BROKEN;
    }
  }
}

static bool run_gzip(hk_decoder *decoder, work *work) {
  while (true) {
    if (decoder->has_ended && !decoder->is_within) {
      if (work->count == 0) return true;
      /* Members follow one another (RFC 1952, 2.2); anything else behind the first is ignored. */
      if (work->bytes[0] != 0x1F) return decoder->is_over = true;
      lib.inflateReset2_(&decoder->zlib, MAX_WBITS + 16);
    }
    switch (inflate_some(decoder, work)) {
      case MORE: return true;
      case ENDED: break;
      case BROKEN:
        /* Its second byte may show that it is no member. */
        decoder->is_over = decoder->has_ended && decoder->zlib.total_in <= 2;
        return decoder->is_over;
    }
  }
}

static bool run_deflate(hk_decoder *decoder, work *input) {
  if (!decoder->has_stream) {
    while (decoder->first_count < 2) {
      if (input->count == 0) return true;
      decoder->first[decoder->first_count++] = *input->bytes++;
      input->count--;
    }
    if (!begin_zlib(decoder, zlib_bits(decoder->first))) {
      decoder->problem = "there is no memory";
      return false;
    }
    /* At most one byte comes of these two, for which there is room. */
    work head = {decoder->first, 2, input->room, input->size};
    if (inflate_some(decoder, &head) == BROKEN) return false;
    input->room = head.room;
    input->size = head.size;
  }
  if (!decoder->has_ended && inflate_some(decoder, input) == BROKEN) return false;
  /* What follows is ignored. */
  decoder->is_over = decoder->has_ended;
  return true;
}

static bool run_brotli(hk_decoder *decoder, work *work) {
  BrotliDecoderResult result = lib.BrotliDecoderDecompressStream_(
      decoder->brotli, &work->count, &work->bytes, &work->size, &work->room, NULL);
  decoder->is_over = result == BROTLI_DECODER_RESULT_SUCCESS;
  if (result != BROTLI_DECODER_RESULT_ERROR) return true;
  decoder->problem =
      lib.BrotliDecoderErrorString_(lib.BrotliDecoderGetErrorCode_(decoder->brotli));
  return false;
}

static bool run_zstd(hk_decoder *decoder, work *work) {
  while (work->size > 0) {
    if (decoder->has_ended && !decoder->is_within) {
      if (work->count == 0) return true;
      /* Frames follow one another, of which some are skipped; anything else behind the first is
         ignored. RFC 8878, 3.1. */
      if (work->bytes[0] != 0x28 && work->bytes[0] >> 4 != 5) return decoder->is_over = true;
    }
    ZSTD_inBuffer bytes = {work->bytes, work->count, 0};
    ZSTD_outBuffer room = {work->room, work->size, 0};
    size_t result = lib.ZSTD_decompressStream_(decoder->zstd, &room, &bytes);
    work->bytes += bytes.pos;
    work->count -= bytes.pos;
    work->room += room.pos;
    work->size -= room.pos;
    if (lib.ZSTD_isError_(result)) {
      if (decoder->has_ended && lib.ZSTD_getErrorCode_(result) == ZSTD_error_prefix_unknown) {
        return decoder->is_over = true;
      }
      decoder->problem = lib.ZSTD_getErrorName_(result);
      return false;
    }
    if (result == 0) {
      decoder->has_ended = true;
      decoder->is_within = false;
    } else {
      if (bytes.pos > 0) decoder->is_within = true;
      if (work->count == 0 && work->size > 0) return true;
    }
  }
  return true;
}

bool hk_decoder_run(
    hk_decoder *decoder, const uint8_t *bytes, size_t count, size_t *taken, uint8_t *room,
    size_t size, size_t *made) {
  work work = {bytes, count, room, size};
  bool is_right = true;
  if (!decoder->is_over) {
    switch (decoder->coding) {
      case HK_GZIP: is_right = run_gzip(decoder, &work); break;
      case HK_DEFLATE: is_right = run_deflate(decoder, &work); break;
      case HK_BROTLI: is_right = run_brotli(decoder, &work); break;
      case HK_ZSTD: is_right = run_zstd(decoder, &work); break;
    }
  }
  *taken = decoder->is_over ? count : count - work.count;
  *made = size - work.size;
  return is_right;
}
