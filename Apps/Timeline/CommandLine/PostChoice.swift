import HikidashiCommands
import HikidashiRecords
import HikidashiStorage
import TimelineKit

/// The posts that the options and the words of a command ask for.
struct PostChoice {
  /// What they are.
  let filter: TimelineFilter
  /// Whether anything was asked for.
  let isAny: Bool

  static var options: [CommandOption] { [.source, .unread] }

  /// - Throws: ``CommandError`` where there is no such source, ``CommandMisuse`` for a query that is none.
  init(_ arguments: CommandArguments, _ store: TimelineStore) throws {
    let source = try arguments["source"].map {
      try SourceChoice.source($0, of: store.sortedSources).id
    }
    var query: Query?
    let words = arguments.words.joined(separator: " ")
    if !words.isEmpty {
      do {
        query = try SmartList(id: "", title: words, query: words).condition()
      } catch {
        throw CommandMisuse("\(error)")
      }
    }
    if arguments.has("unread") {
      let unread = PostFields.isRead == false
      query = query.map { $0 && unread } ?? unread
    }
    isAny = query == nil && source == nil
    // What a rule hides is hidden here, too.
    filter = TimelineFilter(
      source: source, query: query,
      rules: RuleSet(store.rules.table.map { TimelineRule($0) }))
  }
}
