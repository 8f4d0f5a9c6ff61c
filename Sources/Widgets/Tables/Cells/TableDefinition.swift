/// What a table is like, apart from its rows: made in Swift, or read from JSON.
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
/// 32 }`, `{ "picture": "photo" }`, `{ "progress": "done", "width": 100 }`.
public struct TableDefinition: Sendable {
  public var selection: SelectionStyle?
  public var checkmarks: Bool?
  public var style: TableStyle?
  /// What stands in the place of rows: text, icon, sentence.
  public var empty: (text: String, icon: String?, details: String?)?
  /// The columns; without any the rows have no line of titles above them.
  public var columns: [TableColumn]
  /// How a row is laid out.
  public var layout: CellLayout

  /// A table with columns.
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

  /// A table without columns, whose rows have this layout.
  public init(
    _ layout: CellLayout, selection: SelectionStyle? = nil, checkmarks: Bool? = nil,
    style: TableStyle? = nil
  ) {
    self.init(columns: [], selection: selection, checkmarks: checkmarks, style: style)
    self.layout = layout
  }
}
