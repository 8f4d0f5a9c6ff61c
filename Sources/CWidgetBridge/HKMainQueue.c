#include "HKMainQueue.h"

#include <glib-unix.h>
#include <stdint.h>
#include <unistd.h>

static gboolean drain(gint fd, GIOCondition condition, gpointer data)
{
    (void)condition;
    (void)data;
    /* Read first: an eventfd that stays readable makes the source fire for ever. */
    uint64_t count;
    ssize_t got = read(fd, &count, sizeof count);
    (void)got;
    _dispatch_main_queue_callback_4CF(NULL);
    return G_SOURCE_CONTINUE;
}

bool hk_attach_main_queue(int priority)
{
    int fd = _dispatch_get_main_queue_handle_4CF();
    if (fd < 0)
        return false;
    GSource *source = g_unix_fd_source_new(fd, G_IO_IN);
    /* A GUnixFDSourceFunc goes in as a GSourceFunc, as GLib's documentation asks. */
    g_source_set_callback(source, G_SOURCE_FUNC(drain), NULL, NULL);
    g_source_set_priority(source, priority);
    g_source_set_static_name(source, "Swift main actor");
    g_source_attach(source, NULL);
    g_source_unref(source);
    return true;
}
