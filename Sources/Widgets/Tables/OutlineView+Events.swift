internal import CHikidashiGTK
public import HikidashiOutlines

/// Each is called after the user has done something, and not after the program has.
extension OutlineView {
  /// Called after a row was opened.
  public var onOpen: (@MainActor (OutlineRow<Item>) -> Void)? {
    get { content.events.onOpen }
    set { content.events.onOpen = newValue }
  }

  /// Called after a row was closed.
  public var onClose: (@MainActor (OutlineRow<Item>) -> Void)? {
    get { content.events.onClose }
    set { content.events.onClose = newValue }
  }

  /// Called after a row was selected.
  public var onSelect: (@MainActor (OutlineRow<Item>) -> Void)? {
    get { content.events.onSelect }
    set { content.events.onSelect = newValue }
  }

  /// Called after a row was deselected.
  public var onDeselect: (@MainActor (OutlineRow<Item>) -> Void)? {
    get { content.events.onDeselect }
    set { content.events.onDeselect = newValue }
  }

  /// Called when a row that is no section was clicked, whether or not it was selected already.
  ///
  /// ```swift
  /// // The arrow keys go through the list, and a click goes on to what it leads to.
  /// list.onClick = { _ in split.showDetail() }
  /// ```
  public var onClick: (@MainActor (OutlineRow<Item>) -> Void)? {
    get { content.events.onClick }
    set { content.events.onClick = newValue }
  }

  /// Called when Enter is pressed on a row that is no section, or it is clicked twice.
  public var onActivate: (@MainActor (OutlineRow<Item>) -> Void)? {
    get { content.events.onActivate }
    set { content.events.onActivate = newValue }
  }

  /// Called when Space is pressed on a row, with true, or Shift+Space, with false; returns whether that was all.
  /// Without it, and where it returns false, Space opens and closes a section and selects any other row.
  ///
  /// ```swift
  /// // Space pages the text, and the keyboard stays in the list.
  /// list.onSpace = { _, isForward in reader.scrollByPage(forward: isForward) }
  /// ```
  public var onSpace: (@MainActor (OutlineRow<Item>, Bool) -> Bool)? {
    get { content.events.onSpace }
    set { content.events.onSpace = newValue }
  }

  /// Called when a row that is no section was clicked with the middle button, which selects nothing. People
  /// expect a window or tab of its own.
  ///
  /// ```swift
  /// list.onMiddleClick = { row in open(row.item, inNewWindow: true) }
  /// ```
  public var onMiddleClick: (@MainActor (OutlineRow<Item>) -> Void)? {
    get { content.events.onMiddleClick }
    set {
      if content.events.onMiddleClick == nil, newValue != nil { listenToMiddleClicks() }
      content.events.onMiddleClick = newValue
    }
  }

  private func listenToMiddleClicks() {
    guard let root else { return }
    listenToMiddleButton(of: root) { [weak self] point in
      guard let self, let position = row(at: point), position < outline.rowCount else {
        return false
      }
      let row = outline.row(at: position)
      guard !row.isSection, let handler = content.events.onMiddleClick else { return false }
      handler(row)
      return true
    }
  }

  /// Called after rows were moved.
  public var onMove: (@MainActor (OutlineMove) -> Void)? {
    get { content.events.onMove }
    set { content.events.onMove = newValue }
  }

  /// Called when the reader has come to another place and the rows rest there: they have scrolled, or gone to a
  /// row, made the table wider or narrower or its letters larger. It is called for the first rows, too.
  ///
  /// ```swift
  /// posts.onScroll = { place in kept.value = place }
  /// ```
  ///
  /// Rows that come, go or change their heights move no reader. Neither does ``scroll(to:)-(ScrollPlace)``, which
  /// goes back to where they were. It is called while the window is laid out, often: note what has changed, and
  /// change no part in it.
  public var onScroll: (@MainActor (ScrollPlace) -> Void)? {
    get { content.events.onScroll }
    set { content.events.onScroll = newValue }
  }

  /// Whether the reader is on the way to a place of which ``onScroll`` was not told yet.
  public var isScrolling: Bool { rows.anchor.isMoving }
}
