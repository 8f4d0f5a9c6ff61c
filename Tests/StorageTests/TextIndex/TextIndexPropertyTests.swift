import Foundation
import HikidashiBase
import HikidashiStorage
import TestSupport
import Testing

/// An index against a plain list of the same documents, of which every word is looked at.
@Suite struct TextIndexPropertyTests {
  /// The index as a list.
  private struct Plain {
    var documents: [(key: String, version: String, title: [String], passages: [Passage])] = []

    struct Passage {
      var heading: [String]
      var body: [String]
      var weight: Double
      /// The bytes of both, in sixteens.
      var length: Double
    }

    var passages: [Passage] { documents.flatMap(\.passages) }

    mutating func put(_ text: IndexedText) {
      if documents.contains(where: { $0.key == text.key && $0.version == text.version }) { return }
      remove(text.key)
      let passages = text.passages.map { passage in
        Passage(
          heading: words(passage.heading), body: words(passage.body),
          weight: (passage.weight * 255).rounded() / 255,
          length: Double((passage.heading.utf8.count + passage.body.utf8.count + 15) / 16))
      }
      documents.append((text.key, text.version, words(text.title), passages))
    }

    mutating func remove(_ key: String) { documents.removeAll { $0.key == key } }

    private func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
  }

  /// How often a clause stands in words.
  private static func count(_ clause: TextQuery.Clause, _ words: [String]) -> Double {
    Double(
      words.indices.count { start in
        let end = start + clause.words.count
        return end <= words.count
          && zip(clause.words, words[start..<end]).enumerated().allSatisfy { place, pair in
            clause.isPrefix && place == clause.words.count - 1
              ? pair.1.hasPrefix(pair.0) : pair.0 == pair.1
          }
      })
  }

  /// The score of each passage that is a hit, by its name.
  private static func scores(
    _ plain: Plain, _ query: TextQuery, _ weights: TextWeights
  ) -> [String: Double] {
    let all = plain.passages
    let mean = max(1, all.reduce(0) { $0 + $1.length } / Double(max(1, all.count)))
    let wanted = query.clauses.filter { $0.role != .excluded }
    let rarities = wanted.map { clause in
      let inBodies = all.count { count(clause, $0.body) > 0 }
      let inHeadings = all.count { count(clause, $0.heading) > 0 }
      let matching = Double(max(inBodies, inHeadings))
      return log(1 + (max(0, Double(all.count) - matching) + 0.5) / (matching + 0.5))
    }
    var scores: [String: Double] = [:]
    for document in plain.documents {
      func isIn(_ clause: TextQuery.Clause, _ passage: Plain.Passage) -> Bool {
        count(clause, passage.body) + count(clause, passage.heading) > 0
      }
      for (place, passage) in document.passages.enumerated() {
        guard query.clauses.contains(where: { $0.role != .excluded && isIn($0, passage) }),
          !query.clauses.contains(where: { $0.role == .excluded && isIn($0, passage) })
        else { continue }
        var (score, covered, isLeftOut) = (0.0, 0.0, false)
        for (clause, rarity) in zip(wanted, rarities) {
          let norm =
            1 - weights.lengthCorrection + weights.lengthCorrection
            * max(0.25, passage.length / mean)
          let times =
            weights.title * count(clause, document.title)
            + weights.heading * count(clause, passage.heading)
            + weights.body * count(clause, passage.body) / norm
          score += rarity * times * (weights.saturation + 1) / (weights.saturation + times)
          let others = Double(document.passages.count { isIn(clause, $0) })
          score += weights.document * rarity * others / (others + 4)
          if times > 0 { covered += rarity }
          if times == 0, clause.role == .required { isLeftOut = true }
        }
        guard !isLeftOut else { continue }
        score *= pow(covered / rarities.reduce(0, +), weights.coverage) * passage.weight
        if score > 0 { scores["\(document.key).\(place)"] = score }
      }
    }
    return scores
  }

  private static func text(
    _ length: ClosedRange<Int>, _ random: inout SeededGenerator
  ) -> String {
    (0..<Int.random(in: length, using: &random)).map { _ in
      // Some are frequent, and others are not.
      "w\(min(Int.random(in: 0..<12, using: &random), Int.random(in: 0..<40, using: &random)))"
    }.joined(separator: " ")
  }

  private static func document(_ random: inout SeededGenerator) -> IndexedText {
    IndexedText(
      key: "k\(Int.random(in: 0..<12, using: &random))",
      version: "\(Int.random(in: 0..<3, using: &random))", title: text(0...3, &random),
      passages: (0..<Int.random(in: 0...5, using: &random)).map { _ in
        IndexedPassage(
          heading: text(0...3, &random), body: text(0...40, &random), place: 0..<1,
          weight: Bool.random(using: &random) ? 1 : 0.5)
      })
  }

  private static func query(_ random: inout SeededGenerator) -> TextQuery {
    TextQuery(
      clauses: (0..<Int.random(in: 1...4, using: &random)).map { place in
        let role: TextQuery.Clause.Role =
          place == 0
          ? .wanted
          : [.wanted, .wanted, .required, .excluded].randomElement(using: &random) ?? .wanted
        return TextQuery.Clause(
          (0..<Int.random(in: 1...2, using: &random)).map { _ in text(1...1, &random) }, role: role,
          isPrefix: Int.random(in: 0..<5, using: &random) == 0)
      })
  }

  @Test func findsAndRanksAsAListWould() throws {
    let folder = try ScratchFolder()
    let seed = testSeed()
    print("findsAndRanksAsAListWould: HIKIDASHI_SEED=\(seed)")
    var random = SeededGenerator(seed: seed)
    let index = try TextIndex(folder.url.appendingPathComponent("text.db").path)
    let weights = TextWeights(title: 1.5, heading: 2, document: 0.5, coverage: 1.5)
    var plain = Plain()
    for step in 0..<testSteps(120) {
      switch Int.random(in: 0..<30, using: &random) {
      case 0:
        try index.removeAll()
        plain = Plain()
      case 1: try index.merge()
      default:
        let documents = (0..<Int.random(in: 0...2, using: &random)).map { _ in
          Self.document(&random)
        }
        let gone = "k\(Int.random(in: 0..<40, using: &random))"
        try index.put(documents, removing: [gone])
        plain.remove(gone)
        for document in documents { plain.put(document) }
      }
      let query = Self.query(&random)
      let wanted = Self.scores(plain, query, weights)
      let found = try index.search(query, limit: 1_000, weights: weights)
      let names = found.hits.map { "\($0.key).\($0.passage)" }
      #expect(Set(names) == Set(wanted.keys), "step \(step), HIKIDASHI_SEED=\(seed), \(query)")
      for (name, hit) in zip(names, found.hits) {
        let score = wanted[name] ?? 0
        #expect(
          abs(hit.score - score) <= 1e-4 * max(1, score),
          "step \(step), HIKIDASHI_SEED=\(seed), \(query)")
      }
      let scores = found.hits.map(\.score)
      #expect(scores == scores.sorted().reversed())
      #expect(try index.usage().passages == plain.passages.count)
    }
  }
}
