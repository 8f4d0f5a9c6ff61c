/// Places of one chunk as bits, ``ChunkLayout/words`` words.
typealias PlaceWords = UnsafeMutablePointer<UInt64>

/// One test of a query, prepared for the values of a column.
protocol Scan: Sendable {
  /// About how long the test of one value takes, in nanoseconds; only the order matters.
  var cost: Double { get }

  /// The searched values and the kind of comparison, for an explanation.
  var summary: String { get }

  /// Clears the bits of those places whose value fails the test.
  ///
  /// Every bit that is set on entry is that of a place that holds a value.
  func narrow(_ places: PlaceWords, in column: Column, chunk index: Int, _ tools: ScanTools)
}

/// The tools of the scans of one thread: memory to reuse, and a place for an error.
final class ScanTools {
  /// Text folded for the chunk at hand.
  lazy var folded = FoldedBuffer()
  /// Compiled regular expressions by the pattern object that they are copies of.
  var matchers: [ObjectIdentifier: PatternMatcher] = [:]
  /// Folded text that may be used and added to, by scan; nil where it is not worth keeping.
  let foldings: FoldingSession?
  /// The error that stops the search.
  var failure: QueryError?

  init(foldings: FoldingSession? = nil) { self.foldings = foldings }
}

/// The opposite of a test, for places that have a value.
struct OtherScan: Scan {
  let scan: any Scan

  var cost: Double { scan.cost }
  var summary: String { "≠ " + scan.summary }

  func narrow(_ places: PlaceWords, in column: Column, chunk index: Int, _ tools: ScanTools) {
    withPlaceWords(copying: places) { found in
      scan.narrow(found, in: column, chunk: index, tools)
      for word in 0..<ChunkLayout.words { places[word] &= ~found[word] }
    }
  }
}

/// Lends a copy of the bits of a chunk's places.
@inline(__always)
func withPlaceWords<Result>(copying places: PlaceWords, _ body: (PlaceWords) -> Result) -> Result {
  withUnsafeTemporaryAllocation(of: UInt64.self, capacity: ChunkLayout.words) { words in
    // The allocation is never empty.
    let start = words.baseAddress.unsafelyUnwrapped
    start.initialize(from: places, count: ChunkLayout.words)
    return body(start)
  }
}

extension Column {
  /// Clears the bits of the places that have no value.
  func keepValues(_ places: PlaceWords, chunk index: Int) {
    switch self {
    case .integers(let chunks): keepValues(places, of: index < chunks.count ? chunks[index] : nil)
    case .doubles(let chunks): keepValues(places, of: index < chunks.count ? chunks[index] : nil)
    case .booleans(let chunks): keepValues(places, of: index < chunks.count ? chunks[index] : nil)
    case .texts(let chunks): keepValues(places, of: index < chunks.count ? chunks[index] : nil)
    }
  }

  @inline(__always)
  private func keepValues(_ places: PlaceWords, of chunk: (some ColumnChunk)?) {
    let count = chunk?.count ?? 0
    if count < ChunkLayout.size {
      for word in count >> 6..<ChunkLayout.words {
        places[word] &= UInt64.bits(below: count - word << 6)
      }
    }
    guard let present = chunk?.present else { return }
    for word in 0..<ChunkLayout.words { places[word] &= present.words[word] }
  }
}

extension UInt64 {
  /// The `count` lowest bits.
  @inline(__always)
  static func bits(below count: Int) -> UInt64 {
    count >= 64 ? ~0 : count <= 0 ? 0 : (1 << UInt64(count)) - 1
  }
}

extension UnsafeMutablePointer<UInt64> {
  /// Clears the bits of places for which `test` is false.
  @inline(__always)
  func filter(_ test: (_ place: Int) -> Bool) {
    for word in 0..<ChunkLayout.words where self[word] != 0 {
      var kept: UInt64 = 0
      self[word].forEachBit { kept |= test(word << 6 | $0) ? 1 << UInt64($0) : 0 }
      self[word] = kept
    }
  }

  /// The number of places that are set.
  var population: Int {
    var total = 0
    for word in 0..<ChunkLayout.words { total &+= self[word].nonzeroBitCount }
    return total
  }

  /// Whether no place is set.
  var isClear: Bool {
    var any: UInt64 = 0
    for word in 0..<ChunkLayout.words { any |= self[word] }
    return any == 0
  }

  func clear() { update(repeating: 0, count: ChunkLayout.words) }
}
