internal import Hikidashi
internal import RFCKit

/// A document as it is shown: in a form, and with what is styled in it.
///
/// Places of the document are what all else speaks of; the reader alone knows those of the text that it
/// shows.
struct ShownDocument: Sendable {
  let number: Int
  let document: RFCDocument
  let layout: RFCLayout
  let rendition: RFCRendition

  /// Reads the parts of a document; takes some milliseconds for a large one.
  init(_ document: RFCDocument, number: Int, form: RFCTextForm) {
    (self.number, self.document) = (number, document)
    layout = document.layout()
    rendition = document.rendition(form, layout)
  }

  /// The same document in another form.
  init(_ other: ShownDocument, form: RFCTextForm) {
    (number, document, layout) = (other.number, other.document, other.layout)
    rendition = document.rendition(form, layout)
  }

  /// The name under which it is kept where the document was read: places differ between forms.
  var key: String {
    rendition.form == .original ? "rfc\(number)" : "rfc\(number) \(rendition.form)"
  }

  /// The styles of the text that is shown.
  ///
  /// - Parameter dimsFurniture: Whether headers and footers of pages are dim.
  func spans(dimsFurniture: Bool) -> [StyledRange] {
    let links = layout.links.map {
      StyledRange(rendition.range(of: $0.span.scalars), .link(ReaderLink($0.target).target))
    }
    guard rendition.form != .reflowed else { return rendition.blocks.flatMap(Self.spans) + links }
    let headings = layout.headings.map {
      StyledRange(rendition.range(of: $0.span.scalars), .heading)
    }
    guard rendition.form == .original, dimsFurniture else { return headings + links }
    let furniture = layout.lines.filter(\.isFurniture).map { StyledRange($0.span.scalars, .dim) }
    return furniture + headings + links
  }

  private static func spans(of block: RFCRendition.Block) -> [StyledRange] {
    switch block.kind {
    case .title: [StyledRange(block.range, .title(1))]
    case .heading(let level): [StyledRange(block.range, .title(level + 1))]
    case .prose(0): []
    case .prose(let level): [StyledRange(block.range, .inset(level))]
    case .item(let depth): [StyledRange(block.range, .item(depth))]
    case .term(let level):
      [StyledRange(block.range, .strong)]
        + (level > 0 ? [StyledRange(block.range, .inset(level))] : [])
    case .figure: [StyledRange(block.range, .preformatted)]
    }
  }

  /// The headings in the text that is shown.
  var headings: [RichText.Heading] {
    layout.headings.map {
      RichText.Heading(
        level: $0.level, title: $0.fullTitle, range: rendition.range(of: $0.span.scalars))
    }
  }

  /// The place of the document at which what a link leads to begins; nil where that is elsewhere.
  func place(of link: ReaderLink) -> Int? {
    switch link {
    case .section(let position) where layout.sections.indices.contains(position):
      layout.sections[position].span.scalars.lowerBound
    case .listed(let position) where layout.listed.indices.contains(position):
      layout.listed[position].span.scalars.lowerBound
    case .page(let position) where layout.pages.indices.contains(position):
      layout.lines[layout.pages[position].line].span.scalars.lowerBound
    default: nil
    }
  }

  /// The innermost section that has a place of the document.
  func section(at place: Int) -> DocumentSection? {
    layout.sections.last { $0.span.scalars.lowerBound <= place }
  }

  /// The place that a person means: `4.2`, `appendix a`, `page 12`, `p. 12`, the beginning of a title.
  func place(named name: String) -> Int? {
    let words = name.lowercased().split { $0.isWhitespace || $0 == "." }
    if words.count == 2, ["page", "p"].contains(words[0]) {
      return layout.pages.firstIndex { $0.label.lowercased() == words[1] }
        .flatMap { place(of: .page($0)) }
    }
    return layout.section(name).map(\.span.scalars.lowerBound)
  }
}

extension RFCHeading {
  /// The number and the title in one line.
  var fullTitle: String {
    [number ?? "", title].filter { !$0.isEmpty }.joined(separator: "  ")
  }
}
