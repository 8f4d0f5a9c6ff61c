import Foundation
import HikidashiBase
import HikidashiFeeds
import HikidashiLoading
import TestSupport
import Testing

/// However the bytes come, the same is read.
struct FeedChunkTests {
  @Test(arguments: FeedSamples.all) func everySplitIsEqual(_ sample: String) {
    let bytes = Array(sample.utf8)
    let whole = outcome([bytes])
    #expect(outcome(bytes.map { [$0] }) == whole)
    for split in 0...bytes.count {
      let parts = outcome([Array(bytes[..<split]), Array(bytes[split...])])
      guard parts != whole else { continue }
      Issue.record("split at \(split)")
      return
    }
  }

  /// The blocks that libxml2 is given, below the surface: what is well formed must not depend on them.
  @Test(arguments: FeedSamples.all) func everySizeOfABlockIsEqual(_ sample: String) throws {
    let mark = sample.hasPrefix("{") ? nil : sample.range(of: "\n")
    var text = sample
    // Long enough that the first block, which has a size of its own, ends before the feed begins.
    let padding = "<!-- \(String(repeating: "– ", count: 600)) -->\n"
    if let mark, sample.hasPrefix("<?xml") {
      text.insert(contentsOf: padding, at: mark.upperBound)
    } else if mark != nil {
      text = padding + text
    }
    let bytes = Array(text.utf8)
    let whole = outcome([bytes])
    if case .failure(let error) = whole { Issue.record(error) }
    for size in Array(1...40) + [64, 100, 299, 300, 301, 1000] {
      #expect(outcome([bytes], parser: FeedParser(blockSize: size)) == whole, "blocks of \(size)")
    }
  }

  @Test func brokenFeedsAreEqualInAnyChunks() {
    let seed = testSeed()
    print("seed \(seed)")
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<400 {
      var bytes = Array((FeedSamples.all.randomElement(using: &generator) ?? "").utf8)
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes[place] = .random(in: 0...255, using: &generator)
        case 1: bytes.remove(at: place)
        default:
          bytes.insert(Array("<>&\"';/!?-]{".utf8).randomElement(using: &generator) ?? 0, at: place)
        }
      }
      var chunks: [[UInt8]] = []
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Int.random(in: 1...300, using: &generator)
        chunks.append(Array(rest.prefix(count)))
        rest = rest.dropFirst(count)
      }
      #expect(outcome(chunks) == outcome([bytes]), "seed \(seed)")
    }
  }

  /// In a process of its own, whose memory nobody else takes. One parser that is left behind has
  /// libxml2's and iconv's with it, which are kilobytes.
  @Test func aParserThatIsDroppedInBetweenLeavesNothing() async {
    await #expect(processExitsWith: .success) {
      func dropAll() throws -> Int {
        var count = 0
        for sample in FeedSamples.all {
          let bytes = Array(sample.utf8)
          for place in stride(from: 0, to: bytes.count, by: 97) {
            var parser = FeedParser(blockSize: 16)
            _ = try parser.begin(ResponseHead())
            for byte in bytes[..<place] { _ = try parser.feed([byte]) }
            count += 1
          }
        }
        return count
      }
      // What is there once, such as tables and what the allocator keeps at hand.
      _ = try dropAll()
      let before = try PeakMemory.reset()
      var count = 0
      for _ in 0..<40 { count += try dropAll() }
      let left = try PeakMemory.read() - before
      #expect(count > 200)
      #expect(left < count * 1_000, "\(count) parsers left \(left) bytes")
    }
  }

  @Test func attemptsOfOneParserAreTheirOwn() throws {
    let parser = FeedParser()
    var (first, second) = (parser, parser)
    _ = try first.begin(ResponseHead())
    _ = try second.begin(ResponseHead())
    _ = try first.feed(Array(FeedSamples.rss.utf8))
    _ = try second.feed(Array(FeedSamples.rdf.utf8))
    #expect(try first.finish().format == .rss)
    #expect(try second.finish().format == .rdf)
    #expect(parser.sharingKey == FeedParser().sharingKey)
    #expect(parser.sharingKey != FeedParser(textLimit: 1).sharingKey)
  }
}
