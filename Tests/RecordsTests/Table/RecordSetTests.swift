import HikidashiBase
import Testing

@testable import HikidashiRecords

@Suite struct RecordSetTests {
  /// Runs as one walk over the numbers finds them.
  private func slowRuns(_ numbers: RecordSet) -> [ClosedRange<Int>] {
    numbers.reduce(into: []) { runs, number in
      if let last = runs.last, last.upperBound + 1 == number.rawValue {
        runs[runs.count - 1] = last.lowerBound...number.rawValue
      } else {
        runs.append(number.rawValue...number.rawValue)
      }
    }
  }

  @Test(
    arguments: [
      [], [0...0], [63...64], [0...8191], [8191...8192], [5...20000], [0...63, 65...127],
      [100_000...100_000],
    ] as [[ClosedRange<Int>]])
  func runsCrossWordsAndChunks(_ runs: [ClosedRange<Int>]) {
    let numbers = RecordSet(runs.joined().map { RecordNumber($0) })
    #expect(numbers.runs(limit: 10) == runs)
  }

  @Test func runsAreThoseOfOneWalk() {
    var random = kernelGenerator()
    let seed = random.seed
    for _ in 0..<200 {
      var numbers = RecordSet()
      for _ in 0..<Int.random(in: 0..<20, using: &random) {
        let start = Int.random(in: 0..<20_000, using: &random)
        let length = Int.random(in: 1...3, using: &random) == 1 ? 9000 : 70
        for number in start..<start + Int.random(in: 1...length, using: &random) {
          numbers.insert(RecordNumber(number))
        }
      }
      let expected = slowRuns(numbers)
      #expect(numbers.runs(limit: expected.count) == expected, "HIKIDASHI_SEED=\(seed)")
      guard !expected.isEmpty else { continue }
      #expect(numbers.runs(limit: expected.count - 1) == nil, "HIKIDASHI_SEED=\(seed)")
    }
  }
}
