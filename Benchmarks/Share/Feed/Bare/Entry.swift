import CBare
import CBareXML

struct Entry: Equatable, Sendable {
  var id = ""
  var title = ""
  var summary = ""
  var picture: String?
}

struct FeedError: Error, CustomStringConvertible {
  let description: String
}

/// The entries of an Atom feed.
func parseFeed(_ bytes: [UInt8]) throws -> [Entry] {
  let document = bytes.withUnsafeBytes {
    xmlReadMemory(
      $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32($0.count), nil, nil,
      Int32(XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue))
  }
  guard let document, let root = xmlDocGetRootElement(document) else {
    throw FeedError(description: "The feed is no XML.")
  }
  defer { xmlFreeDoc(document) }
  return elements(in: root).filter { name(of: $0) == "entry" }.map { element in
    var entry = Entry()
    for child in elements(in: element) {
      switch name(of: child) {
      case "id": entry.id = text(of: child)
      case "title": entry.title = text(of: child)
      case "summary": entry.summary = text(of: child)
      case "link" where attribute("rel", of: child) == "enclosure":
        if attribute("type", of: child)?.hasPrefix("image/") == true {
          entry.picture = attribute("href", of: child)
        }
      default: break
      }
    }
    return entry
  }
}

private func elements(in node: xmlNodePtr) -> [xmlNodePtr] {
  var found: [xmlNodePtr] = []
  var child = xmlFirstElementChild(node)
  while let element = child {
    found.append(element)
    child = xmlNextElementSibling(element)
  }
  return found
}

private func name(of node: xmlNodePtr) -> String { String(cString: node.pointee.name) }

private func text(of node: xmlNodePtr) -> String {
  guard let text = xmlNodeGetContent(node) else { return "" }
  defer { free(text) }
  return String(cString: text)
}

private func attribute(_ name: String, of node: xmlNodePtr) -> String? {
  guard let text = xmlGetProp(node, name) else { return nil }
  defer { free(text) }
  return String(cString: text)
}
