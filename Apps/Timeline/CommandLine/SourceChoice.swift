import HikidashiRecords
import HikidashiStorage
import TimelineKit

/// Finds the sources that words on the command line name.
enum SourceChoice {
  /// All sources, by their groups and titles.
  static func all(of store: TimelineStore) -> [TimelineSource] {
    store.sources.table.map { TimelineSource($0) }.sorted {
      ($0.group, $0.title, $0.id) < ($1.group, $1.title, $1.id)
    }
  }

  /// The source whose id, address or title a word is, in capitals or not.
  static func source(
    _ word: String, of sources: [TimelineSource]
  ) throws(CommandError) -> TimelineSource {
    if let source = sources.first(where: { $0.id == word || $0.address == word }) { return source }
    let found = sources.filter { $0.title.lowercased() == word.lowercased() }
    guard found.count < 2 else { throw .severalSources(word) }
    guard let source = found.first else { throw .noSource(word) }
    return source
  }
}
