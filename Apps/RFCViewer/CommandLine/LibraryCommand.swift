import HikidashiCommands
import RFCKit

/// `rfcviewer list`, `search` and `show`, which read the mirror or the built-in library.
struct LibraryCommand {
  private let arguments: CommandArguments
  private let output: CommandOutput
  private let mirror: String?

  private init(_ arguments: CommandArguments, _ output: CommandOutput) throws {
    self.arguments = arguments
    self.output = output
    mirror = try CommandLineTool.Preferred(arguments).mirror
  }

  static var commands: [Command] {
    [
      Command(
        "list", tr("[FILTERS…]"),
        summary: tr("Print the numbers, dates and titles in the library."),
        description: SearchFilters.help, options: [.mirror, .json] + ListOptions.all
      ) { try LibraryCommand($0, $1).list() },
      Command(
        "search", tr("WORDS…"),
        summary: tr("Print the entries that match all words, best first."),
        description: SearchFilters.help + "\n\n"
          + tr(
            """
            With --full, the sections of the documents that are here which match best, each with the
            words in it. Words in quotation marks are found side by side, “begin*” is every word that
            begins so, and “-word”, behind “--”, leaves sections out.
            The first time, an index of their words is made, which takes a while.
            """),
        options: [.mirror, .json] + FullTextCommand.options
      ) { try LibraryCommand($0, $1).search() },
      Command(
        "show", "N", summary: tr("Print the text of an RFC; 0 is the guide to this program."),
        description: tr("A document that is not here yet is fetched from the mirror."),
        options: [
          .mirror, .json, .offline,
          CommandOption(
            "section", "s", argument: tr("SECTION"),
            help: tr("Only this one, by its number or its title, without pages")),
        ]
      ) { try LibraryCommand($0, $1).show() },
    ]
  }

  private func list() throws {
    let selection = try ListOptions.selection(arguments)
    var index = try index()
    let filters = arguments.words.joined(separator: " ")
    if filters.contains(where: { !$0.isWhitespace }) {
      let isFound = try SearchFilters.found(filters, index.entries, try library()).isFound ?? []
      index = RFCIndex(
        created: index.created,
        entries: isFound.indices.filter { isFound[$0] }.map { index.entries[$0] })
      if index.entries.isEmpty { throw CommandError.nothingFound(filters) }
    }
    try write(selection.entries(of: index))
  }

  private func search() throws {
    let query = arguments.words.joined(separator: " ")
    guard query.contains(where: { !$0.isWhitespace }) else {
      throw CommandMisuse.missing(tr("words to search for"), command: arguments.command)
    }
    if arguments.has("full") {
      return try FullTextCommand(arguments, output, try library()).run(query)
    }
    if arguments.has("limit") { throw CommandMisuse(tr("“--limit” is for “--full” alone")) }
    let entries = try index().entries
    let answer = try SearchFilters.found(query, entries, try library())
    let isFound = answer.isFound ?? []
    let positions =
      answer.hasWords ? answer.matches.map(\.position) : isFound.indices.filter { isFound[$0] }
    let found = positions.map { entries[$0] }
    try write(found)
    if found.isEmpty { throw CommandError.nothingFound(query) }
  }

  private func show() throws {
    let number = try CommandLineTool.number(try arguments.word(tr("the number of an RFC")))
    let documents = try DocumentSource(
      mirror: mirror, isOffline: arguments.has("offline"), output)
    if arguments.has("json") { return try showJSON(number, documents) }
    let document = try documents.document(number)
    if let name = arguments["section"] {
      let text = try section(name, of: document, number).text
      return try output.write(output.isTerminal ? text.withoutControlsInLines : text)
    }
    try output.write(output.isTerminal ? document.displayText() : document.text)
  }

  private func showJSON(_ number: Int, _ documents: DocumentSource) throws {
    guard let entry = try index()[number] else { throw CommandError.notInIndex(number) }
    if let name = arguments["section"] {
      let (section, text) = try section(name, of: try documents.document(number), number)
      let heading = section.heading
      let members = [
        ("section", JSONValue(heading.number)), ("sectionTitle", .string(heading.title)),
        ("text", .string(text)),
      ]
      return try output.write(JSONValue.object(entry.members + members).text + "\n")
    }
    let text = try documents.documentIfAny(number)?.text
    try output.write(JSONValue.object(entry.members + [("text", JSONValue(text))]).text + "\n")
  }

  private func section(
    _ name: String, of document: RFCDocument, _ number: Int
  ) throws -> (DocumentSection, text: String) {
    let layout = document.layout()
    guard let section = layout.section(name) else { throw CommandError.noSection(name, number) }
    return (section, document.text(layout, of: section))
  }

  private func library() throws -> RFCLibrary { try CommandLineTool.openLibrary(mirror) }

  private func index() throws -> RFCIndex { try library().index() }

  private func write(_ entries: [RFCEntry]) throws {
    if arguments.has("json") { return try writeJSON(entries, to: output) }
    try output.write(all: entries.lazy.map { Self.line($0) + "\n" })
  }

  /// ` 2119  1997-03     Key words for use in RFCs to Indicate Requirement Levels`
  private static func line(_ entry: RFCEntry) -> String {
    String(entry.number).padded(5, right: true) + "  "
      + (entry.date?.description ?? "").padded(10) + "  " + entry.title.withoutControls
  }
}
