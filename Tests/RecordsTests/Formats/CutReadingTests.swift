import Foundation
import Testing

@testable import HikidashiRecords

/// Text that is cut at every awkward place is read as it is in one piece.
@Suite struct CutReadingTests {
  @Test(arguments: [RecordFormat.tsv, .csv, .jsonLines, .delimited(.csv(lineEnd: .crlf))])
  func smallWindowsAndRunsGiveTheSameTable(_ format: RecordFormat) throws {
    var samples = FormatSamples()
    let table = try samples.table(200)
    let text = try table.bytes(as: format)
    for _ in 0..<40 {
      let window = 64 + samples.below(3000)
      let rows = 1 << samples.below(8)
      let comment: Comment =
        "\(samples.seedText) window \(window), \(rows) rows"
      var back = RecordTable(table.schema)
      _ = try back.append(
        from: .parts(parts(of: text, &samples)), as: format, options: ReadingOptions(),
        windowSize: window, rowsPerBatch: rows)
      expectSame(table, back, comment)
    }
  }

  @Test func refusalsAreTheSameHoweverTheTextIsCut() throws {
    var samples = FormatSamples()
    let schema = try Schema(Field<Int>("a"), Field<String?>("b"))
    let options = ReadingOptions(refusals: .collect(limit: 50))
    for _ in 0..<60 {
      let lines = (0..<samples.below(60)).map { _ in brokenLine(&samples) }
      let text = Array(("a,b\n" + lines.joined(separator: "\n")).utf8)
      var whole = RecordTable(schema)
      let expected = try whole.append(from: .bytes(text), as: .csv, options: options)
      for _ in 0..<8 {
        let window = 64 + samples.below(600)
        let comment: Comment =
          "\(samples.seedText) window \(window): \(lines)"
        var cut = RecordTable(schema)
        let report = try cut.append(
          from: .parts(parts(of: text, &samples)), as: .csv, options: options,
          windowSize: window, rowsPerBatch: 1 << samples.below(6))
        expectSame(whole, cut, comment)
        #expect(report.refused == expected.refused, comment)
        #expect(report.refusedCount == expected.refusedCount, comment)
        #expect(report.appended == expected.appended, comment)
      }
    }
  }

  private func brokenLine(_ samples: inout FormatSamples) -> String {
    let lines = [
      "1,a", "2,\"b\nb\"", "x,c", "3", "4,a,b", "", "\"5\",\"\"\"\"", "6,a\"b", "7,", "é,é",
      "8,\"\"",
      "9,\"a\"b", "10,\"\n\n\"", "\r", "11,x\r",
    ]
    return lines[samples.below(lines.count)]
  }

  /// The text in random parts, some of them empty.
  private func parts(
    of text: [UInt8], _ samples: inout FormatSamples
  ) -> @Sendable () throws -> [UInt8]? {
    var parts: [[UInt8]] = []
    var rest = text[...]
    while !rest.isEmpty {
      let count = samples.below(2) == 0 ? samples.below(8) : samples.below(500)
      parts.append(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    let queue = PartQueue(parts)
    return { queue.next() }
  }
}

/// Parts that are given out one after the other.
// @unchecked: a source is read by one thread at a time.
final class PartQueue: @unchecked Sendable {
  private var parts: ArraySlice<[UInt8]>

  init(_ parts: [[UInt8]]) { self.parts = parts[...] }

  func next() -> [UInt8]? { parts.popFirst() }
}
