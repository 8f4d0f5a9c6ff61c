internal import HikidashiBase

/// The folded text of one column, as far as searches have made it.
final class FoldedColumn: TableCaches.Entry {
  /// By chunk; nil where it was not made yet.
  let chunks: [FoldedChunk?]

  init(chunks: [FoldedChunk?]) { self.chunks = chunks }

  var allocatedBytes: Int { chunks.reduce(0) { $0 + ($1?.allocatedBytes ?? 0) } }

  static let purpose = "search.folded"
}

/// Folded text while a search runs: what earlier searches left, and what this one adds.
///
/// A first search folds as it goes and keeps nothing; that it took place is remembered, and the next
/// one keeps what it folds, as a search field asks again at every key.
// @unchecked: each chunk's entries are touched by the one thread that scans the chunk.
final class FoldingSession: @unchecked Sendable {
  private var columns: [Int: UnsafeMutableBufferPointer<FoldedChunk?>] = [:]
  private let caches: TableCaches

  /// - Parameter fields: the columns whose text is folded.
  init(_ caches: TableCaches, fields: Set<Int>, chunkCount: Int) {
    self.caches = caches
    for field in fields {
      guard let known = caches.entry(FoldedColumn.purpose, field: field, as: FoldedColumn.self)
      else {
        caches.keep(FoldedColumn(chunks: []), FoldedColumn.purpose, field: field)
        continue
      }
      let chunks = UnsafeMutableBufferPointer<FoldedChunk?>.allocate(capacity: chunkCount)
      for index in 0..<chunkCount {
        chunks.initializeElement(
          at: index, to: index < known.chunks.count ? known.chunks[index] : nil)
      }
      columns[field] = chunks
    }
  }

  deinit {
    for chunks in columns.values {
      chunks.deinitialize()
      chunks.deallocate()
    }
  }

  /// Whether folded text of the column is kept.
  func keeps(_ field: Int) -> Bool { columns[field] != nil }

  /// The folded texts kept for a chunk, if the column still has the same chunk.
  func texts(of chunk: TextChunk, at index: Int, field: Int) -> FoldedChunk? {
    guard let known = columns[field]?[index], known.chunk === chunk else { return nil }
    return known
  }

  func keep(_ texts: FoldedChunk, at index: Int, field: Int) {
    columns[field]?[index] = texts
  }

  /// Passes the new folded texts to the table's caches.
  func finish() {
    for (field, chunks) in columns {
      caches.keep(FoldedColumn(chunks: Array(chunks)), FoldedColumn.purpose, field: field)
    }
  }
}
