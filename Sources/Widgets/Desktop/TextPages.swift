internal import CHikidashiGTK

/// A text on pages, black on white with its pictures, all of it and not only what a window shows.
@MainActor
final class TextPages: PrintedPages {
  /// A line of a paragraph and where it stands.
  private struct Line {
    let paragraph: Int
    let line: gint
    let x: Double
    /// Of its letters' foot, from the top of the page's room.
    let baseline: Double
  }

  /// A picture that has a line for itself, in the room that it has there.
  private struct Figure {
    let path: String
    let place: Rect
  }

  private var layouts: [OpaquePointer] = []
  private var pages: [(lines: [Line], figures: [Figure])] = [([], [])]
  private let room: Size
  private var y = 0.0
  private(set) var outline: [PageTitle] = []

  init(_ text: RichText, isFixed: Bool, headings: [RichText.Heading] = [], room: Size) {
    self.room = room
    var headings = headings[...]
    let context = pango_font_map_create_context(pango_cairo_font_map_get_default())
    defer { if let context { g_object_unref(UnsafeMutableRawPointer(context)) } }
    let spans = text.spans.sorted { $0.range.lowerBound < $1.range.lowerBound }
    var offset = 0
    var first = 0
    for paragraph in text.text.split(separator: "\n", omittingEmptySubsequences: false) {
      let length = paragraph.unicodeScalars.count
      let range = offset..<offset + length
      // Spans that ended before this paragraph are of no use to the next ones either.
      while first < spans.count, spans[first].range.upperBound <= offset { first += 1 }
      let here = spans[first...].prefix { $0.range.lowerBound <= range.upperBound }
        .filter { $0.range.overlaps(range) }
      add(String(paragraph), here, from: offset, isFixed, context)
      while let heading = headings.first, heading.range.lowerBound <= range.upperBound {
        noteTitle(heading, of: paragraph.isEmpty ? nil : layouts.count - 1)
        headings = headings.dropFirst()
      }
      offset += length + 1
    }
  }

  isolated deinit {
    for layout in layouts { g_object_unref(UnsafeMutableRawPointer(layout)) }
  }

  var count: Int { pages.count }

  func draw(_ page: Int, on cairo: OpaquePointer) {
    guard pages.indices.contains(page) else { return }
    cairo_set_source_rgb(cairo, 0, 0, 0)
    for line in pages[page].lines {
      cairo_move_to(cairo, line.x, line.baseline)
      let native = pango_layout_get_line_readonly(layouts[line.paragraph], line.line)
      if let native { pango_cairo_show_layout_line(cairo, native) }
    }
    for figure in pages[page].figures { TextPages.draw(figure, on: cairo) }
  }

  /// Reads the picture now: those of all pages might not have room at once.
  private static func draw(_ figure: Figure, on cairo: OpaquePointer) {
    guard let pixbuf = Thumbnails.pixbuf(of: figure.path, fitting: Size(2_000, 2_000)) else {
      return
    }
    defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
    let size = Size(
      Double(gdk_pixbuf_get_width(pixbuf)), Double(gdk_pixbuf_get_height(pixbuf)))
    let scale = min(figure.place.size.width / size.width, figure.place.size.height / size.height)
    cairo_save(cairo)
    cairo_translate(cairo, figure.place.origin.x, figure.place.origin.y)
    cairo_scale(cairo, scale, scale)
    gdk_cairo_set_source_pixbuf(cairo, pixbuf, 0, 0)
    cairo_paint(cairo)
    cairo_restore(cairo)
  }

  private func add(
    _ text: String, _ spans: [StyledRange], from offset: Int, _ isFixed: Bool,
    _ context: OpaquePointer?
  ) {
    let indent = spans.map(\.kind.printedIndent).max() ?? 0
    for case .picture(let path, let size) in spans.map(\.kind)
    where place(path, size, indent: indent) { return }
    guard let layout = pango_layout_new(context) else { return }
    layouts.append(layout)
    let font = Font(isFixed ? "Monospace" : "Sans", size: isFixed ? 10 : 11).description
    pango_layout_set_font_description(layout, font)
    pango_font_description_free(font)
    // A picture that cannot be read leaves its line to its description below.
    pango_layout_set_text(layout, text == "\u{FFFC}" ? "" : text, -1)
    pango_layout_set_width(layout, gint(max(room.width - indent, 36) * Double(PANGO_SCALE)))
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
    // The lines below an item's mark begin where its words begin.
    let isItem = spans.contains {
      if case .item = $0.kind { $0.range.lowerBound == offset } else { false }
    }
    if isItem { pango_layout_set_indent(layout, -9 * PANGO_SCALE) }
    let markup = TextPages.attributes(spans, text, from: offset)
    pango_layout_set_attributes(layout, markup)
    pango_attr_list_unref(markup)
    place(layout, indent: indent)
  }

