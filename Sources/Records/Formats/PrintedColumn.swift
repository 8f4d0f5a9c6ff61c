internal import CScan

/// One chunk of a column, at hand for writing its values.
///
/// It borrows the chunk's memory: the table must outlive it.
struct PrintedColumn {
  enum Kind {
    case integer, double, date, boolean, string, data, json
  }

  let kind: Kind
  let isOptional: Bool
  private let present: UnsafeMutablePointer<UInt64>?
  private let values: UnsafeMutableRawPointer
  private let arena: UnsafeMutablePointer<UInt8>?
  /// Bytes of the chunk's texts, and of what was written over.
  let arenaCount: Int
  /// Whether no text of the chunk has anything to escape; the printer finds out.
  var isPlain = false
  /// Whether a value may be written like the text for no value; the printer finds out.
  var guardsNull = false

  init(_ column: Column, chunk index: Int, field: FieldDefinition) {
    isOptional = field.isOptional
    var arena: UnsafeMutablePointer<UInt8>?
    var arenaCount = 0
    switch column {
    case .integers(let chunks):
      kind = .integer
      values = UnsafeMutableRawPointer(chunks[index].values)
      present = chunks[index].present?.words
    case .doubles(let chunks):
      kind = field.type == .date ? .date : .double
      values = UnsafeMutableRawPointer(chunks[index].values)
      present = chunks[index].present?.words
    case .booleans(let chunks):
      kind = .boolean
      values = UnsafeMutableRawPointer(chunks[index].words)
      present = chunks[index].present?.words
    case .texts(let chunks):
      kind = field.type == .data ? .data : field.type == .json ? .json : .string
      values = UnsafeMutableRawPointer(chunks[index].slots)
      present = chunks[index].present?.words
      arena = chunks[index].arena
      arenaCount = chunks[index].arenaCount
    }
    self.arena = arena
    self.arenaCount = arenaCount
  }

  /// All bytes of the chunk's texts.
  var text: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: arena, count: arenaCount) }

  @inline(__always)
  func holdsValue(at place: Int) -> Bool {
    guard let present else { return true }
    return present[place >> 6] >> UInt64(place & 63) & 1 != 0
  }

  @inline(__always)
  func integer(at place: Int) -> Int { values.assumingMemoryBound(to: Int.self)[place] }

  @inline(__always)
  func double(at place: Int) -> Double { values.assumingMemoryBound(to: Double.self)[place] }

  @inline(__always)
  func boolean(at place: Int) -> Bool {
    values.assumingMemoryBound(to: UInt64.self)[place >> 6] >> UInt64(place & 63) & 1 != 0
  }

  @inline(__always)
  func bytes(at place: Int) -> UnsafeBufferPointer<UInt8> {
    let slot = values.assumingMemoryBound(to: TextSlot.self)[place]
    return UnsafeBufferPointer(start: arena.map { $0 + Int(slot.offset) }, count: Int(slot.count))
  }
}

/// What writes the records of one format.
protocol RowPrinter: Sendable {
  /// Writes what stands before the records.
  func printHeader(to buffer: inout TextBuffer)

  /// Writes the records of a chunk whose bits are set; `columns` are those of the schema.
  func print(
    _ bits: UnsafePointer<UInt64>, chunk: Int, _ columns: [PrintedColumn],
    to buffer: inout TextBuffer)
}

/// Calls `body` with the places of a chunk whose bits are set.
@inline(__always)
func forEachPlace(_ bits: UnsafePointer<UInt64>, _ body: (_ place: Int) -> Void) {
  for word in 0..<ChunkLayout.words {
    var rest = bits[word]
    while rest != 0 {
      body(word << 6 | rest.trailingZeroBitCount)
      rest &= rest - 1
    }
  }
}
