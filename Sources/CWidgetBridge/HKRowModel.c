#include "HKRowModel.h"

struct _HKRowModel {
    GObject parent_instance;
    HKRowModelCallbacks callbacks;
    void *owner;
    guint count;
};

static void list_model_init(GListModelInterface *interface);
static void selection_model_init(GtkSelectionModelInterface *interface);

G_DEFINE_TYPE_WITH_CODE(HKRowModel, hk_row_model, G_TYPE_OBJECT,
                        G_IMPLEMENT_INTERFACE(G_TYPE_LIST_MODEL, list_model_init)
                        G_IMPLEMENT_INTERFACE(GTK_TYPE_SELECTION_MODEL, selection_model_init))

static void hk_row_model_class_init(HKRowModelClass *class) { (void)class; }

static void hk_row_model_init(HKRowModel *self) { (void)self; }

static GType item_type(GListModel *list)
{
    (void)list;
    return G_TYPE_OBJECT;
}

static guint item_count(GListModel *list)
{
    return HK_ROW_MODEL(list)->count;
}

static gpointer item_at(GListModel *list, guint position)
{
    return position < item_count(list) ? g_object_new(G_TYPE_OBJECT, NULL) : NULL;
}

static void list_model_init(GListModelInterface *interface)
{
    interface->get_item_type = item_type;
    interface->get_n_items = item_count;
    interface->get_item = item_at;
}

static gboolean is_selected(GtkSelectionModel *model, guint position)
{
    HKRowModel *self = HK_ROW_MODEL(model);
    return self->owner && self->callbacks.is_selected(self->owner, position);
}

static GtkBitset *selection_in_range(GtkSelectionModel *model, guint position, guint count)
{
    GtkBitset *set = gtk_bitset_new_empty();
    for (guint row = position; row < position + count; row++)
        if (is_selected(model, row))
            gtk_bitset_add(set, row);
    return set;
}

static gboolean select_item(GtkSelectionModel *model, guint position, gboolean unselect_rest)
{
    HKRowModel *self = HK_ROW_MODEL(model);
    return self->owner && self->callbacks.select_item(self->owner, position, unselect_rest);
}

static gboolean unselect_item(GtkSelectionModel *model, guint position)
{
    HKRowModel *self = HK_ROW_MODEL(model);
    return self->owner && self->callbacks.unselect_item(self->owner, position);
}

static gboolean unselect_range(GtkSelectionModel *model, guint position, guint count)
{
    HKRowModel *self = HK_ROW_MODEL(model);
    (void)position;
    (void)count;
    if (self->owner)
        self->callbacks.offer_range(self->owner);
    return FALSE;
}

static gboolean select_range(GtkSelectionModel *model, guint position, guint count,
                             gboolean unselect_rest)
{
    (void)unselect_rest;
    return unselect_range(model, position, count);
}

static gboolean select_all(GtkSelectionModel *model)
{
    HKRowModel *self = HK_ROW_MODEL(model);
    return self->owner && self->callbacks.select_all(self->owner);
}

static gboolean unselect_all(GtkSelectionModel *model)
{
    HKRowModel *self = HK_ROW_MODEL(model);
    return self->owner && self->callbacks.unselect_all(self->owner);
}

static void selection_model_init(GtkSelectionModelInterface *interface)
{
    interface->is_selected = is_selected;
    interface->get_selection_in_range = selection_in_range;
    interface->select_item = select_item;
    interface->unselect_item = unselect_item;
    interface->select_range = select_range;
    interface->unselect_range = unselect_range;
    interface->select_all = select_all;
    interface->unselect_all = unselect_all;
}

HKRowModel *hk_row_model_new(HKRowModelCallbacks callbacks)
{
    HKRowModel *self = g_object_new(HK_TYPE_ROW_MODEL, NULL);
    self->callbacks = callbacks;
    return self;
}

void hk_row_model_set_owner(HKRowModel *self, void *owner) { self->owner = owner; }

void hk_row_model_changed(HKRowModel *self, guint position, guint removed, guint added)
{
    self->count = self->count - removed + added;
    g_list_model_items_changed(G_LIST_MODEL(self), position, removed, added);
}

void hk_row_model_detach(HKRowModel *self)
{
    self->owner = NULL;
    if (self->count > 0)
        hk_row_model_changed(self, 0, self->count, 0);
}
