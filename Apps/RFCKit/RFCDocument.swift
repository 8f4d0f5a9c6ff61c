import HikidashiRecords

/// The text of an RFC, with the structure that a reader needs to find the way in it.
///
/// ```swift
/// let document = RFCDocument(bytes, number: 2119)
/// for heading in document.headings() { print(heading.title, heading.span.scalars.lowerBound) }
/// ```
///
/// Opening never fails: bytes that are no UTF-8 are read as Windows-1252 or Latin-1, and
/// ``encoded()`` gives back every byte as it was.
public struct RFCDocument: Sendable {
  /// The number of the RFC, if it is known.
  public let number: Int?
  /// The text without a byte order mark, control characters included.
  public let text: String
  /// How the bytes became ``text``.
  public let encoding: RFCTextEncoding

  /// Decodes the bytes of a document.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  public init(_ bytes: [UInt8], number: Int? = nil) {
    self.number = number
    (encoding, text) = RFCTextEncoding.decode(bytes)
  }

  /// The bytes that the document was made of, exactly.
  ///
  /// - Complexity: O(*n*)
  public func encoded() -> [UInt8] { encoding.encode(text) }

  /// Where something is in Unicode scalars that is at an offset in the UTF-8 of ``text``, as
  /// ``RFCTextHit/place`` has it.
  ///
  /// - Parameter layout: That of the document: where a section begins is known.
  /// - Complexity: O(*n*) in the sections, and in the text before another place.
  public func scalarOffset(ofByte byte: Int, _ layout: RFCLayout) -> Int {
    guard byte > 0 else { return 0 }
    if let heading = layout.headings.first(where: { $0.span.bytes.lowerBound == byte }) {
      return heading.span.scalars.lowerBound
    }
    let bytes = text.utf8.prefix(byte)
    // Each scalar has one byte that continues none.
    return bytes.count { $0 & 0xC0 != 0x80 }
  }

  /// The text for a view that cannot hold control characters.
  ///
  /// A form feed becomes a space and every other control character but tab and the ends of lines
  /// becomes its picture (`␀`, `␛`), one scalar for one, so that scalar offsets stay what they are.
  ///
  /// - Complexity: O(*n*)
  public func displayText() -> String { text.withControlPictures }

  /// The name for a window or a tab: `RFC 2119`, or the first line of text where there is no number.
  public var title: String {
    if let number, number > 0 { return tr("RFC {}", number) }
    let first = text.split(whereSeparator: \.isNewline).first { $0.contains { !$0.isWhitespace } }
    guard let first else { return tr("Empty document") }
    return first.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
