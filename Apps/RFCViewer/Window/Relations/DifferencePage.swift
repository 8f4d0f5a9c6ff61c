internal import Hikidashi
internal import HikidashiCommands
internal import RFCKit

/// What is different between two RFCs as one text: section by section, what has gone struck through on
/// red, what has come bold on green, and a sign before each paragraph.
///
/// One text and not two beside one another: RFCs are prose, whose changes are words in a sentence, and a
/// sentence is read once so. It has room in a narrow window, and is found in, printed and copied as any
/// text. What was drawn or is code is shown line by line, the old before the new.
struct DifferencePage: Sendable {
  /// A link of the page.
  enum Link: Equatable {
    /// Shows or hides sections that have not changed, by the position of the first.
    case fold(Int)
    /// Opens a document at a place.
    case section(number: Int, place: Int)

    init?(_ target: String) {
      let parts = target.split(separator: ":").compactMap { Int($0) }
      if target.hasPrefix("fold:"), parts.count == 1 {
        self = .fold(parts[0])
      } else if target.hasPrefix("section:"), parts.count == 2 {
        self = .section(number: parts[0], place: parts[1])
      } else {
        return nil
      }
    }

    var target: String {
      switch self {
      case .fold(let first): "fold:\(first)"
      case .section(let number, let place): "section:\(number):\(place)"
      }
    }
  }

  private(set) var text = RichText("")
  /// Where each difference begins, in Unicode scalars.
  private(set) var stops: [Int] = []
  /// Where each pair of sections begins, in Unicode scalars.
  private(set) var starts: [Int] = []
  private let comparison: Comparison
  private var written = ""
  private var length = 0
  private var spans: [StyledRange] = []

  /// - Parameter open: The first positions of the runs of unchanged sections that are shown.
  init(_ comparison: Comparison, open: Set<Int>) {
    self.comparison = comparison
    starts = Array(repeating: 0, count: comparison.fates.count)
    writeBeginning()
    var position = 0
    while position < comparison.fates.count {
      guard comparison.fates[position] == .same else {
        write(pair: position)
        position += 1
        continue
      }
      let end =
        comparison.fates[position...].firstIndex { $0 != .same } ?? comparison.fates.count
      write(unchanged: position..<end, isOpen: open.contains(position))
      position = end
    }
    text = RichText(written, spans: spans)
    (written, spans) = ("", [])
  }

  /// The position of the last difference that begins at a place or before it.
  func stop(at place: Int) -> Int? { Self.last(of: stops, at: place) }

  /// The pair of sections in which a place lies.
  func pair(at place: Int) -> Int? { Self.last(of: starts, at: place) }

  private static func last(of starts: [Int], at place: Int) -> Int? {
    let next = starts.partitioningIndex { $0 > place }
    return next > 0 ? next - 1 : nil
  }
}

// MARK: - Writing

extension DifferencePage {
  private mutating func add(_ text: String, _ kinds: StyledRange.Kind...) {
    add(text, kinds)
  }

  private mutating func add(_ text: String, _ kinds: [StyledRange.Kind]) {
    let start = length
    written += text
    length += text.unicodeScalars.count
    spans += kinds.map { StyledRange(start..<length, $0) }
  }

  private mutating func writeBeginning() {
    let (old, new) = comparison.numbers
    add(tr("RFC {}", old) + " → " + tr("RFC {}", new), .title(1))
    add("\n")
    let counts = [Comparison.Fate.changed, .added, .removed, .same].map { fate in
      "\(fate.sign) \(comparison.count(fate)) \(fate.title)"
    }
    add(tr("Sections:") + " " + counts.joined(separator: " · "), .dim)
    add("\n\n")
    if comparison.fates.allSatisfy({ $0 == .same }) {
      add(tr("Nothing is different but perhaps the numbers of sections.") + "\n\n")
    }
  }

  private mutating func write(pair position: Int) {
    starts[position] = length
    let pair = comparison.difference.pairs[position]
    let fate = comparison.fates[position]
    guard let section = pair.new ?? pair.old else { return }
    // A title alone is a difference, too.
    if pair.changes.isEmpty { stops.append(length) }
    add(fate.sign + " " + section.name, .title(min(section.heading.level + 1, 4)))
    add("\n")
    writeOrigin(of: pair, fate)
    add("\n\n")
    for change in pair.changes { write(change) }
  }

