import HikidashiCommands
import HikidashiStorage
import RFCKit

/// `rfcviewer search --full WORDS…`: sections of the documents that are here, with the words in them.
struct FullTextCommand {
  private let arguments: CommandArguments
  private let output: CommandOutput
  private let library: RFCLibrary

  init(_ arguments: CommandArguments, _ output: CommandOutput, _ library: RFCLibrary) {
    self.arguments = arguments
    self.output = output
    self.library = library
  }

  static var options: [CommandOption] {
    [
      CommandOption(
        "full", "f", help: tr("Search the text of the documents that are here, by section")),
      CommandOption(
        "limit", "n", argument: "N", help: tr("At most so many sections, 20 if not given")),
    ]
  }

  /// Brings the index up to what is here, and prints what it finds.
  func run(_ query: String) throws {
    let limit = try arguments.count("limit", in: 1...1_000) ?? 20
    // A folder of documents needs no index of RFCs.
    let entries = (try? library.index().entries) ?? []
    let asked = try SearchFilters.found(query, entries, library)
    guard asked.hasWords else {
      throw CommandMisuse.missing(tr("words to search for"), command: arguments.command)
    }
    let search = try RFCTextSearch(library, entries: entries)
    try update(search)
    let numbers = asked.isAllowed.map { isAllowed in
      Set(isAllowed.indices.lazy.filter { isAllowed[$0] }.map { entries[$0].number })
    }
    let found = try search.hits(asked.text, limit: limit) { numbers?.contains($0) ?? true }
    let titles = Dictionary(entries.map { ($0.number, $0.title) }, uniquingKeysWith: { $1 })
    if arguments.has("json") {
      try output.write(Self.json(found.hits, titles))
    } else {
      try output.write(all: found.hits.lazy.map { lines($0, titles[$0.number] ?? "") })
    }
    if found.hits.isEmpty { throw CommandError.nothingInTexts(query) }
  }

  private func update(_ search: RFCTextSearch) throws {
    let line = ProgressLine(output, after: .milliseconds(300))
    defer { line.end(clears: true) }
    do {
      try Command.wait {
        try await search.update { progress in
          line.show(
            tr("Reading {} of {} documents for the search …", progress.done, progress.total),
            fraction: progress.fraction)
        }
      }
    } catch is CommandInterruption {
      throw CommandInterruption(tr("stopped; the same command goes on from here"))
    }
  }

  /// Two lines: where it is, and the words in it.
  private func lines(_ hit: RFCTextHit, _ title: String) -> String {
    let number = String(hit.number)
    let blanks = String(repeating: " ", count: max(0, 5 - number.count))
    let section = [hit.section, hit.sectionTitle].compactMap { $0 }.filter { !$0.isEmpty }
    let place = section.isEmpty ? title : section.joined(separator: "  ") + " — " + title
    let words = hit.snippet.parts.map { part in
      let text = part.text.withoutControls
      return part.isMatch && output.isTerminal ? "\u{1B}[1m" + text + "\u{1B}[0m" : text
    }
    return blanks + number + "  " + place.withoutControls + "\n       " + words.joined() + "\n"
  }

  private static func json(_ hits: [RFCTextHit], _ titles: [Int: String]) -> String {
    let lines = hits.map { hit in
      JSONValue.object([
        ("number", .number(hit.number)), ("title", JSONValue(titles[hit.number])),
        ("section", JSONValue(hit.section)), ("sectionTitle", .string(hit.sectionTitle)),
        ("start", .number(hit.place.lowerBound)), ("end", .number(hit.place.upperBound)),
        ("score", .number(Int(hit.score * 1_000))), ("isComplete", .boolean(hit.isComplete)),
        (
          "snippet",
          .array(
            hit.snippet.parts.map {
              .object([("text", .string($0.text)), ("isMatch", .boolean($0.isMatch))])
            })
        ),
      ]).text
    }
    return "[" + lines.map { "\n" + $0 }.joined(separator: ",") + "\n]\n"
  }
}
