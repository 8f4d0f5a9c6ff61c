internal import CHikidashiGTK
internal import CHikidashiMarkdown
internal import Glibc

/// Writes what the Markdown parser meets as text and spans.
///
/// The parser calls back with each block, span and piece of text, from the start to the end.
final class MarkdownWriter {
  private var writer = RichTextWriter()
  private let folder: String?

  private static var flags: UInt32 {
    [
      MD_FLAG_TABLES, MD_FLAG_TASKLISTS, MD_FLAG_STRIKETHROUGH, MD_FLAG_PERMISSIVEURLAUTOLINKS,
      MD_FLAG_PERMISSIVEEMAILAUTOLINKS, MD_FLAG_PERMISSIVEWWWAUTOLINKS, MD_FLAG_NOHTMLBLOCKS,
      MD_FLAG_NOHTMLSPANS,
    ].reduce(0) { $0 | UInt32($1) }
  }

  init(folder: String?) { self.folder = folder }

  func read(_ markdown: String) -> RichText {
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
    return writer.finish()
  }

  private static func of(_ data: UnsafeMutableRawPointer?) -> MarkdownWriter? {
    data.map { Unmanaged<MarkdownWriter>.fromOpaque($0).takeUnretainedValue() }
  }
}

// Blocks: what stands below one another.
extension MarkdownWriter {
  private func enter(_ block: MD_BLOCKTYPE, _ detail: UnsafeMutableRawPointer?) -> Int32 {
    switch block {
    case MD_BLOCK_UL:
      let list = detail?.assumingMemoryBound(to: MD_BLOCK_UL_DETAIL.self).pointee
      writer.beginList(number: nil, isTight: list?.is_tight != 0)
    case MD_BLOCK_OL:
      let list = detail?.assumingMemoryBound(to: MD_BLOCK_OL_DETAIL.self).pointee
      writer.beginList(number: Int(list?.start ?? 1), isTight: list?.is_tight != 0)
    case MD_BLOCK_LI:
      let item = detail?.assumingMemoryBound(to: MD_BLOCK_LI_DETAIL.self).pointee
      writer.beginItem(mark: item.flatMap(MarkdownWriter.mark))
    case MD_BLOCK_HR: writer.writeRule()
    case MD_BLOCK_P, MD_BLOCK_H, MD_BLOCK_CODE, MD_BLOCK_QUOTE:
      writer.beginBlock()
      writer.open()
    case MD_BLOCK_TABLE: writer.beginTable(hasHeader: true)
    case MD_BLOCK_TR: writer.beginRow()
    case MD_BLOCK_TH, MD_BLOCK_TD: writer.beginCell()
    default: break
    }
    return 0
  }

  /// The box of a task.
  private static func mark(_ item: MD_BLOCK_LI_DETAIL) -> String? {
    guard item.is_task != 0 else { return nil }
    return item.task_mark == CChar(UInt8(ascii: " ")) ? "☐" : "☑"
  }

  private func leave(_ block: MD_BLOCKTYPE, _ detail: UnsafeMutableRawPointer?) -> Int32 {
    switch block {
    case MD_BLOCK_UL, MD_BLOCK_OL: writer.endList()
    case MD_BLOCK_LI: writer.endItem()
    case MD_BLOCK_P: writer.endBlock(nil)
    case MD_BLOCK_H:
      let level = detail?.assumingMemoryBound(to: MD_BLOCK_H_DETAIL.self).pointee.level ?? 1
      writer.endBlock(.title(Int(level)))
    case MD_BLOCK_CODE: writer.endCode()
    case MD_BLOCK_QUOTE: writer.endBlock(.quote)
    case MD_BLOCK_TABLE: writer.endTable()
    default: break
    }
    return 0
  }
}

// Spans and text: what stands beside one another.
extension MarkdownWriter {
  private func enter(_ span: MD_SPANTYPE, _ detail: UnsafeMutableRawPointer?) -> Int32 {
    if span == MD_SPAN_IMG {
      let source = detail?.assumingMemoryBound(to: MD_SPAN_IMG_DETAIL.self).pointee.src
      if !writer.isInTable, let path = source.flatMap({ file(MarkdownWriter.string($0)) }) {
        writer.writePicture(path)
      }
    }
    writer.open()
    return 0
  }

  private func leave(_ span: MD_SPANTYPE, _ detail: UnsafeMutableRawPointer?) -> Int32 {
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
    writer.close(kind)
    return 0
  }

  private func read(_ type: MD_TEXTTYPE, _ start: UnsafePointer<CChar>?, _ size: Int) -> Int32 {
    switch type {
    case MD_TEXT_BR: writer.write("\n")
    case MD_TEXT_SOFTBR: writer.write(" ")
    case MD_TEXT_NULLCHAR: writer.write("\u{FFFD}")
    case MD_TEXT_ENTITY: writer.write(MarkdownEntity.text(of: MarkdownWriter.string(start, size)))
    default: writer.write(MarkdownWriter.string(start, size))
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
