import RFCKit

/// `rfcviewer list`, `search` and `show`, which read the mirror or the built-in library.
struct LibraryCommand {
  private let options: ParsedOptions
  private let mirror: String?

  init(_ options: ParsedOptions, mirror: String?) {
    self.options = options
    self.mirror = mirror
  }

  func list(_ output: CommandOutput) throws(CommandError) {
    if let word = options.words.first { throw .extraArgument(command: "list", word) }
    try write(try index().entries, output)
  }

  func search(_ output: CommandOutput) throws(CommandError) {
    let query = options.words.joined(separator: " ")
    guard query.contains(where: { !$0.isWhitespace }) else {
      throw .missingArgument(command: "search", what: tr("words to search for"))
    }
    let entries = try index().entries
    let found = RFCFilter(entries).positions(query).map { entries[$0] }
    try write(found, output)
    if found.isEmpty { throw .nothingFound(query) }
  }

  func show(_ output: CommandOutput) throws(CommandError) {
    guard let word = options.words.first else {
      throw .missingArgument(command: "show", what: tr("the number of an RFC"))
    }
    if options.words.count > 1 { throw .extraArgument(command: "show", options.words[1]) }
    let number = try CommandLineTool.number(word)
    let documents = try DocumentSource(
      mirror: mirror, isOffline: options.has("offline"), output)
    if options.has("json") { return try showJSON(number, documents, output) }
    let document = try documents.document(number)
    try output.write(output.isTerminal ? document.displayText() : document.text)
  }

  private func showJSON(
    _ number: Int, _ documents: DocumentSource, _ output: CommandOutput
  ) throws(CommandError) {
    guard let entry = try index()[number] else { throw .notInIndex(number) }
    let text = try documents.documentIfAny(number)?.text
    guard case .object(let members) = entry.json else { return }
    try output.write(JSONText.object(members + [("text", .optional(text))]).text + "\n")
  }

  private func index() throws(CommandError) -> RFCIndex {
    let library = try CommandLineTool.openLibrary(mirror)
    do throws(RFCLibraryError) {
      return try library.index()
    } catch {
      throw .library(error)
    }
  }

  private func write(_ entries: [RFCEntry], _ output: CommandOutput) throws(CommandError) {
    if options.has("json") { return try writeJSON(entries, to: output) }
    try output.write(all: entries.lazy.map { Self.line($0) + "\n" })
  }

  /// ` 2119  1997-03     Key words for use in RFCs to Indicate Requirement Levels`
  private static func line(_ entry: RFCEntry) -> String {
    func padded(_ text: String, _ width: Int, right: Bool) -> String {
      let blanks = String(repeating: " ", count: max(0, width - text.count))
      return right ? blanks + text : text + blanks
    }
    return padded(String(entry.number), 5, right: true) + "  "
      + padded(entry.date?.description ?? "", 10, right: false) + "  "
      + entry.title.withoutControls
  }
}
