import BareHelp
import CBare

/// The table of members, with what a person does to it.
@MainActor
final class MembersWindow {
  private let window: UnsafeMutablePointer<GtkWidget>
  private let overlay = adw_toast_overlay_new()!
  private let database: Database
  private let members = Items<Member>()
  private let view: OpaquePointer
  private let selection: OpaquePointer
  private let shown: OpaquePointer
  private let pages = gtk_stack_new()!
  private let page = adw_status_page_new()!
  private let bar = gtk_search_bar_new()!
  private let entry = gtk_search_entry_new()!
  private var filter: Filter?
  private var words = ""

  init(_ application: UnsafeMutablePointer<AdwApplication>, _ database: Database) {
    self.database = database
    window = adw_application_window_new(application.cast())
    let filtered = gtk_filter_list_model_new(members.model, nil)!
    let sorted = gtk_sort_list_model_new(filtered, nil)!
    shown = sorted
    g_object_ref(UnsafeMutableRawPointer(members.model))
    selection = gtk_multi_selection_new(sorted)
    view = gtk_column_view_new(selection).opaque
    let filter = Filter { [self] in Items<Member>.value(of: $0).has(words: words) }
    self.filter = filter
    gtk_filter_list_model_set_filter(filtered, filter.filter)
    gtk_sort_list_model_set_sorter(sorted, gtk_column_view_get_sorter(view))
    addColumns()
    layOut()
    addActions(application)
    attempt {}
    gtk_window_present(window.cast())
    gtk_widget_grab_focus(view.widget)
  }

  private func addColumns() {
    func text(_ first: String, _ second: String) -> Int { Int(g_utf8_collate(first, second)) }
    let name = addColumn("Name", { $0.name }, by: { text($0.name, $1.name) })
    addColumn("City", { $0.city }, by: { text($0.city, $1.city) })
    addColumn(
      "Rate", xalign: 1, { $0.rateText },
      by: { $0.rate < $1.rate ? -1 : $0.rate > $1.rate ? 1 : 0 })
    addColumn("Joined", { $0.joined }, by: { text($0.joined, $1.joined) })
    gtk_column_view_sort_by_column(view, name, GTK_SORT_ASCENDING)
  }

  @discardableResult
  private func addColumn(
    _ title: String, xalign: Float = 0, _ text: @escaping @MainActor (Member) -> String,
    by order: @escaping @MainActor (Member, Member) -> Int
  ) -> OpaquePointer {
    let factory = factory {
      let label = gtk_label_new(nil)!
      gtk_label_set_xalign(label.opaque, xalign)
      return label
    } bind: { label, member, _ in
      gtk_label_set_label(label.opaque, text(Items.value(of: member)))
    }
    let column = gtk_column_view_column_new(title, factory)!
    gtk_column_view_column_set_expand(column, title == "Name" ? 1 : 0)
    gtk_column_view_column_set_resizable(column, 1)
    gtk_column_view_column_set_sorter(
      column, sorter { order(Items.value(of: $0), Items.value(of: $1)) })
    gtk_column_view_append_column(view, column)
    return column
  }

