internal import HikidashiBase
public import HikidashiOutlines
public import HikidashiRecords

/// What stands in a row of a tree that is made from records: a group, or a record in it.
public struct RecordNode: Sendable, Hashable, CustomStringConvertible {
  /// The record; nil for a group.
  public let record: RecordNumber?
  /// The value that the records of the group share, or the text of the record, as the field shows it.
  public let text: String
  /// How many records the group has; 1 for a record.
  public let count: Int

  /// The text.
  public var description: String { text }

  /// The text of a row: that of a record, or of a group with the number of its records.
  var title: String {
    record == nil ? text + "\u{2003}" + NumberFormat().text(count) : text
  }
}

extension Outline where Item == RecordNode {
  /// Makes a tree of records: a section for each group of records that have the same value in a field,
  /// within those the groups of the next field, and in the innermost the records.
  ///
  /// ```swift
  /// Outline(cards.table, groupedBy: city, text: name)
  /// ```
  ///
  /// Sections come in the order of their values, in the reader's language. The ids of records are their
  /// numbers; those of sections are made of their texts, the same in every run.
  ///
  /// - Parameters:
  ///   - table: The records.
  ///   - fields: What they are grouped by, the field of the outermost groups first; none makes a list.
  ///   - text: The field whose values stand in the rows of records.
  ///   - keys: What the records of a group are sorted by; the field of the text, if not given.
  ///   - filter: Which records there are; all, if not given.
  ///   - isOpen: Whether groups are open at first.
  /// - Precondition: All fields belong to the table; `isGroupable` of the types of `fields`.
  /// - Complexity: O(*n*)
  public init(
    _ table: RecordTable, groupedBy fields: any FieldHandle..., text: some FieldHandle,
    sortedBy keys: [SortKey]? = nil, where filter: Query? = nil, isOpen: Bool = false
  ) {
    self.init(
      table, levels: fields.map(\.definition), text: text.definition, keys, filter, isOpen)
  }

  init(
    _ table: RecordTable, levels: [FieldDefinition], text: FieldDefinition, _ keys: [SortKey]?,
    _ filter: Query?, _ isOpen: Bool
  ) {
    let usual = try? SortKey(named: text.name, of: table.schema)
    let view = GroupedView(
      of: table, groupedBy: RecordGrouping(levels: levels.map { RecordGrouping.Level($0) }),
      by: keys ?? (usual.map { [$0] } ?? []), where: filter)
    let tree = RecordTree(view, text: text, isOpen: isOpen)
    // The ids of records are their numbers, which differ.
    self = (try? Outline(tree.nodes)) ?? Outline()
  }
}

extension OutlineView where Item == RecordNode {
  /// A tree of records in groups, which follows the records: what is open and selected stays so when they
  /// are edited.
  ///
  /// ```swift
  /// OutlineView(cards, groupedBy: city, text: name)
  /// ```
  ///
  /// ``RecordsView/grouped(by:sums:)`` is for many records, with columns and sums. The parameters are
  /// those of the tree that an `Outline` makes of records.
  ///
  /// - Complexity: O(*n*) for the frame after an edit.
  public convenience init(
    _ records: any SharedRecords, groupedBy fields: any FieldHandle..., text: some FieldHandle,
    sortedBy keys: [SortKey]? = nil, where filter: Query? = nil, isOpen: Bool = false,
    header: String? = nil
  ) {
    let (levels, text) = (fields.map(\.definition), text.definition)
    let tree = { @MainActor in
      Outline(records.table, levels: levels, text: text, keys, filter, isOpen)
    }
    self.init(tree(), header: header, text: \.title)
    keepUpToDate(.part, tree) { [weak self] made in self?.change { $0.merge(made) } }
  }
}

/// Makes nodes of records in groups, all of which are open in the view.
private struct RecordTree {
  private(set) var nodes: [Node<RecordNode>] = []
  private let view: GroupedView
  private let text: FieldDefinition
  private let reader: ReaderText
  private let isOpen: Bool

  init(_ view: GroupedView, text: FieldDefinition, isOpen: Bool) {
    self.view = view
    self.text = text
    self.isOpen = isOpen
    reader = ReaderText(text)
    var row = 0
    nodes = nodes(from: &row, level: 0)
  }

  /// The nodes of a level from a row on, until a heading of a level above.
  private func nodes(from row: inout Int, level: Int) -> [Node<RecordNode>] {
    var nodes: [Node<RecordNode>] = []
    while row < view.count {
      switch view[row] {
      case .record(let number):
        row += 1
        let cell = view.table.cell(text, at: number) ?? .null
        nodes.append(
          Node(
            RecordNode(record: number, text: reader.text(cell), count: 1),
            id: NodeID(rawValue: UInt64(clamping: number.rawValue))))
      case .group(let group):
        guard group.level == level else { return nodes }
        row += 1
        let item = RecordNode(record: nil, text: group.title(), count: group.count)
        let children = self.nodes(from: &row, level: level + 1)
        nodes.append(
          Node(item, isSection: true, isOpen: isOpen, isSelectable: false, children: children))
      }
    }
    return nodes
  }
}

extension GroupedView.Group {
  /// What the group is called: its value, with the field where that alone says too little.
  ///
  /// - Parameter value: The value as it is shown; as the field's format has it, if not given.
  func title(_ value: String? = nil) -> String {
    let value = value ?? ReaderText(field).text(self.value)
    return switch field.type {
    case _ where value.isEmpty: tr("{}: none", field.title)
    case .string, .date: value
    default: tr("{}: {}", field.title, value)
    }
  }
}
