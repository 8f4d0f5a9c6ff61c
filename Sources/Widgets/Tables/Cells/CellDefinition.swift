internal import HikidashiOutlines

/// The look of a table's rows: a layout with named slots, and the content of each slot for an item.
///
/// ```swift
/// let note = try CellDefinition<Note>(
///   .row(.icon("icon"), .text("title"), .text("date", style: "dim-label")),
///   .icon("icon") { $0.isPinned ? "view-pin-symbolic" : nil },
///   .text("title") { $0.title },
///   .text("date") { $0.day })
/// TableView(notes, cell: note)
/// ```
///
/// The layout may be a `.ui` file with the same slots (``CellLayout/init(interface:)``). Either way
/// cells are made once and used for one row after another.
@MainActor
public struct CellDefinition<Item: Sendable> {
  /// The layout with its slots.
  public let layout: CellLayout
  /// The contents by the place of their slots in the layout.
  let contents: [Content]

  typealias Content = (
    slot: Int, value: SlotContent<Item>.Value, areInOrder: (@MainActor (Item, Item) -> Bool)?
  )

  /// Creates a definition from a layout and the contents of its slots, and checks that they match.
  ///
  /// - Throws: ``TableDefinitionError`` with the line of the content that is wrong.
  public init(_ layout: CellLayout, _ contents: SlotContent<Item>...) throws(TableDefinitionError) {
    try self.init(layout, contents)
  }

  /// Creates a definition from a layout and a list of contents of its slots, and checks that they
  /// match.
  ///
  /// - Throws: ``TableDefinitionError`` with the line of the content that is wrong.
  public init(_ layout: CellLayout, _ contents: [SlotContent<Item>]) throws(TableDefinitionError) {
    self.layout = layout
    var places: [String: Int] = [:]
    let origin = layout.origin ?? contents.first?.place ?? "the layout"
    for (index, slot) in layout.slots.enumerated() {
      guard places.updateValue(index, forKey: slot.name) == nil else {
        throw .duplicateSlot(slot.name, place: origin)
      }
    }
    var filled: [Content] = []
    for content in contents {
      guard let place = places[content.slot] else {
        throw .unknownSlot(
          content.slot, known: layout.slots.map(\.name), layout: layout.origin,
          place: content.place)
      }
      // A label of a file does not say which of the two it is for.
      let fits =
        layout.slots[place].kind == content.kind
        || (layout.isInterface && layout.slots[place].kind.isText && content.kind.isText)
      guard fits else {
        throw .wrongKind(
          slot: content.slot, is: layout.slots[place].kind, content: content.kind,
          place: content.place)
      }
      guard !filled.contains(where: { $0.slot == place }) else {
        throw .filledTwice(slot: content.slot, place: content.place)
      }
      filled.append((place, content.value, content.areInOrder))
    }
    self.contents = filled
    // What else a file has may be there for its look.
    guard !layout.isInterface else { return }
    let empty = layout.slots.indices.first { slot in !filled.contains { $0.slot == slot } }
    if let empty { throw .unfilledSlot(layout.slots[empty].name, place: origin) }
  }

  /// The texts of an item, in the order of the slots.
  func texts(_ item: Item) -> [String] {
    contents.sorted { $0.slot < $1.slot }.compactMap { content in
      switch content.value {
      case .text(let text): text(item)
      case .rich(let text, _): text(item).text
      default: nil
      }
    }
  }

  /// Cells of this definition, for any kind of table.
  public var cells: Cells<Item> {
    let pictures = ThumbnailLoader()
    let (layout, contents) = (layout, contents)
    return Cells<Item> {
      SlotCell(layout)
    } bind: { cell, row in
      cell.end()
      for (slot, value, _) in contents { value.show(row.item, in: slot, of: cell, pictures) }
    } unbind: { cell in
      cell.end()
    }
  }
}
