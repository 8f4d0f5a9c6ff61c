import HikidashiBase
import TestSupport
import Testing

@testable import HikidashiCommands

@Suite struct NearestWordTests {
  private static let words = [
    "search", "show", "sections", "list", "lineage", "help", "cite", "cited-by",
  ]

  @Test(
    arguments: [
      ("search?", "search"), ("serach", "search"), ("sarch", "search"), ("seearch", "search"),
      ("SHOW", "show"), ("shwo", "show"), ("lst", "list"), ("sect", "sections"), ("hepl", "help"),
      ("line", "lineage"), ("cites", "cite"),
    ])
  func isWhatWasMeant(typed: String, meant: String) {
    #expect(NearestWord.nearest(to: typed, among: Self.words) == meant)
  }

  @Test(arguments: ["", "s", "xyzzy", "frob", "remove", "shutdown"])
  func isNothingWhereNoneIsNear(typed: String) {
    #expect(NearestWord.nearest(to: typed, among: Self.words) == nil)
    #expect(NearestWord.nearest(to: typed, among: []) == nil)
  }

  /// Beside the definition, by recursion.
  @Test func distancesAreThoseOfTheDefinition() {
    func slow(_ one: ArraySlice<Character>, _ other: ArraySlice<Character>) -> Int {
      guard let a = one.last, let b = other.last else { return max(one.count, other.count) }
      let (front, back) = (one.dropLast(), other.dropLast())
      var best = min(
        slow(front, other) + 1, slow(one, back) + 1, slow(front, back) + (a == b ? 0 : 1))
      if let before = front.last, let beside = back.last, a == beside, before == b {
        best = min(best, slow(front.dropLast(), back.dropLast()) + 1)
      }
      return best
    }
    var random = SeededGenerator(seed: testSeed())
    let seed = random.seed
    for _ in 0..<200 {
      let words = (0..<2).map { _ in
        (0..<Int.random(in: 0...5, using: &random)).map { _ in
          "abc".randomElement(using: &random) ?? "a"
        }
      }
      #expect(
        NearestWord.distance(words[0], words[1]) == slow(words[0][...], words[1][...]),
        "seed \(seed): \(words)")
    }
  }

  @Test(
    arguments: [
      (["ecoh"], "there is no command “ecoh”; did you mean “echo”?"),
      (["echo", "--verbos"], "there is no option --verbos; did you mean --verbose?"),
      (["echo", "--them=dark"], "there is no option --them; did you mean --theme?"),
      (["help", "cuont"], "there is no command “cuont”; did you mean “count”?"),
    ])
  func programsTellIt(words: [String], message: String) {
    let result = ProgramResult(sampleProgram, words)
    #expect(result.outcome == .ended(2))
    #expect(result.complaints == ["sample: \(message)\n"])
  }
}
