import HikidashiCommands
import TimelineKit

/// `timeline search`, which prints the posts that have words.
struct SearchCommand {
  private let arguments: CommandArguments
  private let output: CommandOutput

  static var command: Command {
    Command(
      "search", tr("WORDS…"), summary: tr("Print the posts that have all words, the newest first."),
      description: tr(
        """
        Words in quotation marks stand side by side, draw* is every word that begins so, and
        posts with a word behind a minus are left out. Without a number, 50 are printed.
        """),
      options: [.folder, .json, .limit]
    ) { try SearchCommand(arguments: $0, output: $1).run() }
  }

  private func run() throws {
    let words = arguments.words.joined(separator: " ")
    guard !arguments.words.isEmpty else {
      throw CommandMisuse.missing(tr("the words to look for"), command: "search")
    }
    let limit = try arguments.count("limit", in: 1...99_999) ?? 50
    let store = try CommandLineTool.openMendedStore(arguments, output)
    var options = MergedList.Options()
    options.hasDays = false
    var list = MergedList(options)
    list.insert(try store.items(try store.search(words, limit: limit)))
    let print = PostPrint(store)
    let things = print.things(of: list, limit: limit)
    try output.write(things, store, print, asJSON: arguments.has("json"))
    if things.isEmpty { throw CommandError.nothingFound(words) }
    let count = try store.searchCount(words)
    if count > limit {
      output.complain(tr("{} posts have the words; “--limit” prints more", count))
    }
  }
}
