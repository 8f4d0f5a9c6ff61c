import Glibc

/// The encoding of a feed's text.
enum FeedCharset: Hashable {
  /// UTF-8; invalid bytes are read as Windows-1252.
  case utf8
  /// UTF-8 or the named encoding; the first character beyond ASCII decides. `label` is the label of
  /// the feed, where it contradicts UTF-8.
  case guessed(orElse: Name, label: String?)
  case other(Name)

  /// An encoding by its name in the C library's `iconv`; nil for Windows-1252.
  struct Name: Hashable {
    var iconv: String?

    static let windows1252 = Name(iconv: nil)
  }

  /// Detects the encoding of a body: by a byte order mark, else zero bytes of UTF-16, else labels.
  ///
  /// - Parameters:
  ///   - start: The first bytes of the body, a few hundred where there are as many.
  ///   - charset: The encoding that the response's head names.
  /// - Returns: The encoding and the length of the byte order mark.
  static func detect(_ start: ArraySlice<UInt8>, charset: String?) -> (FeedCharset, mark: Int) {
    let little = FeedCharset.other(Name(iconv: "UTF-16LE"))
    let big = FeedCharset.other(Name(iconv: "UTF-16BE"))
    if start.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
    if start.starts(with: [0xFF, 0xFE]) { return (little, 2) }
    if start.starts(with: [0xFE, 0xFF]) { return (big, 2) }
    let first = start.prefix(2)
    if first.count == 2, first.last == 0, first.first != 0 { return (little, 0) }
    if first.count == 2, first.first == 0, first.last != 0 { return (big, 0) }
    return (labelled([charset, declared(start)].compactMap { $0 }), 0)
  }

  /// The encoding by its labels, the response's before the document's own (RFC 7303).
  private static func labelled(_ labels: [String]) -> FeedCharset {
    let known = labels.compactMap { label in name(label).map { (label: label, $0) } }
    let others = known.compactMap { label, name in
      if case .other(let name) = name { (label: label, name: name) } else { nil }
    }
    // Servers call everything Latin-1 when nobody has told them otherwise.
    let isSure = others.first { $0.name != .windows1252 }
    guard let chosen = isSure ?? others.first else { return .utf8 }
    if others.count < known.count { return .guessed(orElse: chosen.name, label: nil) }
    return chosen.name == .windows1252
      ? .guessed(orElse: chosen.name, label: chosen.label) : .other(chosen.name)
  }

  /// The encoding that the XML declaration names; UTF-16 is ruled out, so that it is ASCII.
  private static func declared(_ start: ArraySlice<UInt8>) -> String? {
    let start = start.prefix(1024)
    // Behind blanks, or behind what a server has put before the feed.
    guard
      let place = start.indices.first(where: { start[$0...].starts(with: "<?xml".utf8) }),
      let end = start[place...].firstIndex(of: UInt8(ascii: ">"))
    else { return nil }
    let text = String(decoding: start[place...end].map { $0 < 0x80 ? $0 : 0x3F }, as: UTF8.self)
    let words = text.split { "=\"' \t\r\n>".contains($0) }
    guard let place = words.firstIndex(of: "encoding"), place + 1 < words.endIndex else {
      return nil
    }
    return words[place + 1].lowercased()
  }

  /// An encoding of the web by its label; nil for one that is not known.
  ///
  /// Only these are looked up: `iconv` has hundreds more, and converters of the rarest have had bugs.
  ///
  /// - Source: WHATWG, "Encoding", 4.2 (names and labels).
  private static func name(_ label: String) -> FeedCharset? {
    let label = String(label.filter { !"-_ ".contains($0) })
    switch label {
    case "utf8", "unicode11utf8", "xunicode20utf8": return .utf8
    // Text that could be read so far is none of UTF-16.
    case "utf16", "utf16le", "utf16be", "ucs2": return .utf8
    case "usascii", "ascii", "iso88591", "latin1", "l1", "windows1252", "cp1252", "xcp1252":
      return .other(.windows1252)
    default: return names[label].map { .other(Name(iconv: $0)) }
    }
  }

  private static let names: [String: String] = {
    var names = [
      "latin2": "ISO-8859-2", "latin5": "CP1254", "iso88599": "CP1254", "koi8r": "KOI8-R",
      "koi8": "KOI8-R", "koi8u": "KOI8-U", "macintosh": "MACINTOSH", "ibm866": "CP866",
      "cp866": "CP866", "windows874": "CP874", "tis620": "CP874", "iso885911": "CP874",
      "gb2312": "GBK", "gbk": "GBK", "xgbk": "GBK", "gb18030": "GB18030", "big5": "BIG5-HKSCS",
      "big5hkscs": "BIG5-HKSCS", "eucjp": "EUC-JP", "xeucjp": "EUC-JP", "shiftjis": "CP932",
      "sjis": "CP932", "xsjis": "CP932", "windows31j": "CP932", "mskanji": "CP932",
      "iso2022jp": "ISO-2022-JP", "euckr": "UHC", "ksc56011987": "UHC", "windows949": "UHC",
    ]
    for part in [2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16] {
      names["iso8859\(part)"] = "ISO-8859-\(part)"
    }
    for page in [1250, 1251, 1253, 1254, 1255, 1256, 1257, 1258] {
      names["windows\(page)"] = "CP\(page)"
      names["cp\(page)"] = "CP\(page)"
    }
    return names
  }()
}

/// Converts text of another encoding to UTF-8, piece by piece, with the C library's `iconv`.
// @unchecked: its owner uses it from one thread at a time, and the library keeps nothing of a thread.
final class TextConverter: @unchecked Sendable {
  private let descriptor: iconv_t
  /// The first bytes of a character that is not complete yet.
  private var carry: [UInt8] = []

  /// - Parameter encoding: A name that `iconv` knows; for any other, the result is nil.
  init?(from encoding: String) {
    guard let descriptor = iconv_open("UTF-8", encoding), descriptor != iconv_t(bitPattern: -1)
    else { return nil }
    self.descriptor = descriptor
  }

  deinit { iconv_close(descriptor) }

  /// Returns the text, with U+FFFD for each invalid byte, and whether all bytes were valid.
  func convert(_ bytes: [UInt8], isLast: Bool) -> ([UInt8], isExact: Bool) {
    var input = (carry + bytes).map { CChar(bitPattern: $0) }
    carry = []
    var text: [UInt8] = []
    var isExact = true
    var output = [CChar](repeating: 0, count: 4096)
    input.withUnsafeMutableBufferPointer { input in
      var next = input.baseAddress
      var left = input.count
      while left > 0 {
        let (result, written) = step(&next, &left, &output)
        text.append(contentsOf: output[..<written].lazy.map { UInt8(bitPattern: $0) })
        guard result != 0, result != E2BIG else { continue }
        if result == EINVAL, !isLast {
          carry = input[(input.count - left)...].map { UInt8(bitPattern: $0) }
          return
        }
        // One byte at a time, so that what follows is found again.
        isExact = false
        text += [0xEF, 0xBF, 0xBD]
        next = next.map { $0 + 1 }
        left -= 1
      }
    }
    return (text, isExact)
  }

  /// Converts until `iconv` stops; returns its error code or 0, and the number of bytes written.
  private func step(
    _ next: inout UnsafeMutablePointer<CChar>?, _ left: inout Int, _ output: inout [CChar]
  ) -> (Int32, Int) {
    output.withUnsafeMutableBufferPointer { output in
      var end = output.baseAddress
      var room = output.count
      let result = iconv(descriptor, &next, &left, &end, &room)
      return (result == -1 ? errno : 0, output.count - room)
    }
  }
}
