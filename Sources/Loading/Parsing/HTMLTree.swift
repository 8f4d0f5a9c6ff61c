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

  /// The value of an attribute, with the letters that entities stand for; nil where it has none.
  package func attribute(_ name: String) -> String? {
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

  /// Hands all of a document, or of a piece of one, to a visitor.
  ///
  /// What stands deeper in one another than libxml2 allows (256 elements), and what comes behind it, is left
  /// out. So is what comes from a tag on that has more than 500 blanks and quotes: libxml2's time grows with
  /// the square of its attributes.
  ///
  /// - Complexity: O(*n*) in its bytes.
  package static func visit(_ html: String, _ visitor: inout some HTMLVisitor) {
    // A zero byte would end it, and the parser drops a sign that nothing follows.
    var html = html.utf8.contains(0) ? html.replacing("\0", with: "\u{FFFD}") : html
    if html.utf8.last == UInt8(ascii: "<") { html += " " }
    let document = html.withUTF8 { parse($0) }
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
  private static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> xmlDocPtr? {
    prepare
    guard let context = htmlCreatePushParserCtxt(nil, nil, nil, 0, nil, XML_CHAR_ENCODING_UTF8)
    else { return nil }
    defer { htmlFreeParserCtxt(context) }
    let options =
      HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue
      | HTML_PARSE_NONET.rawValue | HTML_PARSE_IGNORE_ENC.rawValue
    htmlCtxtUseOptions(context, Int32(options))
    var place = 0
    var watch = TagWatch()
    while place < bytes.count {
      var end = min(place + step, bytes.count)
      // Letters stay whole.
      while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
      UnsafeBufferPointer(rebasing: bytes[place..<end]).withMemoryRebound(to: CChar.self) {
        _ = htmlParseChunk(context, $0.baseAddress, Int32(clamping: $0.count), 0)
      }
      place = end
      if watch.isEndless(context) { break }
    }
    if place == bytes.count { htmlParseChunk(context, nil, 0, 1) }
    let document = context.pointee.myDoc
    context.pointee.myDoc = nil
    return document
  }

  /// So many bytes the parser is given before it is looked at what it has left of them.
  private static let step = 1_024

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

/// Counts what may separate attributes in the tag whose end the parser waits for.
private struct TagWatch {
  /// No tag may have more blanks and quotes, between which its attributes stand.
  private static let most = 500

  /// Where the tag begins in the document, how much of it was looked at, and what was counted there.
  private var tag = -1
  private var seen = 0
  private var separators = 0

  /// Whether the tag has too many.
  mutating func isEndless(_ context: htmlParserCtxtPtr) -> Bool {
    guard let input = context.pointee.input, let base = input.pointee.base,
      let start = input.pointee.cur, let end = input.pointee.end, end - start > 1,
      start[0] == UInt8(ascii: "<"), 0x61...0x7A ~= start[1] | 0x20
    else { return false }
    let place = Int(input.pointee.consumed) + (start - base)
    if place != tag { (tag, seen, separators) = (place, 0, 0) }
    for byte in UnsafeBufferPointer(start: start + seen, count: max(0, end - start - seen)) {
      switch byte {
      case 0x20, 0x09...0x0D, UInt8(ascii: "\""), UInt8(ascii: "'"): separators += 1
      default: break
      }
    }
    seen = end - start
    return separators > Self.most
  }
}
