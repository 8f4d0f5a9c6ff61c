internal import FoundationEssentials
internal import HikidashiBase
internal import HikidashiLoading

/// One attempt to read a feed.
///
/// The bytes are regrouped into blocks of one size, counted from the first byte: the result for a
/// broken feed must not depend on how the network cut it.
// @unchecked: a parser's calls come one after another, and its copies before the first are none.
final class FeedSession: @unchecked Sendable {
  private enum Stage {
    /// Only blanks have arrived so far.
    case start
    case xml(FeedMender, FeedXMLReader)
    /// A JSON text, as far as it has arrived.
    case json([UInt8])
  }

  /// The size of the first block, from which the encoding is detected.
  private static let firstBlock = 1024

  private let base: URL?
  private let charset: String?
  private let textLimit: Int
  private let blockSize: Int
  private var pending: [UInt8] = []
  private var decoder: FeedDecoder?
  private var stage = Stage.start
  /// The blanks before the first other character.
  private var blanks: [UInt8] = []
  private var problems = Feed(.rss)

  init(_ head: ResponseHead, textLimit: Int, blockSize: Int) {
    base = head.url
    charset = head.charset
    self.textLimit = textLimit
    self.blockSize = blockSize
  }

  func feed(_ bytes: [UInt8]) throws(ParserError) {
    pending += bytes
    var start = 0
    while case let size = decoder == nil ? Self.firstBlock : blockSize,
      pending.count - start >= size
    {
      try take(pending[start..<(start + size)], isLast: false)
      start += size
    }
    if start > 0 { pending.removeFirst(start) }
  }

  func finish() throws(ParserError) -> Feed {
    try take(pending[...], isLast: true)
    pending = []
    switch stage {
    case .start: throw .wrongContent(reason: tr("there is nothing in it; a feed was expected"))
    case .xml(_, let reader): return try reader.finish(problems)
    case .json(let text): return try JSONFeed.read(text, base: base, problems: problems)
    }
  }

  private func take(_ block: ArraySlice<UInt8>, isLast: Bool) throws(ParserError) {
    var decoder = self.decoder ?? FeedDecoder(start: block, charset: charset)
    self.decoder = nil
    let text = decoder.decode(block, isLast: isLast) { problems.note($0) }
    self.decoder = decoder
    try take(text: text, isLast: isLast)
  }

  private func take(text: [UInt8], isLast: Bool) throws(ParserError) {
    switch stage {
    case .start:
      guard let first = text.firstIndex(where: { !FeedText.isBlank($0) }) else {
        blanks += text
        guard blanks.count <= Self.mostBlanks else {
          throw .wrongContent(reason: tr("it begins with blanks"))
        }
        return
      }
      blanks += text[..<first]
      try begin(text[first...], isLast: isLast)
    case .xml(var mender, let reader):
      // Taken out meanwhile, so that the mender is not copied.
      stage = .start
      defer { stage = .xml(mender, reader) }
      let mended = try mender.mend(text, isLast: isLast) { problems.note($0) }
      try reader.feed(mended, isLast: isLast)
    case .json(var all):
      stage = .start
      defer { stage = .json(all) }
      all += text
      if all.count > textLimit { throw .tooLarge(what: tr("the feed"), limit: textLimit) }
    }
  }

  private static let mostBlanks = 1 << 20

  private func begin(_ text: ArraySlice<UInt8>, isLast: Bool) throws(ParserError) {
    let line = blanks.count { $0 == 0x0A } + 1
    let column = blanks.count - (blanks.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0) + 1
    switch text.first {
    case UInt8(ascii: "<"):
      let start = String(decoding: text.prefix(14), as: UTF8.self).lowercased()
      if start == "<!doctype html" || start.hasPrefix("<html") {
        throw .wrongContent(reason: FeedXMLReader.webPage(line, column))
      }
      if start.hasPrefix("<?xml"), !blanks.isEmpty {
        problems.note(Feed.Problem(tr("blanks before <?xml"), line: line, column: column))
      }
      let reader = FeedXMLReader(
        FeedBuilder(base: base, textLimit: textLimit), linesBefore: line - 1)
      stage = .xml(FeedMender(line: line, column: column), reader)
      try take(text: Array(text), isLast: isLast)
    case UInt8(ascii: "{"):
      stage = .json(blanks)
      try take(text: Array(text), isLast: isLast)
    default:
      let scalar = String(decoding: text.prefix(4), as: UTF8.self).unicodeScalars.first
      let found = scalar.map { $0.escaped(asASCII: false) } ?? ""
      throw .malformed(
        reason: tr("a feed begins with “<” or “{”, not with “{}”", found), line: line,
        column: column)
    }
  }
}
