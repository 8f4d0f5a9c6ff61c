internal import CHikidashiXML

/// What takes the elements and texts of HTML, from the start to the end.
package protocol HTMLVisitor {
  /// Takes the beginning of an element; whether what is in it counts. Only then ``leave(_:)`` follows.
  mutating func enter(_ element: HTMLElement) -> Bool
  /// Takes the end of an element.
  mutating func leave(_ name: String)
  /// Takes a piece of text, in which entities are the letters that they stand for.
  mutating func take(_ text: String)
}

/// An element of HTML while it is visited.
package struct HTMLElement {
  private let node: xmlNodePtr

  fileprivate init(_ node: xmlNodePtr) { self.node = node }

  /// The name in lower case.
  package var name: String { HTMLElement.name(node) }

  /// The value of one of ``HTMLMender/attributes``, with the letters that entities stand for; nil where it has none.
  package func attribute(_ name: String) -> String? {
    assert(HTMLMender.attributes.contains(name), "the attribute \(name) is not read")
    var attribute = node.pointee.properties
    while let current = attribute {
      if let found = current.pointee.name, String(cString: found).lowercased() == name {
        // The parser of HTML makes one piece of a value.
        return current.pointee.children?.pointee.content.map { String(cString: $0) } ?? ""
      }
      attribute = current.pointee.next
    }
    return nil
  }

  /// Whether a reader reads what is in it: nothing of what does something, loads something, is for other eyes, or is
  /// hidden.
  package var isRead: Bool {
    // A prefix is a namespace, as in `svg:script`.
    let name = name.split(separator: ":").last.map(String.init) ?? name
    if Self.unread.contains(name) || attribute("hidden") != nil { return false }
    return name != "dialog" || attribute("open") != nil
  }

  private static let unread: Set<String> = [
    "annotation", "annotation-xml", "applet", "area", "audio", "base", "basefont", "bgsound",
    "button", "canvas", "datalist", "embed", "frame", "frameset", "head", "iframe", "ilayer",
    "input", "isindex", "keygen", "layer", "link", "map", "meta", "noembed", "noframes", "object",
    "optgroup", "option", "param", "portal", "script", "select", "source", "style", "svg",
    "template", "textarea", "title", "track", "video",
  ]

  /// Whether one of these elements is within this one. O(what is in it).
  package func contains(_ names: Set<String>) -> Bool {
    var isFound = false
    HTMLTree.walk(from: node) { inner in
      isFound = isFound || inner != node && names.contains(HTMLElement.name(inner))
      return !isFound
    } leave: { _ in
    }
    return isFound
  }

  fileprivate static func name(_ node: xmlNodePtr) -> String {
    guard node.pointee.type == XML_ELEMENT_NODE, let name = node.pointee.name else { return "" }
    return String(cString: name).lowercased()
  }
}

/// Reads HTML as browsers do, whatever is wrong with it. Nothing is loaded, and entities that a document
/// declares itself do not count.
package enum HTMLTree {
  /// The library may be used by several threads from its first call on.
  private static let prepare: Void = xmlInitParser()

  /// Hands all of a document, or of a piece of one, to a visitor: the text that browsers show, whatever its length
  /// and depth.
  ///
  /// - Complexity: O(*n*) in its bytes.
  package static func visit(_ html: String, _ visitor: inout some HTMLVisitor) {
    visit(html, &visitor, pieceSize: pieceSize)
  }

  static let pieceSize = 4_096

  /// - Parameter pieceSize: How many bytes libxml2 is given at once; what is found is the same for all sizes.
  static func visit(_ html: String, _ visitor: inout some HTMLVisitor, pieceSize: Int) {
    var html = html
    let document = html.withUTF8 { parse(HTMLMender($0, pieceSize: pieceSize)) }
    guard let document else { return }
    defer { xmlFreeDoc(document) }
    walk(from: xmlDocGetRootElement(document)) { node in
      switch node.pointee.type {
      case XML_ELEMENT_NODE: return visitor.enter(HTMLElement(node))
      case XML_TEXT_NODE, XML_CDATA_SECTION_NODE:
        if let content = node.pointee.content { visitor.take(String(cString: content)) }
        return false
      default: return false
      }
    } leave: { node in
      visitor.leave(HTMLElement.name(node))
    }
  }

  /// The tree, which the caller frees.
  private static func parse(_ mender: HTMLMender) -> xmlDocPtr? {
    prepare
    guard let context = htmlCreatePushParserCtxt(nil, nil, nil, 0, nil, XML_CHAR_ENCODING_UTF8)
    else { return nil }
    defer { htmlFreeParserCtxt(context) }
    let options =
      HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue
      | HTML_PARSE_NONET.rawValue | HTML_PARSE_IGNORE_ENC.rawValue
    htmlCtxtUseOptions(context, Int32(options))
    // Its own limits end the text: 256 elements in one another, 10 MB. The function above does not take this option.
    context.pointee.options |= Int32(XML_PARSE_HUGE.rawValue)
    var mender = mender
    while mender.next(isDeep: context.pointee.nameNr > deepest) {
      mender.piece.withUnsafeBytes { piece in
        let text = piece.bindMemory(to: CChar.self)
        _ = htmlParseChunk(context, text.baseAddress, Int32(clamping: text.count), 0)
      }
    }
    htmlParseChunk(context, nil, 0, 1)
    let document = context.pointee.myDoc
    context.pointee.myDoc = nil
    return document
  }

  /// So many elements stand in one another, as in browsers; libxml2 looks through all of them at each end.
  private static let deepest = 512

  /// Walks without recursion: elements may stand in one another as deep as a publisher likes.
  ///
  /// - Parameters:
  ///   - enter: Whether what is in the node is walked through, and `leave` called.
  fileprivate static func walk(
    from root: xmlNodePtr?, enter: (xmlNodePtr) -> Bool, leave: (xmlNodePtr) -> Void
  ) {
    var node = root
    while let current = node {
      var last: xmlNodePtr? = current
      if enter(current) {
        if let child = current.pointee.children {
          node = child
          continue
        }
        leave(current)
      }
      // On to what comes next, out of all that ends here.
      while let left = last {
        if left == root { return }
        if let next = left.pointee.next {
          node = next
          break
        }
        last = left.pointee.parent
        if let last { leave(last) }
      }
    }
  }
}
