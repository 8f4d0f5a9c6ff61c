/// Prepares the markup of a status.
enum StatusMarkup {
  /// A piece of markup: a tag with its `<` and `>`, or the words between two.
  private struct Piece {
    var text: Substring
    /// The name of a tag in small letters; empty for words.
    var name = ""
    var isClosing = false

    var isTag: Bool { !name.isEmpty }
  }

  /// Takes markup apart. A quotation mark within a tag hides its `>`.
  private static func pieces(_ html: String) -> [Piece] {
    var pieces: [Piece] = []
    let text = html.utf8
    var (start, place) = (text.startIndex, text.startIndex)
    while place < text.endIndex {
      guard text[place] == UInt8(ascii: "<"), let tag = tag(html, at: place) else {
        place = text.index(after: place)
        continue
      }
      if start < place { pieces.append(Piece(text: html[start..<place])) }
      pieces.append(tag)
      (start, place) = (tag.text.endIndex, tag.text.endIndex)
    }
    if start < text.endIndex { pieces.append(Piece(text: html[start...])) }
    return pieces
  }

  private static func tag(_ html: String, at start: String.Index) -> Piece? {
    let text = html.utf8
    var place = text.index(after: start)
    let isClosing = place < text.endIndex && text[place] == UInt8(ascii: "/")
    if isClosing { place = text.index(after: place) }
    let name = text[place...].prefix {
      (0x30...0x39).contains($0) || (0x41...0x5A).contains($0 & 0xDF)
    }
    guard let first = name.first, first >= 0x41 else { return nil }
    place = name.endIndex
    var quote: UInt8?
    while place < text.endIndex {
      let byte = text[place]
      place = text.index(after: place)
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        return Piece(
          text: html[start..<place], name: String(Substring(name)).lowercased(),
          isClosing: isClosing)
      }
    }
    return nil
  }

  // MARK: Lines

  private static let blocks: Set<String> = ["p", "blockquote", "pre", "ul", "ol", "div", "table"]

  /// The markup with ends of lines, tabs and blanks within paragraphs as the page of a server shows them (`white-space:
  /// pre-wrap`): ends of lines are `<br>`, and further blanks are kept. What has no paragraphs is one. An end of a line
  /// beside a `<br>`, or at an end of a paragraph, is the writing program's.
  static func withLines(_ html: String) -> String {
    let isOdd = html.utf8.contains { (0x09...0x0D).contains($0) }
    guard isOdd || html.firstRange(of: "  ") != nil else { return html }
    let pieces = pieces(html)
    let isBare = !pieces.contains { blocks.contains($0.name) }
    var (isParagraph, quotes, code) = (false, 0, 0)
    var shown = ""
    for (index, piece) in pieces.enumerated() {
      guard !piece.isTag else {
        switch piece.name {
        case "p": isParagraph = !piece.isClosing
        case "blockquote": quotes = max(0, quotes + (piece.isClosing ? -1 : 1))
        case "pre": code = max(0, code + (piece.isClosing ? -1 : 1))
        default: break
        }
        shown += piece.text
        continue
      }
      let isShown = code == 0 && (isBare || isParagraph || quotes > 0)
      let isBlank = piece.text.allSatisfy(\.isWhitespace)
      guard isShown, !isBlank || isParagraph || isBare else {
        shown += piece.text
        continue
      }
      var lines = piece.text[...]
      let before = index > 0 ? pieces[index - 1] : nil
      let after = index + 1 < pieces.count ? pieces[index + 1] : nil
      if before.map({ blocks.contains($0.name) || $0.name == "br" }) ?? true {
        lines = lines.drop { $0.isNewline || $0 == " " || $0 == "\t" }
      }
      if after.map({ blocks.contains($0.name) || $0.name == "br" }) ?? true {
        while let last = lines.last, last.isWhitespace { lines.removeLast() }
      }
      shown += self.lines(lines)
    }
    return shown
  }

  private static func lines(_ text: Substring) -> String {
    var shown = ""
    var (blanks, isStart) = (0, false)
    func finish() {
      guard blanks > 0 else { return }
      // A blank that is one of several, or begins a line, is not taken for the end of a word.
      shown += String(repeating: "\u{A0}", count: isStart ? blanks : blanks - 1)
      if !isStart { shown += " " }
      blanks = 0
    }
    for character in text {
      if character.isNewline {
        blanks = 0
        shown += "<br>"
        isStart = true
      } else if character == " " {
        blanks += 1
      } else if character == "\t" {
        blanks += 4
      } else {
        finish()
        isStart = false
        shown.append(character)
      }
    }
    finish()
    return shown
  }

  // MARK: Quotes

  /// The markup without the line in place of a quoted post, for readers that cannot show one.
  ///
  /// - Source: Mastodon 4.5, FEP-044f: the class `quote-inline`.
  static func withoutQuoteLine(_ html: String) -> String {
    guard html.firstRange(of: "quote-inline") != nil else { return html }
    var shown = ""
    var left: (name: String, depth: Int)?
    for piece in pieces(html) {
      if let (name, depth) = left {
        guard piece.name == name, !piece.text.hasSuffix("/>") else { continue }
        let now = depth + (piece.isClosing ? -1 : 1)
        left = now == 0 ? nil : (name, now)
      } else if piece.isTag, !piece.isClosing, isQuoteLine(piece.text) {
        left = (piece.name, 1)
      } else {
        shown += piece.text
      }
    }
    return left == nil ? shown : html
  }

  private static func isQuoteLine(_ tag: Substring) -> Bool {
    guard let start = tag.firstRange(of: "class=") else { return false }
    let words = tag[start.upperBound...].split {
      !($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_")
    }
    return words.contains("quote-inline")
  }
}
