import FoundationEssentials
import Hikidashi
import RFCKit

/// Notes as they are given to others, each with how its document is cited.
///
/// ```swift
/// let export = NoteExport(notes, index: library.index())
/// print(try export.text(as: .markdown))
/// ```
struct NoteExport: Sendable {
  /// The forms of a file.
  enum Form: String, CaseIterable {
    case markdown
    case csv
    case json

    /// The form that the name of a file means; Markdown where it means none.
    init(fileName: String) {
      switch fileName.split(separator: ".").last?.lowercased() {
      case "csv": self = .csv
      case "json": self = .json
      default: self = .markdown
      }
    }
  }

  private let notes: [RFCNote]
  private let index: RFCIndex

  /// - Parameter index: Where titles and citations are from; what it does not have is cited by its number.
  init(_ notes: [RFCNote], index: RFCIndex) { (self.notes, self.index) = (notes, index) }

  func text(as form: Form) throws -> String {
    switch form {
    case .markdown: markdown
    case .csv: try csv
    case .json: json
    }
  }

  /// Writes them into a file, in the form that its name means; waits for the disk.
  func write(to path: String) throws {
    let text = try text(as: Form(fileName: path))
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let folder = parts.dropLast().joined(separator: "/")
    let storage = try FolderStorage(folder.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : folder)
    try storage.write(Array(text.utf8), to: StorageName(String(parts.last ?? "")))
  }

  /// How a document is cited.
  func citation(of number: Int) -> String {
    if let entry = index[number], entry.isIssued { return entry.plainCitation }
    return "RFC \(number), <\(RFCEntry.address(of: number))>."
  }

  private func title(of number: Int) -> String {
    guard let entry = index[number], entry.isIssued else { return "RFC \(number)" }
    return "RFC \(number): \(entry.title)"
  }

  /// Documents as headings, each with its citation, and its notes in the order of the text.
  private var markdown: String {
    let byNumber = Dictionary(grouping: notes, by: \.number).sorted { $0.key < $1.key }
    let parts = byNumber.map { number, notes in
      let items = notes.sorted { $0.place.lowerBound < $1.place.lowerBound }.map(Self.item)
      return "## \(Self.inMarkdown(title(of: number)))\n\n"
        + "\(Self.inMarkdown(citation(of: number), keepsAddress: true))\n\n"
        + items.joined(separator: "\n")
    }
    return parts.joined(separator: "\n")
  }

  private static func item(_ note: RFCNote) -> String {
    let kind = note.color.map { "\(note.kind.title), \($0.title)" } ?? note.kind.title
    var lines = ["- **\(note.address)** (\(kind))"]
    if !note.quote.isEmpty { lines += ["", "  > " + inMarkdown(note.quote)] }
    if !note.words.isEmpty {
      lines.append("")
      lines += note.words.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        .map { $0.isEmpty ? "" : "  " + $0 }
    }
    if !note.tags.isEmpty {
      lines += [
        "", "  " + note.tags.map { "#" + $0.replacing(" ", with: "-") }.joined(separator: " "),
      ]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A text in which what means something to Markdown stands for itself.
  ///
  /// - Parameter keepsAddress: Whether an address between angle brackets is a link.
  private static func inMarkdown(_ text: String, keepsAddress: Bool = false) -> String {
    let signs = keepsAddress ? "\\`*_[]#|" : "\\`*_[]<>#|"
    return text.reduce(into: "") { result, character in
      if signs.contains(character) { result.append("\\") }
      result.append(character)
    }
  }

  // MARK: - Tables

  /// The fields of a file: what is kept, and the citation.
  private func values(_ note: RFCNote) -> [(key: String, text: String)] {
    [
      ("kind", note.kind.rawValue), ("rfc", String(note.number)), ("section", note.section),
      ("title", index[note.number]?.title ?? ""), ("quote", note.quote),
      ("colour", note.color?.rawValue ?? ""), ("note", note.words),
      ("tags", note.tags.joined(separator: ", ")), ("author", note.author),
      ("created", Self.date(note.created)), ("changed", Self.date(note.changed)),
      ("citation", citation(of: note.number)),
    ]
  }

  private var csv: String {
    get throws {
      let names = values(RFCNote(.note, number: 0)).map(\.key)
      let fields = names.map { Field<String>($0, default: "") }
      var table = RecordTable(try Schema(fields: fields.map(\.definition)))
      for note in notes {
        let row = values(note)
        try table.append { draft in
          for (field, value) in zip(fields, row) { draft[field] = value.text }
        }
      }
      return try table.text(as: .csv)
    }
  }

  private var json: String {
    let rows = notes.map { JSONValue.object(members($0)).text }
    return rows.isEmpty ? "[]\n" : "[\n" + rows.joined(separator: ",\n") + "\n]\n"
  }

  /// A note as JSON.
  ///
  /// - Parameter id: Its number in the store; nil leaves it out.
  func members(_ note: RFCNote, id: Int? = nil) -> [(key: String, value: JSONValue)] {
    (id.map { [("id", .number($0))] } ?? []) + [
      ("kind", .string(note.kind.rawValue)), ("number", .number(note.number)),
      ("section", .string(note.section)), ("title", JSONValue(index[note.number]?.title)),
      ("start", .number(note.place.lowerBound)), ("end", .number(note.place.upperBound)),
      ("quote", .string(note.quote)), ("colour", JSONValue(note.color?.rawValue)),
      ("note", .string(note.words)), ("tags", .array(note.tags.map { .string($0) })),
      ("author", .string(note.author)), ("created", .string(Self.date(note.created))),
      ("changed", .string(Self.date(note.changed))),
      ("citation", .string(citation(of: note.number))),
    ]
  }

  /// A date in the form of ISO 8601, to the second.
  static func date(_ date: Date) -> String { date.formatted(.iso8601) }
}
