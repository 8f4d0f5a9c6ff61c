extension TableView where Item: Identifiable {
  /// A list of things that know their identity, in cells made of a definition.
  ///
  /// What is searched and copied of a row, and what a screen reader says, are the texts in its cell.
  public convenience init(_ items: [Item], cell: CellDefinition<Item>) {
    self.init(
      items, text: { cell.texts($0).joined(separator: " ") }, cells: cell.cells,
      matching: .identities)
    copyText = { cell.texts($0).joined(separator: "\t") }
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
  public convenience init(
    _ items: [Item], _ definition: TableDefinition, _ contents: SlotContent<Item>...
  ) throws(TableDefinitionError) {
    let cell = try CellDefinition(definition.layout, contents)
    self.init(
      items, text: { cell.texts($0).joined(separator: " ") }, cells: cell.cells,
      matching: .identities,
      header: definition.columns.isEmpty ? nil : ColumnHeader(definition.columns))
    copyText = { cell.texts($0).joined(separator: "\t") }
    base.selection = definition.selection
    base.checkmarks = definition.checkmarks
    base.style = definition.style
    applyStyle()
    if let empty = definition.empty {
      whenEmpty(empty.text, icon: empty.icon, details: empty.details)
    }
  }
}
