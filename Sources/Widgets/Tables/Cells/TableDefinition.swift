internal import HikidashiRecords
internal import HikidashiValues

/// The look and behaviour of a table without its rows, made in Swift or read from JSON.
///
/// ```json
/// {
///   "selection": "multiple",
///   "empty": { "text": "No notes", "icon": "document-new-symbolic" },
///   "columns": [
///     { "name": "title", "title": "Title" },
///     { "name": "rate", "title": "Rate", "alignment": "end", "width": 80 }
///   ]
/// }
/// ```
///
/// In place of columns it may have a cell: `{ "row": […], "spacing": 8 }`, `{ "column": […] }`, or a
/// slot such as `{ "text": "title", "style": ["heading"], "lines": 2 }`, `{ "icon": "icon", "size":
/// 32 }`, `{ "picture": "photo" }`, `{ "progress": "done", "width": 100 }`, `{ "rich": "words" }`,
/// `{ "button": "reply", "style": "flat" }`, `{ "pictures": "photos", "size": 40, "most": 3 }`.
public struct TableDefinition: Sendable {
  /// How rows are selected; nil for the table's own default.
  public var selection: SelectionStyle?
  /// Whether selected rows have a check mark; nil for the table's own default.
  public var checkmarks: Bool?
  /// The style of the table; nil for the table's own default.
  public var style: TableStyle?
  /// The message in place of rows if there are none: a text, an icon and a sentence.
  public var empty: (text: String, icon: String?, details: String?)?
  /// Whether rows are sorted by a click on the title of a column.
  public var isSortable = false
  /// Whether columns can be made wider and less wide.
  public var isResizable = false
  /// The columns; a table without columns has no titles above the rows.
  public var columns: [TableColumn]
  /// The layout of a row.
  public var layout: CellLayout

  /// Creates the definition of a table with columns.
  public init(
    columns: [TableColumn], selection: SelectionStyle? = nil, checkmarks: Bool? = nil,
    style: TableStyle? = nil
  ) {
    self.columns = columns
    self.selection = selection
    self.checkmarks = checkmarks
    self.style = style
    layout = CellLayout(columns: columns)
  }

  /// Creates the definition of a table without columns, whose rows have this layout.
  public init(
    _ layout: CellLayout, selection: SelectionStyle? = nil, checkmarks: Bool? = nil,
    style: TableStyle? = nil
  ) {
    self.init(columns: [], selection: selection, checkmarks: checkmarks, style: style)
    self.layout = layout
  }
}

// MARK: - JSON

extension TableDefinition {
  /// Reads a definition from JSON.
  ///
  /// - Parameters:
  ///   - json: The text.
  ///   - file: What errors call it.
  /// - Throws: ``TableDefinitionError/malformed(place:reason:)`` with the place, as in
  ///   `notes.json: columns[1].width`. Keys that are not known are errors.
  public init(json: String, file: String = "the JSON") throws(TableDefinitionError) {
    do throws(JSONError) {
      try self.init(PlacedJSON(parsing: json))
      layout.origin = file
    } catch {
      throw .malformed(place: "\(file): \(error.place)", reason: error.reason)
    }
  }

  private static let keys = [
    "selection", "checkmarks", "style", "empty", "sortable", "resizable", "columns", "cell",
  ]

  private init(_ node: PlacedJSON) throws(JSONError) {
    let members = try node.members(known: Self.keys, prefix: "")
    switch (members["columns"], members["cell"]) {
    case (let list?, nil):
      var columns: [TableColumn] = []
      for element in try list.elements() { columns.append(try element.column(besides: columns)) }
      self.init(columns: columns)
    case (nil, let cell?):
      self.init(try cell.layout())
    default:
      throw node.refused("either “columns” or “cell” is expected")
    }
    selection = try members["selection"]?.choice([
      "none": SelectionStyle.none, "single": .single, "multiple": .multiple, "toggle": .toggle,
    ])
    checkmarks = try members["checkmarks"]?.boolean()
    isSortable = try members["sortable"]?.boolean() ?? false
    isResizable = try members["resizable"]?.boolean() ?? false
    style = try members["style"]?.choice(["standard": TableStyle.standard, "slate": .slate])
    guard let empty = members["empty"] else { return }
    let parts = try empty.members(known: ["text", "icon", "details"])
    guard let text = parts["text"] else { throw empty.refused("“text” is missing") }
    self.empty = (
      try text.string(), try parts["icon"]?.string(), try parts["details"]?.string()
    )
  }
}

