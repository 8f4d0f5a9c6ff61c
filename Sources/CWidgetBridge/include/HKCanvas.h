#pragma once

#include <gtk/gtk.h>

/* Draws a canvas: called in a frame, when something has changed. `owner` is passed through. */
typedef void (*HKCanvasSnapshot)(void *owner, GtkSnapshot *snapshot, double width, double height);

/* A widget without children that draws through a callback, as render nodes rather than as pixels. */
#define HK_TYPE_CANVAS (hk_canvas_get_type())
G_DECLARE_FINAL_TYPE(HKCanvas, hk_canvas, HK, CANVAS, GtkWidget)

GtkWidget *hk_canvas_new(HKCanvasSnapshot snapshot);

/* The owner is not kept alive: it passes NULL before it goes. */
void hk_canvas_set_owner(GtkWidget *canvas, void *owner);

/* What a widget draws on its background, now, also where its parents are invisible. */
void hk_widget_snapshot_content(GtkWidget *widget, GtkSnapshot *snapshot);

/* The least and the natural size, in pixels. */
void hk_canvas_set_size(GtkWidget *canvas, int width, int height);
