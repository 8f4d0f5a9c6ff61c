internal import CGTK

/// A button that shows the chosen one of a few texts, and opens a list to choose another.
///
/// ```swift
/// DropDown(["By name", "By date"], label: "Order") { index in sort(by: index) }
/// ```
public final class DropDown: Part {
  /// Called with the position of the text that the user chose.
  public var onChoose: (@MainActor (Int) -> Void)?

  public override func nativeDied() {
    super.nativeDied()
    onChoose = nil
  }

  /// - Parameters:
  ///   - choices: The texts; the first is chosen.
  ///   - label: What a screen reader calls it.
  ///   - onChoose: Called with the position of the text that the user chose.
  public init(_ choices: [String], label: String, onChoose: (@MainActor (Int) -> Void)? = nil) {
    self.onChoose = onChoose
    super.init(native: withCStrings(choices) { gtk_drop_down_new_from_strings($0) })
    accessibleLabel(label).tooltip(label)
    on("notify::selected") { [weak self] _ in
      guard let self, let chosen else { return }
      self.onChoose?(chosen)
    }
  }

  /// The position of the chosen text; nil where there is none. A change calls ``onChoose``.
  public var chosen: Int? {
    get {
      guard let native else { return nil }
      let position = gtk_drop_down_get_selected(native.opaque)
      return position == GTK_INVALID_LIST_POSITION ? nil : Int(position)
    }
    set {
      guard let native else { return }
      gtk_drop_down_set_selected(
        native.opaque, newValue.map { guint(clamping: $0) } ?? GTK_INVALID_LIST_POSITION)
    }
  }
}
