/// The RFC Editor's index, read from its plain text of any year.
///
/// ```swift
/// let index = try RFCIndex(parsing: bytes)
/// print(index.entries.count, index[2119]?.title ?? "not there")
/// ```
///
/// The format is the one of `rfc-index.txt`, described in its own preamble and followed here from
/// 2002 to 2026. No entry is lost: what cannot be understood becomes an entry whose title is the raw
/// text, and a warning.
public struct RFCIndex: Sendable {
  /// The date in the heading's `CREATED ON`.
  public let created: RFCDate?
  /// Every entry in the order of the file, numbers that were never issued included.
  public let entries: [RFCEntry]
  /// What had to be guessed about, in the order of the file.
  public let warnings: [RFCIndexWarning]
  /// Positions in `entries`, ordered by number; nil when `entries` is in that order itself.
  private let order: [Int]?

  /// Reads an index.
  ///
  /// - Throws: ``RFCIndexError`` when the bytes are no index, or end inside an entry.
  /// - Complexity: O(*n*) in the number of bytes.
  public init(parsing bytes: [UInt8]) throws(RFCIndexError) {
    // A typed throw does not pass through `withUnsafeBufferPointer`, so the outcome is carried out.
    let outcome = bytes.withUnsafeBytes { buffer -> Result<RFCIndex, RFCIndexError> in
      do throws(RFCIndexError) {
        return .success(try RFCIndex(parsing: buffer))
      } catch {
        return .failure(error)
      }
    }
    self = try outcome.get()
  }

  /// Reads an index from memory that the caller keeps alive, such as a mapped file.
  ///
  /// - Throws: ``RFCIndexError`` when the bytes are no index, or end inside an entry.
  /// - Complexity: O(*n*) in the number of bytes.
  public init(parsing bytes: UnsafeRawBufferPointer) throws(RFCIndexError) {
    var parser = IndexParser(bytes.bindMemory(to: UInt8.self))
    try parser.parse()
    self.init(created: parser.created, entries: parser.entries, warnings: parser.warnings)
  }

  /// An index of entries made elsewhere; entries with a number that came before are warned about.
  public init(
    created: RFCDate? = nil, entries: [RFCEntry], warnings: [RFCIndexWarning] = []
  ) {
    self.created = created
    self.entries = entries
    self.warnings = warnings
    let inOrder = entries.indices.dropFirst().allSatisfy {
      entries[$0 - 1].number < entries[$0].number
    }
    order =
      inOrder
      ? nil
      : entries.indices.sorted { (entries[$0].number, $0) < (entries[$1].number, $1) }
  }

  /// The entry with this number, the first where several have it.
  ///
  /// - Complexity: O(log *n*)
  public subscript(number: Int) -> RFCEntry? {
    position(of: number).map { entries[$0] }
  }

  /// The position in ``entries`` of the entry with this number, the first where several have it.
  ///
  /// - Complexity: O(log *n*)
  public func position(of number: Int) -> Int? {
    let place = entries.indices.partitioningIndex { entries[order?[$0] ?? $0].number >= number }
    guard place < entries.count else { return nil }
    let position = order?[place] ?? place
    return entries[position].number == number ? position : nil
  }
}
