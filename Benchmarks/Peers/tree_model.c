#include "tree_peers.h"

#include <gtk/gtk.h>

// An item that knows its position among its siblings and how many children it has.
typedef struct {
  GObject parent;
  uint32_t index;
  uint32_t rows;
} BenchItem;

typedef struct {
  GObjectClass parent;
} BenchItemClass;

GType bench_item_get_type(void);
G_DEFINE_TYPE(BenchItem, bench_item, G_TYPE_OBJECT)

static void bench_item_class_init(BenchItemClass *class) {}
static void bench_item_init(BenchItem *self) {}

// A list over items that exist already, so that GTK is charged for nothing but its own work.
typedef struct {
  GObject parent;
  BenchItem **items;
  uint32_t count;
} BenchList;

typedef struct {
  GObjectClass parent;
} BenchListClass;

static GType bench_list_item_type(GListModel *model) { return bench_item_get_type(); }

static guint bench_list_count(GListModel *model) { return ((BenchList *)model)->count; }

static gpointer bench_list_item(GListModel *model, guint position) {
  BenchList *self = (BenchList *)model;
  return position < self->count ? g_object_ref(self->items[position]) : NULL;
}

static void bench_list_model_init(GListModelInterface *interface) {
  interface->get_item_type = bench_list_item_type;
  interface->get_n_items = bench_list_count;
  interface->get_item = bench_list_item;
}

GType bench_list_get_type(void);
G_DEFINE_TYPE_WITH_CODE(
    BenchList, bench_list, G_TYPE_OBJECT,
    G_IMPLEMENT_INTERFACE(G_TYPE_LIST_MODEL, bench_list_model_init))

static void bench_list_finalize(GObject *object) {
  BenchList *self = (BenchList *)object;
  for (uint32_t i = 0; i < self->count; i++) g_object_unref(self->items[i]);
  g_free(self->items);
  G_OBJECT_CLASS(bench_list_parent_class)->finalize(object);
}

static void bench_list_class_init(BenchListClass *class) {
  G_OBJECT_CLASS(class)->finalize = bench_list_finalize;
}

static void bench_list_init(BenchList *self) {}

static BenchList *bench_list_new(uint32_t count, uint32_t rows) {
  BenchList *self = g_object_new(bench_list_get_type(), NULL);
  self->items = g_new(BenchItem *, count);
  self->count = count;
  for (uint32_t i = 0; i < count; i++) {
    self->items[i] = g_object_new(bench_item_get_type(), NULL);
    self->items[i]->index = i;
    self->items[i]->rows = rows;
  }
  return self;
}

struct BenchTreeModel {
  GtkTreeListModel *model;
  BenchList **children;
  uint32_t sections;
};

static GListModel *create_children(gpointer item, gpointer data) {
  BenchTreeModel *tree = data;
  BenchItem *self = item;
  return self->rows == 0 ? NULL : G_LIST_MODEL(g_object_ref(tree->children[self->index]));
}

BenchTreeModel *bench_tree_model_new(uint32_t sections, uint32_t rows) {
  BenchTreeModel *tree = g_new0(BenchTreeModel, 1);
  tree->sections = sections;
  tree->children = g_new(BenchList *, sections);
  for (uint32_t i = 0; i < sections; i++) tree->children[i] = bench_list_new(rows, 0);
  BenchList *roots = bench_list_new(sections, rows);
  tree->model =
      gtk_tree_list_model_new(G_LIST_MODEL(roots), FALSE, FALSE, create_children, tree, NULL);
  return tree;
}

void bench_tree_model_free(BenchTreeModel *tree) {
  g_object_unref(tree->model);
  for (uint32_t i = 0; i < tree->sections; i++) g_object_unref(tree->children[i]);
  g_free(tree->children);
  g_free(tree);
}

uint32_t bench_tree_model_row_count(BenchTreeModel *tree) {
  return g_list_model_get_n_items(G_LIST_MODEL(tree->model));
}

void bench_tree_model_set_open(BenchTreeModel *tree, uint32_t section, bool open) {
  GtkTreeListRow *row = gtk_tree_list_model_get_child_row(tree->model, section);
  gtk_tree_list_row_set_expanded(row, open);
  g_object_unref(row);
}

static uint64_t index_of(GtkTreeListRow *row) {
  BenchItem *item = gtk_tree_list_row_get_item(row);
  uint64_t index = item->index;
  g_object_unref(item);
  return index;
}

uint64_t bench_tree_model_paths(BenchTreeModel *tree, const uint32_t *rows, size_t count) {
  uint64_t sum = 0;
  for (size_t i = 0; i < count; i++) {
    GtkTreeListRow *row = gtk_tree_list_model_get_row(tree->model, rows[i]);
    sum += index_of(row);
    GtkTreeListRow *parent = gtk_tree_list_row_get_parent(row);
    if (parent != NULL) {
      sum += index_of(parent);
      g_object_unref(parent);
    }
    g_object_unref(row);
  }
  return sum;
}

uint64_t bench_tree_model_rows(
    BenchTreeModel *tree, const uint32_t *sections, const uint32_t *indices, size_t count) {
  uint64_t sum = 0;
  for (size_t i = 0; i < count; i++) {
    GtkTreeListRow *section = gtk_tree_list_model_get_child_row(tree->model, sections[i]);
    GtkTreeListRow *row = gtk_tree_list_row_get_child_row(section, indices[i]);
    sum += gtk_tree_list_row_get_position(row);
    g_object_unref(row);
    g_object_unref(section);
  }
  return sum;
}
