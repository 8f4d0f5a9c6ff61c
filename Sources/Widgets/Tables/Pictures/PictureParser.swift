internal import FoundationEssentials
internal import HikidashiBase
internal import HikidashiLoading

/// Takes the bytes of a response that says that it is a picture, and refuses any other before its body.
///
/// A server that says nothing of what it sends is believed if the first bytes are those of a picture.
struct PictureParser: ResponseParser {
  private var data = DataParser()
  /// What the response says that it is; nil where it says nothing.
  private var type: String?
  private var isKnown = false

  mutating func begin(_ head: ResponseHead) throws(ParserError) -> ParserStep {
    let field = head.headers["content-type"]?.prefix { $0 != ";" } ?? ""
    let type = field.filter { !$0.isWhitespace }.lowercased()
    if type.hasPrefix("image/") {
      isKnown = true
    } else if !["", "application/octet-stream", "binary/octet-stream"].contains(type) {
      throw Self.refusal(type)
    }
    return try data.begin(head)
  }

  mutating func feed(_ bytes: [UInt8]) throws(ParserError) -> ParserStep {
    if !isKnown {
      guard Self.beginsPicture(bytes) else { throw Self.refusal("") }
      isKnown = true
    }
    return data.feed(bytes)
  }

  mutating func finish() throws(ParserError) -> [UInt8] { data.finish() }

  private static func refusal(_ type: String) -> ParserError {
    .wrongContent(
      reason: type.isEmpty ? tr("this isn’t a picture") : tr("this isn’t a picture but {}", type))
  }

  /// Whether bytes are the first of PNG, JPEG, GIF, WebP, AVIF, HEIC, JPEG XL, BMP, TIFF, an icon or SVG.
  static func beginsPicture(_ bytes: [UInt8]) -> Bool {
    let starts: [[UInt8]] = [
      [0x89, 0x50, 0x4E, 0x47], [0xFF, 0xD8, 0xFF], Array("GIF8".utf8), Array("BM".utf8),
      [0x49, 0x49, 0x2A, 0], [0x4D, 0x4D, 0, 0x2A], [0, 0, 1, 0], [0xFF, 0x0A],
    ]
    if starts.contains(where: bytes.starts(with:)) { return true }
    let kind = bytes.dropFirst(8).prefix(4)
    if bytes.starts(with: "RIFF".utf8) { return kind.elementsEqual("WEBP".utf8) }
    if bytes.dropFirst(4).starts(with: "ftyp".utf8) {
      return ["avif", "avis", "heic", "heix", "mif1"].contains { kind.elementsEqual($0.utf8) }
    }
    let text = String(decoding: bytes.prefix(1_024), as: UTF8.self)
    return text.contains("<svg")
  }
}
