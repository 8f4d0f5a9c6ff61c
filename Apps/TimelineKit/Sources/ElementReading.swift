import FoundationEssentials
internal import HikidashiLoading

/// Decodes the elements of an array one by one, so that one that is wrong costs no other.
struct ElementReading<Value: Decodable> {
  private var text = JSONText()
  private var elements: JSONElements
  private let limit: Int
  private let decoder = JSONDecoder()
  /// Reads what is as usual faster than a decoder; nil for what a decoder is to read.
  private let shortcut: (@Sendable (ArraySlice<UInt8>) -> Value?)?

  /// - Parameter limit: The greatest number of bytes of an element.
  init(
    limit: Int = 16 << 20, _ shortcut: (@Sendable (ArraySlice<UInt8>) -> Value?)? = nil
  ) {
    (self.limit, self.shortcut) = (limit, shortcut)
    elements = JSONElements(limit: limit)
  }

  /// Whether anything came that elements can stand in.
  var hasBegun: Bool { elements.hasBegun }
  /// Whether the text is a page of the web: a captive portal, or a server's error page.
  var isMarkup: Bool { elements.first == UInt8(ascii: "<") }

  /// Takes the next bytes, and returns what ends in them, in its order.
  mutating func feed(_ bytes: [UInt8]) -> [Result<Value, PostPage.Problem>] {
    var found: [Result<Value, PostPage.Problem>] = []
    let (decoder, limit, shortcut) = (decoder, limit, shortcut)
    elements.feed(text.utf8(bytes)) { element in
      if let value = shortcut?(element.bytes) { return found.append(.success(value)) }
      do {
        found.append(.success(try Self.value(element, decoder)))
      } catch {
        let place = tr("line {}", element.line)
        let reason =
          element.isTooLong
          ? tr("a post of more than {} MB is left out", limit >> 20) : DecodingReason.of(error)
        found.append(.failure(PostPage.Problem(reason, place: place)))
      }
    }
    return found
  }

  private static func value(
    _ element: JSONElements.Element, _ decoder: JSONDecoder
  ) throws -> Value {
    guard !JSONMender.isNeeded(element.bytes) else {
      return try decoder.decode(Value.self, from: Data(JSONMender.mended(element.bytes)))
    }
    do {
      return try decoder.decode(Value.self, from: Data(element.bytes))
    } catch DecodingError.dataCorrupted(let context) {
      let mended = JSONMender.mended(element.bytes)
      guard !mended.elementsEqual(element.bytes) else {
        throw DecodingError.dataCorrupted(context)
      }
      return try decoder.decode(Value.self, from: Data(mended))
    }
  }

  /// Notes it on the page where the text broke off.
  ///
  /// - Throws: ``ParserError/wrongContent(reason:)`` where there was no JSON at all.
  func finish(_ page: inout PostPage) throws(ParserError) {
    if isMarkup {
      throw .wrongContent(
        reason: tr(
          "this is a web page and no list of posts; open the address in a browser: perhaps the network wants you to log in"
        ))
    }
    guard hasBegun else {
      throw .wrongContent(reason: tr("this has no list of posts; check the address"))
    }
    guard elements.isOpen else { return }
    page.isWhole = false
    page.note(PostPage.Problem(tr("the text breaks off here; fetch it again for the rest")))
  }
}

/// Why something could not be decoded, in words.
enum DecodingReason {
  static func of(_ error: any Error) -> String {
    switch error as? DecodingError {
    case .keyNotFound(let key, _): tr("a post without “{}” is left out", key.stringValue)
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      tr(
        "a post whose “{}” is of another kind is left out",
        context.codingPath.map(\.stringValue).joined(separator: "."))
    default: tr("a post that is not JSON is left out")
    }
  }

  /// The error for what has none of the fields that are looked for.
  static func unreadable(_ decoder: any Decoder) -> DecodingError {
    .dataCorrupted(
      DecodingError.Context(codingPath: decoder.codingPath, debugDescription: ""))
  }
}
