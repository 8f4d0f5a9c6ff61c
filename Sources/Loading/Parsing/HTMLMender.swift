/// Writes HTML anew, piece by piece, so that libxml2 reads all of it, and as browsers do.
///
/// libxml2 loses text where a piece ends within a quoted value, behind `</html>` and odd comments, and knows
/// a tenth of HTML's references; its time grows with the square of a tag's attributes. So tags, comments and
/// references are told apart here: pieces end between them, of attributes those are left that somebody asks for,
/// and the tree alone is libxml2's. No text is left out but what browsers leave out.
///
/// - Source: HTML Living Standard, 13.2.5 "Tokenization".
struct HTMLMender {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  /// The attributes that are left; all others say how a page looks and what it does.
  static let attributes: Set<String> = [
    "alt", "alttext", "aria-hidden", "class", "colspan", "content", "data-actualsrc", "data-lazy",
    "data-lazy-src", "data-lazy-srcset", "data-orig-src", "data-original", "data-src",
    "data-srcset", "height", "hidden", "href", "id", "itemprop", "name", "open", "poster",
    "property", "rel", "role", "rowspan", "src", "srcset", "start", "style", "title", "type",
    "width", "xml:base",
  ]
  private static let longestName = attributes.map(\.utf8.count).max() ?? 0

  private let bytes: Bytes
  private let pieceSize: Int
  private var place = 0
  private(set) var piece: [UInt8] = []
  /// How many open elements were closed at once, as they stand too deep in one another.
  private var flattened = 0
  /// The open elements that are drawings and formulas, in which `<path/>` is an element without an end, and those
  /// within them whose content is HTML again.
  private var foreign: [String] = []
  private var isForeign: Bool { foreign.last.map { Self.foreign.contains($0) } ?? false }
  /// Whether a paragraph is open: the end of none is a paragraph to browsers, and nothing to libxml2, which would
  /// join the words around it.
  private var isInParagraph = false
  /// Elements that are never closed from here on.
  private var unclosed: Set<String> = []
  /// The place of the last quote of each kind, to tell one that nothing closes.
  private let lastQuotes: (double: Int, single: Int)

  init(_ bytes: Bytes, pieceSize: Int) {
    self.bytes = bytes
    self.pieceSize = pieceSize
    lastQuotes = (
      bytes.lastIndex(of: UInt8(ascii: "\"")) ?? -1, bytes.lastIndex(of: UInt8(ascii: "'")) ?? -1
    )
  }

  /// Makes the next piece, which ends outside of tags and references; whether there was one.
  ///
  /// - Parameter isDeep: Whether elements stand so deep in one another that further ones are closed at once. Browsers
  ///   do so, too: what is in them stands behind them.
  mutating func next(isDeep: Bool) -> Bool {
    piece.removeAll(keepingCapacity: true)
    guard place < bytes.count else { return false }
    if place == 0 { Self.write("<html><body>", to: &piece) }
    let most = piece.count + pieceSize
    while place < bytes.count, piece.count < most {
      var end = place
      while end < bytes.count, bytes[end] != Self.less, bytes[end] != Self.ampersand,
        bytes[end] != 0
      {
        end += 1
      }
      if end - place > pieceSize { end = wholeLetters(upTo: place + pieceSize) }
      piece.append(contentsOf: bytes[place..<end])
      place = end
      guard end < bytes.count else { break }
      switch bytes[end] {
      case Self.ampersand: place += Self.reference(bytes[end...], isValue: false, into: &piece)
      case Self.less: markup(isDeep)
      case 0:
        // It would end the text.
        Self.write("\u{FFFD}", to: &piece)
        place += 1
      default: break
      }
    }
    return true
  }

  private func wholeLetters(upTo end: Int) -> Int {
    var end = end
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    return end
  }

  private static let less = UInt8(ascii: "<")
  private static let greater = UInt8(ascii: ">")
  private static let ampersand = UInt8(ascii: "&")
  private static let slash = UInt8(ascii: "/")

  private static func write(_ text: String, to piece: inout [UInt8]) {
    piece.append(contentsOf: text.utf8)
  }

