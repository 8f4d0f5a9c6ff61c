/// Extracts the readable text of HTML as plain text: words and paragraphs, without scripts and
/// styles.
///
/// Blanks are one, paragraphs stand apart by an empty line, and items of lists begin with `•`.
package struct HTMLText: HTMLVisitor {
  /// The text so far, in UTF-8: to append one scalar after another to a `String` takes several times as long.
  private var text: [UInt8] = []
  /// The ends of lines before the next word.
  private var breaks = 0
  private var hasBlank = false
  private var verbatimDepth = 0
  private var pictures = HTMLPictures()

  /// The text of a document, or of a piece of one.
  ///
  /// - Complexity: O(*n*) in its bytes.
  package static func plain(_ html: String) -> String { plain(html, pieceSize: HTMLTree.pieceSize) }

  static func plain(_ html: String, pieceSize: Int) -> String {
    var reader = HTMLText()
    HTMLTree.visit(html, &reader, pieceSize: pieceSize)
    return String(decoding: reader.text, as: UTF8.self)
  }

  package mutating func enter(_ element: HTMLElement) -> Bool {
    let name = element.name
    let picture = pictures.enter(element, name)
    guard element.isRead else { return false }
    breakLine(name)
    switch name {
    case "br": breaks = min(breaks + 1, 2)
    case "li": take("• ")
    case "td", "th": hasBlank = true
    case "pre": verbatimDepth += 1
    default: break
    }
    if let letters = picture?.letters { take(letters) }
    return true
  }

  package mutating func leave(_ name: String) {
    pictures.leave(name)
    if name == "pre" { verbatimDepth -= 1 }
    breakLine(name)
  }

  private mutating func breakLine(_ name: String) {
    if Self.paragraphs.contains(name) {
      breaks = 2
    } else if Self.lines.contains(name) {
      breaks = max(breaks, 1)
    }
  }

  package mutating func take(_ words: String) {
    var words = words
    words.withUTF8 { take($0) }
  }

  private mutating func take(_ bytes: UnsafeBufferPointer<UInt8>) {
    var place = 0
    while place < bytes.count {
      let byte = bytes[place]
      var end = place + 1
      if byte == UInt8(ascii: "\n"), verbatimDepth > 0 {
        breaks += 1
      } else if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t"), verbatimDepth > 0 {
        write(CollectionOfOne(byte))
      } else if Self.isBlank(byte) {
        hasBlank = true
      } else if byte == 0xC2, end < bytes.count, bytes[end] == 0xA0 {
        // A blank at which no line is broken.
        write(CollectionOfOne(UInt8(ascii: " ")))
        end += 1
      } else {
        while end < bytes.count, !Self.isBlank(bytes[end]), bytes[end] != 0xC2 { end += 1 }
        write(bytes[place..<end])
      }
      place = end
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte) && byte != 0x0B
  }

  private mutating func write(_ bytes: some Collection<UInt8>) {
    if !text.isEmpty {
      if breaks > 0 {
        text.append(contentsOf: repeatElement(UInt8(ascii: "\n"), count: breaks))
      } else if hasBlank {
        text.append(UInt8(ascii: " "))
      }
    }
    (breaks, hasBlank) = (0, false)
    text.append(contentsOf: bytes)
  }

  private static let paragraphs: Set<String> = [
    "blockquote", "dl", "figure", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "ol", "p", "pre",
    "table", "ul",
  ]
  private static let lines: Set<String> = [
    "address", "article", "aside", "dd", "div", "dt", "figcaption", "footer", "form", "header",
    "li", "main", "nav", "section", "tr",
  ]
}
