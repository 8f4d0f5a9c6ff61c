import HikidashiRecords
import HikidashiStorage
import TimelineKit

/// Finds the sources that words on the command line name.
enum SourceChoice {
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
