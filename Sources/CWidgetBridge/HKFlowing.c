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

/* MARK: - Side by side, measured by width alone */

static GQuark even_key(void)
{
    return g_quark_from_static_string("hikidashi-even");
}

static bool is_even(GtkWidget *box)
{
    return g_object_get_qdata(G_OBJECT(box), even_key()) != NULL;
}

/* Shares the width out as a GtkBox does: what each needs, then up to what each wants, and the rest to those that
 * expand: each in the least width of its size. `sizes` is as long as there are children, of which there is one. */
static void share_width(GtkWidget *box, int width, GtkRequestedSize *sizes, guint count)
{
    guint index = 0, expanding = 0;
    for (GtkWidget *child = first_child(box); child != NULL; child = next_child(child)) {
        GtkRequestedSize *size = &sizes[index++];
        size->data = child;
        widths_of(child, &size->minimum_size, &size->natural_size);
        width -= size->minimum_size + (index > 1 ? spacing_of(box) : 0);
        if (gtk_widget_compute_expand(child, GTK_ORIENTATION_HORIZONTAL)) expanding++;
    }
    if (is_even(box)) {
        for (guint place = 0; place < count; place++) width += sizes[place].minimum_size;
        for (guint place = 0; place < count; place++)
            sizes[place].minimum_size = MAX(sizes[place].minimum_size, width / (int)count);
        return;
    }
    int rest = gtk_distribute_natural_allocation(MAX(width, 0), count, sizes);
    for (guint place = 0; place < count && expanding > 0; place++) {
        if (!gtk_widget_compute_expand(sizes[place].data, GTK_ORIENTATION_HORIZONTAL)) continue;
        int share = rest / (int)expanding--;
        sizes[place].minimum_size += share;
        rest -= share;
    }
}

static guint count_children(GtkWidget *box)
{
    guint count = 0;
    for (GtkWidget *child = first_child(box); child != NULL; child = next_child(child)) count++;
    return count;
}

static void measure_beside(GtkWidget *box, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                           int *minimum_baseline, int *natural_baseline)
{
    *minimum_baseline = *natural_baseline = -1;
    *minimum = *natural = 0;
    guint count = count_children(box);
    if (count == 0) return;
    int gaps = spacing_of(box) * (int)(count - 1), least, wanted, most_least = 0, most_wanted = 0;
    if (orientation == GTK_ORIENTATION_HORIZONTAL) {
        for (GtkWidget *child = first_child(box); child != NULL; child = next_child(child)) {
            widths_of(child, &least, &wanted);
            *minimum += least;
            *natural += wanted;
            most_least = MAX(most_least, least);
            most_wanted = MAX(most_wanted, wanted);
        }
        *minimum = gaps + (is_even(box) ? most_least * (int)count : *minimum);
        *natural = gaps + (is_even(box) ? most_wanted * (int)count : *natural);
        return;
    }
    GtkRequestedSize *sizes = g_newa(GtkRequestedSize, count);
    if (for_size >= 0) share_width(box, for_size, sizes, count);
    guint place = 0;
    for (GtkWidget *child = first_child(box); child != NULL; child = next_child(child), place++) {
        gtk_widget_measure(child, GTK_ORIENTATION_VERTICAL, for_size < 0 ? -1 : sizes[place].minimum_size, &least,
                           &wanted, NULL, NULL);
        *minimum = MAX(*minimum, least);
        *natural = MAX(*natural, wanted);
    }
}

static void allocate_beside(GtkWidget *box, int width, int height, int baseline)
{
    (void)baseline;
    guint count = count_children(box);
    if (count == 0) return;
    GtkRequestedSize *sizes = g_newa(GtkRequestedSize, count);
    share_width(box, width, sizes, count);
    int x = 0;
    for (guint index = 0; index < count; index++) {
        place(box, sizes[index].data, x, 0, sizes[index].minimum_size, height, width);
        x += sizes[index].minimum_size + spacing_of(box);
    }
}

/* Whether a box has nothing that the layout of its own is needed for. */
static bool can_measure_by_width(GtkWidget *box)
{
    if (G_OBJECT_TYPE(box) != GTK_TYPE_BOX || !GTK_IS_BOX_LAYOUT(gtk_widget_get_layout_manager(box))
        || gtk_orientable_get_orientation(GTK_ORIENTABLE(box)) != GTK_ORIENTATION_HORIZONTAL
        // Style sheets give it more spacing.
        || gtk_widget_has_css_class(box, "toolbar"))
        return false;
    for (GtkWidget *child = gtk_widget_get_first_child(box); child != NULL; child = gtk_widget_get_next_sibling(child))
        if (gtk_widget_get_valign(child) == GTK_ALIGN_BASELINE) return false;
    return true;
}

void hk_boxes_measure_by_width(GtkWidget *root)
{
    if (can_measure_by_width(root)) {
        int spacing = gtk_box_get_spacing(GTK_BOX(root));
        gboolean is_shared = gtk_box_get_homogeneous(GTK_BOX(root));
        g_object_set_qdata(G_OBJECT(root), spacing_key(), GINT_TO_POINTER(spacing));
        g_object_set_qdata(G_OBJECT(root), even_key(), GINT_TO_POINTER(is_shared));
        gtk_widget_set_layout_manager(root, gtk_custom_layout_new(request_mode, measure_beside, allocate_beside));
    }
    for (GtkWidget *child = gtk_widget_get_first_child(root); child != NULL; child = gtk_widget_get_next_sibling(child))
        hk_boxes_measure_by_width(child);
}
