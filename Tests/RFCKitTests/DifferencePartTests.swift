import Foundation
import RFCKit
import Synchronization
import TestSupport
import Testing

/// Parts of a difference, and work that stops when it is told to.
@Suite struct DifferencePartTests {
  private static func document(_ word: String) -> RFCDocument {
    let sections = (1...20).map { "\($0).  Part \($0)\n\n   Some \(word) stand in part \($0).\n\n" }
    return RFCDocument(Array(sections.joined().utf8))
  }

  @Test func aComparisonTellsHowFarItIsAndStops() throws {
    let (old, new) = (Self.document("words"), Self.document("letters"))
    var told: [Double] = []
    let whole = RFCDifference(from: old, to: new) { done in
      told.append(done)
      return true
    }
    #expect(try #require(whole).pairs == RFCDifference(from: old, to: new).pairs)
    #expect(told == told.sorted())
    #expect(told.count > 20)
    #expect(told.allSatisfy { 0...1 ~= $0 })
    for most in 0..<told.count {
      var count = 0
      let stopped = RFCDifference(from: old, to: new) { _ in
        count += 1
        return count <= most
      }
      #expect(stopped == nil)
      #expect(count == most + 1, "it is not asked again")
    }
  }

  private static func change(_ old: [String], _ new: [String]) throws -> RFCDifference.Change {
    try #require(anyChange(old, new))
  }

  /// Nil where both are the same.
  private static func anyChange(_ old: [String], _ new: [String]) -> RFCDifference.Change? {
    let documents = [old, new].map { paragraphs in
      RFCDocument(Array(("1.  One\n\n   " + paragraphs.joined(separator: "\n\n   ")).utf8))
    }
    let difference = RFCDifference(from: documents[0], to: documents[1])
    return difference.pairs.first?.changes.first
  }

  @Test func aChangeIsDividedByWhatItsParagraphsHaveBecome() throws {
    let red = "One red fish swims here."
    let blue = "Two blue fish swim there."
    let change = try Self.change(
      [red, blue], ["One green fish swims here.", "Two grey fish swim there."])
    #expect(change.divided.map { $0.old.map(\.text) } == [[red], [blue]])
    #expect(
      change.divided.map { $0.words.filter { $0.fate != .kept }.map(\.text) } == [
        ["red", "green"], ["blue", "grey"],
      ])
    // What has come stands between what has been changed.
    let more = try Self.change(
      [red, blue],
      ["One green fish swims here.", "Nothing of the kind.", "Two grey fish swim there."])
    #expect(more.divided.map { $0.old.count } == [1, 0, 1])
    #expect(more.divided.map { $0.new.count } == [1, 1, 1])
    // What has nothing in common is gone and come.
    let other = try Self.change(["A b c d."], ["E f g h.", "I j k l m."])
    #expect(other.divided.map { $0.old.count } == [1, 0])
    // A paragraph that was divided stays whole.
    let long = (1...40).map { "word\($0)" }.joined(separator: " ")
    let half = long.replacing(" word20 ", with: "\n\n   word20 ")
    let divided = try Self.change([long], [half + " more"])
    #expect(divided.divided == [divided])
  }

  @Test func theMarkOfAnItemIsNoDifference() throws {
    func document(_ mark: String) -> RFCDocument {
      RFCDocument(
        Array("1.  One\n\n   \(mark)  An item of a list.\n\n   \(mark)  Another item.\n".utf8))
    }
    for mark in ["*", "-", "+", "•"] {
      let difference = RFCDifference(from: document("o"), to: document(mark))
      #expect(difference.pairs.allSatisfy { $0.changes.isEmpty })
    }
    #expect(
      RFCDifference(from: document("o"), to: document("1.")).pairs.contains {
        !$0.changes.isEmpty
      })
  }

  /// Whatever the paragraphs are, each of them is in one part, in its order, and no others are.
  @Test func nothingIsLostWhereAChangeIsDivided() {
    var random = seededGenerator()
    for _ in 0..<200 {
      func paragraphs() -> [String] {
        (0..<Int.random(in: 1...5, using: &random)).map { _ in
          (0..<Int.random(in: 1...6, using: &random)).map { _ in
            ["fish", "dog", "cow", "bird"].randomElement(using: &random) ?? ""
          }.joined(separator: " ")
        }
      }
      guard let change = Self.anyChange(paragraphs(), paragraphs()) else { continue }
      let parts = change.divided
      let (old, new) = (parts.flatMap(\.old), parts.flatMap(\.new))
      // One that has become itself is no part.
      let same = change.old.count - old.count
      #expect(change.new.count - new.count == same && same >= 0)
      #expect(change.old.filter { old.contains($0) } == old)
      #expect(change.new.filter { new.contains($0) } == new)
    }
  }

  @Test func lookingForCitationsStopsAndGoesOnWhereItWas() throws {
    let folder = try ScratchFolder()
    for number in 1...30 {
      try folder.write("   As RFC 99 says.\n", to: "rfc\(number).txt")
    }
    let library = try RFCLibrary.mirror(directory: folder.url.path)
    let calls = Mutex(0)
    let stopped = try library.citations { _ in
      calls.withLock {
        $0 += 1
        return $0 < 5
      }
    }
    #expect(stopped == nil)
    let first = calls.withLock { $0 }
    #expect(first < 30)
    let told = Mutex<[Double]>([])
    let found = try library.citations { done in
      told.withLock { $0.append(done) }
      return true
    }
    #expect(found?.citing(99).count == 30)
    #expect(told.withLock { $0.count } == 30 - first, "what was read is not read again")
    #expect(told.withLock { $0.max() } == 1)
  }
}
