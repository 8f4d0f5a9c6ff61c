/// Looks whether what a mirror sent is what was asked for, before it may take the place of anything.
///
/// A portal of a hotel, a proxy and a server that is ill answer with a page and status 200.
public enum RFCAnswerCheck {
  /// Says whether bytes can be an RFC.
  ///
  /// All that is published names itself an RFC, a request for comments, or comes from the Network
  /// Working Group, and begins with neither a tag nor a brace.
  ///
  /// - Throws: ``RFCAnswerProblem``
  /// - Complexity: O(*n*) in the bytes.
  public static func document(_ bytes: some RandomAccessCollection<UInt8>)
    throws(RFCAnswerProblem)
  {
    try checkBeginning(bytes)
    let words = ["rfc", "request for comment", "network working group"]
    let folded = bytes.prefix(1 << 16).map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }
    guard words.contains(where: { folded.contains(sequence: Array($0.utf8)) }) else {
      throw .notADocument
    }
  }

  /// Reads an index that is to take the place of another one.
  ///
  /// - Parameter old: What there is; an index never loses entries, so that one that has fewer is cut
  ///   short, or that of something else.
  /// - Throws: ``RFCAnswerProblem``
  public static func index(
    _ bytes: [UInt8], replacing old: RFCIndex? = nil
  ) throws(RFCAnswerProblem) -> RFCIndex {
    try checkBeginning(bytes)
    let index: RFCIndex
    do throws(RFCIndexError) {
      index = try RFCIndex(parsing: bytes)
    } catch {
      throw .index(error)
    }
    if let old, index.entries.count < old.entries.count {
      throw .fewerEntries(before: old.entries.count, now: index.entries.count)
    }
    return index
  }

  /// Says whether bytes can be a feed: XML whose first element is none of a web page.
  ///
  /// - Throws: ``RFCAnswerProblem``
  public static func feed(_ bytes: [UInt8]) throws(RFCAnswerProblem) {
    guard !bytes.isEmpty else { throw .empty }
    let start = bytes.prefix(4096).map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }
    if start.contains(sequence: Array("<html".utf8)) { throw .webPage }
    guard ["<rss", "<feed", "<rdf"].contains(where: { start.contains(sequence: Array($0.utf8)) })
    else { throw .notAFeed }
  }

  private static func checkBeginning(
    _ bytes: some RandomAccessCollection<UInt8>
  ) throws(RFCAnswerProblem) {
    let blank: Set<UInt8> = [0x09, 0x0A, 0x0C, 0x0D, 0x20, 0xEF, 0xBB, 0xBF]
    guard let first = bytes.first(where: { !blank.contains($0) }) else { throw .empty }
    if first == UInt8(ascii: "<") { throw .webPage }
    if first == UInt8(ascii: "{") { throw .notADocument }
  }
}

extension [UInt8] {
  fileprivate func contains(sequence: [UInt8]) -> Bool {
    guard count >= sequence.count else { return false }
    return (0...count - sequence.count).contains { start in
      self[start] == sequence[0] && self[start..<start + sequence.count].elementsEqual(sequence)
    }
  }
}
