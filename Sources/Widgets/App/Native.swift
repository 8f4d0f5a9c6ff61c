public import CHikidashiGTK

/// A C pointer to a GTK widget.
public typealias NativeWidget = UnsafeMutablePointer<GtkWidget>

// C's cast macros do not come across, so this is the one place where pointers change their type.
// A wrong cast here is a programmer's mistake, which GTK reports in its log.
extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// Casts the pointer to another C type, for functions whose parameter is a visible structure.
  package func cast<Object>(to type: Object.Type) -> UnsafeMutablePointer<Object> {
    UnsafeMutableRawPointer(self).assumingMemoryBound(to: type)
  }

  /// The pointer as an opaque one, for functions whose C type has no visible structure.
  package var opaque: OpaquePointer { OpaquePointer(self) }

  package var object: UnsafeMutablePointer<GObject> { cast(to: GObject.self) }
}

extension OpaquePointer {
  package var widget: NativeWidget { NativeWidget(self) }
  package var object: UnsafeMutablePointer<GObject> { UnsafeMutablePointer<GObject>(self) }
}

extension GType {
  /// `G_TYPE_BOOLEAN` and its like are macros: number of the fundamental type, shifted by two.
  static let boolean = GType(5 << 2)
  static let int = GType(6 << 2)
  static let double = GType(15 << 2)
  static let string = GType(16 << 2)
}

/// Calls `body` with a C array of C strings that ends in NULL.
func withCStrings<Result>(
  _ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
) -> Result {
  let array = UnsafeMutablePointer<UnsafePointer<CChar>?>.allocate(capacity: strings.count + 1)
  defer { array.deallocate() }
  for (index, string) in strings.enumerated() {
    (array + index).initialize(to: UnsafePointer(g_strdup(string)))
  }
  (array + strings.count).initialize(to: nil)
  defer {
    for index in strings.indices { g_free(UnsafeMutableRawPointer(mutating: array[index])) }
  }
  return body(array)
}

/// Reports a programmer's mistake in the log, where GTK reports its own.
func reportMisuse(_ message: String) {
  message.withCString { text in
    "%s".withCString { format in
      withVaList([text]) { g_logv("Hikidashi", G_LOG_LEVEL_WARNING, format, $0) }
    }
  }
}

/// The text as Pango's markup shows it letter for letter.
func escapedMarkup(_ text: String) -> String {
  guard let escaped = g_markup_escape_text(text, -1) else { return "" }
  defer { g_free(escaped) }
  return String(cString: escaped)
}
