internal import CHikidashiGTK
internal import HikidashiBase
public import HikidashiPresentation

/// The window that lists the keyboard shortcuts of a window and its app under the titles of their
/// actions; Ctrl+? opens it.
///
/// ```swift
/// window.show(ShortcutsWindow())
/// ```
public struct ShortcutsWindow: Presentable {
  /// The window has no answer.
  public typealias Answer = Never

  /// The name of the item in the log, in errors and in queries.
  public var name: String { tr("Keyboard Shortcuts") }
  /// Where and for how long it is shown, unless the request says otherwise.
  public var options = PresentationOptions()

  /// Makes the window.
  public init() {
    options.key = "hikidashi-shortcuts"
    options.duplicates = .counted
  }

  /// A `GtkShortcutsWindow`, or nil when no action has both a title and a shortcut.
  ///
  /// GTK 4.8 fills this window only from its own XML, so XML it gets.
  @MainActor static func make(for actions: [Action]) -> NativeWidget? {
    let listed = actions.filter { $0.title != nil && !$0.shortcuts.isEmpty }
    guard !listed.isEmpty else { return nil }
    let definition = xml(listed)
    guard let builder = gtk_builder_new_from_string(definition, gssize(definition.utf8.count))
    else { return nil }
    defer { g_object_unref(UnsafeMutableRawPointer(builder)) }
    guard let window = gtk_builder_get_object(builder, "shortcuts") else { return nil }
    // GTK itself holds every window, until it is destroyed.
    return UnsafeMutablePointer(window).map {
      UnsafeMutableRawPointer($0).assumingMemoryBound(to: GtkWidget.self)
    }
  }

  private static func xml(_ actions: [Action]) -> String {
    var groups: [(title: String, actions: [Action])] = []
    for action in actions {
      let title = action.group ?? tr("General")
      if let index = groups.firstIndex(where: { $0.title == title }) {
        groups[index].actions.append(action)
      } else {
        groups.append((title, [action]))
      }
    }
    let height = columnHeight(groups.map(\.actions.count))
    let body = groups.map { group in
      object("GtkShortcutsGroup", ["title": group.title]) {
        group.actions.map { action in
          object(
            "GtkShortcutsShortcut",
            [
              "title": action.title ?? action.name,
              "accelerator": action.shortcuts.joined(separator: " "),
            ])
        }.joined()
      }
    }.joined()
    return """
      <interface><object class="GtkShortcutsWindow" id="shortcuts">
      <property name="modal">1</property>
      \(object("GtkShortcutsSection", ["section-name": "all", "max-height": "\(height)"]) { body })
      </object></interface>
      """
  }

  /// How many lines a column has at most: so many that groups, which stay whole, stand in two columns of
  /// one page where that can be, as nobody looks for a second one.
  private static func columnHeight(_ groups: [Int]) -> Int {
    let usual = 15
    return (usual...24).first { height in
      var (columns, line) = (1, 0)
      for count in groups {
        let lines = count + 1
        if line > 0, line + lines > height { (columns, line) = (columns + 1, 0) }
        line += lines
      }
      return columns <= 2
    } ?? usual
  }

  private static func object(
    _ type: String, _ properties: KeyValuePairs<String, String>, children: () -> String = { "" }
  ) -> String {
    let lines = properties.map {
      "<property name=\"\($0.key)\">\(escapedMarkup($0.value))</property>"
    }
    return "<child><object class=\"\(type)\">\(lines.joined())\(children())</object></child>"
  }

}

extension ShortcutsWindow: WindowPresentable {
  @MainActor func makeView(over window: Window) -> ItemView<ShortcutsWindow> {
    ShortcutsView(self, over: window)
  }
}

private final class ShortcutsView: DialogView<ShortcutsWindow> {
  override func makeDialog(over parent: Window) -> Window? {
    guard let native = ShortcutsWindow.make(for: parent.listedActions) else { return nil }
    nameSearchButton(in: native)
    let dialog = Window(dialog: native, name: item.name)
    dialog.title = item.name
    return dialog
  }

  /// GTK shows a picture on it and gives it no name.
  private func nameSearchButton(in window: NativeWidget) {
    guard let bar = gtk_window_get_titlebar(window.cast(to: GtkWindow.self)) else { return }
    var open = [bar]
    while let widget = open.popLast() {
      let instance = widget.cast(to: GTypeInstance.self)
      if g_type_check_instance_is_a(instance, gtk_toggle_button_get_type()) != 0 {
        setAccessible(widget, GTK_ACCESSIBLE_PROPERTY_LABEL, tr("Search"))
      }
      var child = gtk_widget_get_first_child(widget)
      while let next = child {
        open.append(next)
        child = gtk_widget_get_next_sibling(next)
      }
    }
  }
}
