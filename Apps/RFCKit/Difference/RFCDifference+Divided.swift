extension RFCDifference.Change {
  /// The change paragraph by paragraph: each that has been changed with what it has become, and those that
  /// have gone or come for themselves.
  ///
  /// Paragraphs are paired in their order where they have many words in common. Where a paragraph was divided
  /// or joined and little else was done, the change stays whole.
  ///
  /// - Source: The pairing is the alignment of S. B. Needleman and C. D. Wunsch, 1970, without a cost for gaps.
  /// - Complexity: O(*m* · *n*) in the numbers of paragraphs and the words of each.
  public var divided: [Self] {
    guard !old.isEmpty, !new.isEmpty, old.count + new.count > 2, old.count * new.count <= 2_500,
      old.count == new.count || keptShare < 0.85
    else { return [self] }
    var parts: [Self] = []
    var (before, after) = (0, 0)
    for pair in pairs + [(old.count, new.count)] {
      if before < pair.0 { parts.append(Self(gone: Array(old[before..<pair.0]))) }
      if after < pair.1 { parts.append(Self(come: Array(new[after..<pair.1]))) }
      (before, after) = (pair.0 + 1, pair.1 + 1)
      guard pair.0 < old.count, pair.1 < new.count else { continue }
      parts += ParagraphDifference.changes([old[pair.0]], [new[pair.1]])
    }
    return parts
  }

  private init(gone: [RFCParagraph]) {
    self.init(old: gone, new: [], words: [.init(fate: .removed, text: Self.text(gone))])
  }

  private init(come: [RFCParagraph]) {
    self.init(old: [], new: come, words: [.init(fate: .added, text: Self.text(come))])
  }

  private static func text(_ paragraphs: [RFCParagraph]) -> String {
    paragraphs.map(\.text).joined(separator: " ")
  }

  /// How much of both texts is the same, from 0 to 1.
  private var keptShare: Double {
    var (kept, others) = (0, 0)
    for piece in words {
      if piece.fate == .kept {
        kept += 2 * piece.text.utf8.count
      } else {
        others += piece.text.utf8.count
      }
    }
    return Double(kept) / Double(max(kept + others, 1))
  }

  /// Positions of paragraphs that are one, in order: those by which the most is alike.
  private var pairs: [(Int, Int)] {
    let (older, newer) = (old.map(Self.counts), new.map(Self.counts))
    let likeness = older.map { one in newer.map { Self.likeness(one, $0) } }
    let width = newer.count + 1
    // The best for the paragraphs from each pair of positions on.
    var best = Array(repeating: 0.0, count: (older.count + 1) * width)
    for row in older.indices.reversed() {
      for column in newer.indices.reversed() {
        let apart = max(best[(row + 1) * width + column], best[row * width + column + 1])
        let together = likeness[row][column] + best[(row + 1) * width + column + 1]
        best[row * width + column] = likeness[row][column] > 0 ? max(apart, together) : apart
      }
    }
    var pairs: [(Int, Int)] = []
    var (row, column) = (0, 0)
    while row < older.count, column < newer.count {
      let here = best[row * width + column]
      if likeness[row][column] > 0,
        here == likeness[row][column] + best[(row + 1) * width + column + 1]
      {
        pairs.append((row, column))
        (row, column) = (row + 1, column + 1)
      } else if here == best[(row + 1) * width + column] {
        row += 1
      } else {
        column += 1
      }
    }
    return pairs
  }

  private static func counts(_ paragraph: RFCParagraph) -> [String: Int] {
    Dictionary(paragraph.words.map { ($0.text, 1) }, uniquingKeysWith: +)
  }

  /// The share of words that two paragraphs have in common; 0 where that is too little to be one.
  private static func likeness(_ one: [String: Int], _ other: [String: Int]) -> Double {
    let common = one.reduce(0) { $0 + min($1.value, other[$1.key] ?? 0) }
    let all = one.values.reduce(0, +) + other.values.reduce(0, +)
    let share = Double(2 * common) / Double(max(all, 1))
    return share >= 0.4 ? share : 0
  }
}
