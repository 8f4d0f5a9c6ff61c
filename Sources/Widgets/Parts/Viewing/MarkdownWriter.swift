internal import CHikidashiGTK
internal import CHikidashiMarkdown
internal import Glibc
internal import HikidashiRecords

/// Writes what the Markdown parser meets as text and spans.
///
/// The parser calls back with each block, span and piece of text, from the start to the end.
final class MarkdownWriter {
  private(set) var text = ""
  private(set) var spans: [StyledRange] = []
  private let folder: String?
  /// Unicode scalars of ``text``.
  private var count = 0
  /// Where the open blocks and spans began.
  private var starts: [Int] = []
  private var lists: [List] = []
  /// The rows of the open table.
  private var table: MarkdownTable?
  /// Empty lines are owed before the next block.
  private var needsGap = false
  /// An item's mark has been written and its first block stands beside it.
  private var isBesideMark = false

  private static var flags: UInt32 {
    [
      MD_FLAG_TABLES, MD_FLAG_TASKLISTS, MD_FLAG_STRIKETHROUGH, MD_FLAG_PERMISSIVEURLAUTOLINKS,
      MD_FLAG_PERMISSIVEEMAILAUTOLINKS, MD_FLAG_PERMISSIVEWWWAUTOLINKS, MD_FLAG_NOHTMLBLOCKS,
      MD_FLAG_NOHTMLSPANS,
    ].reduce(0) { $0 | UInt32($1) }
  }

  /// An open list.
  private struct List {
    /// Of the next item; nil for a list with dots.
    var number: Int?
    /// Whether its items stand without empty lines between them.
    var isTight: Bool
    var isAtStart = true
  }

  init(folder: String?) { self.folder = folder }

  func read(_ markdown: String) {
    var parser = MD_PARSER()
    parser.flags = MarkdownWriter.flags
    parser.enter_block = { MarkdownWriter.of($2)?.enter($0, $1) ?? 0 }
    parser.leave_block = { MarkdownWriter.of($2)?.leave($0, $1) ?? 0 }
    parser.enter_span = { MarkdownWriter.of($2)?.enter($0, $1) ?? 0 }
    parser.leave_span = { MarkdownWriter.of($2)?.leave($0, $1) ?? 0 }
    parser.text = { MarkdownWriter.of($3)?.read($0, $1, Int($2)) ?? 0 }
    var markdown = markdown
    markdown.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        // Only a lack of memory ends it early, with what was read so far.
        _ = md_parse(
          characters.baseAddress, MD_SIZE(clamping: characters.count), &parser,
          Unmanaged.passUnretained(self).toOpaque())
      }
    }
    while text.last == "\n" {
      text.removeLast()
      count -= 1
    }
    spans = spans.map { StyledRange($0.range.clamped(to: 0..<count), $0.kind) }
      .filter { !$0.range.isEmpty }
  }

  private static func of(_ data: UnsafeMutableRawPointer?) -> MarkdownWriter? {
    data.map { Unmanaged<MarkdownWriter>.fromOpaque($0).takeUnretainedValue() }
  }

  private func write(_ piece: String) {
    if table?.write(piece) == true { return }
    text += piece
    count += piece.unicodeScalars.count
  }

  /// Ends the line, and leaves one empty where blocks want to stand apart.
  private func beginBlock() {
    if isBesideMark {
      isBesideMark = false
      return
    }
    if count > 0, text.last != "\n" { write("\n") }
    if needsGap, count > 0 { write("\n") }
    needsGap = false
  }

  private func open() { starts.append(count) }

  private func close(_ kind: StyledRange.Kind?) {
    guard let start = starts.popLast(), let kind, start < count else { return }
    spans.append(StyledRange(start..<count, kind))
  }
}

// Blocks: what stands below one another.
extension MarkdownWriter {
  private func enter(_ block: MD_BLOCKTYPE, _ detail: UnsafeMutableRawPointer?) -> Int32 {
    switch block {
    case MD_BLOCK_UL:
      let list = detail?.assumingMemoryBound(to: MD_BLOCK_UL_DETAIL.self).pointee
      beginList(List(number: nil, isTight: list?.is_tight != 0))
    case MD_BLOCK_OL:
      let list = detail?.assumingMemoryBound(to: MD_BLOCK_OL_DETAIL.self).pointee
      beginList(List(number: Int(list?.start ?? 1), isTight: list?.is_tight != 0))
    case MD_BLOCK_LI: beginItem(detail?.assumingMemoryBound(to: MD_BLOCK_LI_DETAIL.self).pointee)
    case MD_BLOCK_HR:
      beginBlock()
      write("―――――――")
      needsGap = true
    case MD_BLOCK_P, MD_BLOCK_H, MD_BLOCK_CODE:
      beginBlock()
      open()
    case MD_BLOCK_QUOTE:
      beginBlock()
      open()
    case MD_BLOCK_TABLE:
      beginBlock()
      open()
      table = MarkdownTable()
    case MD_BLOCK_TR: table?.beginRow()
    case MD_BLOCK_TH, MD_BLOCK_TD: table?.beginCell()
    default: break
    }
    return 0
  }

