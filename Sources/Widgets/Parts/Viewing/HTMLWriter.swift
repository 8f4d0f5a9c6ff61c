internal import Glibc
internal import HikidashiBase
internal import HikidashiLoading

/// Writes HTML as text and spans: what stands on its list of elements and attributes, and nothing else.
///
/// There is nothing that could run in a text with spans. What could do harm is a link, of which only web pages
/// and mail addresses are taken, and a picture, which is not loaded.
struct HTMLWriter: HTMLVisitor {
  /// Longer documents are cut: 8 MiB.
  static let limit = 8 << 20

  private var writer = RichTextWriter()
  private let picture: (String) -> String?
  /// Where relative addresses begin: of the document, and of the open elements.
  private var base: String?
  private var bases: [String?] = []
  /// What the open elements are.
  private var open: [HTMLMeaning] = []
  /// A block has begun or ended since the last word.
  private var owesBlock = false
  private var owesBlank = false
  private var verbatimDepth = 0
  private var isAtVerbatimStart = false
  /// Links do not stand in one another.
  private var isInLink = false

  private var pictures = HTMLPictures()

  private init(_ picture: @escaping (String) -> String?) { self.picture = picture }

  /// - Parameter picture: The path of a file for the source of a picture; nil where none is there.
  static func read(
    _ html: String, base: String? = nil, picture: (String) -> String?
  ) -> RichText {
    withoutActuallyEscaping(picture) { picture in
      var visitor = HTMLWriter(picture)
      visitor.base = base
      let isLong = html.utf8.count > limit
      HTMLTree.visit(
        isLong ? String(decoding: html.utf8.prefix(limit), as: UTF8.self) : html, &visitor)
      if isLong {
        visitor.owe(apart: true)
        visitor.take(
          tr("The rest is not shown: {} MB", (html.utf8.count - limit) / 1_000_000 + 1))
      }
      return visitor.writer.finish()
    }
  }

  mutating func enter(_ element: HTMLElement) -> Bool {
    let name = element.name
    let found = pictures.enter(element, name)
    guard element.isRead else { return false }
    bases.append(base)
    if let inner = element.attribute("xml:base") { base = resolved(inner) }
    if let found { write(found) }
    let meaning = HTMLMeaning(name)
    let entered = begin(meaning, element)
    open.append(entered)
    return true
  }

  /// - Returns: What the element is here.
  private mutating func begin(_ meaning: HTMLMeaning, _ element: HTMLElement) -> HTMLMeaning {
    switch meaning {
    case .words: break
    case .inline(let kind):
      // Code within lines of code is these lines.
      if kind == .code, verbatimDepth > 0 { return .words }
      writeBlank()
      writer.open()
    case .link:
      guard !isInLink, let target = WebAddress.link(resolved(element.attribute("href"))) else {
        return .words
      }
      isInLink = true
      writeBlank()
      writer.open()
      return .inline(.link(target))
    case .quoted: take("“")
    case .lineBreak:
      flush()
      writer.write("\n")
      owesBlank = false
    case .rule:
      flush(apart: true)
      writer.writeRule()
    case .block(_, let isApart):
      owe(apart: isApart)
      writer.open()
    case .code:
      owe(apart: true)
      writer.open()
      verbatimDepth += 1
      isAtVerbatimStart = true
    case .list(let isNumbered):
      owe(apart: writer.listDepth == 0)
      let start = element.attribute("start").flatMap { Int($0) } ?? 1
      writer.beginList(number: isNumbered ? start : nil, isTight: true)
    case .item:
      owe(apart: false)
      (owesBlock, owesBlank) = (false, false)
      writer.beginItem()
    case .table: return beginTable(element)
    case .row:
      guard writer.isInTable else { return begin(.block(nil, isApart: false), element) }
      writer.beginRow()
    case .cell:
      guard writer.isInTable else { return begin(.block(nil, isApart: false), element) }
      writer.beginCell()
      owesBlank = false
    }
    return meaning
  }

  mutating func leave(_ name: String) {
    pictures.leave(name)
    base = bases.popLast() ?? base
    switch open.popLast() {
    case .inline(let kind):
      if case .link = kind { isInLink = false }
      writer.close(kind)
    case .quoted: take("”")
    case .block(let kind, let isApart):
      writer.close(kind)
      owe(apart: isApart)
    case .code:
      verbatimDepth -= 1
      writer.endCode()
      owe(apart: true)
    case .list:
      writer.endList()
      owe(apart: writer.listDepth == 0)
    case .item:
      writer.endItem()
      owe(apart: false)
    case .table:
      writer.endTable()
      owe(apart: true)
    default: break
    }
  }

  mutating func take(_ text: String) {
    guard verbatimDepth == 0 else { return takeVerbatim(text) }
    var piece = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case " ", "\n", "\t", "\r", "\u{C}": owesBlank = true
      // What turns the words of a link round makes them another address.
      case "\u{202A}"..."\u{202E}" where isInLink, "\u{2066}"..."\u{2069}" where isInLink: break
      default:
        if piece.isEmpty { flush() }
        if owesBlank, !piece.isEmpty || !writer.isAtBlank { piece += " " }
        owesBlank = false
        piece.unicodeScalars.append(scalar)
      }
    }
    if !piece.isEmpty { writer.write(piece) }
  }

  private mutating func takeVerbatim(_ text: String) {
    var text = text.replacing("\r\n", with: "\n")[...]
    // A first end of line is the tag's.
    if isAtVerbatimStart, text.first == "\n" { text.removeFirst() }
    isAtVerbatimStart = false
    guard !text.isEmpty else { return }
    flush()
    owesBlank = false
    writer.write(String(text))
  }

  private func resolved(_ address: String?) -> String? {
    address.map { WebAddress.resolved($0, from: base) }
  }

  /// A blank before a stretch is not part of it.
  private mutating func writeBlank() {
    guard owesBlank, !owesBlock, verbatimDepth == 0 else { return }
    if !writer.isAtBlank { writer.write(" ") }
    owesBlank = false
  }

  /// A block begins or ends here.
  private mutating func owe(apart: Bool) {
    owesBlock = true
    owesBlank = false
    if apart { writer.needsGap = true }
  }

  /// Begins the line that is owed.
  private mutating func flush(apart: Bool = false) {
    if apart { writer.needsGap = true }
    if owesBlock, !writer.isInTable { writer.beginBlock() }
    owesBlock = false
  }

  /// Tables of words stand in columns; those that lay out a page are blocks.
  private mutating func beginTable(_ element: HTMLElement) -> HTMLMeaning {
    guard !writer.isInTable, !element.contains(HTMLMeaning.blocks) else {
      return begin(.block(nil, isApart: true), element)
    }
    flush(apart: true)
    writer.beginTable(hasHeader: element.contains(["th"]))
    owesBlank = false
    return .table
  }

  private mutating func write(_ found: HTMLPicture) {
    if let letters = found.letters { return take(letters) }
    if found.isSymbol { return }
    let (addresses, base) = (writer.isInTable ? [] : found.addresses, base)
    let path = addresses.lazy
      .compactMap { WebAddress.picture(WebAddress.resolved($0, from: base)) }
      .compactMap(picture).first { WebAddress.isPage($0) || access($0, R_OK) == 0 }
    if let path {
      flush()
      writer.writePicture(path, Size(found.width ?? 0, found.height ?? 0))
    }
    guard !found.alternative.isEmpty, !found.repeatsWords else { return }
    writeBlank()
    writer.open()
    take(found.alternative)
    writer.close(.dim)
  }
}
