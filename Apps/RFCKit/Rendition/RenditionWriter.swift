/// Sets the text of a document, and notes which place becomes which.
struct RenditionWriter {
  private let document: RFCDocument
  private let bytes: [UInt8]
  private let layout: RFCLayout
  private let reader: ParagraphReader
  private var text = ""
  private var count = 0
  private var runs: [RenditionRun] = []
  private var blocks: [RFCRendition.Block] = []

  init(_ document: RFCDocument, _ layout: RFCLayout) {
    self.document = document
    self.layout = layout
    bytes = Array(document.text.utf8)
    reader = ParagraphReader(document, layout)
    text.reserveCapacity(bytes.count)
  }

  consuming func finish(_ form: RFCTextForm) -> RFCRendition {
    RFCRendition(form, text: text, blocks: blocks, runs: runs)
  }

  // MARK: - Line by line

  /// Writes all lines but those of pages.
  mutating func writeLines() {
    var last: Int?
    var crossed = false
    for (line, entry) in layout.lines.enumerated() {
      if entry.isFurniture {
        crossed = true
        continue
      }
      let isEmpty = reader.content(line).isEmpty
      // A paragraph that ended with its page is still one.
      if crossed, !isEmpty, let last, !reader.goesOn(last, in: line) { add("\n") }
      crossed = false
      last = isEmpty ? nil : line
      copy(entry.span)
      if hasEnd(line) { add("\n") }
    }
  }

  private func hasEnd(_ line: Int) -> Bool {
    layout.lines[line].span.bytes.upperBound < bytes.count
  }

  // MARK: - Paragraph by paragraph

  /// Writes headings, paragraphs, lists and figures.
  mutating func writeParagraphs() {
    let measure = ParagraphMeasure(reader, layout)
    writeFront(reader.groups(reader.body(of: nil)), measure)
    for section in layout.sections {
      let body = reader.body(of: section)
      let title = SectionName.folded(section.heading.title)
      let groups = reader.groups(body)[...]
      let heading = Array(section.ownLines.lowerBound..<body.lowerBound)
      if let first = groups.first, first[0] == body.lowerBound {
        write(runIn: heading, first, level: section.heading.level)
        write(groups.dropFirst(), measure)
        continue
      }
      begin(.heading(section.heading.level))
      write(words: reader.paragraph(heading).words)
      end()
      if title == "table of contents" || title == "contents" {
        for group in groups { write(figure: group, measure) }
      } else {
        write(groups, measure)
      }
    }
    if count > 0 { add("\n") }
  }

  /// Writes what stands before the first heading: who, when, and the title.
  private mutating func writeFront(_ groups: [[Int]], _ measure: ParagraphMeasure) {
    guard let title = groups.prefix(4).firstIndex(where: measure.isCentred) else {
      return write(groups[...], measure)
    }
    write(groups[..<title], measure)
    write(groups[title], as: .title)
    write(groups[(title + 1)...], measure)
  }

  /// Writes a heading that its text goes on behind in the same line, as in `1. MUST   This word …`.
  private mutating func write(runIn heading: [Int], _ first: [Int], level: Int) {
    let lines = reader.paragraph(heading).words
    // The words of the heading end where more room is than between words.
    let gap = zip(lines, lines.dropFirst()).dropFirst().first {
      $1.span.bytes.lowerBound - $0.span.bytes.upperBound > 1
    }
    let end = gap.map { gap in lines.firstIndex { $0.span == gap.1.span } ?? lines.count }
    begin(.heading(level))
    write(words: Array(lines.prefix(end ?? lines.count)))
    self.end()
    begin(.prose(0))
    write(words: Array(lines.dropFirst(end ?? lines.count)) + reader.paragraph(first).words)
    self.end()
  }

  private mutating func write(_ groups: ArraySlice<[Int]>, _ measure: ParagraphMeasure) {
    for group in groups {
      var isTight = false
      for part in measure.parts(group) {
        switch part.kind {
        case .figure: write(figure: part.lines, measure)
        case .prose(let level): write(part.lines, as: .prose(level))
        case .item(let depth): write(item: part.lines, depth, isTight: isTight)
        case .term(let level):
          write(Array(part.lines.prefix(1)), as: .term(level))
          write(Array(part.lines.dropFirst()), as: .prose(level + 1), isTight: true)
        }
        isTight = true
      }
    }
  }

