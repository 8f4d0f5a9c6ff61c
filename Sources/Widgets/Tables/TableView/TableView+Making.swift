internal import CHikidashiGTK
internal import HikidashiBase
public import HikidashiLoading
public import HikidashiOutlines

// MARK: - Texts and things

extension TableView where Item == String {
  /// Creates a list of texts. The same text may occur more than once.
  public convenience init(_ strings: [String]) {
    self.init(strings, text: { $0 }, cells: nil, matching: .texts, columns: [])
  }

  /// The texts of all rows.
  public var strings: [String] { items }

  /// The texts of the selected rows, from the top down.
  public var selectedStrings: [String] { selectedItems }
}

extension TableView where Item: Identifiable {
  /// Creates a list of identifiable items, each shown by its text.
  ///
  /// ```swift
  /// TableView(people) { $0.name }
  /// ```
  @inlinable
  public convenience init(_ items: [Item], text: @escaping @MainActor (Item) -> String) {
    self.init(items, text: text, cells: nil, matching: .identities, columns: [])
  }

  /// Creates a list of identifiable items with cells made in Swift.
  ///
  /// - Parameters:
  ///   - items: One for each row.
  ///   - cells: How rows are drawn.
  ///   - text: The text of a row: what is searched, copied, and said by a screen reader.
  @inlinable
  public convenience init(
    _ items: [Item], cells: Cells<Item>, text: @escaping @MainActor (Item) -> String
  ) {
    self.init(items, text: text, cells: cells, matching: .identities, columns: [])
  }
}

// MARK: - Cells

extension TableView where Item: Identifiable {
  /// Creates a list of identifiable items with cells made from a definition.
  ///
  /// What is searched and copied of a row, and what a screen reader says, are the texts in its cell.
  @inlinable
  public convenience init(_ items: [Item], cell: CellDefinition<Item>) {
    self.init(items, cell, matching: .identities, columns: [])
  }

  /// Creates a table from a definition, made in Swift or read from JSON, with the contents of its
  /// slots.
  ///
  /// ```swift
  /// let table = try TableView(
  ///   people, TableDefinition(json: text, file: "people.json"),
  ///   .text("name") { $0.name }, .text("age") { "\($0.age)" })
  /// ```
  ///
  /// - Throws: ``TableDefinitionError`` with the line of the content that is wrong.
  @inlinable
  public convenience init(
    _ items: [Item], _ definition: TableDefinition, _ contents: SlotContent<Item>...
  ) throws(TableDefinitionError) {
    try self.init(items, definition, contents: contents)
  }

  /// Creates a table from a definition with the contents of its slots in a list, as where its slots are
  /// not known beforehand; they are those of the definition's ``TableDefinition/layout``.
  ///
  /// - Throws: ``TableDefinitionError`` with the line of the content that is wrong.
  @inlinable
  public convenience init(
    _ items: [Item], _ definition: TableDefinition, contents: [SlotContent<Item>]
  ) throws(TableDefinitionError) {
    let cell = try CellDefinition(definition.layout, contents)
    self.init(items, cell, matching: .identities, columns: definition.columns)
    adopt(definition)
  }
}

extension TableView {
  @usableFromInline
  convenience init(
    _ items: [Item], _ cell: CellDefinition<Item>, matching: RowMatcher<Item>,
    columns: [TableColumn]
  ) {
    self.init(
      items, text: { cell.texts($0).joined(separator: " ") }, cells: cell.cells,
      matching: matching, columns: columns)
    copyText = { cell.texts($0).joined(separator: "\t") }
    self.cell = cell
  }

  /// Takes over what a definition says beside its columns and cells.
  @usableFromInline
  func adopt(_ definition: TableDefinition) {
    own.selection = definition.selection
    own.checkmarks = definition.checkmarks
    own.style = definition.style
    applyStyle()
    if definition.isSortable { sortable() }
    if definition.isResizable { resizable() }
    if let empty = definition.empty {
      whenEmpty(empty.text, icon: empty.icon, details: empty.details)
    }
  }
}

// MARK: - Following

// Rows that are the same before and after keep their place, and stay selected.
extension TableView {
  /// A list of the texts that the closure returns, merged anew when something that it read changes.
  ///
  /// ```swift
  /// TableView { model.names }
  /// ```
  public convenience init(_ strings: @escaping @MainActor () -> [String]) where Item == String {
    self.init([String]())
    follow(strings)
  }

  /// A list of the things that the closure returns, each shown by its text; rows are known by their
  /// identity.
  ///
  /// ```swift
  /// TableView({ shop.customers }) { $0.name }
  /// ```
  public convenience init(
    _ items: @escaping @MainActor () -> [Item], text: @escaping @MainActor (Item) -> String
  ) where Item: Identifiable {
    self.init([], text: text)
    follow(items)
  }

  /// A list of the things that the closure returns, in cells that are made in Swift.
  public convenience init(
    _ items: @escaping @MainActor () -> [Item], cells: Cells<Item>,
    text: @escaping @MainActor (Item) -> String
  ) where Item: Identifiable {
    self.init([], cells: cells, text: text)
    follow(items)
  }

  /// A list of the things that the closure returns, in cells made of a definition.
  public convenience init(_ items: @escaping @MainActor () -> [Item], cell: CellDefinition<Item>)
  where Item: Identifiable {
    self.init([], cell: cell)
    follow(items)
  }

  private func follow(_ items: @escaping @MainActor () -> [Item]) {
    keepUpToDate(.part, items) { [weak self] in self?.merge($0) }
  }
}

