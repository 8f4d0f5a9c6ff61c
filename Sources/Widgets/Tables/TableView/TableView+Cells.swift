extension TableView where Item: Identifiable {
  /// A list of things that know their identity, in cells made of a definition.
  ///
  /// What is searched and copied of a row, and what a screen reader says, are the texts in its cell.
  @inlinable
  public convenience init(_ items: [Item], cell: CellDefinition<Item>) {
    self.init(items, cell, matching: .identities, columns: [])
  }

  /// A table as it is defined, in Swift or JSON, with what its slots show.
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
    base.selection = definition.selection
    base.checkmarks = definition.checkmarks
    base.style = definition.style
    applyStyle()
    if let empty = definition.empty {
      whenEmpty(empty.text, icon: empty.icon, details: empty.details)
    }
  }
}
