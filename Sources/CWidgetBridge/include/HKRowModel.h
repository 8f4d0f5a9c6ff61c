#pragma once

#include <gtk/gtk.h>

/* What a row model asks its owner. `owner` is passed through; positions are visible rows. */
typedef struct {
    gboolean (*is_selected)(void *owner, guint position);
    gboolean (*select_item)(void *owner, guint position, gboolean unselect_rest);
    gboolean (*unselect_item)(void *owner, guint position);
    /* GTK offers to select or to unselect a range; it is not taken, and GTK then names its end. */
    void (*offer_range)(void *owner);
    gboolean (*select_all)(void *owner);
    gboolean (*unselect_all)(void *owner);
} HKRowModelCallbacks;

/* A list of rows that exist only as positions: GListModel and GtkSelectionModel over callbacks.
   An item is a flyweight without content, made when GTK asks for it and gone when it lets go. */
#define HK_TYPE_ROW_MODEL (hk_row_model_get_type())
G_DECLARE_FINAL_TYPE(HKRowModel, hk_row_model, HK, ROW_MODEL, GObject)

/* An empty model, until it has an owner. */
HKRowModel *hk_row_model_new(HKRowModelCallbacks callbacks);

/* The owner is not kept alive: it calls hk_row_model_detach before it goes. */
void hk_row_model_set_owner(HKRowModel *model, void *owner);

/* Rows were replaced. The model has exactly the rows that were announced here: GTK's bookkeeping
   breaks when a count changes behind its back, as it would while the owner is going. */
void hk_row_model_changed(HKRowModel *model, guint position, guint removed, guint added);

/* From now on the model is empty and asks nobody. */
void hk_row_model_detach(HKRowModel *model);
