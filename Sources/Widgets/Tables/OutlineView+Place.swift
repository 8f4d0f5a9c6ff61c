internal import CHikidashiGTK
public import HikidashiOutlines

extension OutlineView {
  /// The first node in view and where it stands, to be saved; nil while nothing is shown.
  public var scrollPlace: ScrollPlace? { outline.rowCount > 0 ? rows.anchor.place : nil }

  /// Says at which rows a reader is, where not at all: headings of days, and other rows that stand for what
  /// comes below or is missing. Rows that come between a heading and what is read then move the heading, and
  /// ``newRowCount`` does not count headings.
  ///
  /// ```swift
  /// OutlineView(posts).readingPlaces { $0.isPost }
  /// ```
  @discardableResult
  public func readingPlaces(_ isPlace: @escaping @MainActor (Item) -> Bool) -> Self {
    rows.isPlace = { [weak content] row in
      guard let content, row < content.outline.rowCount else { return true }
      return isPlace(content.outline.item(atRow: row))
    }
    return self
  }

  /// Goes back to a place that was saved, as far as its node still has a row.
  public func scroll(to place: ScrollPlace) { content.scroll(to: place) }

  /// Brings a row into view, where it is not in view already.
  public func scroll(to row: Int) { rows.scroll(to: row) }

  /// Brings a node's row to where it is wanted, to the pixel, however high the rows before it turn
  /// out to be. Nodes above it are opened.
  ///
  /// ```swift
  /// view.scroll(to: id, .top)
  /// ```
  public func scroll(to id: NodeID, _ alignment: RowAlignment) {
    content.scroll(to: id, alignment)
  }

  /// Goes to the last row.
  public func scrollToEnd() { content.scrollToEnd() }

  /// Opens what hides a node, and brings its row into view: where it is out of sight, to a third of
  /// the height, so that what leads to it is seen, too.
  public func reveal(_ id: NodeID, focus: Bool = false) { content.reveal(id, focus: focus) }

  /// Goes on to show the last row when rows are added behind it, as long as the user has not
  /// scrolled away from it.
  @discardableResult
  public func followingEnd(_ follows: Bool = true) -> Self {
    rows.anchor.followsEnd = follows
    return self
  }
}

// MARK: - Keyboard

extension OutlineView {
  /// The row that has the keyboard focus.
  public var focusedRow: Int? { rows.focusedRow }

  /// Moves the keyboard focus to a row, which comes into view.
  @discardableResult
  public func focus(row: Int) -> Bool { rows.focus(row: row) }

  /// Opens a menu on a row where it is pressed with the second button, and, on the row that has the
  /// keyboard, by the Menu key and by Shift+F10.
  ///
  /// ```swift
  /// list.rowMenu { row in
  ///   Action("copy", title: "Copy") { Clipboard.copy(row.item) }
  /// }
  /// ```
  ///
  /// - Parameter entries: Asked for each time; nothing opens where there are none.
  @discardableResult
  public func rowMenu(
    @MenuBuilder _ entries: @escaping @MainActor (OutlineRow<Item>) -> [Menu]
  ) -> Self {
    guard let root else { return self }
    let menu = ContextMenu { [weak self] point in
      guard let self, let row = point.map({ self.row(at: $0) }) ?? focusedRow,
        row < outline.rowCount
      else { return [] }
      return entries(outline.row(at: row))
    }
    menu.attach(to: root)
    return self
  }

  /// The row that is seen at a point of the view: the heading that is pinned there, and not what it covers.
  func row(at point: Point) -> Int? {
    guard let root else { return nil }
    return pinned?.row(at: point, in: root) ?? rows.row(at: point, in: root)
  }
}
