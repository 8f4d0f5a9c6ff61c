internal import HikidashiRecords

/// What makes an entry a better match than another: how the words stand in its title, and what it is.
///
/// Titles are scanned as a whole for a word with a blank before it, or on both sides, as that is quicker than
/// to look at each.
struct TitleRanking {
  /// The words of each title between blanks, with a bar at both ends and around a name in parentheses:
  /// `| transmission control protocol | tcp |`. What stands between two bars is the name of something.
  private let words: WordIndex
  /// The positions, the better first whatever is looked for.
  private let order: [Int]
  /// What each is worth whatever is looked for.
  private let worth: [Int]

  init(_ entries: [RFCEntry]) {
    words = WordIndex(entries.lazy.map { Self.barred($0.title) })
    worth = entries.map { entry in
      guard entry.isIssued else { return 0 }
      return (entry.isObsolete ? 0 : 40) + (entry.also.isEmpty ? 0 : 30)
    }
    // One number for each, as comparing entries takes longer than all else.
    let keys = entries.map { entry in
      (Self.rank(entry) << 8 | min(entry.title.utf8.count, 255)) << 32 - min(entry.number, 1 << 30)
    }
    order = entries.indices.sorted { keys[$0] < keys[$1] }
  }

  private static func rank(_ entry: RFCEntry) -> Int {
    guard entry.isIssued else { return 4 }
    if entry.isObsolete { return 3 }
    switch entry.status {
    case .internetStandard, .standard, .draftStandard, .proposedStandard, .bestCurrentPractice:
      return 0
    case .informational, .experimental: return 1
    default: return 2
    }
  }

  /// Adds what a word is worth that is a whole one in a title, or begins one.
  func rate(word: String, among titled: [Bool], _ scores: inout [Int]) {
    let word = Self.spaced(word)
    guard !word.isEmpty else { return }
    let begins = words.matches(word: " " + word, among: titled)
    let isWhole = words.matches(word: " " + word + " ", among: begins)
    for position in begins.indices where begins[position] {
      scores[position] += isWhole[position] ? 70 : 40
    }
  }

  /// Adds what the whole of a query is worth in a title, and what an entry is worth anyway.
  func rate(_ query: RFCQuery, _ scores: inout [Int], isFound: [Bool]) {
    func add(_ points: Int, _ isMet: [Bool]) {
      for position in isMet.indices where isMet[position] { scores[position] += points }
    }
    for position in isFound.indices where isFound[position] { scores[position] += worth[position] }
    let texts = query.texts
    let phrase = Self.spaced(texts.joined(separator: " "))
    guard !phrase.isEmpty else { return }
    let together = words.matches(word: " " + phrase + " ", among: isFound)
    if texts.count > 1 { add(100, together) }
    let first = words.matches(word: "| " + phrase + " ", among: together)
    add(30, first)
    add(200, words.matches(word: "| " + phrase + " |", among: first))
  }

  /// The positions that were found, the greatest score first.
  func sorted(_ scores: [Int], isFound: [Bool]) -> [Int] {
    // By counting: all of an index may be found at a key.
    let most = 4_095
    var counts = [Int](repeating: 0, count: most + 2)
    for position in isFound.indices where isFound[position] {
      counts[most - min(scores[position], most) + 1] += 1
    }
    for score in 1..<counts.count { counts[score] += counts[score - 1] }
    var sorted = [Int](repeating: 0, count: counts[counts.count - 1])
    for position in order where isFound[position] {
      let score = most - min(scores[position], most)
      sorted[counts[score]] = position
      counts[score] += 1
    }
    return sorted
  }

  /// What is in parentheses is a name where all before it may be what its letters stand for: in `The Transport
  /// Layer Security (TLS) Protocol`, and not in `A Roadmap for the Transmission Control Protocol (TCP)`.
  private static func barred(_ title: String) -> String {
    let parts = title.split { "()".contains($0) }.map { spaced($0) }.filter { !$0.isEmpty }
    guard parts.count > 1, parts[0].split(separator: " ").count <= parts[1].count + 1 else {
      return "| " + parts.joined(separator: " ") + " |"
    }
    let rest = parts.dropFirst(2).joined(separator: " ")
    return "| " + parts[0] + " | " + parts[1] + " |" + (rest.isEmpty ? "" : " " + rest + " |")
  }

  /// Letters and digits with a blank between words.
  private static func spaced(_ text: some StringProtocol) -> String {
    var spaced = String.UnicodeScalarView()
    var isBetween = false
    for scalar in text.unicodeScalars {
      let isWord =
        scalar.isASCII
        ? 0x30...0x39 ~= scalar.value || 0x41...0x5A ~= scalar.value || 0x61...0x7A ~= scalar.value
        : scalar.properties.isAlphabetic || scalar.properties.numericType != nil
          || scalar.properties.isDiacritic
      if isWord {
        if isBetween, !spaced.isEmpty { spaced.append(" ") }
        spaced.append(scalar)
      }
      isBetween = !isWord
    }
    return String(spaced)
  }
}
