public import FoundationEssentials

/// The content of a slot for each item.
///
/// ```swift
/// .text("name") { $0.name }
/// ```
@MainActor
public struct SlotContent<Item: Sendable> {
  enum Value {
    case text(@MainActor (Item) -> String)
    case icon(@MainActor (Item) -> String?)
    case picture(@MainActor (Item) -> String?)
    case address(PictureStore, @MainActor (Item) -> URL?)
    case progress(@MainActor (Item) -> Double)
    case rich(@MainActor (Item) -> RichText, onLink: (@MainActor (Item, String) -> Void)?)
    case button(ButtonContent)
    case pictures(PicturesContent)
  }

  struct ButtonContent {
    let icon: String?
    let title: @MainActor (Item) -> String?
    let press: @MainActor (Item) -> Void
  }

  struct PicturesContent {
    let store: PictureStore?
    let pictures: @MainActor (Item) -> [SlotPicture]
    let open: (@MainActor (Item, Int) -> Void)?
  }

  let slot: String
  let value: Value
  /// Where it stands in the program.
  let place: String
  /// Compares rows by what they are sorted by; nil compares what is shown.
  var areInOrder: (@MainActor (Item, Item) -> Bool)?

  var kind: CellSlot.Kind {
    switch value {
    case .text: .text
    case .icon: .icon
    case .picture, .address: .picture
    case .progress: .progress
    case .rich: .rich
    case .button: .button
    case .pictures: .pictures
    }
  }

  private init(_ slot: String, _ value: Value, _ file: String, _ line: Int) {
    self.slot = slot
    self.value = value
    place = "\(file):\(line)"
  }

  /// Returns text for a slot.
  public static func text(
    _ slot: String, file: String = #fileID, line: Int = #line,
    _ value: @escaping @MainActor (Item) -> String
  ) -> SlotContent {
    SlotContent(slot, .text(value), file, line)
  }

  /// Returns an icon of the desktop's theme for a slot, given by its name; nil shows none.
  public static func icon(
    _ slot: String, file: String = #fileID, line: Int = #line,
    _ value: @escaping @MainActor (Item) -> String?
  ) -> SlotContent {
    SlotContent(slot, .icon(value), file, line)
  }

  /// Returns a picture file for a slot, given by its path; nil or an unreadable file shows nothing.
  public static func picture(
    _ slot: String, file: String = #fileID, line: Int = #line,
    _ value: @escaping @MainActor (Item) -> String?
  ) -> SlotContent {
    SlotContent(slot, .picture(value), file, line)
  }

  /// Returns a picture from a URL for a slot; nil shows none. The picture is loaded and decoded off
  /// the main thread and shared between rows; the wait for it ends when its row goes out of view.
  public static func picture(
    _ slot: String, from store: PictureStore, file: String = #fileID, line: Int = #line,
    _ value: @escaping @MainActor (Item) -> URL?
  ) -> SlotContent {
    SlotContent(slot, .address(store, value), file, line)
  }

  /// Returns progress for a slot, from 0 to 1.
  public static func progress(
    _ slot: String, file: String = #fileID, line: Int = #line,
    _ value: @escaping @MainActor (Item) -> Double
  ) -> SlotContent {
    SlotContent(slot, .progress(value), file, line)
  }

  /// Returns text with styles and links for a slot, as from Markdown.
  ///
  /// ```swift
  /// .rich("words", onLink: { _, target in open(target) }) { RichText(markdown: $0.words) }
  /// ```
  ///
  /// What begins a paragraph in a long text, as the mark of a list, and pictures are left out.
  ///
  /// - Parameters:
  ///   - slot: The name of the slot.
  ///   - file: Where it stands, for errors.
  ///   - line: Where it stands, for errors.
  ///   - onLink: Called with the target of a link that a person follows, by a click or by Tab and Enter;
  ///     nil shows links as the text that they have.
  ///   - value: The text of an item.
  public static func rich(
    _ slot: String, file: String = #fileID, line: Int = #line,
    onLink: (@MainActor (Item, String) -> Void)? = nil,
    _ value: @escaping @MainActor (Item) -> RichText
  ) -> SlotContent {
    SlotContent(slot, .rich(value, onLink: onLink), file, line)
  }

