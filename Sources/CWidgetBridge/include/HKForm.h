#pragma once

#include <gtk/gtk.h>

/* Lays the children of a box out as the rows of a form: labels in one column and what they belong to in another
   one, or, where there is no room for both, each label above. */
void hk_box_form(GtkWidget *box, int row_spacing, int column_spacing);

/* Has a child be the label of the one behind it. All others take the whole width. */
void hk_box_form_label(GtkWidget *label);
