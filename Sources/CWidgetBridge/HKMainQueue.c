#include "HKMainQueue.h"

#include <glib-unix.h>
#include <stdint.h>
#include <unistd.h>

/*
 * Jobs run below GDK's redraw, so that a flood of them does not keep frames from being drawn. Where each
 * frame takes longer than there is until the next one, a redraw is always due, and GLib would never come to
 * the jobs. So a second source looks on from above the redraw, and lifts the jobs above it where they have
 * waited for long, for a short while.
 */

/* How long jobs wait below the redraw, in microseconds: half a frame of a display with 60 a second. */
static const gint64 patience = 8000;
/* How long they go first then, in microseconds: the rest of the time belongs to the frames. */
static const gint64 turn = 4000;

typedef struct {
    GSource source;
    GSource *jobs;
    /* By g_source_add_poll: where g_source_add_unix_fd added it, GLib takes it for ready whatever check says. */
    GPollFD fd;
    int below, above;
    /* Times are in microseconds of the monotonic clock. */
    gint64 prepared, checked;
    /* Since when jobs have waited; 0 where none do. */
    gint64 waiting;
    /* Until when jobs go first; 0 where they do not. */
    gint64 turn_end;
} Watch;

/* It lives as long as the program. */
static Watch *watch;

static gboolean drain(gint fd, GIOCondition condition, gpointer data)
{
    (void)condition;
    (void)data;
    /* Read first: an eventfd that stays readable makes the source fire for ever. */
    uint64_t count;
    ssize_t got = read(fd, &count, sizeof count);
    (void)got;
    _dispatch_main_queue_callback_4CF(NULL);
    watch->waiting = 0;
    watch->checked = g_get_monotonic_time();
    return G_SOURCE_CONTINUE;
}

static gboolean prepare(GSource *source, gint *timeout)
{
    /* The jobs' own source wakes the loop. */
    *timeout = -1;
    ((Watch *)source)->prepared = g_get_monotonic_time();
    return FALSE;
}

/* Whether the jobs' place is to be changed. */
static gboolean check(GSource *source)
{
    Watch *self = (Watch *)source;
    gint64 now = g_get_monotonic_time(), checked = self->checked;
    self->checked = now;
    if (!(self->fd.revents & G_IO_IN))
        self->waiting = 0;
    else if (self->waiting == 0)
        /* They may have come at any time while the last iteration ran, but not before the loop looked. */
        self->waiting = self->prepared - checked >= patience ? checked : now;
    if (self->turn_end != 0)
        return now >= self->turn_end;
    return self->waiting != 0 && now - self->waiting >= patience;
}

static gboolean dispatch(GSource *source, GSourceFunc callback, gpointer data)
{
    (void)callback;
    (void)data;
    Watch *self = (Watch *)source;
    self->turn_end = self->turn_end == 0 ? g_get_monotonic_time() + turn : 0;
    /* They count as waiting from now on: the frames have their time first. */
    if (self->turn_end == 0)
        self->waiting = 0;
    g_source_set_priority(self->jobs, self->turn_end == 0 ? self->below : self->above);
    return G_SOURCE_CONTINUE;
}

bool hk_attach_main_queue(int below, int above)
{
    static GSourceFuncs functions = {prepare, check, dispatch, NULL, NULL, NULL};
    int fd = _dispatch_get_main_queue_handle_4CF();
    if (fd < 0)
        return false;
    GSource *source = g_source_new(&functions, sizeof(Watch));
    watch = (Watch *)source;
    watch->below = below;
    watch->above = above;
    watch->checked = g_get_monotonic_time();
    watch->fd = (GPollFD){.fd = fd, .events = G_IO_IN};
    g_source_add_poll(source, &watch->fd);
    g_source_set_priority(source, above);
    g_source_set_static_name(source, "Swift main actor's turn");
    watch->jobs = g_unix_fd_source_new(fd, G_IO_IN);
    /* A GUnixFDSourceFunc goes in as a GSourceFunc, as GLib's documentation asks. */
    g_source_set_callback(watch->jobs, G_SOURCE_FUNC(drain), NULL, NULL);
    g_source_set_priority(watch->jobs, below);
    g_source_set_static_name(watch->jobs, "Swift main actor");
    g_source_attach(source, NULL);
    g_source_attach(watch->jobs, NULL);
    return true;
}