  private func layOut() {
    let header = adw_header_bar_new()!
    let new = gtk_button_new_from_icon_name("list-add-symbolic")!
    gtk_widget_set_tooltip_text(new, "New Member")
    setAccessibleLabel(new, "New Member")
    gtk_actionable_set_action_name(new.opaque, "win.new")
    adw_header_bar_pack_start(header.opaque, new)
    let search = gtk_toggle_button_new()!
    gtk_button_set_icon_name(search.cast(), "system-search-symbolic")
    gtk_widget_set_tooltip_text(search, "Search")
    setAccessibleLabel(search, "Search")
    g_object_bind_property(
      search, "active", bar, "search-mode-enabled",
      GBindingFlags(G_BINDING_BIDIRECTIONAL.rawValue | G_BINDING_SYNC_CREATE.rawValue))
    adw_header_bar_pack_end(header.opaque, search)
    gtk_search_bar_set_child(bar.opaque, entry)
    gtk_search_bar_connect_entry(bar.opaque, entry.opaque)
    on(entry, "search-changed") { [self] in
      words = String(cString: gtk_editable_get_text(entry.opaque))
      filter?.refilter()
      showPage()
    }
    let scroller = gtk_scrolled_window_new()!
    gtk_scrolled_window_set_child(scroller.opaque, view.widget)
    gtk_stack_add_named(pages.opaque, scroller, "table")
    gtk_stack_add_named(pages.opaque, page, "empty")
    gtk_widget_set_vexpand(pages, 1)
    let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    for part in [header, bar, pages] { gtk_box_append(box.cast(), part) }
    adw_toast_overlay_set_child(overlay.opaque, box)
    adw_application_window_set_content(window.cast(), overlay.widget)
    gtk_window_set_title(window.cast(), "Members")
    gtk_window_set_default_size(window.cast(), 640, 480)
    on(view, "activate") { [self] in
      if let object = g_list_model_get_item(shown, $0.uint(1)) {
        edit(Items.value(of: OpaquePointer(object)))
        g_object_unref(object)
      }
      return false
    }
    onKey(view) { [self] key, _ in
      if key == GDK_KEY_Delete { delete() }
      return key == GDK_KEY_Delete
    }
  }

  private func addActions(_ application: UnsafeMutablePointer<AdwApplication>) {
    addAction("new", keys: "Insert", to: window, of: application) { [self] in add() }
    addAction("search", keys: "<Control>f", to: window, of: application) { [self] in
      gtk_search_bar_set_search_mode(bar.opaque, 1)
      gtk_widget_grab_focus(entry)
    }
    addAction("undo", keys: "<Control>z", to: window, of: application) { [self] in
      attempt { try database.undo() }
    }
    addAction("redo", keys: "<Control><Shift>z", to: window, of: application) { [self] in
      attempt { try database.redo() }
    }
    setKeys(["<Control>q"], of: "window.close", in: application)
  }

  private func add() {
    attempt {
      _ = MemberForm(Member(id: try database.newID()), title: "New Member", over: window) { new in
        self.attempt { try self.database.apply([Change(before: nil, after: new)]) }
      }
    }
  }

  private func edit(_ member: Member) {
    _ = MemberForm(member, title: "Edit Member", over: window) { changed in
      self.attempt { try self.database.apply([Change(before: member, after: changed)]) }
    }
  }

  private func delete() {
    var changes: [Change] = []
    for place in 0..<g_list_model_get_n_items(shown)
    where gtk_selection_model_is_selected(selection, place) != 0 {
      guard let object = g_list_model_get_item(shown, place) else { continue }
      changes.append(Change(before: Items.value(of: OpaquePointer(object)), after: nil))
      g_object_unref(object)
    }
    guard !changes.isEmpty else { return }
    attempt {
      try database.apply(changes)
      let toast = adw_toast_new(changes.count == 1 ? "1 deleted" : "\(changes.count) deleted")!
      adw_toast_set_button_label(toast, "_Undo")
      adw_toast_set_action_name(toast, "win.undo")
      adw_toast_overlay_add_toast(overlay.opaque, toast)
    }
  }

  /// Shows what is there after a change, or why there was none.
  private func attempt(_ change: () throws -> Void) {
    do {
      try change()
      let old = Dictionary(uniqueKeysWithValues: members.values.map { ($0.id, $0) })
      let new = try database.members()
      let kept = Set(new.filter { old[$0.id] == $0 }.map(\.id))
      // Rows that stay keep their selection.
      for index in members.values.indices.reversed() where !kept.contains(members[index].id) {
        members.remove(at: index)
      }
      for member in new where !kept.contains(member.id) { members.append(member) }
      showPage()
    } catch {
      adw_toast_overlay_add_toast(overlay.opaque, adw_toast_new("\(error)"))
    }
  }

  private func showPage() {
    let isEmpty = g_list_model_get_n_items(shown) == 0
    adw_status_page_set_title(
      page.opaque, members.count == 0 ? "No members yet" : "Nothing matches")
    gtk_stack_set_visible_child_name(pages.opaque, isEmpty ? "empty" : "table")
  }
}
