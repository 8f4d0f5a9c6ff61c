#include "HKCutLabel.h"

static gboolean query(GtkWidget *label, int x, int y, gboolean is_keyboard, GtkTooltip *tooltip, void *data)
{
    (void)x, (void)y, (void)is_keyboard, (void)data;
    if (gtk_widget_get_tooltip_text(label) != NULL) return FALSE;
    if (!pango_layout_is_ellipsized(gtk_label_get_layout(GTK_LABEL(label)))) return FALSE;
    gtk_tooltip_set_text(tooltip, gtk_label_get_text(GTK_LABEL(label)));
    return TRUE;
}

void hk_label_tell_when_cut(GtkWidget *label)
{
    gtk_widget_set_has_tooltip(label, TRUE);
    g_signal_connect(label, "query-tooltip", G_CALLBACK(query), NULL);
}
