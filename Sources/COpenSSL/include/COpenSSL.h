#pragma once

/* Keeps OpenSSL from cleaning up when the process ends. Call it with the handle that dlopen gave for a
   library that uses OpenSSL, before the first call to that library.

   OpenSSL would clean up while other threads end, and free what they are freeing (seen with 3.0.19: six of
   6,000 processes whose last thread ended in that moment crashed). What it holds is memory alone, which
   the system takes back.

   The call comes too late where something else in the process has used OpenSSL before, and does nothing
   where the library uses another one. */
void hk_openssl_keep(void *library);