  /// Writes a text so that it is one, whatever is in it.
  private static func escape(_ text: some Sequence<UInt8>, into piece: inout [UInt8]) {
    for byte in text {
      switch byte {
      case less: write("&lt;", to: &piece)
      case ampersand: write("&amp;", to: &piece)
      case UInt8(ascii: "\""): write("&quot;", to: &piece)
      case 0: write("\u{FFFD}", to: &piece)
      default: piece.append(byte)
      }
    }
  }

  /// Writes what a reference stands for, or its `&` where there is none; its length.
  private static func reference(
    _ text: Slice<Bytes>, isValue: Bool, into piece: inout [UInt8]
  ) -> Int {
    guard let found = HTMLReferences.read(text, isValue: isValue) else {
      write("&amp;", to: &piece)
      return 1
    }
    escape(found.text.utf8, into: &piece)
    return found.length
  }

  /// Writes a text with its references.
  private static func unescape(
    _ text: Slice<Bytes>, isValue: Bool, into piece: inout [UInt8]
  ) {
    var rest = text
    while let sign = rest.firstIndex(of: ampersand) {
      escape(rest[..<sign], into: &piece)
      rest = rest[sign...].dropFirst(reference(rest[sign...], isValue: isValue, into: &piece))
    }
    escape(rest, into: &piece)
  }
}

// MARK: - Markup

extension HTMLMender {
  private func byte(_ place: Int) -> UInt8 { place < bytes.count ? bytes[place] : 0 }

  /// Handles a `<`.
  private mutating func markup(_ isDeep: Bool) {
    let next = byte(place + 1)
    if Self.isLetter(next) {
      tag(from: place + 1, isEnd: false, isDeep)
    } else if next == Self.slash, Self.isLetter(byte(place + 2)) {
      tag(from: place + 2, isEnd: true, isDeep)
    } else if next == UInt8(ascii: "!"), byte(place + 2) == 0x2D, byte(place + 3) == 0x2D {
      place = endOfComment(from: place + 4)
    } else if next == UInt8(ascii: "!") || next == UInt8(ascii: "?")
      || next == Self.slash && place + 2 < bytes.count
    {
      // A declaration, an instruction, or an end of nothing; a comment to browsers.
      place = (bytes[place...].firstIndex(of: Self.greater) ?? bytes.count - 1) + 1
    } else {
      Self.write("&lt;", to: &piece)
      place += 1
    }
  }

  /// Where a comment ends: behind `-->` or `--!>`; `<!-->` and `<!--->` are whole.
  private func endOfComment(from start: Int) -> Int {
    if byte(start) == Self.greater { return start + 1 }
    if byte(start) == 0x2D, byte(start + 1) == Self.greater { return start + 2 }
    var index = start
    while let dash = bytes[index...].firstIndex(of: 0x2D) {
      if byte(dash + 1) == 0x2D {
        if byte(dash + 2) == Self.greater { return dash + 3 }
        if byte(dash + 2) == UInt8(ascii: "!"), byte(dash + 3) == Self.greater { return dash + 4 }
      }
      index = dash + 1
    }
    return bytes.count
  }

  private mutating func tag(from start: Int, isEnd: Bool, _ isDeep: Bool) {
    var end = start
    while end < bytes.count, !Self.isBlank(bytes[end]), bytes[end] != Self.slash,
      bytes[end] != Self.greater
    {
      end += 1
    }
    var name = String(decoding: bytes[start..<end].lazy.map(Self.lowered), as: UTF8.self)
    if name == "image", !isForeign { name = "img" }
    let written = piece.count
    if isEnd { Self.write("</", to: &piece) } else { piece.append(Self.less) }
    Self.write(name, to: &piece)
    guard let isClosed = values(from: end, isEnd: isEnd) else {
      // The text ends within the tag.
      piece.removeSubrange(written...)
      place = bytes.count
      return
    }
    guard !Self.outer.contains(name), Self.isReadable(name) else {
      piece.removeSubrange(written...)
      return
    }
    if isEnd { close(name, written) } else { open(name, written, isClosed: isClosed, isDeep) }
  }

