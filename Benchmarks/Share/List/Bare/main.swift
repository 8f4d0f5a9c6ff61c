import BareHelp
import CBare

let fruits = [
  "Apple", "Apricot", "Banana", "Cherry", "Fig", "Grape", "Lemon", "Mango", "Olive", "Peach",
  "Pear",
  "Plum",
]

@MainActor
final class FruitWindow {
  private let state = String(cString: g_get_user_state_dir()) + "/org.example.Fruits"
  private let window: UnsafeMutablePointer<GtkWidget>
  private let entry = gtk_search_entry_new()!
  private let bar = gtk_search_bar_new()!
  private let pages = gtk_stack_new()!
  private let list: UnsafeMutablePointer<GtkWidget>
  private let shown: OpaquePointer
  private let selection: OpaquePointer
  private var selected: String?

  init(_ application: UnsafeMutablePointer<AdwApplication>) {
    let strings = gtk_string_list_new(nil)!
    for fruit in fruits { gtk_string_list_append(strings, fruit) }
    let text = gtk_property_expression_new(gtk_string_object_get_type(), nil, "string")
    let filter = gtk_string_filter_new(text)!
    shown = gtk_filter_list_model_new(strings, filter.cast())
    selection = gtk_single_selection_new(shown)
    gtk_single_selection_set_autoselect(selection, 0)
    gtk_single_selection_set_can_unselect(selection, 1)
    list = gtk_list_view_new(
      selection,
      factory {
        let label = gtk_label_new(nil)!
        gtk_label_set_xalign(label.opaque, 0)
        return label
      } bind: { label, fruit, _ in
        gtk_label_set_label(label.opaque, gtk_string_object_get_string(fruit))
      })
    window = adw_application_window_new(application.cast())
    set(filter, "ignore-case", true)
    on(entry, "search-changed") { [self] in
      gtk_string_filter_set_search(filter, gtk_editable_get_text(entry.opaque))
      showRows()
    }
    layOut()
    keepSelection()
    addAction("copy", keys: "<Control>c", to: window, of: application) { [self] in copy() }
    setKeys(["<Control>q"], of: "window.close", in: application)
    gtk_window_present(window.cast())
    gtk_widget_grab_focus(list)
  }

  private func layOut() {
    let empty = adw_status_page_new()!
    adw_status_page_set_title(empty.opaque, "Nothing matches")
    adw_status_page_set_icon_name(empty.opaque, "edit-find-symbolic")
    let scroller = gtk_scrolled_window_new()!
    gtk_scrolled_window_set_child(scroller.opaque, list)
    gtk_stack_add_named(pages.opaque, scroller, "list")
    gtk_stack_add_named(pages.opaque, empty, "empty")
    gtk_widget_set_vexpand(pages, 1)
    gtk_search_bar_set_child(bar.opaque, entry)
    gtk_search_bar_connect_entry(bar.opaque, entry.opaque)
    gtk_search_bar_set_key_capture_widget(bar.opaque, window)
    let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    for part in [adw_header_bar_new(), bar, pages] { gtk_box_append(box.cast(), part) }
    adw_application_window_set_content(window.cast(), box)
    gtk_window_set_title(window.cast(), "Fruits")
    gtk_window_set_default_size(window.cast(), 320, 480)
  }

  private func showRows() {
    let isEmpty = g_list_model_get_n_items(shown) == 0
    gtk_stack_set_visible_child_name(pages.opaque, isEmpty ? "empty" : "list")
    select(selected)
  }

  private func keepSelection() {
    var text: UnsafeMutablePointer<CChar>?
    if g_file_get_contents(state + "/selected", &text, nil, nil) != 0, let text {
      selected = String(cString: text)
      g_free(text)
    }
    select(selected)
    on(selection, "notify::selected") { [self] in
      guard let fruit = gtk_single_selection_get_selected_item(selection) else { return }
      selected = String(cString: gtk_string_object_get_string(OpaquePointer(fruit)))
      g_mkdir_with_parents(state, 0o700)
      g_file_set_contents(state + "/selected", selected, -1, nil)
    }
  }

  private func select(_ fruit: String?) {
    for place in 0..<g_list_model_get_n_items(shown) {
      guard let item = g_list_model_get_item(shown, place) else { continue }
      defer { g_object_unref(item) }
      if fruit == String(cString: gtk_string_object_get_string(OpaquePointer(item))) {
        gtk_single_selection_set_selected(selection, place)
      }
    }
  }

  private func copy() {
    guard let selected else { return }
    gdk_clipboard_set_text(gtk_widget_get_clipboard(window), selected)
  }
}

var window: FruitWindow?
run("org.example.Fruits") { window = FruitWindow($0) }
