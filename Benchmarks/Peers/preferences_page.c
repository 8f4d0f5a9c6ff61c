#include "preferences_page.h"

#include <adwaita.h>

static GtkWidget *control(uint32_t row) {
  static const char *const choices[] = {"System", "Light", "Dark", NULL};
  GtkWidget *widget;
  switch (row % 4) {
  case 0: widget = gtk_switch_new(); break;
  case 1:
    widget = gtk_spin_button_new_with_range(1, 32, 1);
    gtk_spin_button_set_value(GTK_SPIN_BUTTON(widget), 4);
    break;
  case 2:
    widget = gtk_entry_new();
    gtk_editable_set_text(GTK_EDITABLE(widget), "https://www.rfc-editor.org");
    break;
  default: widget = gtk_drop_down_new_from_strings(choices);
  }
  gtk_widget_set_valign(widget, GTK_ALIGN_CENTER);
  return widget;
}

GtkWidget *bench_preferences_page(uint32_t rows) {
  AdwPreferencesPage *page = ADW_PREFERENCES_PAGE(adw_preferences_page_new());
  AdwPreferencesGroup *group = ADW_PREFERENCES_GROUP(adw_preferences_group_new());
  for (uint32_t index = 0; index < rows; index++) {
    GtkWidget *row = adw_action_row_new();
    char *title = g_strdup_printf("Setting %u", index);
    adw_preferences_row_set_title(ADW_PREFERENCES_ROW(row), title);
    g_free(title);
    adw_action_row_set_subtitle(ADW_ACTION_ROW(row), "What it does, in a few words.");
    GtkWidget *suffix = control(index);
    adw_action_row_add_suffix(ADW_ACTION_ROW(row), suffix);
    adw_action_row_set_activatable_widget(ADW_ACTION_ROW(row), suffix);
    adw_preferences_group_add(group, row);
  }
  adw_preferences_page_add(page, group);
  return GTK_WIDGET(page);
}
