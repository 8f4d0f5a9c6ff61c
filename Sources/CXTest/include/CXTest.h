#pragma once

#include <gtk/gtk.h>
#include <stdbool.h>

/* Input as a person gives it: events that the X server makes, through the XTEST extension. All take
   the surface of a mapped window. False when the display is not X11 or has no XTEST. */

/* Gives the window the keyboard, as a window manager would. */
bool xt_focus(GdkSurface *surface);

/* Where a point of the surface is on the screen, in the server's pixels. */
bool xt_screen_point(GdkSurface *surface, double x, double y, int *screen_x, int *screen_y);

/* Moves the window to a point of the screen, in the server's pixels. */
bool xt_place(GdkSurface *surface, int screen_x, int screen_y);

/* Moves the pointer to a point of the screen, in the server's pixels. */
bool xt_point(GdkSurface *surface, int screen_x, int screen_y);

/* Moves the pointer to a point of the surface, in application pixels. */
bool xt_move(GdkSurface *surface, double x, double y);

/* Presses or releases a pointer button: 1 is the first. */
bool xt_button(GdkSurface *surface, unsigned button, bool is_down);

/* Presses or releases the key that makes a symbol. When no key does, a spare one is given it. */
bool xt_key(GdkSurface *surface, unsigned symbol, bool is_down);

/* Whether the symbol needs Shift on this keyboard. */
bool xt_needs_shift(GdkSurface *surface, unsigned symbol);

/* Waits until the server has dealt with everything sent so far. */
void xt_sync(GdkSurface *surface);

/* What a screen reader is told of a property or a state, or NULL where it is not set; g_free it.
   Needs GTK_A11Y=test. */
char *xt_accessible_property(GtkAccessible *accessible, GtkAccessibleProperty property);
char *xt_accessible_state(GtkAccessible *accessible, GtkAccessibleState state);
