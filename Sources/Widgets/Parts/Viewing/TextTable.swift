internal import HikidashiRecords

/// The cells of a table, until their widths are known.
struct TextTable {
  /// Cells that are wider than this stand out of their column: one of a million letters would give all others
  /// as many blanks.
  private static let widest = 80

  private var rows: [[String]] = []
  private let hasHeader: Bool

  init(hasHeader: Bool) { self.hasHeader = hasHeader }

  mutating func beginRow() { rows.append([]) }

  mutating func beginCell() {
    if !rows.isEmpty { rows[rows.count - 1].append("") }
  }

  /// Whether nothing stands in the cell that is open, or a blank in its end.
  var isAtBlank: Bool { rows.last?.last.map { $0.isEmpty || $0.last == " " } ?? true }

  /// Adds text to the cell that is open. False when none is.
  mutating func write(_ text: String) -> Bool {
    guard let row = rows.indices.last, let cell = rows[row].indices.last else { return false }
    rows[row][cell] += text == "\n" ? " " : text
    return true
  }

  /// The rows in columns, with a line below the header.
  var lines: String {
    var widths: [Int] = []
    for row in rows {
      for (column, cell) in row.enumerated() {
        if column == widths.count { widths.append(0) }
        widths[column] = min(max(widths[column], cell.columnCount), TextTable.widest)
      }
    }
    var lines = rows.map { row in
      let cells = zip(row, widths).map { cell, width in
        cell + String(repeating: " ", count: max(0, width - cell.columnCount))
      }
      return TextTable.trimmed(cells.joined(separator: "  "))
    }
    if hasHeader, !lines.isEmpty {
      let rule = widths.map { String(repeating: "─", count: $0) }.joined(separator: "──")
      lines.insert(rule, at: 1)
    }
    return lines.joined(separator: "\n")
  }

  private static func trimmed(_ line: String) -> String {
    var line = line
    while line.last == " " { line.removeLast() }
    return line
  }
}