  /// Where the section is in both documents.
  private mutating func writeOrigin(of pair: RFCDifference.Pair, _ fate: Comparison.Fate) {
    add(fate.title, .emphasis)
    add(" · ", .dim)
    let sides = [(comparison.numbers.old, pair.old), (comparison.numbers.new, pair.new)]
    var isFirst = true
    for (number, section) in sides {
      guard let section else { continue }
      if !isFirst { add("  →  ", .dim) }
      isFirst = false
      let link = Link.section(number: number, place: section.heading.span.scalars.lowerBound)
      add(tr("RFC {}, {}", number, section.name), .link(link.target))
    }
  }

  private mutating func write(unchanged pairs: Range<Int>, isOpen: Bool) {
    for position in pairs { starts[position] = length }
    let names = pairs.prefix(3).compactMap { comparison.difference.pairs[$0].new?.name }
    let count = trn("{} section unchanged", "{} sections unchanged", pairs.count, pairs.count)
    let list = names.joined(separator: ", ") + (pairs.count > 3 ? " …" : "")
    add(
      (isOpen ? "▾ " : "▸ ") + count, .link(Link.fold(pairs.lowerBound).target))
    add(isOpen ? "\n\n" : ": " + list + "\n\n", .dim)
    guard isOpen else { return }
    for position in pairs {
      starts[position] = length
      let pair = comparison.difference.pairs[position]
      guard let section = pair.new else { continue }
      add(section.name, .title(min(section.heading.level + 1, 4)))
      add("\n")
      writeOrigin(of: pair, .same)
      add("\n\n")
      for paragraph in comparison.paragraphs(ofPair: position) { write(paragraph, "", []) }
    }
  }

  private mutating func write(_ change: RFCDifference.Change) {
    for part in change.divided {
      stops.append(length)
      if part.old.isEmpty {
        for paragraph in part.new { write(paragraph, "+ ", [.added]) }
      } else if part.new.isEmpty {
        for paragraph in part.old { write(paragraph, "− ", [.removed]) }
      } else if (part.old + part.new).contains(where: \.isDrawn) || !part.isAlike {
        for paragraph in part.old { write(paragraph, "− ", [.removed]) }
        for paragraph in part.new { write(paragraph, "+ ", [.added]) }
      } else {
        writeWords(of: part)
      }
    }
  }

  private mutating func write(
    _ paragraph: RFCParagraph, _ sign: String, _ kinds: [StyledRange.Kind]
  ) {
    guard paragraph.isDrawn else {
      add(sign + paragraph.text.withoutControls, kinds)
      return add("\n\n")
    }
    let room = paragraph.lines.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    for line in paragraph.lines {
      add(sign + String(line.dropFirst(room)).withoutControls, kinds + [.codeBlock])
      add("\n", .codeBlock)
    }
    add("\n")
  }

  private mutating func writeWords(of change: RFCDifference.Change) {
    add("± ")
    for (position, piece) in change.words.enumerated() {
      if position > 0 { add(" ") }
      switch piece.fate {
      case .kept: add(piece.text.withoutControls)
      case .removed: add(piece.text.withoutControls, .removed, .strikethrough)
      case .added: add(piece.text.withoutControls, .added, .strong)
      }
    }
    add("\n\n")
  }
}

extension RFCParagraph {
  /// Whether its lines are a figure, a table or code, which mean nothing when they are joined.
  fileprivate var isDrawn: Bool {
    let contents = lines.map { $0.drop { $0 == " " } }
    if contents.contains(where: { $0.contains("    ") || $0.contains("--+") || $0.contains("+--") })
    {
      return true
    }
    return contents.count > 1 && contents.dropLast().allSatisfy { $0.count < 40 }
  }
}

extension RFCDifference.Change {
  /// Whether enough words are the same that the old and the new are read in one.
  fileprivate var isAlike: Bool {
    var (kept, others) = (0, 0)
    for piece in words {
      let count = piece.text.utf8.count
      if piece.fate == .kept { kept += count } else { others += count }
    }
    // What has gone and what has come stand for one another.
    return kept * 2 >= others
  }
}
