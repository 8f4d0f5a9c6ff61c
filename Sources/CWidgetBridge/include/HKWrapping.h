#pragma once

#include <gtk/gtk.h>

/* Has a label that wraps ask for no more width than its longest word, whatever height it is offered.
   GTK 4.8 otherwise guesses the width that a height needs, too wide where lines differ in height, and
   boxes let such a label stand out of the view. */
void hk_label_wrap_by_width(GtkWidget *label);

/* Lays the children of a box out one behind the other, in as many lines as its width needs, with `spacing` between
   children and lines. The last child gets what is left of its line. */
void hk_box_flow(GtkWidget *box, int spacing);

/* Lays the children of a box out side by side: the first gets the width that the others leave, which take no more
   than half of it together unless they need it. Where the box is narrower than `width`, or too narrow for the
   first, the others stand below the first, and the last of them gets what is left of their line; what takes less
   than a third of the width stays beside it. */
void hk_box_stack_below(GtkWidget *box, int width, int spacing);

/* Has every horizontal box in a tree of widgets share out its width as before, but ask no child how wide it is at
   its height. GTK answers that by a dozen layouts of a text that wraps, for each row of a list. */
void hk_boxes_measure_by_width(GtkWidget *root);
