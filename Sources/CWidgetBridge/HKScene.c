#include "HKScene.h"

/* GTK knows children that are turned in the plane only where it looks for what is pressed. So one
   child stands before all others, is asked first, and takes nothing: at that moment the owner puts
   each of the others where it is right for this very point. */
#define HK_TYPE_SCENE_SENTRY (hk_scene_sentry_get_type())
G_DECLARE_FINAL_TYPE(HKSceneSentry, hk_scene_sentry, HK, SCENE_SENTRY, GtkWidget)

struct _HKSceneSentry {
    GtkWidget parent_instance;
};

struct _HKScene {
    GtkWidget parent_instance;
    HKSceneCallbacks callbacks;
    void *owner;
    GtkWidget *sentry;
    int width, height;
};

G_DEFINE_TYPE(HKSceneSentry, hk_scene_sentry, GTK_TYPE_WIDGET)

G_DEFINE_TYPE(HKScene, hk_scene, GTK_TYPE_WIDGET)

static gboolean sentry_contains(GtkWidget *widget, double x, double y)
{
    GtkWidget *parent = gtk_widget_get_parent(widget);
    if (parent) {
        HKScene *scene = HK_SCENE(parent);
        if (scene->owner) scene->callbacks.pick(scene->owner, x, y);
    }
    return FALSE;
}

static void hk_scene_sentry_class_init(HKSceneSentryClass *class)
{
    GTK_WIDGET_CLASS(class)->contains = sentry_contains;
    gtk_widget_class_set_accessible_role(GTK_WIDGET_CLASS(class), GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void hk_scene_sentry_init(HKSceneSentry *self)
{
    gtk_widget_set_can_focus(GTK_WIDGET(self), FALSE);
}

static void measure(GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                    int *natural, int *minimum_baseline, int *natural_baseline)
{
    (void)for_size;
    HKScene *self = HK_SCENE(widget);
    *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? self->width : self->height;
    *minimum_baseline = *natural_baseline = -1;
}

static void size_allocate(GtkWidget *widget, int width, int height, int baseline)
{
    (void)baseline;
    HKScene *self = HK_SCENE(widget);
    gtk_widget_allocate(self->sentry, width, height, -1, NULL);
    if (self->owner) self->callbacks.allocate(self->owner, width, height);
}

static void snapshot(GtkWidget *widget, GtkSnapshot *snapshot)
{
    HKScene *self = HK_SCENE(widget);
    if (self->owner)
        self->callbacks.snapshot(self->owner, snapshot, gtk_widget_get_width(widget),
                                 gtk_widget_get_height(widget));
}

static void dispose(GObject *object)
{
    GtkWidget *child;
    while ((child = gtk_widget_get_first_child(GTK_WIDGET(object)))) gtk_widget_unparent(child);
    G_OBJECT_CLASS(hk_scene_parent_class)->dispose(object);
}

static void hk_scene_class_init(HKSceneClass *class)
{
    G_OBJECT_CLASS(class)->dispose = dispose;
    GTK_WIDGET_CLASS(class)->measure = measure;
    GTK_WIDGET_CLASS(class)->size_allocate = size_allocate;
    GTK_WIDGET_CLASS(class)->snapshot = snapshot;
    gtk_widget_class_set_css_name(GTK_WIDGET_CLASS(class), "scene");
    gtk_widget_class_set_accessible_role(GTK_WIDGET_CLASS(class), GTK_ACCESSIBLE_ROLE_IMG);
}

static void hk_scene_init(HKScene *self)
{
    gtk_widget_set_overflow(GTK_WIDGET(self), GTK_OVERFLOW_HIDDEN);
    self->sentry = g_object_new(HK_TYPE_SCENE_SENTRY, NULL);
    gtk_widget_set_parent(self->sentry, GTK_WIDGET(self));
}

GtkWidget *hk_scene_new(HKSceneCallbacks callbacks)
{
    HKScene *self = g_object_new(HK_TYPE_SCENE, NULL);
    self->callbacks = callbacks;
    return GTK_WIDGET(self);
}

void hk_scene_add(GtkWidget *scene, GtkWidget *child)
{
    gtk_widget_insert_before(child, scene, HK_SCENE(scene)->sentry);
}

void hk_scene_set_owner(GtkWidget *scene, void *owner) { HK_SCENE(scene)->owner = owner; }

void hk_scene_set_size(GtkWidget *scene, int width, int height)
{
    HK_SCENE(scene)->width = MAX(width, 0);
    HK_SCENE(scene)->height = MAX(height, 0);
    gtk_widget_queue_resize(scene);
}
