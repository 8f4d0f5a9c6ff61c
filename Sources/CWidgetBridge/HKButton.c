#include "HKButton.h"

/* A key that is held presses as often as with GTK. */
static const gint64 pause_us = 250000;
static const guint shown_ms = 150;

static gboolean release(gpointer button) {
    gtk_widget_remove_css_class(button, "keyboard-activating");
    return G_SOURCE_REMOVE;
}

static void act(GtkButton *button) {
    GtkWidget *widget = GTK_WIDGET(button);
    if (!gtk_widget_get_realized(widget)) return;
    static GQuark acted;
    if (acted == 0) acted = g_quark_from_static_string("hk-acted");
    gint64 now = g_get_monotonic_time();
    gint64 *before = g_object_get_qdata(G_OBJECT(button), acted);
    if (before != NULL && now - *before < pause_us) return;
    if (before == NULL) {
        before = g_new(gint64, 1);
        g_object_set_qdata_full(G_OBJECT(button), acted, before, g_free);
    }
    *before = now;
    gtk_widget_add_css_class(widget, "keyboard-activating");
    g_timeout_add_full(G_PRIORITY_DEFAULT, shown_ms, release, g_object_ref(button), g_object_unref);
    g_signal_emit_by_name(button, "clicked");
}

void hk_buttons_act_at_once(void) {
    GtkButtonClass *buttons = g_type_class_ref(GTK_TYPE_BUTTON);
    buttons->activate = act;
    g_type_class_unref(buttons);
}
