/// Looks whether what a mirror sent is what was asked for, before it may take the place of anything.
///
/// A portal of a hotel, a proxy and a server that is ill answer with a page and status 200.
public enum RFCAnswerCheck {
  /// Says whether bytes can be the RFC of a number.
  ///
  /// A document names its own number as words near its beginning, and is no web page and no JSON. Two
  /// that name none are known by another word.
  ///
  /// - Throws: ``RFCAnswerProblem``
  /// - Complexity: O(1), as the first 8 KB say it.
  public static func document(_ bytes: [UInt8], number: Int) throws(RFCAnswerProblem) {
    guard let first = firstSign(bytes) else { throw .empty }
    if first == UInt8(ascii: "{") { throw .notADocument(number) }
    if startsAsPage(bytes) { throw .webPage }
    let numbers = bytes.withUnsafeBufferPointer { DocumentNumbers($0) }
    if numbers.allows(number) { return }
    if let other = numbers.own.min() { throw .otherDocument(wanted: number, found: other) }
    guard let word = nameless[number], bytes.prefix(1 << 16).names(anyOf: [word]) else {
      throw .notADocument(number)
    }
  }

  /// Whether a document has its number as a label or a title, and not only in a sentence, as a page that
  /// says why it cannot be shown may have it, too.
  ///
  /// - Complexity: O(1), as the first 8 KB say it.
  static func isLabelled(_ bytes: [UInt8], number: Int) -> Bool {
    bytes.withUnsafeBufferPointer { DocumentNumbers($0).labels.contains(number) }
  }

  /// The two documents that do not say which they are, and a word that each has: a reference to a file
  /// of pages, and a survey.
  private static let nameless: [Int: StaticString] = [570: "pickens", 701: "telnet"]

  /// Whether a document ends as RFCs do; where it does not, it may have been cut.
  ///
  /// - Complexity: O(1), as the last line says it.
  public static func endsAsDocument(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { DocumentEnd.isWhole($0) }
  }

  /// Says whether a document can take the place of another of its number: not where it is the beginning
  /// of that one, or less than nine tenths of it.
  ///
  /// - Parameters:
  ///   - bytes: What came.
  ///   - size: How many bytes the other one has, or had when it was whole.
  ///   - old: The other one; nil where it is no longer what it was.
  /// - Throws: ``RFCAnswerProblem/shorter(before:now:)``
  /// - Complexity: O(*n*) in the bytes.
  static func replacing(
    _ old: [UInt8]?, of size: Int, by bytes: [UInt8]
  ) throws(RFCAnswerProblem) {
    guard bytes.count < size else { return }
    if bytes.count * 10 < size * 9 || old?.starts(with: bytes) ?? false {
      throw .shorter(before: size, now: bytes.count)
    }
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
    guard let first = firstSign(bytes) else { throw .empty }
    if first == UInt8(ascii: "<") { throw .webPage }
    if first == UInt8(ascii: "{") { throw .notAnIndex }
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

  /// Says whether bytes can be the index as XML: its first element is that of the index, and is closed.
  ///
  /// - Throws: ``RFCAnswerProblem``
  public static func xmlIndex(_ bytes: [UInt8]) throws(RFCAnswerProblem) {
    guard !bytes.isEmpty else { throw .empty }
    let start = bytes.prefix(4096)
    if start.names(anyOf: ["<html"]) { throw .webPage }
    guard start.names(anyOf: ["<rfc-index"]), bytes.suffix(4096).names(anyOf: ["</rfc-index>"])
    else { throw .notAnIndex }
  }

  /// Says whether bytes can be the errata: an array of JSON that is closed, with at least one.
  ///
  /// - Throws: ``RFCAnswerProblem``
  public static func errata(_ bytes: [UInt8]) throws(RFCAnswerProblem) {
    guard let first = firstSign(bytes) else { throw .empty }
    if first == UInt8(ascii: "<") { throw .webPage }
    guard first == UInt8(ascii: "["), bytes.last(where: { !isFiller($0) }) == UInt8(ascii: "]"),
      bytes.prefix(4096).names(anyOf: ["\"errata_id\""])
    else { throw .notErrata }
  }

  private static func isFiller(_ byte: UInt8) -> Bool {
    isBlank(byte) || [0x0C, 0xEF, 0xBB, 0xBF].contains(byte)
  }

  private static func firstSign(_ bytes: [UInt8]) -> UInt8? { bytes.first { !isFiller($0) } }

  /// Whether HTML or XML begins here; a `<` alone is in an old document, too.
  private static func startsAsPage(_ bytes: [UInt8]) -> Bool {
    let start = bytes.prefix(4096).drop(while: isFiller)
    let tags: [StaticString] = [
      "<!doctype", "<html", "<head", "<body", "<title", "<meta", "<script", "<style", "<div",
      "<?xml", "<!--",
    ]
    return tags.contains { start.prefix($0.utf8CodeUnitCount).names(anyOf: [$0]) }
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
