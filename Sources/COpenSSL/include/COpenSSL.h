#pragma once

/* For a library that uses OpenSSL, as dlopen gave it, before it is called for the first time: OpenSSL is
   not to clean up when the process ends. It would do so while other threads end, and free what they are
   freeing (seen with 3.0.19: six of 6,000 processes whose last thread ended as they did crashed). What it
   holds is memory alone, which the system takes back.

   It comes too late where something else in the process has used OpenSSL before, and does nothing where
   the library uses another one. */
void hk_openssl_keep(void *library);
