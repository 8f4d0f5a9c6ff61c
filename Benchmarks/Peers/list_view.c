#include "list_peer.h"

#include <gtk/gtk.h>

// A list of positions; items without content are made when they are asked for.
typedef struct {
  GObject parent;
  guint count;
} BenchRows;

typedef struct {
  GObjectClass parent;
} BenchRowsClass;

static GType bench_rows_item_type(GListModel *model) { return G_TYPE_OBJECT; }
static guint bench_rows_count(GListModel *model) { return ((BenchRows *)model)->count; }
static gpointer bench_rows_item(GListModel *model, guint position) {
  return position < ((BenchRows *)model)->count ? g_object_new(G_TYPE_OBJECT, NULL) : NULL;
}

static void bench_rows_model_init(GListModelInterface *interface) {
  interface->get_item_type = bench_rows_item_type;
  interface->get_n_items = bench_rows_count;
  interface->get_item = bench_rows_item;
}

GType bench_rows_get_type(void);
G_DEFINE_TYPE_WITH_CODE(BenchRows, bench_rows, G_TYPE_OBJECT,
                        G_IMPLEMENT_INTERFACE(G_TYPE_LIST_MODEL, bench_rows_model_init))

static void bench_rows_class_init(BenchRowsClass *class) {}
static void bench_rows_init(BenchRows *self) {}

uint32_t bench_list_words(uint32_t row) { return 1 + (row * 2654435761u >> 16) % 40; }

static void setup(GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data) {
  GtkWidget *label = gtk_label_new(NULL);
  gtk_label_set_wrap(GTK_LABEL(label), TRUE);
  gtk_label_set_xalign(GTK_LABEL(label), 0);
  if (data) {
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
    gtk_widget_set_hexpand(label, TRUE);
    gtk_box_append(GTK_BOX(box), label);
    label = box;
  }
  gtk_list_item_set_child(item, label);
}

static void bind(GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data) {
  guint row = gtk_list_item_get_position(item);
  GString *text = g_string_new(NULL);
  g_string_append_printf(text, "%u", row);
  for (uint32_t word = 1; word < bench_list_words(row); word++) g_string_append(text, " drawer");
  GtkWidget *child = gtk_list_item_get_child(item);
  gtk_label_set_text(GTK_LABEL(data ? gtk_widget_get_first_child(child) : child), text->str);
  g_string_free(text, TRUE);
}

void *bench_list_view_new(uint32_t count, bool boxed) {
  BenchRows *rows = g_object_new(bench_rows_get_type(), NULL);
  rows->count = count;
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
  gpointer data = GINT_TO_POINTER(boxed);
  g_signal_connect(factory, "setup", G_CALLBACK(setup), data);
  g_signal_connect(factory, "bind", G_CALLBACK(bind), data);
  GtkSelectionModel *selection = GTK_SELECTION_MODEL(gtk_no_selection_new(G_LIST_MODEL(rows)));
  GtkWidget *list = gtk_list_view_new(selection, factory);
  GtkWidget *scrolled = gtk_scrolled_window_new();
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), list);
  gtk_widget_set_vexpand(scrolled, TRUE);
  return scrolled;
}
