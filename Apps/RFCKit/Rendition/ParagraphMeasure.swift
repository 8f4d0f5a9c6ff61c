/// Tells sentences, lists, terms and figures apart by how their lines are broken.
///
/// Lines of sentences end where the next word had no room; those of figures, tables and code end where
/// their author wanted.
struct ParagraphMeasure {
  /// One block of a paragraph.
  struct Part {
    enum Kind {
      case figure
      case prose(Int)
      case item(Int)
      /// Its first line is the term.
      case term(Int)
    }

    var kind: Kind
    var lines: [Int]
  }

  /// How far sentences are set in.
  let base: Int
  /// Where long lines end.
  private let width: Int
  private let reader: ParagraphReader
  /// How much shorter than it could be a line of sentences may be, as authors break lines by hand.
  private static let slack = 8

  init(_ reader: ParagraphReader, _ layout: RFCLayout) {
    self.reader = reader
    var ends: [Int] = []
    let front = layout.sections.first?.lines.lowerBound ?? 0
    var indents = [Int](repeating: 0, count: 16)
    for (line, entry) in layout.lines.enumerated() where !entry.isFurniture {
      let content = reader.content(line)
      if content.isEmpty { continue }
      let end = content.endIndex - entry.span.bytes.lowerBound
      ends.append(end)
      // What stands before the first section goes to both edges of the page.
      if end > 55, line >= front, reader.indent(line) < indents.count {
        indents[reader.indent(line)] += 1
      }
    }
    ends.sort()
    let long = ends.isEmpty ? 72 : ends[ends.count * 95 / 100]
    width = min(max(long, 60), 80)
    let common = indents.indices.max { (indents[$0], -$0) < (indents[$1], -$1) } ?? 3
    base = indents[common] > 0 ? common : 3
  }

  /// What a paragraph is made of: itself, or the items that stand in it without empty lines.
  func parts(_ group: [Int]) -> [Part] {
    guard let first = group.first else { return [] }
    let indent = reader.indent(first)
    guard isItem(first) else { return [Part(kind: kind(group), lines: group)] }
    var items: [[Int]] = []
    for line in group {
      if reader.indent(line) == indent, isItem(line) {
        items.append([line])
      } else {
        items[items.count - 1].append(line)
      }
    }
    // What follows a mark stands further in; else the mark is a word, as in a figure.
    let areItems = items.allSatisfy { item in
      item.dropFirst().allSatisfy { reader.indent($0) > indent } && isWrapped(item)
    }
    guard areItems else { return [Part(kind: kind(group), lines: group)] }
    return items.map { Part(kind: .item(level(indent) + 1), lines: $0) }
  }

  /// Whether every line stands in the middle of the page.
  func isCentred(_ group: [Int]) -> Bool {
    group.allSatisfy { line in
      let indent = reader.indent(line)
      let room = width - indent - reader.content(line).count
      return indent > base && abs(indent - room) <= 6 && !isDrawn(line)
    }
  }

  private func level(_ indent: Int) -> Int { min(max(indent - base + 1, 0) / 3, 5) }

  private func kind(_ group: [Int]) -> Part.Kind {
    let indent = reader.indent(group[0])
    guard !group.contains(where: isDrawn) else { return .figure }
    if group.count == 1 { return isSentence(group[0]) ? .prose(level(indent)) : .figure }
    // Addresses one below another; no sentence has lines of one word.
    if group.allSatisfy({ !reader.content($0).contains(where: isBlank) }) { return .figure }
    let rest = group.dropFirst()
    let inner = reader.indent(group[1])
    guard rest.allSatisfy({ reader.indent($0) == inner }), isWrapped(Array(rest)) else {
      return .figure
    }
    if isFull(group[0], before: group[1]) {
      return .prose(level(min(indent, inner)))
    }
    // A term alone in its line, with what it means set in below it.
    return inner > indent + 1 ? .term(level(indent)) : .figure
  }

  /// Whether lines end where the next word had no room; one in four may end earlier.
  private func isWrapped(_ lines: [Int]) -> Bool {
    if lines.contains(where: isDrawn) { return false }
    let short = zip(lines, lines.dropFirst()).count { !isFull($0, before: $1) }
    return short * 4 <= lines.count - 1
  }

  private func isFull(_ line: Int, before next: Int) -> Bool {
    let end = reader.indent(line) + reader.content(line).count { $0 & 0xC0 != 0x80 }
    let word = reader.content(next).prefix { !isBlank($0) }.count
    return end + 1 + word > width - Self.slack
  }

  /// Whether a line has what only figures, tables and grammars have.
  private func isDrawn(_ line: Int) -> Bool {
    let content = reader.content(line)
    guard let first = content.first, let last = content.last else { return false }
    if "|+<".utf8.contains(first) && "|+>".utf8.contains(last) { return true }
    if first == UInt8(ascii: "|") || last == UInt8(ascii: "|") || last == UInt8(ascii: "{") {
      return true
    }
    let words = content.split(whereSeparator: isBlank)
    if words.count > 2, ["=", "=/", "::="].contains(String(decoding: words[1], as: UTF8.self)) {
      return true
    }
    if hasGap(content, isMarked: isMark(words[0])) { return true }
    let plain = content.count { isAlphanumeric($0) || isBlank($0) || $0 >= 0x80 }
    return content.count > 12 && plain * 10 < content.count * 7
  }

  /// Whether words stand in columns. Behind the mark of an item there may be any room.
  private func hasGap(_ content: ArraySlice<UInt8>, isMarked: Bool) -> Bool {
    var rest = content
    if isMarked { rest = rest.drop { !isBlank($0) }.drop(while: isBlank) }
    var blanks = 0
    for byte in rest {
      blanks = isBlank(byte) ? blanks + 1 : 0
      if blanks > 3 { return true }
    }
    return false
  }

  /// Whether a line alone is a sentence, or leads to what follows.
  private func isSentence(_ line: Int) -> Bool {
    let content = reader.content(line)
    let isPlain = content.allSatisfy { isLetter($0) || isBlank($0) || "',-\"".utf8.contains($0) }
    if reader.indent(line) == base, isPlain, content.count(where: isBlank) > 1 { return true }
    guard let first = content.first, let last = content.last,
      isLetter(first) || "([\"".utf8.contains(first), ".:;,?!)".utf8.contains(last)
    else { return false }
    return !content.contains { "{}=<>|\\;".utf8.contains($0) } || content.count > 50
  }

  private func isItem(_ line: Int) -> Bool {
    let words = reader.content(line).split(maxSplits: 1, whereSeparator: isBlank)
    return words.count == 2 && isMark(words[0])
  }

  /// `o`, `*`, `-`, `1.`, `(a)`, `iv)`.
  private func isMark(_ word: ArraySlice<UInt8>) -> Bool {
    if Self.isBullet(String(decoding: word, as: UTF8.self)) { return true }
    var core = word
    guard core.count <= 5, let last = core.popLast(), ".)".utf8.contains(last) else { return false }
    if core.first == UInt8(ascii: "(") { core = core.dropFirst() }
    guard !core.isEmpty else { return false }
    return core.allSatisfy(isDigit) || core.count == 1 && core.allSatisfy(isLetter)
      || core.allSatisfy { "ivx".utf8.contains($0) }
  }

  static func isBullet(_ word: String) -> Bool { ["o", "*", "-", "+", "•", "·"].contains(word) }
}