  private mutating func write(
    _ lines: [Int], as kind: RFCRendition.Block.Kind, isTight: Bool = false
  ) {
    begin(kind, isTight: isTight)
    write(words: reader.paragraph(lines).words)
    end()
  }

  private mutating func write(item lines: [Int], _ depth: Int, isTight: Bool) {
    begin(.item(depth), isTight: isTight)
    let words = reader.paragraph(lines).words
    if let mark = words.first, ParagraphMeasure.isBullet(mark.text) {
      copy(mark.span, as: "•")
    } else if let mark = words.first {
      copy(mark.span, as: mark.text)
    }
    add(" ")
    write(words: Array(words.dropFirst()))
    end()
  }

  private mutating func write(figure lines: [Int], _ measure: ParagraphMeasure) {
    let indent = min(lines.map(reader.indent).min() ?? 0, measure.base)
    begin(.figure)
    for (place, line) in lines.enumerated() {
      if place > 0 { add("\n") }
      let span = layout.lines[line].span
      let content = reader.content(line)
      // The blanks before a line are one byte each.
      let start = span.bytes.lowerBound + indent
      let scalar = span.scalars.lowerBound + indent
      let words = bytes[start..<max(start, content.endIndex)]
      let length = words.count { $0 & 0xC0 != 0x80 }
      copy(
        TextSpan(bytes: start..<words.endIndex, scalars: scalar..<scalar + length),
        as: String(decoding: words, as: UTF8.self))
    }
    end()
  }

  private mutating func write(words: [RFCParagraph.Word]) {
    for (place, word) in words.enumerated() {
      if place > 0 { add(" ") }
      copy(word)
    }
  }

  /// Writes a word; one that lines were broken in is several stretches of the document.
  private mutating func copy(_ word: RFCParagraph.Word) {
    let whole = bytes[word.span.bytes]
    var rest = Array(word.text.utf8)[...]
    var pieces: [Range<Int>] = []
    for piece in whole.split(whereSeparator: { isBlank($0) || $0 == 0x0C }) {
      // What stands between them belongs to a page.
      guard rest.starts(with: piece) else { continue }
      pieces.append(piece.indices)
      rest = rest.dropFirst(piece.count)
    }
    guard rest.isEmpty, pieces.count > 1 else { return copy(word.span, as: word.text) }
    var known = (byte: word.span.bytes.lowerBound, scalar: word.span.scalars.lowerBound)
    for piece in pieces {
      let start = known.scalar + bytes[known.byte..<piece.lowerBound].count { $0 & 0xC0 != 0x80 }
      let end = start + bytes[piece].count { $0 & 0xC0 != 0x80 }
      copy(TextSpan(bytes: piece, scalars: start..<end))
      known = (piece.upperBound, end)
    }
  }

  // MARK: - Pieces

  private mutating func begin(_ kind: RFCRendition.Block.Kind, isTight: Bool = false) {
    if count > 0 { add(isTight ? "\n" : "\n\n") }
    blocks.append(RFCRendition.Block(kind: kind, range: count..<count))
  }

  private mutating func end() {
    let place = blocks.count - 1
    blocks[place].range = blocks[place].range.lowerBound..<count
  }

  private mutating func copy(_ span: TextSpan) {
    copy(span, as: String(decoding: bytes[span.bytes], as: UTF8.self))
  }

  /// Writes what stands for a stretch of the document.
  private mutating func copy(_ span: TextSpan, as words: String) {
    let start = count
    add(words)
    let shown = start..<count
    guard !shown.isEmpty else { return }
    // Words with one blank between them, in the document as here, are one run.
    if let last = runs.last, last.original.count == last.shown.count,
      span.scalars.count == shown.count,
      span.scalars.lowerBound - last.original.upperBound == start - last.shown.upperBound
    {
      runs[runs.count - 1] = RenditionRun(
        original: last.original.lowerBound..<span.scalars.upperBound,
        shown: last.shown.lowerBound..<count)
    } else {
      runs.append(RenditionRun(original: span.scalars, shown: shown))
    }
  }

  private mutating func add(_ words: String) {
    text += words
    count += words.unicodeScalars.count
  }
}