extension PlacedJSON {
  fileprivate func choice<Value>(
    _ values: KeyValuePairs<String, Value>
  ) throws(JSONError) -> Value {
    let name = try string()
    if let value = values.first(where: { $0.key == name })?.value { return value }
    throw refused("“\(name)” is none of \(values.map(\.key).joined(separator: ", "))")
  }

  private func pixels(_ range: ClosedRange<Int>) throws(JSONError) -> Int {
    let value = try integer()
    guard range.contains(value) else {
      throw refused("\(value) is not from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  private func alignment() throws(JSONError) -> Placement {
    try choice(["start": Placement.start, "center": .center, "end": .end])
  }

  private func styles() throws(JSONError) -> [String] {
    if case .string(let style) = node.kind { return [style] }
    var styles: [String] = []
    for element in try elements() { styles.append(try element.string()) }
    return styles
  }

  private func kind() throws(JSONError) -> CellSlot.Kind {
    let name = try string()
    if let kind = CellSlot.Kind(rawValue: name) { return kind }
    let known = CellSlot.Kind.allCases.map(\.rawValue).joined(separator: ", ")
    throw refused("“\(name)” is none of \(known)")
  }

  fileprivate func column(besides others: [TableColumn]) throws(JSONError) -> TableColumn {
    let members = try members(known: ["name", "title", "kind", "alignment", "width", "style"])
    guard let nameNode = members["name"] else { throw refused("“name” is missing") }
    let name = try nameNode.string()
    if others.contains(where: { $0.slot.name == name }) {
      throw nameNode.refused("a column before it is called “\(name)”, too; rename one")
    }
    return TableColumn(
      name, title: try members["title"]?.string(), kind: try members["kind"]?.kind() ?? .text,
      alignment: try members["alignment"]?.alignment() ?? .start,
      width: try members["width"]?.pixels(1...4_000), styles: try members["style"]?.styles() ?? [])
  }

  fileprivate func layout() throws(JSONError) -> CellLayout {
    var names: Set<String> = []
    return try layout(&names)
  }

  private func layout(_ names: inout Set<String>) throws(JSONError) -> CellLayout {
    let boxKeys = ["row", "column"]
    let slotKeys = CellSlot.Kind.allCases.map(\.rawValue)
    let options = ["spacing", "style", "lines", "alignment", "width", "size", "expands", "most"]
    let members = try members(known: boxKeys + slotKeys + options)
    let main = (boxKeys + slotKeys).filter { members[$0] != nil }
    guard main.count == 1, let key = main.first, let value = members[key] else {
      throw refused("one of \((boxKeys + slotKeys).joined(separator: ", ")) is expected")
    }
    let allowed = boxKeys.contains(key) ? ["spacing"] : options.filter { $0 != "spacing" }
    if let other = options.first(where: { members[$0] != nil && !allowed.contains($0) }) {
      throw (members[other] ?? self).refused("“\(key)” has none")
    }
    guard let kind = CellSlot.Kind(rawValue: key) else {
      var parts: [CellLayout] = []
      for element in try value.elements() { parts.append(try element.layout(&names)) }
      let axis = key == "row" ? Axis.horizontal : .vertical
      let spacing = try members["spacing"]?.pixels(0...400)
      return CellLayout(axis, spacing: spacing ?? (axis == .horizontal ? 10 : 2), parts)
    }
    let name = try value.string()
    guard names.insert(name).inserted else {
      throw value.refused("another slot is called “\(name)”, too; rename one")
    }
    return CellLayout(
      CellSlot(
        name, kind, styles: try members["style"]?.styles() ?? [],
        lines: try members["lines"]?.pixels(0...1_000) ?? (kind == .rich ? 0 : 1),
        alignment: try members["alignment"]?.alignment() ?? .start,
        width: try members["width"]?.pixels(1...4_000) ?? (kind == .progress ? 120 : nil),
        size: try members["size"]?.pixels(1...1_000), expands: try members["expands"]?.boolean(),
        most: try members["most"]?.pixels(1...20) ?? 4))
  }
}
