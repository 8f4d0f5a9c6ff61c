#include "moving_parts.h"

#include <adwaita.h>

typedef struct {
  GtkWidget parent;
  BenchMover mover;
  AdwAnimation *animation;
  double progress;
} BenchPart;

typedef struct {
  GtkWidgetClass parent;
} BenchPartClass;

GType bench_part_get_type(void);
G_DEFINE_TYPE(BenchPart, bench_part, GTK_TYPE_WIDGET)

static void snapshot(GtkWidget *widget, GtkSnapshot *snapshot) {
  BenchPart *self = (BenchPart *)widget;
  double left = 1 - self->progress;
  float x = gtk_widget_get_width(widget) / 2.0, y = gtk_widget_get_height(widget) / 2.0;
  gtk_snapshot_save(snapshot);
  gtk_snapshot_translate(
      snapshot, &GRAPHENE_POINT_INIT(x, y + (self->mover.to_y - self->mover.from_y) * left));
  gtk_snapshot_rotate(snapshot, self->mover.degrees * left);
  gtk_snapshot_translate(snapshot, &GRAPHENE_POINT_INIT(-x, -y));
  gtk_snapshot_push_opacity(snapshot, 1 + (self->mover.opacity - 1) * left);
  gtk_widget_snapshot_child(widget, gtk_widget_get_first_child(widget), snapshot);
  gtk_snapshot_pop(snapshot);
  gtk_snapshot_restore(snapshot);
}

static void set_progress(double value, gpointer data) {
  ((BenchPart *)data)->progress = value;
  gtk_widget_queue_draw(data);
}

static void map(GtkWidget *widget) {
  BenchPart *self = (BenchPart *)widget;
  GTK_WIDGET_CLASS(bench_part_parent_class)->map(widget);
  AdwAnimationTarget *target = adw_callback_animation_target_new(set_progress, self, NULL);
  self->animation = adw_timed_animation_new(widget, 0, 1, BENCH_PARTS_SECONDS * 1000, target);
  adw_timed_animation_set_easing(ADW_TIMED_ANIMATION(self->animation), ADW_LINEAR);
  adw_animation_play(self->animation);
}

static void unmap(GtkWidget *widget) {
  g_clear_object(&((BenchPart *)widget)->animation);
  GTK_WIDGET_CLASS(bench_part_parent_class)->unmap(widget);
}

static void dispose(GObject *object) {
  GtkWidget *child = gtk_widget_get_first_child(GTK_WIDGET(object));
  if (child) gtk_widget_unparent(child);
  G_OBJECT_CLASS(bench_part_parent_class)->dispose(object);
}

static void bench_part_class_init(BenchPartClass *class) {
  G_OBJECT_CLASS(class)->dispose = dispose;
  GTK_WIDGET_CLASS(class)->snapshot = snapshot;
  GTK_WIDGET_CLASS(class)->map = map;
  GTK_WIDGET_CLASS(class)->unmap = unmap;
  gtk_widget_class_set_layout_manager_type(GTK_WIDGET_CLASS(class), GTK_TYPE_BIN_LAYOUT);
}

static void bench_part_init(BenchPart *self) { self->progress = 0; }

GtkWidget *bench_parts_leaf(uint32_t index) {
  if (index % 2) {
    uint8_t pixels[32 * 32 * 4];
    bench_scene_pixels(pixels);
    GBytes *bytes = g_bytes_new(pixels, sizeof pixels);
    GdkTexture *texture = gdk_memory_texture_new(32, 32, GDK_MEMORY_R8G8B8A8, bytes, 32 * 4);
    GtkWidget *picture = gtk_picture_new_for_paintable(GDK_PAINTABLE(texture));
    g_object_unref(texture);
    g_bytes_unref(bytes);
    return picture;
  }
  char text[32];
  g_snprintf(text, sizeof text, "%u", index);
  return gtk_label_new(text);
}

GtkWidget *bench_parts_new(const BenchMover *movers, uint32_t count) {
  GtkWidget *column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *row = NULL;
  for (uint32_t i = 0; i < count; i++) {
    if (i % 20 == 0) {
      row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
      gtk_box_append(GTK_BOX(column), row);
    }
    BenchPart *part = g_object_new(bench_part_get_type(), NULL);
    part->mover = movers[i];
    gtk_widget_set_parent(bench_parts_leaf(i), GTK_WIDGET(part));
    gtk_box_append(GTK_BOX(row), GTK_WIDGET(part));
  }
  return column;
}

void bench_parts_enable_animations(gboolean enabled) {
  g_object_set(gtk_settings_get_default(), "gtk-enable-animations", enabled, NULL);
}