  /// Ends a tag that closes an element.
  private mutating func close(_ name: String, _ written: Int) {
    if Self.void.contains(name) {
      piece.removeSubrange(written...)
      // To browsers it is a break of line.
      if name == "br" { Self.write("<br/>", to: &piece) }
    } else if flattened > 0, name != "a" {
      flattened -= 1
      piece.removeSubrange(written...)
    } else {
      piece.append(Self.greater)
      if name == "p", !isInParagraph { Self.write("<p></p>", to: &piece) }
      if name == "p" || Self.blocks.contains(name) { isInParagraph = false }
    }
    if let place = foreign.lastIndex(of: name) { foreign.removeSubrange(place...) }
  }

  /// Ends a tag that opens an element.
  private mutating func open(_ name: String, _ written: Int, isClosed: Bool, _ isDeep: Bool) {
    if isForeign, Self.breaksOut.contains(name) {
      // A drawing that is not closed does not take the text behind it.
      var ends: [UInt8] = []
      while isForeign, let name = foreign.popLast() { Self.write("</\(name)>", to: &ends) }
      piece.insert(contentsOf: ends, at: written)
    }
    let opensForeign = Self.foreign.contains(name)
    if Self.void.contains(name) || isClosed && (isForeign || opensForeign) {
      Self.write("/>", to: &piece)
      return
    }
    piece.append(Self.greater)
    if name == "p" || Self.blocks.contains(name) { isInParagraph = name == "p" }
    if isForeign || opensForeign {
      if opensForeign || Self.integration.contains(name) { foreign.append(name) }
    } else if let raw = Self.raw[name] {
      if raw == .plain {
        piece.removeSubrange(written...)
        Self.write("<pre>", to: &piece)
      }
      return writeRaw(name, raw, written)
    }
    // A link is closed by the next one, and would lose its words.
    if isDeep, name != "a" {
      flattened += 1
      Self.write("</\(name)>", to: &piece)
    }
  }

  /// Writes the attributes of a tag that somebody asks for, and goes behind the tag.
  ///
  /// - Returns: Whether a slash stands before its end; nil where the tag does not end.
  private mutating func values(from start: Int, isEnd: Bool) -> Bool? {
    var index = start
    var isClosed = false
    var seen: [Slice<Bytes>] = []
    while index < bytes.count {
      let byte = bytes[index]
      if byte == Self.greater {
        place = index + 1
        return isClosed
      }
      isClosed = byte == Self.slash
      if isClosed || Self.isBlank(byte) {
        index += 1
        continue
      }
      // A sign of equality is the first letter of a name.
      var end = index + 1
      while end < bytes.count, bytes[end] != UInt8(ascii: "="), !isEndOfName(bytes[end]) {
        end += 1
      }
      let name = bytes[index..<end]
      index = end
      while index < bytes.count, Self.isBlank(bytes[index]) { index += 1 }
      var value = bytes[index..<index]
      if index < bytes.count, bytes[index] == UInt8(ascii: "=") {
        guard let found = valueBehind(index) else { return nil }
        (value, index) = found
      }
      guard !isEnd, name.count <= Self.longestName else { continue }
      let word = String(decoding: name.lazy.map(Self.lowered), as: UTF8.self)
      guard Self.attributes.contains(word), !seen.contains(where: { Self.isSame($0, name) })
      else { continue }
      seen.append(name)
      Self.write(" \(word)=\"", to: &piece)
      Self.unescape(value, isValue: true, into: &piece)
      piece.append(UInt8(ascii: "\""))
    }
    return nil
  }

  private func isEndOfName(_ byte: UInt8) -> Bool {
    byte == Self.greater || byte == Self.slash || Self.isBlank(byte)
  }

  /// The value behind a sign of equality, and the place behind it; nil where the text ends within it.
  private func valueBehind(_ sign: Int) -> (Slice<Bytes>, Int)? {
    var start = sign + 1
    while start < bytes.count, Self.isBlank(bytes[start]) { start += 1 }
    guard start < bytes.count else { return nil }
    let quote = bytes[start]
    if quote == UInt8(ascii: "\"") && start < lastQuotes.double
      || quote == UInt8(ascii: "'") && start < lastQuotes.single
    {
      guard let end = bytes[(start + 1)...].firstIndex(of: quote) else { return nil }
      return (bytes[(start + 1)..<end], end + 1)
    }
    // A quote that nothing closes would take all that follows.
    var end = start
    while end < bytes.count, !Self.isBlank(bytes[end]), bytes[end] != Self.greater { end += 1 }
    return (bytes[start..<end], end)
  }

