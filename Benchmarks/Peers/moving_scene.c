#include "moving_scene.h"

#include <math.h>

typedef struct {
  GtkWidget parent;
  BenchMover *movers;
  PangoLayout **layouts;
  GdkTexture *texture;
  uint32_t count;
  double time;
} BenchScene;

typedef struct {
  GtkWidgetClass parent;
} BenchSceneClass;

GType bench_scene_get_type(void);
G_DEFINE_TYPE(BenchScene, bench_scene, GTK_TYPE_WIDGET)

static void measure(GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                    int *natural, int *minimum_baseline, int *natural_baseline) {
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 800 : 600;
}

static void snapshot(GtkWidget *widget, GtkSnapshot *snapshot) {
  BenchScene *self = (BenchScene *)widget;
  double pass = floor(self->time);
  double part = self->time - pass;
  if (fmod(pass, 2) == 1) part = 1 - part;
  GdkRGBA black = {0, 0, 0, 1};
  for (uint32_t i = 0; i < self->count; i++) {
    const BenchMover *mover = &self->movers[i];
    gtk_snapshot_save(snapshot);
    gtk_snapshot_translate(
        snapshot, &GRAPHENE_POINT_INIT(mover->from_x + (mover->to_x - mover->from_x) * part,
                                       mover->from_y + (mover->to_y - mover->from_y) * part));
    gtk_snapshot_rotate(snapshot, mover->degrees * part);
    gtk_snapshot_push_opacity(snapshot, 1 + (mover->opacity - 1) * part);
    if (i % 2) {
      gtk_snapshot_append_texture(snapshot, self->texture, &GRAPHENE_RECT_INIT(-16, -16, 32, 32));
    } else {
      int width, height;
      pango_layout_get_pixel_size(self->layouts[i], &width, &height);
      gtk_snapshot_translate(snapshot, &GRAPHENE_POINT_INIT(-width / 2.0, -height / 2.0));
      gtk_snapshot_append_layout(snapshot, self->layouts[i], &black);
    }
    gtk_snapshot_pop(snapshot);
    gtk_snapshot_restore(snapshot);
  }
}

static void dispose(GObject *object) {
  BenchScene *self = (BenchScene *)object;
  for (uint32_t i = 0; i < self->count; i++) g_clear_object(&self->layouts[i]);
  g_clear_object(&self->texture);
  g_clear_pointer(&self->layouts, g_free);
  g_clear_pointer(&self->movers, g_free);
  self->count = 0;
  G_OBJECT_CLASS(bench_scene_parent_class)->dispose(object);
}

static void bench_scene_class_init(BenchSceneClass *class) {
  G_OBJECT_CLASS(class)->dispose = dispose;
  GTK_WIDGET_CLASS(class)->measure = measure;
  GTK_WIDGET_CLASS(class)->snapshot = snapshot;
}

static void bench_scene_init(BenchScene *self) {
  gtk_widget_set_overflow(GTK_WIDGET(self), GTK_OVERFLOW_HIDDEN);
}

GtkWidget *bench_scene_new(const BenchMover *movers, uint32_t count) {
  BenchScene *self = g_object_new(bench_scene_get_type(), NULL);
  self->movers = g_memdup2(movers, count * sizeof(BenchMover));
  self->count = count;
  self->layouts = g_new0(PangoLayout *, count);
  PangoFontDescription *font = pango_font_description_new();
  pango_font_description_set_absolute_size(font, 14 * PANGO_SCALE);
  for (uint32_t i = 0; i < count; i++) {
    char text[32];
    g_snprintf(text, sizeof text, "Element %u", i);
    self->layouts[i] = gtk_widget_create_pango_layout(GTK_WIDGET(self), text);
    pango_layout_set_font_description(self->layouts[i], font);
  }
  pango_font_description_free(font);
  uint8_t pixels[32 * 32 * 4];
  bench_scene_pixels(pixels);
  GBytes *bytes = g_bytes_new(pixels, sizeof pixels);
  self->texture = gdk_memory_texture_new(32, 32, GDK_MEMORY_R8G8B8A8, bytes, 32 * 4);
  g_bytes_unref(bytes);
  return GTK_WIDGET(self);
}

void bench_scene_set_time(GtkWidget *scene, double seconds) {
  ((BenchScene *)scene)->time = seconds;
  gtk_widget_queue_draw(scene);
}

void bench_scene_pixels(uint8_t *pixels) {
  for (int i = 0; i < 32 * 32; i++) {
    pixels[4 * i] = i % 32 * 8;
    pixels[4 * i + 1] = i / 32 * 8;
    pixels[4 * i + 2] = 128;
    pixels[4 * i + 3] = 255;
  }
}
