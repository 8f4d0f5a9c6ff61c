internal import CHikidashiXML
internal import FoundationEssentials
internal import HikidashiBase
internal import HikidashiLoading

/// Parses a feed's repaired text with libxml2, piece by piece, and passes the elements to a
/// builder.
// @unchecked: its owner uses it from one thread at a time; the library's context is its own.
final class FeedXMLReader: @unchecked Sendable {
  private var context: xmlParserCtxtPtr?
  private var builder: FeedBuilder
  private let linesBefore: Int
  private var problems: [Feed.Problem] = []
  private var problemCount = 0
  private var failure: ParserError?
  /// The number of namespaces that each open element declares.
  private var namespaces: [Int] = []
  private var namespaceCount = 0
  /// The elements that were nested too deep.
  private var deepCount = 0
  private var deepLine = 0
  private var names = XMLNames()

  private static let mostNamespaces = 1_000
  /// No publisher nests elements so deep; libxml2 keeps a record of each.
  private static let mostDepth = 100_000
  /// Initializes libxml2 before several threads can use it.
  private static let prepare: Void = xmlInitParser()

  /// - Parameters:
  ///   - builder: The builder that makes a feed of the elements.
  ///   - linesBefore: The number of lines that were left out at the start.
  init(_ builder: FeedBuilder, linesBefore: Int) {
    self.builder = builder
    self.linesBefore = linesBefore
    Self.prepare
    var handler = Self.handler()
    let this = Unmanaged.passUnretained(self).toOpaque()
    context = xmlCreatePushParserCtxt(&handler, this, nil, 0, nil)
    // No entity is ever known, as the handler takes no declarations: what is replaced is
    // characters.
    let options =
      XML_PARSE_NOENT.rawValue | XML_PARSE_RECOVER.rawValue | XML_PARSE_NONET.rawValue
      | XML_PARSE_IGNORE_ENC.rawValue
    xmlCtxtUseOptions(context, Int32(options))
  }

  deinit { if let context { xmlFreeParserCtxt(context) } }

  func feed(_ text: [UInt8], isLast: Bool) throws(ParserError) {
    text.withUnsafeBytes { text in
      let start = text.baseAddress?.assumingMemoryBound(to: CChar.self)
      // What is wrong comes through the handler.
      _ = xmlParseChunk(context, start, Int32(truncatingIfNeeded: text.count), isLast ? 1 : 0)
    }
    if let failure { throw failure }
  }

  /// - Parameter before: The problems of the earlier steps, which the feed lists first.
  func finish(_ before: Feed) throws(ParserError) -> Feed {
    let built = builder.finish()
    if deepCount > 0 {
      let reason = trn(
        "{} element is nested deeper than {}, and its text counts for the one around it",
        "{} elements are nested deeper than {}, and their text counts for the one around them",
        deepCount, deepCount, FeedParser.depthLimit)
      note(reason, deepLine, 0)
    }
    for reason in builder.takeComplaints() { note(reason, 0, 0) }
    guard var feed = built, feed.isWhole || feed.title != nil || !feed.entries.isEmpty
    else {
      let first =
        problems.first
        ?? Feed.Problem(tr("the root element is missing"), line: 1, column: 1)
      throw .malformed(
        reason: tr("a feed was expected: {}", first.reason), line: first.line, column: first.column)
    }
    feed.problems = Array((before.problems + problems).prefix(Feed.mostProblems))
    feed.problemCount = before.problemCount + problemCount
    return feed
  }

  static func webPage(_ line: Int, _ column: Int) -> String {
    tr("line {}, column {}: this is a web page, not a feed", line, column)
  }

  private func fail(_ error: ParserError) {
    if failure == nil { failure = error }
    xmlStopParser(context)
  }

  private var line: Int { Int(xmlSAX2GetLineNumber(context)) + linesBefore }
  private var column: Int { Int(xmlSAX2GetColumnNumber(context)) }
}

// What the library calls.
extension FeedXMLReader {
  private static func handler() -> xmlSAXHandler {
    var handler = xmlSAXHandler()
    handler.initialized = UInt32(XML_SAX2_MAGIC)
    handler.startElementNs = { owner, name, prefix, uri, count, spaces, attributes, _, values in
      guard let reader = FeedXMLReader.of(owner) else { return }
      let isRoot = reader.namespaces.isEmpty
      let name =
        isRoot ? reader.names.root(name, prefix, uri) : reader.names.name(name, prefix, uri)
      reader.start(
        name, namespaces: Int(count),
        reader.names.attributes(values, count: Int(attributes)))
    }
    handler.endElementNs = { owner, _, _, _ in FeedXMLReader.of(owner)?.end() }
    let characters: charactersSAXFunc = { owner, start, count in
      FeedXMLReader.of(owner)?.text(UnsafeBufferPointer(start: start, count: Int(count)))
    }
    handler.characters = characters
    // The same function, so that the library does not guess which blanks matter.
    handler.ignorableWhitespace = characters
    handler.cdataBlock = characters
    handler.serror = { owner, error in
      guard let error, error.pointee.level != XML_ERR_WARNING else { return }
      let words = error.pointee.message.map { String(cString: $0) } ?? tr("it is not well formed")
      FeedXMLReader.of(owner)?.note(
        FeedText.trimmed(words), Int(error.pointee.line), Int(error.pointee.int2))
    }
    return handler
  }

  private static func of(_ owner: UnsafeMutableRawPointer?) -> FeedXMLReader? {
    owner.map { Unmanaged<FeedXMLReader>.fromOpaque($0).takeUnretainedValue() }
  }

  private func start(_ name: XMLName, namespaces count: Int, _ attributes: [XMLAttribute]) {
    guard failure == nil else { return }
    namespaces.append(count)
    namespaceCount += count
    if namespaces.count > Self.mostDepth {
      let reason = tr("elements are nested deeper than {}", Self.mostDepth)
      return fail(.malformed(reason: reason, line: line, column: column))
    }
    if namespaceCount > Self.mostNamespaces {
      let reason = tr("more than {} namespaces are declared at once", Self.mostNamespaces)
      return fail(.malformed(reason: reason, line: line, column: column))
    }
    guard namespaces.count <= FeedParser.depthLimit else {
      if deepCount == 0 { deepLine = Int(xmlSAX2GetLineNumber(context)) }
      deepCount += 1
      return
    }
    check(builder.start(name, attributes))
  }

  private func end() {
    guard failure == nil, let count = namespaces.popLast() else { return }
    namespaceCount -= count
    if namespaces.count < FeedParser.depthLimit { check(builder.end()) }
  }

  private func text(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard failure == nil else { return }
    check(builder.text(bytes))
  }

  private func check(_ refusal: FeedBuilder.Refusal?) {
    if builder.hasComplaints {
      let place = (Int(xmlSAX2GetLineNumber(context)), column)
      for reason in builder.takeComplaints() { note(reason, place.0, place.1) }
    }
    switch refusal {
    case nil: break
    case .webPage: fail(.wrongContent(reason: Self.webPage(line, column)))
    case .root(let name):
      let reason = tr("the root element is <{}>; rss, rdf:RDF or feed was expected", name)
      fail(.malformed(reason: reason, line: line, column: column))
    case .text(let limit): fail(.tooLarge(what: tr("the text of the feed"), limit: limit))
    }
  }

  private func note(_ reason: String, _ line: Int, _ column: Int) {
    guard failure == nil else { return }
    problemCount += 1
    guard problems.count < Feed.mostProblems else { return }
    problems.append(
      Feed.Problem(reason, line: line > 0 ? line + linesBefore : 0, column: max(0, column)))
  }
}
