#include "HKWrapping.h"

static GtkSizeRequestMode request_mode(GtkWidget *widget)
{
    (void)widget;
    return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static GtkWidget *next_seen(GtkWidget *child)
{
    while (child != NULL && !gtk_widget_should_layout(child)) child = gtk_widget_get_next_sibling(child);
    return child;
}

static GtkWidget *first_child(GtkWidget *box)
{
    return next_seen(gtk_widget_get_first_child(box));
}

static GtkWidget *next_child(GtkWidget *child)
{
    return next_seen(gtk_widget_get_next_sibling(child));
}

/* A box asks its own layout for its spacing, which another takes the place of here. */
static GQuark spacing_key(void)
{
    return g_quark_from_static_string("hikidashi-spacing");
}

static int spacing_of(GtkWidget *box)
{
    return GPOINTER_TO_INT(g_object_get_qdata(G_OBJECT(box), spacing_key()));
}

static void widths_of(GtkWidget *child, int *minimum, int *natural)
{
    gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, minimum, natural, NULL, NULL);
}

static int height_of(GtkWidget *child, int width)
{
    int natural;
    gtk_widget_measure(child, GTK_ORIENTATION_VERTICAL, width, NULL, &natural, NULL, NULL);
    return natural;
}

/* Gives a child its place, counted from the side where lines begin. */
static void place(GtkWidget *box, GtkWidget *child, int x, int y, int width, int height, int whole)
{
    if (gtk_widget_get_direction(box) == GTK_TEXT_DIR_RTL) x = whole - x - width;
    GtkAllocation allocation = {x, y, width, height};
    gtk_widget_size_allocate(child, &allocation, -1);
}

/* MARK: - Lines */

/* One line from `child` on: its height, and the child behind it. */
static GtkWidget *measure_line(GtkWidget *box, GtkWidget *child, int width, int *height)
{
    int used = 0;
    *height = 0;
    for (bool is_first = true; child != NULL; child = next_child(child), is_first = false) {
        int minimum, natural;
        widths_of(child, &minimum, &natural);
        int needed = MIN(MAX(natural, minimum), MAX(width, minimum));
        if (!is_first && used + spacing_of(box) + needed > width) break;
        used += needed + (is_first ? 0 : spacing_of(box));
        *height = MAX(*height, height_of(child, needed));
    }
    return child;
}

static void measure_flow(GtkWidget *box, GtkOrientation orientation, int for_size, int *minimum,
                         int *natural, int *minimum_baseline, int *natural_baseline)
{
    int least = 0, whole = 0, count = 0;
    for (GtkWidget *child = first_child(box); child != NULL; child = next_child(child), count++) {
        int own_least, own;
        widths_of(child, &own_least, &own);
        least = MAX(least, own_least);
        whole += own + (count > 0 ? spacing_of(box) : 0);
    }
    *minimum_baseline = *natural_baseline = -1;
    if (orientation == GTK_ORIENTATION_HORIZONTAL) {
        *minimum = least;
        *natural = whole;
        return;
    }
    int width = for_size < 0 ? whole : for_size, height = 0;
    for (GtkWidget *child = first_child(box); child != NULL;) {
        int line;
        child = measure_line(box, child, width, &line);
        height += line + (child != NULL ? spacing_of(box) : 0);
    }
    *minimum = *natural = height;
}

static void allocate_flow(GtkWidget *box, int width, int height, int baseline)
{
    (void)height;
    (void)baseline;
    int y = 0;
    for (GtkWidget *child = first_child(box); child != NULL;) {
        int line;
        GtkWidget *end = measure_line(box, child, width, &line);
        for (int x = 0; child != end; child = next_child(child)) {
            int minimum, natural;
            widths_of(child, &minimum, &natural);
            int own = MIN(MAX(natural, minimum), MAX(width, minimum));
            if (next_child(child) == NULL) own = MAX(own, width - x);
            place(box, child, x, y, own, line, width);
            x += own + spacing_of(box);
        }
        y += line + spacing_of(box);
    }
}

void hk_box_flow(GtkWidget *box, int spacing)
{
    g_object_set_qdata(G_OBJECT(box), spacing_key(), GINT_TO_POINTER(spacing));
    gtk_widget_set_layout_manager(box, gtk_custom_layout_new(request_mode, measure_flow, allocate_flow));
}

/* MARK: - Side by side, or below */

static GQuark width_key(void)
{
    return g_quark_from_static_string("hikidashi-stack-below");
}

