#pragma once

#include <gtk/gtk.h>

/* Has a tooltip tell the whole text of a label while it ends in "…" and has no tooltip of its own. */
void hk_label_tell_when_cut(GtkWidget *label);