  private func leave(_ block: MD_BLOCKTYPE, _ detail: UnsafeMutableRawPointer?) -> Int32 {
    switch block {
    case MD_BLOCK_UL, MD_BLOCK_OL:
      lists.removeLast()
      needsGap = true
    case MD_BLOCK_LI:
      isBesideMark = false
      close(.item(lists.count))
    case MD_BLOCK_P: end(nil)
    case MD_BLOCK_H:
      let level = detail?.assumingMemoryBound(to: MD_BLOCK_H_DETAIL.self).pointee.level ?? 1
      end(.title(Int(level)))
    case MD_BLOCK_CODE:
      if text.last == "\n", starts.last.map({ $0 < count }) == true {
        text.removeLast()
        count -= 1
      }
      end(.codeBlock)
    case MD_BLOCK_QUOTE: end(.quote)
    case MD_BLOCK_TABLE:
      let lines = table?.lines ?? ""
      table = nil
      write(lines)
      end(.codeBlock)
    default: break
    }
    return 0
  }

  private func end(_ kind: StyledRange.Kind?) {
    close(kind)
    needsGap = true
  }

  private func beginList(_ list: List) {
    if list.isTight, !lists.isEmpty { needsGap = false }
    lists.append(list)
  }

  private func beginItem(_ detail: MD_BLOCK_LI_DETAIL?) {
    guard var list = lists.popLast() else { return }
    isBesideMark = false
    // Before the first item stands what came before the list.
    if list.isTight, !list.isAtStart { needsGap = false }
    beginBlock()
    open()
    if let detail, detail.is_task != 0 {
      write(detail.task_mark == CChar(UInt8(ascii: " ")) ? "☐ " : "☑ ")
    } else if let number = list.number {
      write("\(number). ")
    } else {
      write("• ")
    }
    list.number = list.number.map { $0 &+ 1 }
    list.isAtStart = false
    lists.append(list)
    isBesideMark = true
    needsGap = false
  }
}

// Spans and text: what stands beside one another.
extension MarkdownWriter {
  private func enter(_ span: MD_SPANTYPE, _ detail: UnsafeMutableRawPointer?) -> Int32 {
    isBesideMark = false
    if span == MD_SPAN_IMG {
      let source = detail?.assumingMemoryBound(to: MD_SPAN_IMG_DETAIL.self).pointee.src
      if table == nil, let path = source.flatMap({ file(MarkdownWriter.string($0)) }) {
        if text.last != "\n", count > 0 { write("\n") }
        spans.append(StyledRange(count..<count + 1, .picture(path)))
        write("\u{FFFC}\n")
      }
    }
    open()
    return 0
  }

  private func leave(_ span: MD_SPANTYPE, _ detail: UnsafeMutableRawPointer?) -> Int32 {
    // The places of a table's cells are not known before the last of them.
    let isInTable = table != nil
    let kind: StyledRange.Kind? =
      switch span {
      case MD_SPAN_EM: .emphasis
      case MD_SPAN_STRONG: .strong
      case MD_SPAN_DEL: .strikethrough
      case MD_SPAN_CODE: .code
      case MD_SPAN_IMG: .dim
      case MD_SPAN_A:
        detail.map {
          .link(
            MarkdownWriter.string(
              $0.assumingMemoryBound(to: MD_SPAN_A_DETAIL.self).pointee.href))
        }
      default: nil
      }
    close(isInTable ? nil : kind)
    return 0
  }

  private func read(_ type: MD_TEXTTYPE, _ start: UnsafePointer<CChar>?, _ size: Int) -> Int32 {
    isBesideMark = false
    switch type {
    case MD_TEXT_BR: write("\n")
    case MD_TEXT_SOFTBR: write(" ")
    case MD_TEXT_NULLCHAR: write("\u{FFFD}")
    case MD_TEXT_ENTITY: write(MarkdownEntity.text(of: MarkdownWriter.string(start, size)))
    default: write(MarkdownWriter.string(start, size))
    }
    return 0
  }

