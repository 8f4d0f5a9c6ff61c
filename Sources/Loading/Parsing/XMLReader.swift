internal import CHikidashiXML
internal import HikidashiBase

/// What takes the elements and texts of XML, from the start to the end.
public protocol XMLVisitor: AnyObject {
  /// Takes the beginning of an element, by its name without a prefix.
  func enter(_ name: String)
  /// Takes the beginning of an element with its attributes, which are there during the call alone; calls
  /// ``enter(_:)`` if not said otherwise.
  func enter(_ name: String, _ attributes: XMLElementAttributes)
  /// Takes a piece of text, in UTF-8, in which entities are the letters that they stand for. The bytes are
  /// there during the call alone.
  func take(_ text: UnsafeBufferPointer<UInt8>)
  /// Takes the end of an element.
  func leave(_ name: String)
}

extension XMLVisitor {
  public func enter(_ name: String, _ attributes: XMLElementAttributes) { enter(name) }
}

/// The attributes of an element of XML while it is visited; nothing is made of those that nobody asks for.
public struct XMLElementAttributes {
  /// As libxml2 has them: five pointers for each (name, prefix, namespace, start and end of the value).
  private let pointers: UnsafeMutablePointer<UnsafePointer<UInt8>?>?
  private let count: Int

  fileprivate init(_ pointers: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, count: Int) {
    self.pointers = pointers
    self.count = pointers == nil ? 0 : count
  }

  /// The value of the first attribute with this name, without a prefix; nil where there is none.
  ///
  /// - Complexity: O(*n*) in the attributes.
  public subscript(name: String) -> String? { value { $0 == name } }

  /// The value of the first attribute with this name, in letters of any case; nil where there is none.
  ///
  /// - Complexity: O(*n*) in the attributes.
  public subscript(anyCase name: String) -> String? {
    let name = name.lowercased()
    return value { $0.lowercased() == name }
  }

  private func value(_ isWanted: (String) -> Bool) -> String? {
    guard let pointers else { return nil }
    for place in 0..<count {
      let part = pointers + place * 5
      guard let found = part[0], isWanted(String(cString: found)), let start = part[3],
        let end = part[4]
      else { continue }
      return String(
        decoding: UnsafeBufferPointer(start: start, count: max(0, end - start)), as: UTF8.self)
    }
    return nil
  }
}

/// Reads XML element by element, without keeping it.
///
/// ```swift
/// let titles = Titles()               // an `XMLVisitor`
/// try XMLReader.read(bytes, titles)
/// ```
///
/// No other file is read, whatever the XML names, and no entity is expanded but those that XML itself has.
/// Attributes are read for a visitor that takes them.
public enum XMLReader {
  /// Initializes libxml2 before several threads can use it.
  private static let prepare: Void = xmlInitParser()

  /// Reads a whole text in UTF-8, or in what its first line says.
  ///
  /// - Throws: ``ParserError/malformed(reason:line:column:)`` where it is no XML, or ends too early; what
  ///   stands before that place has been visited.
  /// - Complexity: O(*n*), some 100 MB in a second.
  public static func read(_ bytes: [UInt8], _ visitor: any XMLVisitor) throws(ParserError) {
    let visit = Visit(visitor)
    read(bytes, visit, XML_PARSE_NONET.rawValue | XML_PARSE_NOENT.rawValue)
    if let failure = visit.failures.first { throw failure }
  }

  /// Reads a whole text in UTF-8, whatever its first line says, and goes on behind what is wrong.
  ///
  /// - Returns: What was wrong, at most 50; empty where all of it was XML.
  /// - Complexity: O(*n*), some 100 MB in a second.
  public static func read(recovering bytes: [UInt8], _ visitor: any XMLVisitor) -> [ParserError] {
    let visit = Visit(visitor, recovers: true)
    read(
      bytes, visit,
      XML_PARSE_NONET.rawValue | XML_PARSE_NOENT.rawValue | XML_PARSE_RECOVER.rawValue
        | XML_PARSE_IGNORE_ENC.rawValue)
    return visit.failures
  }

  private static func read(_ bytes: [UInt8], _ visit: Visit, _ options: UInt32) {
    prepare
    // The library writes to the terminal what it tells no handler, such as that the encoding is wrong; the
    // function is that of this thread.
    xmlSetStructuredErrorFunc(nil) { _, _ in }
    defer { xmlSetStructuredErrorFunc(nil, nil) }
    var handler = handler()
    let context = withExtendedLifetime(visit) {
      xmlCreatePushParserCtxt(&handler, Unmanaged.passUnretained(visit).toOpaque(), nil, 0, nil)
    }
    defer { xmlFreeParserCtxt(context) }
    // In attributes `&amp;` is `&` only so. No other entity is known, as the handler takes no declarations.
    xmlCtxtUseOptions(context, Int32(options))
    var start = 0
    repeat {
      let end = min(bytes.count, start + 1 << 20)
      bytes[start..<end].withUnsafeBytes { chunk in
        let first = chunk.baseAddress?.assumingMemoryBound(to: CChar.self)
        _ = xmlParseChunk(context, first, Int32(chunk.count), end == bytes.count ? 1 : 0)
      }
      start = end
    } while start < bytes.count && (visit.recovers || visit.failures.isEmpty)
  }

  /// What the library calls back into.
  private final class Visit {
    let visitor: any XMLVisitor
    let recovers: Bool
    var failures: [ParserError] = []

    init(_ visitor: any XMLVisitor, recovers: Bool = false) {
      (self.visitor, self.recovers) = (visitor, recovers)
    }

    static func of(_ owner: UnsafeMutableRawPointer?) -> Visit? {
      owner.map { Unmanaged<Visit>.fromOpaque($0).takeUnretainedValue() }
    }
  }

  private static func handler() -> xmlSAXHandler {
    var handler = xmlSAXHandler()
    handler.initialized = UInt32(XML_SAX2_MAGIC)
    handler.startElementNs = { owner, name, _, _, _, _, count, _, attributes in
      guard let name else { return }
      Visit.of(owner)?.visitor.enter(
        String(cString: name), XMLElementAttributes(attributes, count: Int(count)))
    }
    handler.endElementNs = { owner, name, _, _ in
      if let name { Visit.of(owner)?.visitor.leave(String(cString: name)) }
    }
    let characters: charactersSAXFunc = { owner, start, count in
      Visit.of(owner)?.visitor.take(UnsafeBufferPointer(start: start, count: Int(count)))
    }
    handler.characters = characters
    handler.ignorableWhitespace = characters
    handler.cdataBlock = characters
    handler.serror = { owner, error in
      guard let error, error.pointee.level == XML_ERR_FATAL, let visit = Visit.of(owner),
        visit.failures.count < (visit.recovers ? 50 : 1)
      else { return }
      let words = error.pointee.message.map { String(cString: $0) } ?? ""
      visit.failures.append(
        .malformed(
          reason: words.split(whereSeparator: \.isNewline).first.map(String.init)
            ?? tr("it is not well formed"),
          line: Int(error.pointee.line), column: max(0, Int(error.pointee.int2))))
    }
    return handler
  }
}
