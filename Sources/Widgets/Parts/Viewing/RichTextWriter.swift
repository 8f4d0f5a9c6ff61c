/// Writes a text with styles, block after block: what Markdown and HTML have in common.
struct RichTextWriter {
  private var text = ""
  private var spans: [StyledRange] = []
  /// Unicode scalars of the text.
  private var count = 0
  /// Where the open stretches begin; nil until something is written in them.
  private var starts: [Int?] = []
  private var lists: [List] = []
  /// The rows of the open table.
  private var table: TextTable?
  /// An empty line is owed before the next block.
  var needsGap = false
  /// An item's mark has been written and its first block stands beside it.
  private(set) var isBesideMark = false

  /// An open list.
  private struct List {
    /// Of the next item; nil for a list with dots.
    var number: Int?
    /// Whether its items stand without empty lines between them.
    var isTight: Bool
    var isAtStart = true
  }

  /// What was written, without the ends of lines at the end.
  consuming func finish() -> RichText {
    removeLineEnds()
    let spans = spans.map { StyledRange($0.range.clamped(to: 0..<count), $0.kind) }
    return RichText(text, spans: spans.filter { !$0.range.isEmpty })
  }

  private mutating func removeLineEnds() { while text.last == "\n" { removeLast() } }

  private mutating func removeLast() {
    text.unicodeScalars.removeLast()
    count -= 1
  }

  /// Writes a piece of text where the last one ended, or into the open cell of a table.
  mutating func write(_ piece: String) {
    isBesideMark = false
    if table?.write(piece) == true { return }
    for place in starts.indices.reversed() {
      guard starts[place] == nil else { break }
      starts[place] = count
    }
    append(piece)
  }

  private mutating func append(_ piece: String) {
    text += piece
    count += piece.unicodeScalars.count
  }

  /// Whether a blank would be one too many, as at the beginning of a line or a cell.
  var isAtBlank: Bool {
    if let table { return table.isAtBlank }
    return count == 0 || text.last == "\n" || text.last == " "
  }

  /// Begins a stretch, which ``close(_:)`` ends.
  mutating func open() { starts.append(nil) }

  /// Ends the stretch that was begun last, and gives it a style. The places of a table's cells are not known
  /// before the last of them: what stands there has none.
  mutating func close(_ kind: StyledRange.Kind?) {
    guard let start = starts.popLast(), let start, let kind, start < count else { return }
    spans.append(StyledRange(start..<count, kind))
  }
}

// Blocks: what stands below one another.
extension RichTextWriter {
  /// Ends the line, and leaves one empty where blocks want to stand apart.
  mutating func beginBlock() {
    if isBesideMark {
      isBesideMark = false
      return
    }
    if count > 0, text.last != "\n" { append("\n") }
    if needsGap, count > 0 { append("\n") }
    needsGap = false
  }

  /// Ends a block that stands apart from the next.
  mutating func endBlock(_ kind: StyledRange.Kind?) {
    close(kind)
    needsGap = true
  }

  /// Ends lines of code, whose last has no end.
  mutating func endCode() {
    if text.last == "\n", let start = starts.last, let start, start < count { removeLast() }
    endBlock(.codeBlock)
  }

  /// Writes a line between blocks.
  mutating func writeRule() {
    beginBlock()
    write("―――――――")
    needsGap = true
  }

  /// Writes a picture on a line of its own.
  ///
  /// - Parameter size: That which its document gives it.
  mutating func writePicture(_ path: String, _ size: Size = Size(0, 0)) {
    if text.last != "\n", count > 0 { append("\n") }
    spans.append(StyledRange(count..<count + 1, .picture(path, size)))
    write("\u{FFFC}\n")
  }

  /// How many lists stand in one another here.
  var listDepth: Int { lists.count }

  /// - Parameters:
  ///   - number: That of the first item; nil for a list with dots.
  ///   - isTight: Whether its items stand without empty lines between them.
  mutating func beginList(number: Int?, isTight: Bool) {
    if isTight, !lists.isEmpty { needsGap = false }
    lists.append(List(number: number, isTight: isTight))
  }

  mutating func endList() {
    _ = lists.popLast()
    needsGap = true
  }

  /// Begins an item of the innermost list; outside of lists it is one of dots.
  ///
  /// - Parameter mark: What stands before it; nil for the list's own.
  mutating func beginItem(mark: String? = nil) {
    let place = lists.indices.last
    var list = place.map { lists[$0] } ?? List(number: nil, isTight: true, isAtStart: false)
    isBesideMark = false
    // Before the first item stands what came before the list.
    if list.isTight, !list.isAtStart { needsGap = false }
    beginBlock()
    open()
    write((mark ?? list.number.map { "\($0)." } ?? "•") + " ")
    list.number = list.number.map { $0 &+ 1 }
    list.isAtStart = false
    if let place { lists[place] = list }
    isBesideMark = true
    needsGap = false
  }

  mutating func endItem() {
    isBesideMark = false
    close(.item(max(1, lists.count)))
  }
}

// Tables, which are lines of code in columns.
extension RichTextWriter {
  var isInTable: Bool { table != nil }

  mutating func beginTable(hasHeader: Bool) {
    beginBlock()
    open()
    table = TextTable(hasHeader: hasHeader)
  }

  mutating func beginRow() { table?.beginRow() }
  mutating func beginCell() { table?.beginCell() }

  mutating func endTable() {
    let lines = table?.lines ?? ""
    table = nil
    if !lines.isEmpty { write(lines) }
    endBlock(.codeBlock)
  }
}
