internal import CGTK

/// The text as Pango's markup shows it letter for letter.
func escapedMarkup(_ text: String) -> String {
  guard let escaped = g_markup_escape_text(text, -1) else { return "" }
  defer { g_free(escaped) }
  return String(cString: escaped)
}
