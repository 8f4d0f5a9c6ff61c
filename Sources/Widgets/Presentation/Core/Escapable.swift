internal import CHikidashiGTK

/// A part that Escape closes.
@MainActor
protocol Escapable: Part {
  func escape()
}

extension Part {
  /// Does what Escape does around the part, where the part itself has taken the key.
  func passEscapeOn() {
    var widget = native
    while let current = widget {
      if let part = Part.of(current) as? any Escapable { return part.escape() }
      widget = gtk_widget_get_parent(current)
    }
  }
}
