import HikidashiBase
import HikidashiRecords
import TestSupport
import Testing

@Suite struct WordIndexCandidatesTests {
  /// Whether few or many are looked at, it is what a look at all would find among them.
  @Test func candidatesAreLookedAtAlone() {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    let letters = ["a", "b", "Ä", " ", "ab"]
    for _ in 0..<200 {
      let texts = (0..<Int.random(in: 0...30, using: &random)).map { _ in
        (0..<Int.random(in: 0...6, using: &random)).map { _ in
          letters.randomElement(using: &random) ?? ""
        }.joined()
      }
      let share = Double.random(in: 0...1, using: &random)
      let candidates = texts.map { _ in Double.random(in: 0...1, using: &random) < share }
      let word = letters.randomElement(using: &random) ?? ""
      let index = WordIndex(texts)
      let all = index.matches(word: word)
      #expect(
        index.matches(word: word, among: candidates) == zip(all, candidates).map { $0 && $1 },
        "seed \(seed): “\(word)” in \(texts) among \(candidates)")
    }
    #expect(WordIndex(["a", "b"]).matches(word: "", among: [true, false]) == [true, false])
  }
}
