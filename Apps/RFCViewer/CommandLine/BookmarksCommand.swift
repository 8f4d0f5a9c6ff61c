import HikidashiCommands
import HikidashiPreferences
import HikidashiRecords
import HikidashiStorage
import RFCKit

/// `rfcviewer bookmarks`, which lists, exports, adds and removes bookmarks, highlights and notes.
struct BookmarksCommand {
  private let arguments: CommandArguments
  private let output: CommandOutput
  private let library: RFCLibrary
  private let address: String

  static var command: Command {
    Command(
      "bookmarks", tr("[WORDS…]"),
      summary: tr("Print bookmarks, highlights and notes, or add and remove them."),
      description: tr(
        """
        Those that have all words in their text, note, tags or place; without words, all. CSV,
        Markdown and JSON have the citation of each document. The window shows what is added
        here at once. Where they are kept is a setting, --notes-place.
        """),
      options: [.mirror, .json] + choosing + changing
    ) { try BookmarksCommand($0, $1).run() }
  }

  private static var choosing: [CommandOption] {
    [
      CommandOption("rfc", "r", argument: "N", help: tr("Only those of one RFC")),
      CommandOption(
        "kind", "k", argument: "bookmark|highlight|note", help: tr("Only those of one kind")),
      CommandOption(
        "tag", "t", argument: tr("TAG"), help: tr("Only those with a tag, or the tags to add")),
      CommandOption("csv", "c", help: tr("Print a table with commas, with citations")),
      CommandOption("markdown", help: tr("Print Markdown, with citations")),
    ]
  }

  private static var changing: [CommandOption] {
    [
      CommandOption("add", "a", argument: "N", help: tr("Add one to this RFC")),
      CommandOption(
        "section", "s", argument: tr("SECTION"), help: tr("Where to add it: number or title")),
      CommandOption(
        "quote", "q", argument: tr("TEXT"), help: tr("Add it to these words of the RFC")),
      CommandOption("note", "n", argument: tr("TEXT"), help: tr("The words of the note to add")),
      CommandOption(
        "colour", argument: "yellow|green|blue|pink", help: tr("The colour of the highlight to add")
      ),
      CommandOption("remove", argument: "NUMBER", help: tr("Remove the one with this number")),
    ]
  }

  private init(_ arguments: CommandArguments, _ output: CommandOutput) throws {
    self.arguments = arguments
    self.output = output
    library = try CommandLineTool.openLibrary(CommandLineTool.Preferred(arguments).mirror)
    let settings = ViewerPreferences()
    let store = try settings.open(arguments.settings, isCopy: true)
    for case .badValue("notes.place", _, let reason) in store.problems {
      throw PreferenceError.refused(key: "notes.place", reason: reason)
    }
    address = store[settings.notes.place]
  }

  private func run() throws {
    _ = try arguments.one(of: "json", "csv", "markdown")
    let deed = try arguments.one(of: "add", "remove")
    for name in ["section", "quote", "note", "colour"] where deed != "add" && arguments.has(name) {
      throw CommandMisuse(tr("“--{}” is for “--add” alone", name))
    }
    guard let place = NotesPlace.destination(address) else { throw CommandError.noHomeForNotes }
    let notes = try RFCNotes(at: place)
    defer { notes.records.close() }
    switch deed {
    case "add": try add(to: notes)
    case "remove": try remove(from: notes)
    default: try list(notes)
    }
  }

  // MARK: - Listing

  private func list(_ notes: RFCNotes) throws {
    let selection = NoteSelection(
      number: try arguments["rfc"].map { try CommandLineTool.number($0) }, kind: try kind(),
      tag: arguments["tag"], words: arguments.words)
    let found = notes.select(selection)
    try write(found)
    if found.isEmpty, selection != NoteSelection() { throw CommandError.noNotes }
  }

  private func kind() throws -> RFCNote.Kind? {
    try arguments["kind"].map { word in
      guard let kind = RFCNote.Kind(rawValue: word.lowercased()) else {
        throw CommandMisuse(tr("“{}” is no kind; give bookmark, highlight or note", word))
      }
      return kind
    }
  }

  private func write(_ found: [(RecordNumber, RFCNote)]) throws {
    let index = (try? library.index()) ?? RFCIndex(entries: [])
    let export = NoteExport(found.map(\.1), index: index)
    if arguments.has("json") {
      return try output.write(rows: found.map { export.members($1, id: $0.rawValue) })
    }
    if arguments.has("csv") { return try output.write(export.text(as: .csv)) }
    if arguments.has("markdown") {
      return try output.write(export.text(as: .markdown).withoutControlsInLines)
    }
    try output.write(all: found.lazy.map { Self.line($0, $1) + "\n" })
  }

  /// `    3  highlight  RFC 9110, Section 9.3.1  The GET method requests transfer`
  private static func line(_ number: RecordNumber, _ note: RFCNote) -> String {
    let words = note.words.isEmpty ? note.quote : note.words
    let line = words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let fields = [
      String(number.rawValue).padded(5, right: true), note.kind.rawValue.padded(9), note.address,
      line, note.tags.map { "#" + $0 }.joined(separator: " "),
    ]
    return fields.filter { !$0.isEmpty }.joined(separator: "  ").withoutControls
  }

  // MARK: - Changing

  private func add(to notes: RFCNotes) throws {
    let note = try newNote()
    let number = try notes.add(note)
    try write([(number, note)])
  }

  private func newNote() throws -> RFCNote {
    let number = try CommandLineTool.number(arguments["add"] ?? "")
    let (quote, words) = (arguments["quote"] ?? "", arguments["note"] ?? "")
    let color = try color()
    let kind =
      try kind()
      ?? (words.isEmpty ? (quote.isEmpty && color == nil ? .bookmark : .highlight) : .note)
    var note = RFCNote(
      kind, number: number, quote: quote, color: kind == .highlight ? color ?? .yellow : nil,
      words: words, tags: RFCNote.tags(arguments["tag"] ?? ""), author: NotesPlace.author)
    guard let document = try? library.document(number) else {
      note.section = arguments["section"] ?? ""
      return note
    }
    try place(&note, in: document)
    return note
  }

  /// Finds where in a document that is here it belongs.
  private func place(_ note: inout RFCNote, in document: RFCDocument) throws {
    let layout = document.layout()
    let finder = QuoteFinder(document, layout)
    var start = 0
    if let name = arguments["section"] {
      guard let section = layout.section(name) else {
        throw CommandError.noSection(name, note.number)
      }
      note.section = section.heading.number ?? ""
      note.place = section.heading.span.scalars
      start = note.place.lowerBound
      if note.quote.isEmpty { note.quote = finder.quote(of: note.place) }
    }
    guard let quote = arguments["quote"] else { return }
    guard let place = finder.place(of: quote, near: start, in: note.section) else {
      throw CommandError.noQuote(quote, note.number)
    }
    note.place = place
    note.quote = finder.quote(of: place)
    note.section = finder.section(at: place.lowerBound)
  }

  private func color() throws -> RFCNote.Color? {
    try arguments["colour"].map { word in
      guard let color = RFCNote.Color(rawValue: word.lowercased()) else {
        throw CommandMisuse(tr("“{}” is no colour; give yellow, green, blue or pink", word))
      }
      return color
    }
  }

  private func remove(from notes: RFCNotes) throws {
    try arguments.takesNoWords()
    guard let number = try arguments.count("remove", in: 0...Int(Int32.max)) else { return }
    let removed = RecordNumber(number)
    guard let note = notes[removed] else { throw CommandError.noNote(number) }
    try notes.remove(removed)
    try write([(removed, note)])
  }
}
