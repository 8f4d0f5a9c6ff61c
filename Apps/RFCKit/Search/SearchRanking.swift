internal import HikidashiStorage

/// What makes a section a better hit than another, beside its words.
enum SearchRanking {
  static let weights = TextWeights(
    title: 1, heading: 2, body: 1, saturation: 1.2, lengthCorrection: 0.7, coverage: 1)

  /// How many sections are read to be ranked by how near the words stand.
  static func candidates(_ limit: Int) -> Int { max(limit, 30) }

  /// What a section is worth for the document that it is in.
  static func scale(_ entry: RFCEntry?) -> Double {
    guard let entry else { return 1 }
    var scale = 1.0
    if !entry.obsoletedBy.isEmpty { scale *= 0.8 }
    return scale
  }

  /// What a section is worth for the part of the words that stand together.
  static func scale(density: Double) -> Double { 0.8 + 0.2 * density }
}
