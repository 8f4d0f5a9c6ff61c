import HikidashiCommands
import RFCKit

extension CommandOutput {
  /// Writes objects as one JSON array, an object a line.
  func write(rows: [[(key: String, value: JSONValue)]]) throws {
    try write("[")
    try write(
      all: rows.indices.lazy.map { place in
        (place == 0 ? "\n" : ",\n") + JSONValue.object(rows[place]).text
      })
    try write("\n]\n")
  }

  /// Writes lines with tabs between the fields, the names of the fields first.
  func write(table columns: [String], _ rows: [[String]]) throws {
    try write(columns.joined(separator: "\t") + "\n")
    try write(all: rows.lazy.map { $0.map(EntryTable.escaped).joined(separator: "\t") + "\n" })
  }
}

extension String {
  /// The text with blanks up to a width.
  func padded(_ width: Int, right: Bool = false) -> String {
    let blanks = String(repeating: " ", count: max(0, width - count))
    return right ? blanks + self : self + blanks
  }

  /// The text without control characters but the ends of its lines.
  var withoutControlsInLines: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { String($0).withoutControls }
      .joined(separator: "\n")
  }
}

extension CommandOption {
  static var tsv: CommandOption {
    CommandOption("tsv", "t", help: tr("Print every field between tabs"))
  }
}
