internal import CHikidashiGTK

/// The style classes that belong to what a row shows, and not to its widget, which shows one thing after
/// another.
struct RowMarks {
  private var names: Set<String> = []

  @MainActor
  mutating func add(_ name: String, to widget: NativeWidget) {
    guard names.insert(name).inserted else { return }
    gtk_widget_add_css_class(widget, name)
  }

  @MainActor
  mutating func removeAll(from widget: NativeWidget) {
    guard !names.isEmpty else { return }
    for name in names { gtk_widget_remove_css_class(widget, name) }
    names = []
  }
}