  /// Returns a button for a slot.
  ///
  /// ```swift
  /// .button("reply", icon: "mail-reply-sender-symbolic", title: { _ in "Reply" }) { reply(to: $0) }
  /// ```
  ///
  /// - Parameters:
  ///   - slot: The name of the slot.
  ///   - file: Where it stands, for errors.
  ///   - line: Where it stands, for errors.
  ///   - icon: An icon of the desktop's theme in place of the title, which is then the tooltip.
  ///   - title: The words on the button, and its name for a screen reader; a row for which it is nil has no
  ///     button.
  ///   - press: Called with the item of the row.
  public static func button(
    _ slot: String, file: String = #fileID, line: Int = #line, icon: String? = nil,
    title: @escaping @MainActor (Item) -> String?, press: @escaping @MainActor (Item) -> Void
  ) -> SlotContent {
    let content = ButtonContent(icon: icon, title: title, press: press)
    return SlotContent(slot, .button(content), file, line)
  }

  /// Returns several pictures for a slot.
  ///
  /// ```swift
  /// .pictures("photos", from: store, open: { post, index in show(post.photos[index]) }) { post in
  ///   post.photos.map { SlotPicture($0.url, label: $0.words) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - slot: The name of the slot.
  ///   - file: Where it stands, for errors.
  ///   - line: Where it stands, for errors.
  ///   - store: Where pictures with a URL come from.
  ///   - open: Called with the item and the place of the picture, from 0, that a person clicks, or presses
  ///     Enter on; nil: nothing can be done with them.
  ///   - value: The pictures of an item.
  public static func pictures(
    _ slot: String, file: String = #fileID, line: Int = #line, from store: PictureStore? = nil,
    open: (@MainActor (Item, Int) -> Void)? = nil,
    _ value: @escaping @MainActor (Item) -> [SlotPicture]
  ) -> SlotContent {
    let content = PicturesContent(store: store, pictures: value, open: open)
    return SlotContent(slot, .pictures(content), file, line)
  }
}

// MARK: - Sorting

extension SlotContent {
  /// Sorts rows by this key where a person sorts by the column of the slot, in place of what is shown
  /// there; see ``TableView/sortable()``.
  ///
  /// ```swift
  /// .text("age") { "\($0.age) years" }.sorted { $0.age }
  /// ```
  public func sorted<Key: Comparable>(by key: @escaping @MainActor (Item) -> Key) -> SlotContent {
    var content = self
    content.areInOrder = { key($0) < key($1) }
    return content
  }
}

// MARK: - Showing

extension SlotContent.Value {
  /// Shows what an item has for a slot.
  @MainActor
  func show(_ item: Item, in slot: Int, of cell: SlotCell, _ thumbnails: ThumbnailLoader) {
    switch self {
    case .text(let text): cell.setText(text(item), in: slot)
    case .icon(let icon): cell.setIcon(icon(item), in: slot)
    case .progress(let part): cell.setProgress(part(item), in: slot)
    case .picture(let path): cell.setPicture(path(item), in: slot, thumbnails)
    case .address(let store, let url): cell.setPicture(url(item), in: slot, store)
    case .rich(let text, let onLink):
      var follow: (@MainActor (String) -> Void)?
      if let onLink { follow = { onLink(item, $0) } }
      cell.setRich(text(item), in: slot, onLink: follow)
    case .button(let button):
      cell.setButton(button.title(item), icon: button.icon, in: slot) { button.press(item) }
    case .pictures(let content):
      var open: (@MainActor (Int) -> Void)?
      if let show = content.open { open = { show(item, $0) } }
      cell.setPictures(content.pictures(item), in: slot, content.store, thumbnails, open: open)
    }
  }
}
