public import HikidashiRecords
import HikidashiStorage

extension TimelineStore {
  /// Calls `body` with each post that a filter shows, from the oldest on, without holding all of them: for an
  /// export.
  ///
  /// - Throws: `StoreError`, and what `body` throws.
  /// - Complexity: O(*n*) in posts
  public func forEach(
    _ filter: TimelineFilter = TimelineFilter(), _ body: (Record) throws -> Void
  ) throws {
    let known = Set(sources.table.values(of: SourceFields.id))
    let value = filter.source.map { (PostFields.source, $0) }
    var cursor: PagedPlace?
    while true {
      let page = try posts.page(.after, of: cursor, limit: 1_000, where: value)
      guard let last = page.last else { return }
      cursor = last
      for number in filter.sift(page.table).shown
      where known.contains(page.table[number, PostFields.source]) {
        try body(page.table[number])
      }
    }
  }
}
