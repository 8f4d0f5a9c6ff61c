/// How much each word of some texts says: the more, the fewer sections have it.
struct WordWeights {
  private let weights: [String: Double]

  init(_ texts: [ComparedText]) {
    var counts: [String: Int] = [:]
    var sections = 0
    for text in texts {
      for paragraphs in text.paragraphs {
        sections += 1
        for word in Self.counts(paragraphs).keys { counts[word, default: 0] += 1 }
      }
    }
    weights = counts.mapValues { Self.logarithm(Double(sections + 1) / Double($0)) }
  }

  /// The words of a section with their weights.
  func weighted(_ paragraphs: [RFCParagraph]) -> [String: Double] {
    var result: [String: Double] = [:]
    for (word, count) in Self.counts(paragraphs) {
      result[word] = (1 + Self.logarithm(Double(count))) * weights[word, default: 0]
    }
    return result
  }

  private static func counts(_ paragraphs: [RFCParagraph]) -> [String: Int] {
    var counts: [String: Int] = [:]
    for paragraph in paragraphs {
      for word in paragraph.words {
        let folded = SectionName.folded(word.text)
        if !folded.isEmpty { counts[folded, default: 0] += 1 }
      }
    }
    return counts
  }

  /// The natural logarithm of numbers from 1 on, without the library that has it.
  private static func logarithm(_ value: Double) -> Double {
    let rest = (value.significand - 1) / (value.significand + 1)
    let square = rest * rest
    let series = 1 + square * (1 / 3.0 + square * (1 / 5.0 + square * (1 / 7.0 + square / 9)))
    return Double(value.exponent) * 0.693_147_180_559_945 + 2 * rest * series
  }
}
