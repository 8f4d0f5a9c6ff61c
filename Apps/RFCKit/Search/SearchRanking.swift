internal import HikidashiStorage

/// What makes a section a better hit than another.
///
/// The numbers are those that found most of the questions of the set `tune`, in round figures.
enum SearchRanking {
  static let weights = TextWeights(
    title: 2, heading: 2, body: 1, document: 0.25, saturation: 2, lengthCorrection: 0.75,
    coverage: 1)

  /// How many sections are read to be ranked by what stands in them.
  static func candidates(_ limit: Int) -> Int { max(limit, 50) }

  /// What a section is worth for the document that it is in.
  static func scale(_ entry: RFCEntry?) -> Double {
    guard let entry else { return 1 }
    return entry.obsoletedBy.isEmpty ? 1 : 0.95
  }

  /// What a section is worth for words that stand side by side, and for a title that has little beside
  /// what is looked for: that of a definition.
  static func scale(_ snippet: TextSnippet, title: TextSnippet) -> Double {
    let matching = title.parts.reduce(0) { $1.isMatch ? $0 + $1.text.utf8.count : $0 }
    let all = title.parts.reduce(0) { $0 + $1.text.utf8.count }
    return 1 + 0.3 * snippet.adjacency + (all == 0 ? 0 : Double(matching) / Double(all))
  }
}