  /// Puts a picture below the last line, as large as on the screen, or as the page allows.
  ///
  /// - Returns: False for what is no picture.
  private func place(_ path: String, _ given: Size, indent: Double) -> Bool {
    // A point is 4/3 of a pixel of the screen.
    let most = Size(
      min(TextReader.room.width, max(room.width - indent, 36) * 4 / 3),
      min(TextReader.room.height, room.height * 4 / 3))
    guard let whole = Thumbnails.size(of: path, fitting: most) else { return false }
    let size = whole.fitting(asGiven: given)
    let height = size.height * 3 / 4
    beginPage(unlessFits: height)
    pages[pages.count - 1].figures.append(
      Figure(path: path, place: Rect(indent, y, size.width * 3 / 4, height)))
    y += height
    return true
  }

  /// Notes where the first line of a paragraph has come to stand.
  private func noteTitle(_ heading: RichText.Heading, of paragraph: Int?) {
    var page = pages.count - 1
    while page > 0, pages[page].lines.first?.paragraph == paragraph,
      pages[page].lines.first?.line != 0
    {
      page -= 1
    }
    let line = pages[page].lines.first { $0.paragraph == paragraph && $0.line == 0 }
    outline.append(
      PageTitle(
        title: heading.title, level: heading.level, page: page,
        y: max(0, (line?.baseline ?? 0) - 14)))
  }

  private func beginPage(unlessFits height: Double) {
    guard y > 0, y + height > room.height else { return }
    pages.append(([], []))
    y = 0
  }

  /// Puts each line below the last one, or on the next page.
  private func place(_ layout: OpaquePointer, indent: Double) {
    guard let iterator = pango_layout_get_iter(layout) else { return }
    defer { pango_layout_iter_free(iterator) }
    var index: gint = 0
    repeat {
      var logical = PangoRectangle()
      pango_layout_iter_get_line_extents(iterator, nil, &logical)
      let unit = Double(PANGO_SCALE)
      let height = Double(logical.height) / unit
      let rise = Double(pango_layout_iter_get_baseline(iterator) - logical.y) / unit
      beginPage(unlessFits: height)
      pages[pages.count - 1].lines.append(
        Line(
          paragraph: layouts.count - 1, line: index, x: indent + Double(logical.x) / unit,
          baseline: y + rise))
      y += height
      index += 1
    } while pango_layout_iter_next_line(iterator) != 0
  }

  private static func attributes(
    _ spans: [StyledRange], _ text: String, from offset: Int
  ) -> OpaquePointer? {
    let list = pango_attr_list_new()
    let scalars = text.unicodeScalars
    func byte(_ place: Int) -> guint {
      let end = scalars.index(
        scalars.startIndex, offsetBy: min(max(place - offset, 0), scalars.count))
      return guint(clamping: text.utf8.distance(from: text.startIndex, to: end))
    }
    for span in spans {
      for attribute in span.kind.printedAttributes {
        attribute.pointee.start_index = byte(span.range.lowerBound)
        attribute.pointee.end_index = byte(span.range.upperBound)
        pango_attr_list_insert(list, attribute)
      }
    }
    return list
  }
}

extension StyledRange.Kind {
  fileprivate var printedIndent: Double {
    switch self {
    case .item(let depth): 14 * Double(min(max(depth, 1), StyledRange.Kind.deepest))
    case .inset(let depth): 14 * Double(min(max(depth, 1), StyledRange.Kind.deepest))
    case .quote: 18
    case .codeBlock: 9
    default: 0
    }
  }

  fileprivate var printedAttributes: [UnsafeMutablePointer<PangoAttribute>] {
    let attributes: [UnsafeMutablePointer<PangoAttribute>?] =
      switch self {
      case .heading, .strong: [pango_attr_weight_new(PANGO_WEIGHT_BOLD)]
      case .title(let level):
        [
          pango_attr_weight_new(PANGO_WEIGHT_BOLD),
          pango_attr_scale_new(level <= 1 ? 1.7 : level == 2 ? 1.4 : 1.2),
        ]
      case .emphasis: [pango_attr_style_new(PANGO_STYLE_ITALIC)]
      case .strikethrough: [pango_attr_strikethrough_new(1)]
      case .code, .codeBlock, .preformatted: [pango_attr_family_new("Monospace")]
      case .link: [pango_attr_underline_new(PANGO_UNDERLINE_SINGLE)]
      case .dim, .quote: [pango_attr_foreground_new(0x6000, 0x6000, 0x6000)]
      case .added: [pango_attr_background_new(0xCD00, 0xF000, 0xD300)]
      case .removed: [pango_attr_background_new(0xFB00, 0xD900, 0xD600)]
      case .highlight(let color): [color.printed]
      case .annotation: [pango_attr_underline_new(PANGO_UNDERLINE_DOUBLE)]
      case .bookmark: [pango_attr_background_new(0xE800, 0xEE00, 0xF800)]
      case .item, .inset, .picture, .token, .remark: []
      }
    return attributes.compactMap { $0 }
  }
}

extension StyledRange.Highlight {
  /// The colour on paper, light enough for black letters.
  fileprivate var printed: UnsafeMutablePointer<PangoAttribute>? {
    switch self {
    case .yellow: pango_attr_background_new(0xFF00, 0xF300, 0xA300)
    case .green: pango_attr_background_new(0xCD00, 0xF200, 0xC600)
    case .blue: pango_attr_background_new(0xCF00, 0xE400, 0xFF00)
    case .pink: pango_attr_background_new(0xFF00, 0xD900, 0xEA00)
    }
  }
}
