internal import HikidashiLoading

/// XML as people and programs write it, mended so that it can be read, with the care that feeds get: in UTF-8, without
/// what stands before its first tag, and with a stray `&` or `<` and entities of HTML as the text that they are.
///
/// ```swift
/// let mended = MendedXML(bytes)
/// let problems = XMLReader.read(recovering: mended.bytes, visitor)
/// ```
public struct MendedXML: Sendable {
  /// The XML, in UTF-8 whatever its first line says.
  public let bytes: [UInt8]
  /// What was mended, at most ``Feed/mostProblems``.
  public let problems: [Feed.Problem]

  /// Mends the bytes of a file.
  ///
  /// - Parameter charset: What a server says that their encoding is; nil where it does not say.
  /// - Complexity: O(*n*) in bytes
  public init(_ bytes: [UInt8], charset: String? = nil) {
    var notes = Feed(.rss)
    var decoder = FeedDecoder(start: bytes.prefix(1_024), charset: charset)
    let text = decoder.decode(bytes[...], isLast: true) { notes.note($0) }
    let start = text.firstIndex(of: UInt8(ascii: "<")) ?? text.count
    var mender = FeedMender(line: text[..<start].count { $0 == 0x0A } + 1, column: 1)
    self.bytes = mender.mend(Array(text[start...]), isLast: true) { notes.note($0) }
    problems = notes.problems
  }
}
