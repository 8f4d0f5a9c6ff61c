import BareHelp
import CBare

@MainActor
final class PlanetWindow {
  private let window: UnsafeMutablePointer<GtkWidget>
  private let planets = Items(Planet.all())
  private let state = State("org.example.Planets")
  private let pages = gtk_stack_new()!
  private let view = gtk_list_view_new(nil, nil)!
  private var filter: Filter?
  private var tree: OpaquePointer?
  private var selection: OpaquePointer?
  private var words: [String] = []

  init(_ application: UnsafeMutablePointer<AdwApplication>) {
    window = adw_application_window_new(application.cast())
    filter = Filter { [self] in Items<Planet>.value(of: $0).has(words) }
    makeTree()
    layOut()
    restore()
    on(window, "close-request") { [self] _ in
      remember()
      state.save()
      return false
    }
    setKeys(["<Control>q"], of: "window.close", in: application)
    gtk_window_present(window.cast())
    gtk_widget_grab_focus(view)
  }

  private func makeTree() {
    let root = filtered(planets)
    let data = Unmanaged.passUnretained(self).toOpaque()
    tree = gtk_tree_list_model_new(
      root, 0, 0,
      { object, data in
        nonisolated(unsafe) let (object, data) = (OpaquePointer(object!), data!)
        nonisolated(unsafe) var below: OpaquePointer?
        MainActor.assumeIsolated {
          let window = Unmanaged<PlanetWindow>.fromOpaque(data).takeUnretainedValue()
          let planet = Items<Planet>.value(of: object)
          if planet.below.count > 0 { below = window.filtered(planet.below) }
        }
        return below
      }, data, nil)
    on(tree!, "items-changed") { [self] in onMain { self.showPage() } }
    selection = gtk_single_selection_new(tree)
    gtk_single_selection_set_autoselect(selection, 0)
    gtk_single_selection_set_can_unselect(selection, 1)
    gtk_list_view_set_factory(
      view.opaque,
      factory {
        let expander = gtk_tree_expander_new()!
        let label = gtk_label_new(nil)!
        gtk_label_set_xalign(label.opaque, 0)
        gtk_tree_expander_set_child(expander.opaque, label)
        return expander
      } bind: { [self] expander, row, _ in
        gtk_tree_expander_set_list_row(expander.opaque, row)
        gtk_label_set_label(
          gtk_tree_expander_get_child(expander.opaque).opaque, planet(of: row).name)
      })
    gtk_list_view_set_model(view.opaque, selection)
    on(view, "activate") { [self] in
      toggle(gtk_tree_list_model_get_row(tree, $0.uint(1)))
      return false
    }
    onKey(view, phase: GTK_PHASE_CAPTURE) { [self] key, _ in pressed(key) }
  }

  private func filtered(_ planets: Items<Planet>) -> OpaquePointer {
    g_object_ref(UnsafeMutableRawPointer(planets.model))
    g_object_ref(filter!.filter)
    return gtk_filter_list_model_new(planets.model, filter!.filter)
  }

