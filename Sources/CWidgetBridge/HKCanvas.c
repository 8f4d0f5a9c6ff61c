#include "HKCanvas.h"

struct _HKCanvas {
    GtkWidget parent_instance;
    HKCanvasSnapshot snapshot;
    void *owner;
    int width, height;
};

G_DEFINE_TYPE(HKCanvas, hk_canvas, GTK_TYPE_WIDGET)

static void measure(GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                    int *natural, int *minimum_baseline, int *natural_baseline)
{
    (void)for_size;
    HKCanvas *self = HK_CANVAS(widget);
    *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? self->width : self->height;
    *minimum_baseline = *natural_baseline = -1;
}

static void snapshot(GtkWidget *widget, GtkSnapshot *snapshot)
{
    HKCanvas *self = HK_CANVAS(widget);
    if (self->owner)
        self->snapshot(self->owner, snapshot, gtk_widget_get_width(widget),
                       gtk_widget_get_height(widget));
}

static void hk_canvas_class_init(HKCanvasClass *class)
{
    GTK_WIDGET_CLASS(class)->measure = measure;
    GTK_WIDGET_CLASS(class)->snapshot = snapshot;
    gtk_widget_class_set_css_name(GTK_WIDGET_CLASS(class), "canvas");
    gtk_widget_class_set_accessible_role(GTK_WIDGET_CLASS(class), GTK_ACCESSIBLE_ROLE_IMG);
}

static void hk_canvas_init(HKCanvas *self)
{
    gtk_widget_set_overflow(GTK_WIDGET(self), GTK_OVERFLOW_HIDDEN);
}

GtkWidget *hk_canvas_new(HKCanvasSnapshot snapshot)
{
    HKCanvas *self = g_object_new(HK_TYPE_CANVAS, NULL);
    self->snapshot = snapshot;
    return GTK_WIDGET(self);
}

void hk_canvas_set_owner(GtkWidget *canvas, void *owner) { HK_CANVAS(canvas)->owner = owner; }

void hk_canvas_set_size(GtkWidget *canvas, int width, int height)
{
    HK_CANVAS(canvas)->width = MAX(width, 0);
    HK_CANVAS(canvas)->height = MAX(height, 0);
    gtk_widget_queue_resize(canvas);
}

void hk_widget_snapshot_content(GtkWidget *widget, GtkSnapshot *snapshot)
{
    GTK_WIDGET_GET_CLASS(widget)->snapshot(widget, snapshot);
}
