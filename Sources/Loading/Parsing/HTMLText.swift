/// Extracts the readable text of HTML as plain text: words and paragraphs, without scripts and
/// styles.
///
/// Blanks are one, paragraphs stand apart by an empty line, and items of lists begin with `•`.
package struct HTMLText: HTMLVisitor {
  private var text = ""
  /// The ends of lines before the next word.
  private var breaks = 0
  private var hasBlank = false
  private var verbatimDepth = 0

  /// The text of a document, or of a piece of one.
  ///
  /// - Complexity: O(*n*) in its bytes.
  package static func plain(_ html: String) -> String {
    var reader = HTMLText()
    HTMLTree.visit(html, &reader)
    return reader.text
  }

  package mutating func enter(_ element: HTMLElement) -> Bool {
    let name = element.name
    if Self.silent.contains(name) { return false }
    breakLine(name)
    switch name {
    case "br": breaks = min(breaks + 1, 2)
    case "li": take("• ")
    case "td", "th": hasBlank = true
    case "pre": verbatimDepth += 1
    default: break
    }
    return true
  }

  package mutating func leave(_ name: String) {
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
    for scalar in words.unicodeScalars {
      switch scalar {
      case "\n" where verbatimDepth > 0: breaks += 1
      case " " where verbatimDepth > 0, "\t" where verbatimDepth > 0: write(scalar)
      case " ", "\n", "\t", "\r", "\u{C}": hasBlank = true
      default: write(scalar == "\u{A0}" ? " " : scalar)
      }
    }
  }

  private mutating func write(_ scalar: Unicode.Scalar) {
    if !text.isEmpty {
      if breaks > 0 {
        text += String(repeating: "\n", count: breaks)
      } else if hasBlank {
        text += " "
      }
    }
    (breaks, hasBlank) = (0, false)
    text.unicodeScalars.append(scalar)
  }

  /// What is not for the eyes, or not for those of a reader.
  private static let silent: Set<String> = ["head", "script", "style", "template", "title"]
  private static let paragraphs: Set<String> = [
    "blockquote", "dl", "figure", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "ol", "p", "pre",
    "table", "ul",
  ]
  private static let lines: Set<String> = [
    "address", "article", "aside", "dd", "div", "dt", "figcaption", "footer", "form", "header",
    "li", "main", "nav", "section", "tr",
  ]
}