  private func layOut() {
    let entry = gtk_search_entry_new()!
    set(entry, "placeholder-text", "Name of a planet or a moon")
    setAccessibleLabel(entry, "Name of a planet or a moon")
    on(entry, "search-changed") { [self] in
      remember()
      words = String(cString: gtk_editable_get_text(entry.opaque)).lowercased().split(
        separator: " "
      )
      .map(String.init)
      filter?.refilter()
      restore()
    }
    let empty = adw_status_page_new()!
    adw_status_page_set_title(empty.opaque, "Nothing matches")
    adw_status_page_set_icon_name(empty.opaque, "edit-find-symbolic")
    let scroller = gtk_scrolled_window_new()!
    gtk_scrolled_window_set_child(scroller.opaque, view)
    gtk_stack_add_named(pages.opaque, scroller, "tree")
    gtk_stack_add_named(pages.opaque, empty, "empty")
    gtk_widget_set_vexpand(pages, 1)
    let buttons = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)!
    for (title, isOpen) in [("_Open All", true), ("_Close All", false)] {
      let button = gtk_button_new_with_mnemonic(title)!
      on(button, "clicked") { [self] in
        forEachRow { _, row in gtk_tree_list_row_set_expanded(row, isOpen ? 1 : 0) }
      }
      gtk_box_append(buttons.cast(), button)
    }
    for part in [entry, buttons] {
      for side in ["margin-top", "margin-bottom", "margin-start", "margin-end"] {
        set(part, side, 6)
      }
    }
    let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    for part in [adw_header_bar_new(), entry, pages, buttons] { gtk_box_append(box.cast(), part) }
    adw_application_window_set_content(window.cast(), box)
    gtk_window_set_title(window.cast(), "Planets")
    gtk_window_set_default_size(window.cast(), 360, 800)
  }

  private func planet(of row: OpaquePointer) -> Planet {
    let item = gtk_tree_list_row_get_item(row)!
    defer { g_object_unref(item) }
    return Items.value(of: OpaquePointer(item))
  }

  /// Calls `body` for each row, also for those that are opened meanwhile.
  private func forEachRow(_ body: (UInt32, OpaquePointer) -> Void) {
    var place: UInt32 = 0
    while let row = gtk_tree_list_model_get_row(tree, place) {
      body(place, row)
      g_object_unref(UnsafeMutableRawPointer(row))
      place += 1
    }
  }

  /// Opens and selects what was so before.
  private func restore() {
    forEachRow { _, row in
      let isOpen = !words.isEmpty || state.open.contains(planet(of: row).name)
      gtk_tree_list_row_set_expanded(row, isOpen ? 1 : 0)
    }
    forEachRow { place, row in
      if planet(of: row).name == state.selected {
        gtk_single_selection_set_selected(selection, place)
      }
    }
  }

  private func remember() {
    guard words.isEmpty else { return }
    (state.open, state.selected) = ([], nil)
    forEachRow { _, row in
      if gtk_tree_list_row_get_expanded(row) != 0 { state.open.insert(planet(of: row).name) }
    }
    if let row = gtk_single_selection_get_selected_item(selection) {
      state.selected = planet(of: OpaquePointer(row)).name
    }
  }

  private func toggle(_ row: OpaquePointer?) {
    if let row { gtk_tree_list_row_set_expanded(row, 1 - gtk_tree_list_row_get_expanded(row)) }
  }

  /// The row that has the keyboard, in which GTK focuses the expander or the item around it.
  private var focusedRow: OpaquePointer? {
    var widget = gtk_window_get_focus(window.cast())
    for _ in 0..<2 {
      if let expander = widget,
        g_type_check_instance_is_a(expander.cast(), gtk_tree_expander_get_type()) != 0
      {
        return gtk_tree_expander_get_list_row(expander.opaque)
      }
      widget = widget.flatMap { gtk_widget_get_first_child($0) }
    }
    return nil
  }

  private func pressed(_ key: Int32) -> Bool {
    guard key == GDK_KEY_Left || key == GDK_KEY_Right, let row = focusedRow else { return false }
    let isOpen = gtk_tree_list_row_get_expanded(row) != 0
    if key == GDK_KEY_Right {
      if isOpen {
        gtk_widget_child_focus(view, GTK_DIR_DOWN)
      } else {
        gtk_tree_list_row_set_expanded(row, 1)
      }
    } else if isOpen {
      gtk_tree_list_row_set_expanded(row, 0)
    } else if let parent = gtk_tree_list_row_get_parent(row) {
      for _ in gtk_tree_list_row_get_position(parent)..<gtk_tree_list_row_get_position(row) {
        gtk_widget_child_focus(view, GTK_DIR_UP)
      }
      g_object_unref(UnsafeMutableRawPointer(parent))
    }
    return true
  }

  private func showPage() {
    let isEmpty = g_list_model_get_n_items(tree) == 0
    gtk_stack_set_visible_child_name(pages.opaque, isEmpty ? "empty" : "tree")
  }
}
