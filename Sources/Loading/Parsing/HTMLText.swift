internal import CHikidashiXML

/// Extracts the readable text of HTML as plain text: words and paragraphs, without scripts and
/// styles.
///
/// Blanks are one, paragraphs stand apart by an empty line, and items of lists begin with `•`.
package struct HTMLText {
  private var text = ""
  /// The ends of lines before the next word.
  private var breaks = 0
  private var hasBlank = false
  private var verbatimDepth = 0
  /// The library may be used by several threads from its first call on.
  private static let prepare: Void = xmlInitParser()

  /// The text of a document, or of a piece of one.
  ///
  /// - Complexity: O(*n*) in its bytes.
  package static func plain(_ html: String) -> String {
    prepare
    var html = html
    let document = html.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        let options =
          HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue
          | HTML_PARSE_NONET.rawValue
        return htmlReadMemory(
          $0.baseAddress, Int32(clamping: $0.count), nil, "UTF-8", Int32(options))
      }
    }
    guard let document else { return "" }
    defer { xmlFreeDoc(document) }
    var reader = HTMLText()
    reader.read(xmlDocGetRootElement(document))
    return reader.text
  }

  /// Walks without recursion: elements may stand in one another as deep as a publisher likes.
  private mutating func read(_ root: xmlNodePtr?) {
    var node = root
    while let current = node {
      if enter(current.pointee), let child = current.pointee.children {
        node = child
        continue
      }
      var last: xmlNodePtr? = current
      while let left = last {
        leave(left.pointee)
        if left == root { return }
        if let next = left.pointee.next {
          node = next
          break
        }
        last = left.pointee.parent
      }
    }
  }

  /// Takes the beginning of a node; whether what is in it counts.
  private mutating func enter(_ node: xmlNode) -> Bool {
    switch node.type {
    case XML_TEXT_NODE, XML_CDATA_SECTION_NODE:
      if let content = node.content { add(String(cString: content)) }
      return false
    case XML_ELEMENT_NODE: break
    default: return false
    }
    let name = Self.name(node)
    if Self.silent.contains(name) { return false }
    breakLine(name)
    switch name {
    case "br": breaks = min(breaks + 1, 2)
    case "li": add("• ")
    case "td", "th": hasBlank = true
    case "pre": verbatimDepth += 1
    default: break
    }
    return true
  }

  private mutating func leave(_ node: xmlNode) {
    guard node.type == XML_ELEMENT_NODE else { return }
    let name = Self.name(node)
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

  private mutating func add(_ words: String) {
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

  private static func name(_ node: xmlNode) -> String {
    node.name.map { String(cString: $0).lowercased() } ?? ""
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
