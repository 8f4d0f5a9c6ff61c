#include "HKMover.h"

struct _HKMover {
    GtkWidget parent_instance;
    GtkWidget *child;
    HKPose pose, picture_pose;
    GdkPaintable *picture;
    gboolean picture_in_front;
    /* Where the child stood, within its margins. */
    graphene_point_t picture_place;
};

G_DEFINE_TYPE(HKMover, hk_mover, GTK_TYPE_WIDGET)

static const HKPose rest = {NULL, 1, 0};

/* True if it is drawn otherwise; the new transform is taken in any case. */
static gboolean replace(HKPose *old, HKPose new, gboolean *moved)
{
    *moved = !gsk_transform_equal(old->transform, new.transform);
    gboolean other = *moved || old->opacity != new.opacity || old->blur != new.blur;
    gsk_transform_unref(old->transform);
    *old = new;
    return other;
}

static GtkSizeRequestMode request_mode(GtkWidget *widget)
{
    HKMover *self = HK_MOVER(widget);
    return self->child ? gtk_widget_get_request_mode(self->child) : GTK_SIZE_REQUEST_CONSTANT_SIZE;
}

static void measure(GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                    int *natural, int *minimum_baseline, int *natural_baseline)
{
    HKMover *self = HK_MOVER(widget);
    if (self->child)
        gtk_widget_measure(self->child, orientation, for_size, minimum, natural, minimum_baseline,
                           natural_baseline);
}

static void compute_expand(GtkWidget *widget, gboolean *horizontal, gboolean *vertical)
{
    HKMover *self = HK_MOVER(widget);
    *horizontal = self->child && gtk_widget_compute_expand(self->child, GTK_ORIENTATION_HORIZONTAL);
    *vertical = self->child && gtk_widget_compute_expand(self->child, GTK_ORIENTATION_VERTICAL);
}

static void size_allocate(GtkWidget *widget, int width, int height, int baseline)
{
    HKMover *self = HK_MOVER(widget);
    if (self->child && gtk_widget_should_layout(self->child))
        gtk_widget_allocate(self->child, width, height, baseline,
                            gsk_transform_ref(self->pose.transform));
}

static void push(GtkSnapshot *snapshot, const HKPose *pose)
{
    if (pose->blur > 0) gtk_snapshot_push_blur(snapshot, pose->blur);
    if (pose->opacity < 1) gtk_snapshot_push_opacity(snapshot, pose->opacity);
}

static void pop(GtkSnapshot *snapshot, const HKPose *pose)
{
    if (pose->opacity < 1) gtk_snapshot_pop(snapshot);
    if (pose->blur > 0) gtk_snapshot_pop(snapshot);
}

static void draw_picture(HKMover *self, GtkSnapshot *snapshot)
{
    const HKPose *pose = &self->picture_pose;
    if (pose->opacity <= 0) return;
    gtk_snapshot_save(snapshot);
    push(snapshot, pose);
    gtk_snapshot_transform(snapshot, pose->transform);
    gtk_snapshot_translate(snapshot, &self->picture_place);
    gdk_paintable_snapshot(self->picture, snapshot,
                           gdk_paintable_get_intrinsic_width(self->picture),
                           gdk_paintable_get_intrinsic_height(self->picture));
    pop(snapshot, pose);
    gtk_snapshot_restore(snapshot);
}

static void snapshot(GtkWidget *widget, GtkSnapshot *snapshot)
{
    HKMover *self = HK_MOVER(widget);
    if (self->picture && !self->picture_in_front) draw_picture(self, snapshot);
    if (self->child && self->pose.opacity > 0) {
        push(snapshot, &self->pose);
        gtk_widget_snapshot_child(widget, self->child, snapshot);
        pop(snapshot, &self->pose);
    }
    if (self->picture && self->picture_in_front) draw_picture(self, snapshot);
}

static void dispose(GObject *object)
{
    HKMover *self = HK_MOVER(object);
    g_clear_object(&self->picture);
    g_clear_pointer(&self->child, gtk_widget_unparent);
    G_OBJECT_CLASS(hk_mover_parent_class)->dispose(object);
}

static void finalize(GObject *object)
{
    HKMover *self = HK_MOVER(object);
    gsk_transform_unref(self->pose.transform);
    gsk_transform_unref(self->picture_pose.transform);
    G_OBJECT_CLASS(hk_mover_parent_class)->finalize(object);
}

static void hk_mover_class_init(HKMoverClass *class)
{
    G_OBJECT_CLASS(class)->dispose = dispose;
    G_OBJECT_CLASS(class)->finalize = finalize;
    GTK_WIDGET_CLASS(class)->get_request_mode = request_mode;
    GTK_WIDGET_CLASS(class)->measure = measure;
    GTK_WIDGET_CLASS(class)->compute_expand = compute_expand;
    GTK_WIDGET_CLASS(class)->size_allocate = size_allocate;
    GTK_WIDGET_CLASS(class)->snapshot = snapshot;
    gtk_widget_class_set_css_name(GTK_WIDGET_CLASS(class), "mover");
    gtk_widget_class_set_accessible_role(GTK_WIDGET_CLASS(class), GTK_ACCESSIBLE_ROLE_GROUP);
}

static void hk_mover_init(HKMover *self)
{
    self->pose = self->picture_pose = rest;
}

GtkWidget *hk_mover_new(GtkWidget *child)
{
    HKMover *self = g_object_new(HK_TYPE_MOVER, NULL);
    self->child = child;
    gtk_widget_set_parent(child, GTK_WIDGET(self));
    /* What the layout asks about the child it asks about what stands there for it. */
    const char *const names[] = {"visible", "halign", "valign"};
    for (guint i = 0; i < G_N_ELEMENTS(names); i++)
        g_object_bind_property(child, names[i], self, names[i], G_BINDING_SYNC_CREATE);
    return GTK_WIDGET(self);
}

void hk_mover_set_pose(GtkWidget *mover, HKPose pose)
{
    gboolean moved;
    if (!replace(&HK_MOVER(mover)->pose, pose, &moved)) return;
    if (moved)
        gtk_widget_queue_allocate(mover);
    else
        gtk_widget_queue_draw(mover);
}

void hk_mover_keep_picture(GtkWidget *mover, gboolean in_front)
{
    HKMover *self = HK_MOVER(mover);
    hk_mover_drop_picture(mover);
    if (!self->child) return;
    GdkPaintable *live = gtk_widget_paintable_new(self->child);
    self->picture = gdk_paintable_get_current_image(live);
    self->picture_in_front = in_front;
    double x = 0, y = 0;
    if (!self->pose.transform)
        gtk_widget_translate_coordinates(self->child, mover, 0, 0, &x, &y);
    self->picture_place = GRAPHENE_POINT_INIT(x, y);
    g_object_unref(live);
    gtk_widget_queue_draw(mover);
}

void hk_mover_set_picture_pose(GtkWidget *mover, HKPose pose)
{
    gboolean moved;
    if (replace(&HK_MOVER(mover)->picture_pose, pose, &moved)) gtk_widget_queue_draw(mover);
}

void hk_mover_drop_picture(GtkWidget *mover)
{
    HKMover *self = HK_MOVER(mover);
    if (!self->picture) return;
    g_clear_object(&self->picture);
    gboolean moved;
    replace(&self->picture_pose, rest, &moved);
    gtk_widget_queue_draw(mover);
}
