import FoundationEssentials
internal import HikidashiLoading

/// Decodes the elements of an array one by one, so that one that is wrong costs no other.
struct ElementReading<Value: Decodable> {
  private var elements = JSONElements()
  private let decoder = JSONDecoder()
  /// Reads what is as usual faster than a decoder; nil for what a decoder is to read.
  private let shortcut: (@Sendable (ArraySlice<UInt8>) -> Value?)?

  init(_ shortcut: (@Sendable (ArraySlice<UInt8>) -> Value?)? = nil) { self.shortcut = shortcut }

  /// Whether anything came that elements can stand in.
  var hasBegun: Bool { elements.hasBegun }
  /// Whether the text is a page of the web: a captive portal, or a server's error page.
  var isMarkup: Bool { elements.first == UInt8(ascii: "<") }

  /// Takes the next bytes, and returns what ends in them, in its order.
  mutating func feed(_ bytes: [UInt8]) -> [Result<Value, PostPage.Problem>] {
    var found: [Result<Value, PostPage.Problem>] = []
    elements.feed(bytes) { element in
      if let value = shortcut?(element.bytes) { return found.append(.success(value)) }
      do {
        found.append(.success(try decoder.decode(Value.self, from: Data(element.bytes))))
      } catch {
        let place = tr("line {}", element.line)
        found.append(.failure(PostPage.Problem(Self.reason(error), place: place)))
      }
    }
    return found
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

  private static func reason(_ error: any Error) -> String {
    switch error as? DecodingError {
    case .keyNotFound(let key, _): tr("a post without “{}” is left out", key.stringValue)
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      tr(
        "a post whose “{}” is of another kind is left out",
        context.codingPath.map(\.stringValue).joined(separator: "."))
    default: tr("a post that is not JSON is left out")
    }
  }
}
