#include "bound_labels.h"

#include <gtk/gtk.h>

typedef struct {
  GObject parent;
  char *text;
} BenchText;

typedef struct {
  GObjectClass parent;
} BenchTextClass;

GType bench_text_get_type(void);
G_DEFINE_TYPE(BenchText, bench_text, G_TYPE_OBJECT)

static GParamSpec *text_property;

static void get(GObject *object, guint id, GValue *value, GParamSpec *spec) {
  g_value_set_string(value, ((BenchText *)object)->text);
}

static void set(GObject *object, guint id, const GValue *value, GParamSpec *spec) {
  BenchText *self = (BenchText *)object;
  g_free(self->text);
  self->text = g_value_dup_string(value);
  g_object_notify_by_pspec(object, text_property);
}

static void finalize(GObject *object) {
  g_free(((BenchText *)object)->text);
  G_OBJECT_CLASS(bench_text_parent_class)->finalize(object);
}

static void bench_text_class_init(BenchTextClass *class) {
  GObjectClass *object = G_OBJECT_CLASS(class);
  object->get_property = get;
  object->set_property = set;
  object->finalize = finalize;
  text_property = g_param_spec_string(
    "text", NULL, NULL, "", G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_property(object, 1, text_property);
}

static void bench_text_init(BenchText *self) {}

struct bench_bound_labels {
  GtkWidget *widget;
  uint32_t count;
  GObject **texts;
};

bench_bound_labels *bench_bound_labels_new(uint32_t count) {
  bench_bound_labels *labels = g_new0(bench_bound_labels, 1);
  labels->count = count;
  labels->texts = g_new0(GObject *, count);
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
  for (uint32_t i = 0; i < count; i++) {
    labels->texts[i] = g_object_new(bench_text_get_type(), "text", "0", NULL);
    GtkWidget *label = gtk_label_new(NULL);
    gtk_label_set_xalign(GTK_LABEL(label), 0);
    g_object_bind_property(labels->texts[i], "text", label, "label", G_BINDING_SYNC_CREATE);
    gtk_box_append(GTK_BOX(box), label);
  }
  labels->widget = gtk_scrolled_window_new();
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(labels->widget), box);
  gtk_widget_set_vexpand(labels->widget, TRUE);
  return labels;
}

void *bench_bound_labels_widget(bench_bound_labels *labels) { return labels->widget; }

void bench_bound_labels_set(bench_bound_labels *labels, uint32_t index, const char *text) {
  g_object_set(labels->texts[index], "text", text, NULL);
}

void bench_bound_labels_free(bench_bound_labels *labels) {
  for (uint32_t i = 0; i < labels->count; i++) g_object_unref(labels->texts[i]);
  g_free(labels->texts);
  g_free(labels);
}
