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
  }

  /// Takes over what a definition says beside its columns and cells.
  @usableFromInline
  func adopt(_ definition: TableDefinition) {
    own.selection = definition.selection
    own.checkmarks = definition.checkmarks
    own.style = definition.style
    applyStyle()
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

extension OutlineView {
  /// Shows the progress of a load, then its rows, or the reason why there are none; see
  /// ``TableView/show(_:rows:)``.
  public func show<Output>(
    _ load: Load<Output>, rows: @escaping @MainActor (Output) -> Outline<Item>
  ) {
    showing.show(load) { [weak self] in self?.merge(rows($0)) }
  }
}
