/// How much a section of one document and one of another are alike.
struct SectionLikeness {
  let old: Int
  let new: Int
  /// How much the words are, 0 to 1: the cosine of their weights.
  let words: Double
  /// How much the titles are, 0 to 1.
  let title: Double
  /// Whether one of the two has next to no words of its own.
  let isBare: Bool
  /// Whether they are alike enough to be paired by themselves.
  fileprivate(set) var isAlike = false
  /// By what pairs are preferred.
  var likeness = 0.0

  /// The pairs that have words or a title in common.
  ///
  /// - Complexity: O(*n* · *m*) in the sections, and the words that they share.
  static func candidates(_ old: ComparedText, _ new: ComparedText) -> [SectionLikeness] {
    let weights = WordWeights([old, new])
    let (older, newer) = (features(old, weights), features(new, weights))
    var postings: [String: [(place: Int, weight: Double)]] = [:]
    for (place, features) in newer.enumerated() {
      for (word, weight) in features.words { postings[word, default: []].append((place, weight)) }
    }
    var candidates: [SectionLikeness] = []
    for (place, features) in older.enumerated() {
      var products = [Double](repeating: 0, count: newer.count)
      for (word, weight) in features.words {
        for posting in postings[word, default: []] {
          products[posting.place] += weight * posting.weight
        }
      }
      for other in newer.indices {
        let candidate = SectionLikeness(
          features, newer[other], old: place, new: other, product: products[other])
        if candidate.words > 0.05 || candidate.title > 0.2 { candidates.append(candidate) }
      }
    }
    markBest(&candidates, older.count, newer.count)
    return candidates
  }

  /// What is compared of a section.
  private struct Features {
    var title: String
    var titleWords: Set<String>
    var number: String?
    /// The title of the section around it.
    var above: String?
    var words: [String: Double]
    var length: Double
  }

  private static func features(_ text: ComparedText, _ weights: WordWeights) -> [Features] {
    let sections = text.layout.sections
    return sections.enumerated().map { position, section in
      let words = weights.weighted(text.paragraphs[position])
      let title = SectionName.folded(section.heading.title)
      return Features(
        title: title, titleWords: Set(title.split(separator: " ").map(stem)), number: section.key,
        above: section.parent.map { SectionName.folded(sections[$0].heading.title) },
        words: words, length: words.values.reduce(0) { $0 + $1 * $1 }.squareRoot())
    }
  }

  /// A word without the ending of many.
  private static func stem(_ word: Substring) -> String {
    word.count > 3 && word.hasSuffix("s") ? String(word.dropLast()) : String(word)
  }

  private init(_ one: Features, _ other: Features, old: Int, new: Int, product: Double) {
    self.old = old
    self.new = new
    let scale = one.length * other.length
    // Sums in another order differ in their last digits, and equal sections would not be equally alike.
    words = scale > 0 ? (product / scale * 1e6).rounded() / 1e6 : 0
    isBare = min(one.words.count, other.words.count) < 8
    let all = one.titleWords.union(other.titleWords).count
    let common = one.titleWords.intersection(other.titleWords).count
    title = one.title == other.title ? 1 : all == 0 ? 0 : Double(common) / Double(all)
    let isSameNumber = one.number != nil && one.number == other.number
    let isSameAbove = one.above != nil && one.above == other.above
    likeness = words * 0.8 + title + (isSameNumber ? 0.1 : 0) + (isSameAbove ? 0.1 : 0)
    // Without words of their own two sections are what their titles say.
    isAlike =
      isBare
      ? title > 0.65 : words > 0.3 || title > 0.99 && words > 0.08 || title > 0.45 && words > 0.25
  }

  /// Two that are much more like each other than like any third are a pair, too.
  private static func markBest(_ candidates: inout [SectionLikeness], _ old: Int, _ new: Int) {
    var older = [Best](repeating: Best(), count: old)
    var newer = [Best](repeating: Best(), count: new)
    for (place, candidate) in candidates.enumerated() {
      let score = candidate.words + 0.5 * candidate.title
      older[candidate.old].take(score, place)
      newer[candidate.new].take(score, place)
    }
    for best in older {
      guard let place = best.place, newer[candidates[place].new].place == place,
        best.score > 0.35, candidates[place].words > 0.1, !candidates[place].isBare,
        best.score > 1.2 * max(best.second, newer[candidates[place].new].second)
      else { continue }
      candidates[place].isAlike = true
    }
  }

  private struct Best {
    var score = 0.0
    var second = 0.0
    var place: Int?

    mutating func take(_ score: Double, _ place: Int) {
      if score > self.score {
        (second, self.score, self.place) = (self.score, score, place)
      } else {
        second = max(second, score)
      }
    }
  }
}
