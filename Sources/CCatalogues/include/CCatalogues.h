#pragma once
// The toolkit's messages in other languages, built into the program.

#include <stddef.h>

/// The content of the `.po` file of a language, such as `ja`, and its length; null if there is none.
const unsigned char *_Nullable hk_catalogue(const char *_Nonnull language, size_t *_Nonnull count);