/* What all children behind the first need and want, with the spacing before each. */
static void measure_others(GtkWidget *box, int *minimum, int *natural)
{
    *minimum = *natural = 0;
    GtkWidget *child = first_child(box);
    for (child = child == NULL ? NULL : next_child(child); child != NULL; child = next_child(child)) {
        int least, own;
        widths_of(child, &least, &own);
        *minimum += least + spacing_of(box);
        *natural += own + spacing_of(box);
    }
}

/* The width of the first child beside the others. */
static int width_of_first(GtkWidget *box, int width)
{
    int minimum, natural;
    measure_others(box, &minimum, &natural);
    return width - MAX(minimum, MIN(natural, width / 2));
}

/* Whether the others stand below the first: what is small, as a switch, stays beside it. */
static bool is_stacked(GtkWidget *box, int width)
{
    int least, wanted, others_least, others;
    widths_of(first_child(box), &least, &wanted);
    measure_others(box, &others_least, &others);
    if (width_of_first(box, width) < least) return true;
    return others > width / 3 && width < GPOINTER_TO_INT(g_object_get_qdata(G_OBJECT(box), width_key()));
}

/* Lays out the children behind the first, or only measures them; returns their height. */
static int lay_out_others(GtkWidget *box, int x, int y, int width, int height, bool is_placed)
{
    GtkWidget *child = next_child(first_child(box));
    int minimum, natural, highest = 0, right = x + width;
    measure_others(box, &minimum, &natural);
    int excess = MAX(0, natural - spacing_of(box) - width);
    for (; child != NULL; child = next_child(child)) {
        int least, own;
        widths_of(child, &least, &own);
        int cut = MIN(excess, own - least);
        excess -= cut;
        own -= cut;
        if (next_child(child) == NULL) own = MAX(own, right - x);
        highest = MAX(highest, height_of(child, own));
        if (is_placed) place(box, child, x, y, own, height, gtk_widget_get_width(box));
        x += own + spacing_of(box);
    }
    return highest;
}

static void measure_stack(GtkWidget *box, GtkOrientation orientation, int for_size, int *minimum,
                          int *natural, int *minimum_baseline, int *natural_baseline)
{
    *minimum_baseline = *natural_baseline = -1;
    *minimum = *natural = 0;
    GtkWidget *first = first_child(box);
    if (first == NULL) return;
    int least, wanted, others_least, others;
    widths_of(first, &least, &wanted);
    measure_others(box, &others_least, &others);
    if (orientation == GTK_ORIENTATION_HORIZONTAL) {
        *minimum = MAX(least, others_least - spacing_of(box));
        *natural = MAX(wanted + others, *minimum);
        return;
    }
    int width = for_size < 0 ? wanted + others : for_size;
    if (next_child(first) == NULL) {
        *minimum = *natural = height_of(first, width);
    } else if (is_stacked(box, width)) {
        *minimum = *natural =
            height_of(first, width) + spacing_of(box) / 2 + lay_out_others(box, 0, 0, width, 0, false);
    } else {
        int own = width_of_first(box, width);
        int rest = width - own - spacing_of(box);
        *minimum = *natural = MAX(height_of(first, own), lay_out_others(box, 0, 0, rest, 0, false));
    }
}

static void allocate_stack(GtkWidget *box, int width, int height, int baseline)
{
    (void)baseline;
    GtkWidget *first = first_child(box);
    if (first == NULL) return;
    if (next_child(first) == NULL) {
        place(box, first, 0, 0, width, height, width);
    } else if (is_stacked(box, width)) {
        int above = height_of(first, width), gap = spacing_of(box) / 2;
        place(box, first, 0, 0, width, above, width);
        lay_out_others(box, 0, above + gap, width, MAX(height - above - gap, 0), true);
    } else {
        int own = width_of_first(box, width), x = own + spacing_of(box);
        place(box, first, 0, 0, own, height, width);
        lay_out_others(box, x, 0, width - x, height, true);
    }
}

void hk_box_stack_below(GtkWidget *box, int width, int spacing)
{
    g_object_set_qdata(G_OBJECT(box), spacing_key(), GINT_TO_POINTER(spacing));
    g_object_set_qdata(G_OBJECT(box), width_key(), GINT_TO_POINTER(width));
    gtk_widget_set_layout_manager(box, gtk_custom_layout_new(request_mode, measure_stack, allocate_stack));
}
