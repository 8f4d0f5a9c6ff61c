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
    guard
      bytes.prefix(1 << 16).names(anyOf: ["rfc", "request for comment", "network working group"])
    else { throw .notADocument }
  }

  /// Reads an index that is to take the place of another one.
  ///
  /// - Parameters:
  ///   - bytes: What came.
  ///   - old: What there is; an index never loses entries, so that one that has fewer is cut short, or
  ///     that of something else.
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
    let start = bytes.prefix(4096)
    if start.names(anyOf: ["<html"]) { throw .webPage }
    guard start.names(anyOf: ["<rss", "<feed", "<rdf"]) else { throw .notAFeed }
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

extension RandomAccessCollection<UInt8> {
  /// Whether one of some words, which are ASCII in lower case, is there in whatever case.
  fileprivate func names(anyOf words: [StaticString]) -> Bool {
    indices.contains { start in
      words.contains { word in
        word.withUTF8Buffer { letters in
          self[start].lowercased == letters[0]
            && self[start...].prefix(letters.count).lazy.map(\.lowercased).elementsEqual(letters)
        }
      }
    }
  }
}

extension UInt8 {
  fileprivate var lowercased: UInt8 { 0x41...0x5A ~= self ? self | 0x20 : self }
}
