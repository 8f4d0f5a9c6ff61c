#include "CXTest.h"

#include <X11/XKBlib.h>
#include <X11/extensions/XTest.h>
#include <gdk/x11/gdkx.h>
#include <math.h>

/* gdk_x11_* is marked deprecated from GTK 4.18 on; there is no other way to the X server. */
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

static Display *display_of(GdkSurface *surface)
{
    if (!surface || !GDK_IS_X11_SURFACE(surface))
        return NULL;
    Display *display = gdk_x11_display_get_xdisplay(gdk_surface_get_display(surface));
    int event, error, major, minor;
    return XTestQueryExtension(display, &event, &error, &major, &minor) ? display : NULL;
}

bool xt_focus(GdkSurface *surface)
{
    Display *display = display_of(surface);
    if (!display)
        return false;
    XSetInputFocus(display, gdk_x11_surface_get_xid(surface), RevertToParent, CurrentTime);
    XFlush(display);
    return true;
}

bool xt_screen_point(GdkSurface *surface, double x, double y, int *screen_x, int *screen_y)
{
    Display *display = display_of(surface);
    if (!display)
        return false;
    int scale = gdk_surface_get_scale_factor(surface);
    Window child;
    return XTranslateCoordinates(display, gdk_x11_surface_get_xid(surface),
                                 DefaultRootWindow(display), (int)floor(x * scale),
                                 (int)floor(y * scale), screen_x, screen_y, &child);
}

bool xt_place(GdkSurface *surface, int screen_x, int screen_y)
{
    Display *display = display_of(surface);
    if (!display)
        return false;
    XMoveWindow(display, gdk_x11_surface_get_xid(surface), screen_x, screen_y);
    XFlush(display);
    return true;
}

bool xt_move(GdkSurface *surface, double x, double y)
{
    int screen_x, screen_y;
    return xt_screen_point(surface, x, y, &screen_x, &screen_y)
        && xt_point(surface, screen_x, screen_y);
}

bool xt_point(GdkSurface *surface, int screen_x, int screen_y)
{
    Display *display = display_of(surface);
    if (!display)
        return false;
    XTestFakeMotionEvent(display, -1, screen_x, screen_y, CurrentTime);
    XFlush(display);
    return true;
}

bool xt_button(GdkSurface *surface, unsigned button, bool is_down)
{
    Display *display = display_of(surface);
    if (!display)
        return false;
    XTestFakeButtonEvent(display, button, is_down, CurrentTime);
    XFlush(display);
    return true;
}

static KeyCode key_for(Display *display, KeySym symbol)
{
    KeyCode code = XKeysymToKeycode(display, symbol);
    if (code != 0)
        return code;
    int low, high, per_key;
    XDisplayKeycodes(display, &low, &high);
    KeySym *map = XGetKeyboardMapping(display, (KeyCode)low, high - low + 1, &per_key);
    for (int candidate = high; candidate >= low && code == 0; candidate--) {
        bool is_free = true;
        for (int level = 0; level < per_key; level++)
            is_free = is_free && map[(candidate - low) * per_key + level] == NoSymbol;
        if (is_free)
            code = (KeyCode)candidate;
    }
    XFree(map);
    if (code != 0) {
        KeySym symbols[2] = { symbol, symbol };
        XChangeKeyboardMapping(display, code, 2, symbols, 1);
        XSync(display, False);
    }
    return code;
}

bool xt_key(GdkSurface *surface, unsigned symbol, bool is_down)
{
    Display *display = display_of(surface);
    KeyCode code = display ? key_for(display, symbol) : 0;
    if (code == 0)
        return false;
    XTestFakeKeyEvent(display, code, is_down, CurrentTime);
    XFlush(display);
    return true;
}

bool xt_needs_shift(GdkSurface *surface, unsigned symbol)
{
    Display *display = display_of(surface);
    KeyCode code = display ? key_for(display, symbol) : 0;
    return code != 0 && XkbKeycodeToKeysym(display, code, 0, 0) != symbol
        && XkbKeycodeToKeysym(display, code, 0, 1) == symbol;
}

void xt_sync(GdkSurface *surface)
{
    Display *display = display_of(surface);
    if (display)
        XSync(display, False);
}

/* GTK tells an accessible's values only to its own tests: asked for a wrong value, it answers with
   the right one. A wrong value of a fitting type is needed, and one that nobody sets. */
static char *told(char *answer)
{
    if (answer && g_str_equal(answer, "undefined")) {
        g_free(answer);
        return NULL;
    }
    return answer;
}

char *xt_accessible_property(GtkAccessible *accessible, GtkAccessibleProperty property)
{
    if (!gtk_test_accessible_has_property(accessible, property))
        return NULL;
    switch (property) {
    case GTK_ACCESSIBLE_PROPERTY_LEVEL:
        return told(gtk_test_accessible_check_property(accessible, property, G_MININT));
    case GTK_ACCESSIBLE_PROPERTY_VALUE_NOW:
        return told(gtk_test_accessible_check_property(accessible, property, -1e300));
    case GTK_ACCESSIBLE_PROPERTY_SORT: {
        char *answer =
            gtk_test_accessible_check_property(accessible, property, GTK_ACCESSIBLE_SORT_OTHER);
        return answer ? told(answer) : g_strdup("other");
    }
    case GTK_ACCESSIBLE_PROPERTY_REQUIRED: {
        /* NULL means that the value asked for is the value: false. */
        char *answer = gtk_test_accessible_check_property(accessible, property, FALSE);
        return answer ? told(answer) : g_strdup("false");
    }
    default:
        return told(gtk_test_accessible_check_property(accessible, property, "\x01"));
    }
}

char *xt_accessible_state(GtkAccessible *accessible, GtkAccessibleState state)
{
    if (!gtk_test_accessible_has_state(accessible, state))
        return NULL;
    char *answer = gtk_test_accessible_check_state(accessible, state, 0);
    /* NULL means that the value asked for is the value: false. */
    return answer ? told(answer) : g_strdup("false");
}
