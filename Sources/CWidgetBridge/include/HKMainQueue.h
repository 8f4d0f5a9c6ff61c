#pragma once

#include <stdbool.h>

/* The way libdispatch offers another run loop its main queue, on which main-actor jobs wait.
   Exported for CoreFoundation, not declared in a public header: a test fails when they change. */
int _dispatch_get_main_queue_handle_4CF(void);
void _dispatch_main_queue_callback_4CF(void *message);

/* Adds the main queue to GLib's default context, at the priority `below`, and at `above` for a while where
   its jobs have waited for long. False when there is no handle. */
bool hk_attach_main_queue(int below, int above);
