#pragma once

#include <gtk/gtk.h>

/* A row of widgets: the one that expands has the width that the others leave. Each is measured once for each width,
   where a GtkBox first asks how it might share the room out. Children are added by gtk_widget_insert_before() and
   gtk_widget_insert_after(). */
#define HK_TYPE_ROW (hk_row_get_type())
G_DECLARE_FINAL_TYPE(HKRow, hk_row, HK, ROW, GtkWidget)

/* An empty row, with `spacing` pixels between its children. One of a list that scrolls has no height before it is given
   a width. */
GtkWidget *hk_row_new(int spacing, gboolean is_listed);
