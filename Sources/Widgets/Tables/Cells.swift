public import HikidashiOutlines

/// The way to draw the rows of a table. A table has far more rows than fit on the screen, so a few
/// parts are made and reused, each showing one row after another.
///
/// ```swift
/// let cells = Cells<Note> { Label() } bind: { label, row in label.text = row.item.title }
/// ```
@MainActor
public struct Cells<Item: Sendable> {
  let setup: @MainActor () -> Part
  let bind: @MainActor (Part, OutlineRow<Item>) -> Void
  let unbind: (@MainActor (Part) -> Void)?
  let teardown: (@MainActor (Part) -> Void)?

  /// Creates cells from closures that make a part and show a row in it.
  ///
  /// - Parameters:
  ///   - setup: Makes the part of a row, without content.
  ///   - bind: Shows a row in it.
  ///   - unbind: The row is no longer shown there; ends what `bind` began.
  ///   - teardown: The part is given up; ends what `setup` began.
  public init<Content: Part>(
    _ setup: @escaping @MainActor () -> Content,
    bind: @escaping @MainActor (Content, OutlineRow<Item>) -> Void,
    unbind: (@MainActor (Content) -> Void)? = nil, teardown: (@MainActor (Content) -> Void)? = nil
  ) {
    self.setup = setup
    self.bind = { part, row in
      if let content = part as? Content { bind(content, row) }
    }
    self.unbind = Cells.untyped(unbind)
    self.teardown = Cells.untyped(teardown)
  }

  private static func untyped<Content: Part>(
    _ body: (@MainActor (Content) -> Void)?
  ) -> (@MainActor (Part) -> Void)? {
    guard let body else { return nil }
    return { part in
      if let content = part as? Content { body(content) }
    }
  }

  /// Returns cells with one line of text, shortened if it does not fit.
  public static func text(_ text: @escaping @MainActor (Item) -> String) -> Cells {
    Cells {
      Label().ellipsized()
    } bind: { label, row in
      label.text = beginning(of: text(row.item))
    }
  }
}

/// As much of a text as a row can show: the layout of one with megabytes takes minutes.
func beginning(of text: String, most: Int = 1_000) -> String {
  guard text.utf8.count > most,
    let end = text.unicodeScalars.index(
      text.startIndex, offsetBy: most, limitedBy: text.endIndex), end < text.endIndex
  else { return text }
  return String(text.unicodeScalars[..<end]) + "…"
}
