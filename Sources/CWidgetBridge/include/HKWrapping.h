#pragma once

#include <gtk/gtk.h>

/* Has a label that wraps ask for no more width than its longest word, whatever height it is offered.
   GTK 4.8 otherwise guesses the width that a height needs, too wide where lines differ in height, and
   boxes let such a label stand out of the view. */
void hk_label_wrap_by_width(GtkWidget *label);
