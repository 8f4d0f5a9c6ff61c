internal import HikidashiBase
internal import HikidashiRecords

/// What a row of a table of records says.
enum RecordRowContent: Equatable {
  /// The values of a record, in the order of the columns that are shown.
  case record([String])
  case heading(RecordHeading)

  var heading: RecordHeading? { if case .heading(let heading) = self { heading } else { nil } }

  /// A text for each column that is shown.
  var texts: [String] {
    switch self {
    case .record(let texts): texts
    case .heading(let heading): [heading.title] + heading.sums.dropFirst()
    }
  }

  /// What a screen reader calls the row.
  var name: String {
    switch self {
    case .record(let texts): texts.filter { !$0.isEmpty }.joined(separator: ", ")
    case .heading(let heading): heading.name
    }
  }
}

/// The heading of a group of records, or the line of sums below all of them.
struct RecordHeading: Equatable {
  /// A group that is opened and closed.
  struct Group: Equatable {
    var level: Int
    var isOpen: Bool
  }

  /// Nil for the line below all records.
  var group: Group?
  var title: String
  /// What a screen reader calls it.
  var name: String
  /// The sums in their columns, empty for other columns.
  var sums: [String]
  /// How many columns the title reaches over.
  var span: Int

  var level: Int { group?.level ?? 0 }

  /// What decides where its parts stand.
  var shape: Shape { Shape(isGroup: group != nil, level: level, span: span) }

  struct Shape: Equatable {
    var isGroup: Bool
    var level: Int
    var span: Int
  }
}

extension RecordsLayout {
  /// What stands in a row.
  func content(
    of row: GroupedView.Row, in table: RecordTable, sums: [FieldDefinition]
  ) -> RecordRowContent {
    switch row {
    case .record(let number): .record(texts(of: number, in: table))
    case .group(let group): .heading(heading(of: group, sums: sums))
    }
  }

  private func heading(of group: GroupedView.Group, sums: [FieldDefinition]) -> RecordHeading {
    let count = NumberFormat().text(group.count)
    let title = group.title(text(group.value, of: group.field))
    return heading(
      title + "\u{2003}" + count,
      named: title + ", " + trn("{} record", "{} records", group.count, count),
      group: RecordHeading.Group(level: group.level, isOpen: group.isOpen),
      sums: zip(sums, group.sums).map { ($0, $1) })
  }

  /// A heading with sums in the columns of their fields.
  func heading(
    _ title: String, named name: String, group: RecordHeading.Group?,
    sums: [(field: FieldDefinition, sum: CellValue)]
  ) -> RecordHeading {
    var texts = shown.map { _ in "" }
    var (title, name) = (title, name)
    for (field, sum) in sums {
      guard let place = shown.firstIndex(where: { $0.field == field }) else { continue }
      texts[place] = text(sum, of: field)
      name += ", " + shown[place].title + " " + texts[place]
      if place == 0 { title += "\u{2003}" + texts[place] }
    }
    let span = texts.dropFirst().firstIndex { !$0.isEmpty } ?? texts.count
    return RecordHeading(
      group: group, title: title, name: name, sums: texts, span: max(span, 1))
  }
}
