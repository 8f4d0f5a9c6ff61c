import HikidashiBase
import Testing

@testable import RFCKit

@Suite struct ByteSearchTests {
  @Test func findsWhatALoopFinds() throws {
    var random = seededGenerator()
    let seed = random.seed
    for _ in 0..<3_000 {
      func bytes(_ count: ClosedRange<Int>) -> [UInt8] {
        (0..<Int.random(in: count, using: &random)).map { _ in .random(in: 97...98, using: &random)
        }
      }
      let text = bytes(0...30)
      let word = bytes(1...4)
      let from = Int.random(in: 0...32, using: &random)
      let frequency = Bool.random(using: &random) ? [Int](repeating: 1, count: 98) + [0] : []
      let search = try #require(ByteSearch(word, frequency: frequency))
      let found = text.withUnsafeBufferPointer { search.first(in: $0, from: from) }
      let wanted = text.indices.first { $0 >= from && text[$0...].starts(with: word) }
      #expect(found == wanted, "seed \(seed): \(word) in \(text) from \(from)")
    }
  }

  @Test func looksForNoEmptyWord() {
    #expect(ByteSearch([]) == nil)
  }
}