  private static func string(_ start: UnsafePointer<CChar>?, _ size: Int) -> String {
    guard let start else { return "" }
    return start.withMemoryRebound(to: UInt8.self, capacity: size) {
      String(decoding: UnsafeBufferPointer(start: $0, count: size), as: UTF8.self)
    }
  }

  private static func string(_ attribute: MD_ATTRIBUTE) -> String {
    string(attribute.text, Int(attribute.size)).replacing("&amp;", with: "&")
  }

  /// The path of a file in the folder that can be read, written as it is or as in an address, with
  /// `%20`.
  private func file(_ source: String) -> String? {
    guard let folder, !source.isEmpty, !source.contains("://") else { return nil }
    let path = source.hasPrefix("/") ? source : "\(folder)/\(source)"
    if access(path, R_OK) == 0 { return Self.isInside(folder, path) ? path : nil }
    guard let unescaped = g_uri_unescape_string(path, nil) else { return nil }
    defer { g_free(unescaped) }
    let plain = String(cString: unescaped)
    return access(plain, R_OK) == 0 && Self.isInside(folder, plain) ? plain : nil
  }

  /// Whether a file lies in a folder or below it, wherever links lead.
  private static func isInside(_ folder: String, _ file: String) -> Bool {
    guard let folder = realpath(folder, nil) else { return false }
    defer { free(folder) }
    guard let file = realpath(file, nil) else { return false }
    defer { free(file) }
    let root = String(cString: folder)
    return String(cString: file).hasPrefix(root == "/" ? root : root + "/")
  }
}

/// The entities of HTML that people write in Markdown.
enum MarkdownEntity {
  /// The text that `&name;` or `&#number;` stands for; what is not known stays as it is.
  static func text(of entity: String) -> String {
    guard entity.hasPrefix("&"), entity.hasSuffix(";") else { return entity }
    let name = entity.dropFirst().dropLast()
    if name.hasPrefix("#") { return scalar(name.dropFirst()) ?? entity }
    return names[String(name)] ?? entity
  }

  private static func scalar(_ digits: Substring) -> String? {
    let isHexadecimal = digits.hasPrefix("x") || digits.hasPrefix("X")
    let number = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    guard let number, number != 0, let scalar = Unicode.Scalar(number) else { return "\u{FFFD}" }
    return String(scalar)
  }

  private static let names = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}",
    "copy": "©", "reg": "®", "trade": "™", "mdash": "—", "ndash": "–", "hellip": "…",
    "laquo": "«", "raquo": "»", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”",
    "bull": "•", "middot": "·", "times": "×", "divide": "÷", "plusmn": "±", "deg": "°",
    "larr": "←", "rarr": "→", "uarr": "↑", "darr": "↓", "euro": "€", "pound": "£", "yen": "¥",
    "sect": "§", "para": "¶", "szlig": "ß", "auml": "ä", "ouml": "ö", "uuml": "ü",
    "Auml": "Ä", "Ouml": "Ö", "Uuml": "Ü", "eacute": "é", "egrave": "è",
  ]
}

/// The cells of a table, until their widths are known.
struct MarkdownTable {
  private var rows: [[String]] = []

  mutating func beginRow() { rows.append([]) }

  mutating func beginCell() {
    if !rows.isEmpty { rows[rows.count - 1].append("") }
  }

  /// Adds text to the cell that is open. False when none is.
  mutating func write(_ text: String) -> Bool {
    guard let row = rows.indices.last, let cell = rows[row].indices.last else { return false }
    rows[row][cell] += text
    return true
  }

  /// The rows in columns, with a line below the first.
  var lines: String {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
      rows.map { $0.indices.contains(column) ? $0[column].columnCount : 0 }.max() ?? 0
    }
    var lines = rows.map { row in
      let cells = zip(row, widths).map { cell, width in
        cell + String(repeating: " ", count: width - cell.columnCount)
      }
      return MarkdownTable.trimmed(cells.joined(separator: "  "))
    }
    if !lines.isEmpty {
      let rule = widths.map { String(repeating: "─", count: $0) }.joined(separator: "──")
      lines.insert(rule, at: 1)
    }
    return lines.joined(separator: "\n")
  }

  private static func trimmed(_ line: String) -> String {
    var line = line
    while line.last == " " { line.removeLast() }
    return line
  }
}