// MARK: - Loading

extension TableView {
  /// Shows the progress of a load, then its rows, or the reason why there are none.
  ///
  /// ```swift
  /// list.show(connector.load(request, parser: FeedParser())) { $0.entries }
  /// ```
  ///
  /// Rows that are there already are shown until the others come, by which they are merged
  /// (``merge(_:)``). Where the load fails, the reason is told with a button to try again; where it failed
  /// for want of a connection, it is tried again when the desktop says that the network has changed.
  ///
  /// Of several loads only the latest is shown; it is cancelled by whoever holds it, after which the
  /// table has the rows that it had.
  ///
  /// - Parameters:
  ///   - load: What brings the rows.
  ///   - rows: The rows in what was brought.
  public func show<Output>(
    _ load: Load<Output>, rows: @escaping @MainActor (Output) -> [Item]
  ) {
    self.rows.show()
    view.showing.show(load) { [weak self] in
      self?.merge(rows($0))
      self?.rows.show()
    }
  }

  /// Shows the progress of a load of rows, then the rows, or the reason why there are none.
  public func show(_ load: Load<[Item]>) { show(load) { $0 } }
}

/// The items behind the rows of a table. However often they change between two frames, the list is told
/// once; whoever asks meanwhile gets the items as they are now.
///
/// A list that is not seen is told when the main loop is free, and before it comes into a window or is
/// seen, so that it is measured and drawn as it is.
@MainActor
final class TableItems<Item: Sendable> {
  /// Items that were given and are not shown yet.
  private struct Pending {
    var items: [Item]
    /// Whether nothing is kept of the rows before.
    var replaces: Bool
  }

  private let view: OutlineView<Item>
  private let matching: RowMatcher<Item>
  private var pending: Pending?
  /// The list is told in the next frame.
  private var isWaiting = false
  private var lastID: UInt64 = 0
  /// Puts items into the order in which they are shown.
  var arrange: (@MainActor ([Item]) -> [Item])?

  init(_ view: OutlineView<Item>, matching: RowMatcher<Item>) {
    self.view = view
    self.matching = matching
  }

  /// Whether there is something that the list is not told of yet.
  var isPending: Bool { pending != nil || isWaiting }

  var all: [Item] {
    // What is arranged is known when it is shown.
    if arrange != nil { show() }
    return pending?.items ?? view.outline.nodeItems
  }

  /// What an item is known by, in this run and others.
  func key(of item: Item) -> String { matching.key(item) }

  func update(_ items: [Item]) { pending = Pending(items: items, replaces: true) }

  func merge(_ items: [Item]) {
    pending = Pending(items: items, replaces: pending?.replaces ?? false)
  }

  func edit<Result>(_ body: (inout [Item]) throws -> Result) rethrows -> Result {
    var items = all
    let replaces = pending?.replaces ?? false
    // Held once only, so that the array is changed in its place.
    pending = nil
    defer { pending = Pending(items: items, replaces: replaces) }
    return try body(&items)
  }

  /// Tells the list in the next frame of a widget around it.
  func showSoon(in native: NativeWidget) {
    // A window that is not shown yet takes its size from what is in it.
    let isAboutToBeMeasured =
      gtk_widget_get_root(native).map { gtk_widget_get_mapped($0.widget) == 0 } ?? false
    guard !isAboutToBeMeasured else { return show() }
    guard !isWaiting else { return }
    isWaiting = true
    let show = { @MainActor [weak self] in
      self?.isWaiting = false
      self?.show()
    }
    if gtk_widget_get_mapped(native) == 0 {
      Task { show() }
    } else {
      addTick(to: native) {
        show()
        return false
      }
    }
  }

  /// Tells the list at once of what waits for the next frame.
  func show() {
    guard var new = pending else { return }
    pending = nil
    if let arrange { new.items = arrange(new.items) }
    if new.replaces {
      let ids = new.items.indices.map { _ in freshID() }
      view.change { $0.update(Outline(flat: new.items, ids: ids)) }
    } else {
      let old = view.outline
      let difference = matching.difference(old.nodeItems, new.items)
      let ids = new.items.indices.map { row in
        difference.source(of: row).map { old.nodeIDs[$0] } ?? freshID()
      }
      view.change { $0.merge(Outline(flat: new.items, ids: ids)) }
    }
  }

  func freshID() -> NodeID {
    lastID += 1
    return NodeID(rawValue: lastID)
  }
}

/// Finds the rows that stay when there are others.
@usableFromInline
struct RowMatcher<Item: Sendable> {
  @usableFromInline let difference: (_ old: [Item], _ new: [Item]) -> ListDifference
  /// What a row is known by from one run to the next.
  @usableFromInline let key: (Item) -> String

  @inlinable
  init(
    key: @escaping (Item) -> String,
    difference: @escaping (_ old: [Item], _ new: [Item]) -> ListDifference
  ) {
    self.key = key
    self.difference = difference
  }
}

extension RowMatcher where Item == String {
  /// Rows with the same text are the same rows.
  static var texts: RowMatcher {
    RowMatcher(key: { $0 }, difference: { ListDifference(from: $0, to: $1) { $0 } })
  }
}

extension RowMatcher where Item: Identifiable {
  /// Rows with the same id are the same rows. Inlinable, so that it is compiled for the app's own ids.
  @inlinable
  static var identities: RowMatcher {
    RowMatcher(key: { "\($0.id)" }, difference: { ListDifference(from: $0, to: $1) { $0.id } })
  }
}
