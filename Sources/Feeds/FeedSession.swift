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
  /// What came so far, while it is not known where the feed begins.
  private var before: [UInt8] = []
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
      before += text
      try begin(isLast: isLast)
    case .xml(var mender, let reader):
      // Taken out meanwhile, so that the mender is not copied.
      stage = .start
      defer { stage = .xml(mender, reader) }
      let mended = mender.mend(text, isLast: isLast) { problems.note($0) }
      try reader.feed(mended, isLast: isLast)
    case .json(var all):
      stage = .start
      defer { stage = .json(all) }
      all += text
      if all.count > textLimit { throw .tooLarge(what: tr("the feed"), limit: textLimit) }
    }
  }

  private static let mostBlanks = 1 << 20
  /// How far a feed is looked for behind words.
  private static let mostJunk = 64 << 10
  /// So many bytes tell what markup it is.
  private static let rootLength = 40

  /// Begins to read where the feed begins, once that is known.
  private func begin(isLast: Bool) throws(ParserError) {
    let first = Self.endOfBlanks(before)
    guard first < before.count else {
      guard before.count <= Self.mostBlanks else {
        throw .wrongContent(reason: tr("it begins with blanks"))
      }
      return
    }
    guard isLast || before.count - first >= Self.rootLength else { return }
    let start = String(decoding: before[first...].prefix(Self.rootLength), as: UTF8.self)
      .lowercased()
    if start.hasPrefix("<!doctype html") || start.hasPrefix("<html") {
      let (line, column) = place(first)
      throw .wrongContent(reason: FeedXMLReader.webPage(line, column))
    }
    if before[first] == UInt8(ascii: "{") {
      stage = .json(before[..<first].filter { FeedText.isBlank($0) })
      return try take(text: Array(before[first...]), isLast: isLast)
    }
    if before[first] == UInt8(ascii: "<"), Self.isMarkupOfFeed(start) {
      return try begin(at: first, isLast: isLast)
    }
    guard before[first] != UInt8(ascii: "["), before.count - first < Self.mostJunk else {
      return try refuse(first, isLast: isLast)
    }
    if let found = Self.startOfFeed(before[first...]) {
      let (line, column) = place(first)
      problems.note(
        Feed.Problem(
          trn("{} byte before the feed", "{} bytes before the feed", found - first, found - first),
          line: line, column: column))
      return try begin(at: found, isLast: isLast)
    }
    if isLast { try refuse(first, isLast: true) }
  }

  private func begin(at first: Int, isLast: Bool) throws(ParserError) {
    let (line, column) = place(first)
    let text = Array(before[first...])
    if text.starts(with: "<?xml".utf8), before[..<first].allSatisfy(Self.isMark), first > 0,
      before[..<first].contains(where: FeedText.isBlank)
    {
      problems.note(Feed.Problem(tr("blanks before <?xml"), line: line, column: column))
    }
    before = []
    let reader = FeedXMLReader(
      FeedBuilder(base: base, textLimit: textLimit), linesBefore: line - 1)
    stage = .xml(FeedMender(line: line, column: column), reader)
    try take(text: text, isLast: isLast)
  }

  /// Says what is there where a feed should begin; of markup libxml2 knows best.
  private func refuse(_ first: Int, isLast: Bool) throws(ParserError) {
    if before[first] == UInt8(ascii: "<") { return try begin(at: first, isLast: isLast) }
    let (line, column) = place(first)
    let scalar = String(decoding: before[first...].prefix(4), as: UTF8.self).unicodeScalars.first
    let found = scalar.map { $0.escaped(asASCII: false) } ?? ""
    throw .malformed(
      reason: tr("a feed begins with “<” or “{”, not with “{}”", found), line: line, column: column)
  }

  private func place(_ index: Int) -> (line: Int, column: Int) {
    let before = before[..<index]
    return (
      before.count { $0 == 0x0A } + 1,
      before.count - (before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0) + 1
    )
  }

  /// Where blanks and marks of byte order end, of which there may be several.
  private static func endOfBlanks(_ text: [UInt8]) -> Int {
    var index = 0
    while index < text.count {
      if FeedText.isBlank(text[index]) {
        index += 1
      } else if text[index...].starts(with: [0xEF, 0xBB, 0xBF]) {
        index += 3
      } else {
        break
      }
    }
    return index
  }

  private static func isMark(_ byte: UInt8) -> Bool {
    FeedText.isBlank(byte) || byte == 0xEF || byte == 0xBB || byte == 0xBF
  }

  /// Whether markup is that of XML, and not a message of HTML that a server put before the feed.
  private static func isMarkupOfFeed(_ start: String) -> Bool {
    guard let next = start.dropFirst().first, next.isASCII, next.isLetter else { return true }
    let name = start.dropFirst().prefix { $0 != ">" && $0 != "/" && !$0.isWhitespace }
    return roots.contains(String(name.split(separator: ":").last ?? ""))
  }

  private static let roots: Set<String> = ["rss", "rdf", "feed", "channel", "entry", "opml"]

  /// Where a feed begins behind something else: at its declaration, else at its root.
  private static func startOfFeed(_ text: ArraySlice<UInt8>) -> Int? {
    var index = text.startIndex
    while let sign = text[index...].firstIndex(of: UInt8(ascii: "<")) {
      let start = String(decoding: text[sign...].prefix(8), as: UTF8.self).lowercased()
      if start.hasPrefix("<?xml ") || start.hasPrefix("<rss ") || start.hasPrefix("<rdf:rdf")
        || start.hasPrefix("<feed ") || start.hasPrefix("<rss>")
      {
        return sign
      }
      index = sign + 1
    }
    return nil
  }
}
