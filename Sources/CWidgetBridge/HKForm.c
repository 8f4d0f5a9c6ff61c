#include "HKForm.h"

#include <stdbool.h>

/* What stands beside a label is at least so wide, if it wants to be. */
static const int useful_width = 176;
static const int gap_below_label = 3;

typedef struct {
    int labels, labels_least;     /* the widest label: in one line, and wrapped */
    int controls, controls_least; /* the widest thing beside a label */
    int others, others_least;     /* the widest row without a label */
} Columns;

static GQuark label_key(void)
{
    return g_quark_from_static_string("hikidashi-form-label");
}

/* GTK's box asks its own layout for its spacing, which goes. */
static GQuark spacing_key(GtkOrientation orientation)
{
    return g_quark_from_static_string(
        orientation == GTK_ORIENTATION_HORIZONTAL ? "hikidashi-form-columns" : "hikidashi-form-rows");
}

static int spacing(GtkWidget *box, GtkOrientation orientation)
{
    return GPOINTER_TO_INT(g_object_get_qdata(G_OBJECT(box), spacing_key(orientation)));
}

static int column_spacing(GtkWidget *box)
{
    return spacing(box, GTK_ORIENTATION_HORIZONTAL);
}

static bool is_label(GtkWidget *child)
{
    return g_object_get_qdata(G_OBJECT(child), label_key()) != NULL;
}

/* The label of a child, whether that is seen or not. */
static GtkWidget *label_of(GtkWidget *child)
{
    GtkWidget *before = gtk_widget_get_prev_sibling(child);
    return before != NULL && is_label(before) ? before : NULL;
}

static bool has_row(GtkWidget *child)
{
    return !is_label(child) && gtk_widget_should_layout(child);
}

static int height_of(GtkWidget *child, int width)
{
    int natural;
    gtk_widget_measure(child, GTK_ORIENTATION_VERTICAL, width, NULL, &natural, NULL, NULL);
    return natural;
}

static void widen(GtkWidget *child, int *least, int *wanted)
{
    int minimum, natural;
    gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, &natural, NULL, NULL);
    *least = MAX(*least, minimum);
    *wanted = MAX(*wanted, natural);
}

static Columns columns_of(GtkWidget *box)
{
    Columns columns = {0};
    for (GtkWidget *child = gtk_widget_get_first_child(box); child != NULL;
         child = gtk_widget_get_next_sibling(child)) {
        if (!has_row(child)) continue;
        GtkWidget *label = label_of(child);
        if (label == NULL) {
            widen(child, &columns.others_least, &columns.others);
        } else {
            widen(child, &columns.controls_least, &columns.controls);
            widen(label, &columns.labels_least, &columns.labels);
        }
    }
    return columns;
}

/* The width of the column of labels, or -1 where each stands above. */
static int label_width(GtkWidget *box, const Columns *columns, int width)
{
    int rest = width - columns->labels - column_spacing(box);
    int needed = MAX(columns->controls_least, MIN(columns->controls, useful_width));
    return rest < needed ? -1 : columns->labels;
}

static void place(GtkWidget *box, GtkWidget *child, int x, int y, int width, int height)
{
    if (gtk_widget_get_direction(box) == GTK_TEXT_DIR_RTL)
        x = gtk_widget_get_width(box) - x - width;
    GtkAllocation allocation = {x, y, width, height};
    gtk_widget_size_allocate(child, &allocation, -1);
}

/* Lays out a row, or only measures it; returns its height. */
static int lay_out_row(GtkWidget *box, GtkWidget *child, int labels, int y, int width, bool is_placed)
{
    GtkWidget *label = label_of(child);
    if (label == NULL || !gtk_widget_should_layout(label)) {
        int x = label == NULL || labels < 0 ? 0 : labels + column_spacing(box);
        int height = height_of(child, width - x);
        if (is_placed) place(box, child, x, y, width - x, height);
        return height;
    }
    if (labels < 0) {
        int least, wanted;
        gtk_widget_measure(label, GTK_ORIENTATION_HORIZONTAL, -1, &least, &wanted, NULL, NULL);
        int own = MAX(least, MIN(wanted, width)), above = height_of(label, own);
        int below = height_of(child, width);
        if (is_placed) {
            place(box, label, 0, y, own, above);
            place(box, child, 0, y + above + gap_below_label, width, below);
        }
        return above + gap_below_label + below;
    }
    int x = labels + column_spacing(box);
    int height = MAX(height_of(label, labels), height_of(child, width - x));
    if (is_placed) {
        place(box, label, 0, y, labels, height);
        place(box, child, x, y, width - x, height);
    }
    return height;
}

static int lay_out(GtkWidget *box, int width, bool is_placed)
{
    Columns columns = columns_of(box);
    int labels = label_width(box, &columns, width), y = 0;
    for (GtkWidget *child = gtk_widget_get_first_child(box); child != NULL;
         child = gtk_widget_get_next_sibling(child)) {
        if (!has_row(child)) continue;
        if (y > 0) y += spacing(box, GTK_ORIENTATION_VERTICAL);
        y += lay_out_row(box, child, labels, y, width, is_placed);
    }
    return y;
}

static GtkSizeRequestMode request_mode(GtkWidget *box)
{
    (void)box;
    return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void measure(GtkWidget *box, GtkOrientation orientation, int for_size, int *minimum,
                    int *natural, int *minimum_baseline, int *natural_baseline)
{
    *minimum_baseline = *natural_baseline = -1;
    Columns columns = columns_of(box);
    int beside = columns.labels > 0 ? columns.labels + column_spacing(box) + columns.controls
                                    : columns.controls;
    int least = MAX(columns.others_least, MAX(columns.labels_least, columns.controls_least));
    int wanted = MAX(least, MAX(columns.others, beside));
    if (orientation == GTK_ORIENTATION_HORIZONTAL) {
        *minimum = least;
        *natural = wanted;
    } else {
        *minimum = *natural = lay_out(box, for_size < 0 ? wanted : for_size, false);
    }
}

static void allocate(GtkWidget *box, int width, int height, int baseline)
{
    (void)height;
    (void)baseline;
    lay_out(box, width, true);
}

void hk_box_form(GtkWidget *box, int row_spacing, int spacing_of_columns)
{
    g_object_set_qdata(G_OBJECT(box), spacing_key(GTK_ORIENTATION_VERTICAL), GINT_TO_POINTER(row_spacing));
    g_object_set_qdata(G_OBJECT(box), spacing_key(GTK_ORIENTATION_HORIZONTAL), GINT_TO_POINTER(spacing_of_columns));
    gtk_widget_set_layout_manager(box, gtk_custom_layout_new(request_mode, measure, allocate));
}

void hk_box_form_label(GtkWidget *label)
{
    g_object_set_qdata(G_OBJECT(label), label_key(), GINT_TO_POINTER(1));
}
