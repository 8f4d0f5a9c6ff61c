#include "HKRow.h"

struct _HKRow {
    GtkWidget parent_instance;
    int spacing;
    gboolean is_listed;
};

G_DEFINE_FINAL_TYPE(HKRow, hk_row, GTK_TYPE_WIDGET)

static GtkWidget *shown_from(GtkWidget *child)
{
    while (child != NULL && !gtk_widget_should_layout(child)) child = gtk_widget_get_next_sibling(child);
    return child;
}

static GtkWidget *first_shown(GtkWidget *row) { return shown_from(gtk_widget_get_first_child(row)); }

static GtkWidget *shown_after(GtkWidget *child) { return shown_from(gtk_widget_get_next_sibling(child)); }

static gboolean expands(GtkWidget *child)
{
    return gtk_widget_compute_expand(child, GTK_ORIENTATION_HORIZONTAL);
}

static int natural_width(GtkWidget *child)
{
    int natural;
    gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &natural, NULL, NULL);
    return natural;
}

/* The width that is left for the child that expands. */
static int room_left(GtkWidget *row, int width)
{
    for (GtkWidget *child = first_shown(row); child != NULL; child = shown_after(child)) {
        if (!expands(child)) width -= natural_width(child);
        if (shown_after(child) != NULL) width -= HK_ROW(row)->spacing;
    }
    return MAX(width, 0);
}

static int width_of(GtkWidget *child, int room) { return expands(child) ? room : natural_width(child); }

static GtkSizeRequestMode request_mode(GtkWidget *row)
{
    (void)row;
    return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void measure_width(GtkWidget *row, int *minimum, int *natural)
{
    for (GtkWidget *child = first_shown(row); child != NULL; child = shown_after(child)) {
        int least, wanted;
        gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, &least, &wanted, NULL, NULL);
        *minimum += expands(child) ? least : wanted;
        *natural += wanted;
        if (shown_after(child) == NULL) continue;
        *minimum += HK_ROW(row)->spacing;
        *natural += HK_ROW(row)->spacing;
    }
}

static void measure_height(GtkWidget *row, int width, int *minimum, int *natural)
{
    int room = width == -1 ? -1 : room_left(row, width);
    for (GtkWidget *child = first_shown(row); child != NULL; child = shown_after(child)) {
        int least, wanted;
        gtk_widget_measure(child, GTK_ORIENTATION_VERTICAL, room == -1 ? -1 : width_of(child, room), &least,
                           &wanted, NULL, NULL);
        *minimum = MAX(*minimum, least);
        *natural = MAX(*natural, wanted);
    }
}

static void measure(GtkWidget *row, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                    int *minimum_baseline, int *natural_baseline)
{
    (void)minimum_baseline;
    (void)natural_baseline;
    *minimum = *natural = 0;
    /* A list that scrolls asks for that with each row that changes, to no end. */
    if (HK_ROW(row)->is_listed && orientation == GTK_ORIENTATION_VERTICAL && for_size == -1) return;
    /* The width is the same for every height. */
    if (orientation == GTK_ORIENTATION_HORIZONTAL) {
        measure_width(row, minimum, natural);
    } else {
        measure_height(row, for_size, minimum, natural);
    }
}

static void allocate(GtkWidget *row, int width, int height, int baseline)
{
    (void)baseline;
    gboolean is_mirrored = gtk_widget_get_direction(row) == GTK_TEXT_DIR_RTL;
    int room = room_left(row, width), start = 0;
    for (GtkWidget *child = first_shown(row); child != NULL; child = shown_after(child)) {
        int share = width_of(child, room);
        GtkAllocation place = {is_mirrored ? width - start - share : start, 0, share, height};
        gtk_widget_size_allocate(child, &place, -1);
        start += share + HK_ROW(row)->spacing;
    }
}

static void compute_expand(GtkWidget *row, gboolean *horizontal, gboolean *vertical)
{
    for (GtkWidget *child = gtk_widget_get_first_child(row); child != NULL;
         child = gtk_widget_get_next_sibling(child)) {
        *horizontal |= gtk_widget_compute_expand(child, GTK_ORIENTATION_HORIZONTAL);
        *vertical |= gtk_widget_compute_expand(child, GTK_ORIENTATION_VERTICAL);
    }
}

static void dispose(GObject *row)
{
    GtkWidget *child;
    while ((child = gtk_widget_get_first_child(GTK_WIDGET(row))) != NULL) gtk_widget_unparent(child);
    G_OBJECT_CLASS(hk_row_parent_class)->dispose(row);
}

static void hk_row_class_init(HKRowClass *class)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(class);
    G_OBJECT_CLASS(class)->dispose = dispose;
    widget_class->get_request_mode = request_mode;
    widget_class->measure = measure;
    widget_class->size_allocate = allocate;
    widget_class->compute_expand = compute_expand;
    gtk_widget_class_set_css_name(widget_class, "box");
    gtk_widget_class_set_accessible_role(widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void hk_row_init(HKRow *row) { (void)row; }

GtkWidget *hk_row_new(int spacing, gboolean is_listed)
{
    HKRow *row = g_object_new(HK_TYPE_ROW, NULL);
    row->spacing = spacing;
    row->is_listed = is_listed;
    return GTK_WIDGET(row);
}
