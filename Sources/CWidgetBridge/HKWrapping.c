#include "HKWrapping.h"

static GtkSizeRequestMode request_mode(GtkWidget *widget)
{
    (void)widget;
    return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void measure(GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                    int *natural, int *minimum_baseline, int *natural_baseline)
{
    int size = orientation == GTK_ORIENTATION_HORIZONTAL ? -1 : for_size;
    GTK_WIDGET_GET_CLASS(widget)->measure(widget, orientation, size, minimum, natural,
                                          minimum_baseline, natural_baseline);
}

static void allocate(GtkWidget *widget, int width, int height, int baseline)
{
    GTK_WIDGET_GET_CLASS(widget)->size_allocate(widget, width, height, baseline);
}

void hk_label_wrap_by_width(GtkWidget *label)
{
    gtk_widget_set_layout_manager(label, gtk_custom_layout_new(request_mode, measure, allocate));
}
