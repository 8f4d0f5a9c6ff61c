import Foundation
import HikidashiBase
import TestSupport
import Testing

@testable import HikidashiLoading

/// However a body is cut into chunks, a parser makes the same of it.
@Suite struct ParserSplitTests {
  static let texts = [
    "", "\n", "\r\n", "a", "a\n", "a\r\n", "a\rb\n\r", "\n\na\n", "a\nbc\r\nd", "\u{FEFF}a\nb",
    "\u{FEFF}\n", "a\n\u{FEFF}b", "引き出し\n箪笥\r\n", "😀\r\r\n", "\r", "a\r\n\r\nb\r",
    "one line and then\nanother one, longer than all that were here before\r\nthe end",
  ]

  /// As anybody would split it who had it whole.
  private func slowLines(_ text: String) -> [String] {
    var bytes = Array(text.utf8)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
    let isMarkAlone = text == "\u{FEFF}"
    if lines.last == [], !isMarkAlone { lines.removeLast() }
    return lines.map { line in
      String(decoding: line.last == 0x0D ? line.dropLast() : line[...], as: UTF8.self)
    }
  }

  @Test(arguments: texts) func linesAreTheSame(_ text: String) {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    let expected = slowLines(text)
    for chunks in splits(Array(text.utf8), using: &random) {
      let lines = parse(LinesParser(), chunks)
      #expect(lines == .success(expected), "seed \(seed): \(chunks)")
    }
  }

  @Test func randomTextsAreSplitAsTheSlowWayDoes() {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    let parts = ["\n", "\r", "\r\n", "a", "bc", "é", "\n\n"]
    for _ in 0..<testSteps(2_000) {
      let count = Int.random(in: 0..<9, using: &random)
      let text = (0..<count).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
      // In unicode, as what is between two parts may be one character for Swift.
      for chunks in splits(Array(text.utf8), using: &random).prefix(64) {
        guard parse(LinesParser(), chunks) != .success(slowLines(text)) else { continue }
        Issue.record("seed \(seed): \(text.debugDescription) in \(chunks)")
        return
      }
    }
  }

  @Test func wrongBytesAreNamedByLineAndColumn() {
    var random = SeededGenerator(seed: testSeed())
    let cases: [([UInt8], Int, Int)] = [
      ([0x61, 0x0A, 0x62, 0xFF, 0x63, 0x0A], 2, 2),
      ([0xC3], 1, 1), ([0x61, 0xE3, 0x81, 0x0A], 1, 2),
      ([0xEF, 0xBB, 0xBF, 0x61, 0x80], 1, 2),
      ([0x0A, 0x0A, 0xC3, 0xA9, 0xED, 0xA0, 0x80], 3, 3),
    ]
    for (bytes, line, column) in cases {
      for chunks in splits(bytes, using: &random) {
        let failure = parse(LinesParser(), chunks)
        let expected = ParserError.malformed(
          reason: "this is not text in UTF-8", line: line, column: column)
        #expect(failure == .failure(expected), "\(chunks)")
      }
    }
  }

  @Test func aLineMayHaveSoManyBytesAndNoMore() {
    var random = SeededGenerator(seed: testSeed())
    for ending in ["", "\n", "\r\n"] {
      for chunks in splits(Array("1\n1234\(ending)".utf8), using: &random) {
        #expect(parse(LinesParser(lineLimit: 4), chunks) == .success(["1", "1234"]))
        let tooLong = parse(LinesParser(lineLimit: 3), chunks)
        #expect(tooLong == .failure(.tooLarge(what: "line 2", limit: 3)), "\(chunks)")
      }
    }
  }

  @Test func noMoreLinesAreTakenThanAreWanted() throws {
    var random = SeededGenerator(seed: testSeed())
    for chunks in splits(Array("a\nb\nc\n".utf8) + [0xFF], using: &random) {
      #expect(parse(LinesParser(most: 2), chunks) == .success(["a", "b"]))
      #expect(parse(LinesParser(most: 0), chunks) == .success([]))
      #expect(parse(LinesParser(most: -1), chunks) == .success([]))
    }
    var parser = LinesParser(most: 2)
    #expect(try parser.feed(Array("a\nb".utf8)) == .more)
    #expect(try parser.feed(Array("\nc".utf8)) == .enough)
  }

  @Test func dataIsTheSame() {
    var random = SeededGenerator(seed: testSeed())
    for bytes in [[], [0], Array(0...8), (0..<300).map { UInt8(truncatingIfNeeded: $0) }] {
      for chunks in splits(bytes, using: &random) {
        #expect(parse(DataParser(), chunks) == .success(bytes))
        let lie = ResponseHead(expectedLength: .max)
        #expect(parse(DataParser(), chunks, head: lie) == .success(bytes))
      }
    }
    #expect(parse(DataParser(), [], head: ResponseHead(status: 304)) == .failure(.notModified))
  }

  @Test func filesAreTheSame() throws {
    let folder = try ScratchFolder()
    var random = SeededGenerator(seed: testSeed())
    let path = folder.url.appendingPathComponent("file").path
    let bytes = (0..<40).map { UInt8($0) }
    for chunks in splits(bytes, using: &random).shuffled(using: &random).prefix(40) {
      let loaded = FileParser.Loaded(path: path, byteCount: 40, resumedAt: 0)
      #expect(parse(FileParser(to: path), chunks) == .success(loaded))
      #expect(FileManager.default.contents(atPath: path).map(Array.init) == bytes)
      #expect(folder.read("file.part") == nil)
    }
  }
}