  /// Writes what stands in an element in which there are no tags.
  ///
  /// - Parameter written: Where its tag begins in the piece.
  private mutating func writeRaw(_ name: String, _ raw: Raw, _ written: Int) {
    let start = place
    var end = name == "plaintext" ? bytes.count : endOfRaw(name)
    // A page that is cut off in its title has one.
    if end == nil, !bytes[place...].contains(Self.less) { end = bytes.count }
    // What is never closed is a word of the text, but for programs.
    if end == nil, raw != .left { return piece.removeSubrange(written...) }
    let text = bytes[start..<(end ?? bytes.count)]
    switch raw {
    case .left: break
    case .plain: Self.escape(text, into: &piece)
    case .references: Self.unescape(text, isValue: false, into: &piece)
    }
    Self.write(raw == .plain ? "</pre>" : "</\(name)>", to: &piece)
    place = end ?? bytes.count
    guard let end, end < bytes.count else { return }
    place = (bytes[end...].firstIndex(of: Self.greater) ?? bytes.count - 1) + 1
  }

  /// Where the end of the element stands that begins before `place`.
  private mutating func endOfRaw(_ name: String) -> Int? {
    guard !unclosed.contains(name) else { return nil }
    var index = place
    while let less = bytes[index...].firstIndex(of: Self.less) {
      let behind = less + 2 + name.utf8.count
      if byte(less + 1) == Self.slash, behind <= bytes.count,
        bytes[(less + 2)..<behind].lazy.map(Self.lowered).elementsEqual(name.utf8),
        behind == bytes.count || isEndOfName(bytes[behind])
      {
        return less
      }
      index = less + 1
    }
    unclosed.insert(name)
    return nil
  }

  private enum Raw { case left, plain, references }

  /// Elements in which there are no tags, and what of their text is kept.
  private static let raw: [String: Raw] = [
    "iframe": .left, "noembed": .left, "noframes": .left, "script": .left, "style": .left,
    "textarea": .references, "title": .references, "xmp": .plain, "plaintext": .plain,
  ]
  /// Elements without an end.
  private static let void: Set<String> = [
    "area", "base", "basefont", "bgsound", "br", "col", "embed", "frame", "hr", "img", "input",
    "keygen", "link", "meta", "param", "source", "track", "wbr",
  ]
  /// Elements that end a paragraph.
  private static let blocks: Set<String> = [
    "address", "article", "aside", "blockquote", "center", "dd", "details", "div", "dl", "dt",
    "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6",
    "header", "li", "main", "menu", "nav", "ol", "pre", "section", "summary", "table", "td", "th",
    "tr", "ul",
  ]
  /// What stands around all else.
  private static let outer: Set<String> = ["html", "head", "body"]
  private static let foreign: Set<String> = ["svg", "math"]
  /// Elements of drawings and formulas whose content is HTML.
  private static let integration: Set<String> = [
    "annotation-xml", "desc", "foreignobject", "mi", "mn", "mo", "ms", "mtext", "title",
  ]
  /// Elements that no drawing has.
  private static let breaksOut: Set<String> = [
    "b", "big", "blockquote", "br", "center", "code", "dd", "div", "dl", "dt", "em", "embed", "h1",
    "h2", "h3", "h4", "h5", "h6", "hr", "i", "img", "li", "listing", "menu", "meta", "nobr", "ol",
    "p", "pre", "ruby", "s", "small", "span", "strike", "strong", "sub", "sup", "table", "tt", "u",
    "ul", "var",
  ]

  /// Whether libxml2 reads the name of an element as a whole.
  private static func isReadable(_ name: String) -> Bool {
    name.utf8.count < 90
      && name.utf8.allSatisfy { isLetter($0) || 0x30...0x39 ~= $0 || ":-_.".utf8.contains($0) }
  }

  private static func isSame(_ first: Slice<Bytes>, _ second: Slice<Bytes>) -> Bool {
    first.lazy.map(lowered).elementsEqual(second.lazy.map(lowered))
  }

  private static func lowered(_ byte: UInt8) -> UInt8 {
    0x41...0x5A ~= byte ? byte | 0x20 : byte
  }

  private static func isLetter(_ byte: UInt8) -> Bool { 0x61...0x7A ~= byte | 0x20 }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0C || byte == 0x0D
  }
}
