import Foundation
import TestSupport
import Testing

@testable import HikidashiRecords

/// Quotes in wrong places cost the record that they stand in alone, and nothing where they are kept as text.
@Suite struct StrayQuoteTests {
  private func read(
    _ text: String, keeping: Bool = false, as format: DelimitedFormat = .csv,
    names: [String] = ["item", "count"], windowSize: Int = 1 << 20, rows: Int = 64,
    longest: Int = 256 << 20
  ) throws -> (rows: [[String]], report: ReadingReport) {
    let fields = names.map { Field<String>($0) }
    var table = RecordTable(try Schema(fields: fields.map(\.definition)))
    var options = ReadingOptions(refusals: .collect(limit: 100), longestRecord: longest)
    options.strayQuotes = keeping ? .keep : .refuse
    let report = try table.append(
      from: .bytes(Array(text.utf8)), as: .delimited(format), options: options,
      windowSize: windowSize, rowsPerBatch: rows)
    return (table.map { record in fields.map { record[$0] } }, report)
  }

  @Test func anInchMarkCostsItsOwnLineAlone() throws {
    let lines = [
      #"pipe 5" long,2"#, "bolt,3", "nut,4", "washer,5", "rod,6", #"pipe 7" long,7"#, "tube,8",
      "cap,9",
    ]
    let text = (["item,count"] + lines).joined(separator: "\n") + "\n"
    let strict = try read(text)
    #expect(strict.rows.map { $0[0] } == ["bolt", "nut", "washer", "rod", "tube", "cap"])
    #expect(strict.report.refusedCount == 2)
    #expect(strict.report.refused.map(\.line) == [2, 7])
    #expect(strict.report.refused.map(\.text) == [lines[0], lines[5]])
    let kept = try read(text, keeping: true)
    #expect(kept.rows.count == 8)
    #expect(kept.rows[0] == [#"pipe 5" long"#, "2"])
    #expect(kept.report.refusedCount == 0)
  }

  @Test func aMarkFarAwayTakesNothingBetween() throws {
    for (first, last) in [(10, 1_990), (10, 5_000), (1, 2)] {
      let lines = (1...2_000).map { $0 == first || $0 == last ? #"5" pipe,\#($0)"# : "nut,\($0)" }
      let text = "item,count\n" + lines.joined(separator: "\r\n")
      let marked = last <= 2_000 ? 2 : 1
      for size in [64, 1_000, 1 << 20] {
        let strict = try read(text, windowSize: size)
        #expect(strict.report.appended == 2_000 - marked)
        #expect(strict.report.refusedCount == marked)
        #expect(strict.report.refused.first?.line == first + 1)
        #expect(try read(text, keeping: true, windowSize: size).rows.count == 2_000)
      }
    }
  }

  @Test(arguments: [
    (#"5" x 3" pipe,2"#, [#"5" x 3" pipe"#, "2"]),
    (#""5" pipe",2"#, [#"5" pipe"#, "2"]),
    (#""a"b,2"#, [#""a"b"#, "2"]),
    (#""5 inch,2"#, [#""5 inch"#, "2"]),
    (#"a,"b"#, ["a", #""b"#]),
    (#""a,"b, c""#, [#""a"#, "b, c"]),
    (#"a, "b""#, ["a", #" "b""#]),
    (#"x"",2"#, [#"x"""#, "2"]),
    (#""a""b"",2"#, [#""a""b"""#, "2"]),
    (#"a,b"c"d"#, ["a", #"b"c"d"#]),
  ])
  func quotesInOddPlacesAreText(line: String, values: [String]) throws {
    for end in ["", "\n", "\r\n"] {
      for text in ["item,count\n" + line + end, "item,count\n\(line)\nnut,\"4\"\nrod,\"5\"" + end] {
        let kept = try read(text, keeping: true)
        #expect(kept.rows.first == values, "\(text)")
        #expect(kept.report.refusedCount == 0)
        let strict = try read(text)
        #expect(strict.report.refused.map(\.line) == [2], "\(text)")
        #expect(strict.rows.count == kept.rows.count - 1)
      }
    }
  }

  @Test func aHeaderWithAMarkNamesItsColumn() throws {
    let text = "size \",count\n5,2\n6,3\n"
    let kept = try read(text, keeping: true, names: ["size \"", "count"])
    #expect(kept.rows == [["5", "2"], ["6", "3"]])
  }

  /// Behind a quote that is never closed there may be more text than memory.
  @Test func aQuoteThatIsNeverClosedCostsItsLine() throws {
    let text = "item,count\n\"nut,1\n" + (0..<500).map { "rod,\($0)\n" }.joined()
    let found = try read(text, windowSize: 100, longest: 1_000)
    #expect(found.report.appended == 500)
    #expect(found.report.refused.map(\.line) == [2])
    #expect(found.report.refused.first.map { "\($0.error)" }?.contains("never closed") ?? false)
  }

  // MARK: - Against a model

  /// A record as the rules read it, by copies of the text.
  private struct Read: Equatable {
    var line: Int
    var values: [String]
    var isStray: Bool
    var isBlank = false
  }

  /// Reads as the rules say: a quote opens in front of a value; it closes behind the value, at the first quote that
  /// is not doubled and has a separator or a line end behind it, with others before it on the same line alone, of which
  /// none opens another value.
  private func model(_ text: String) -> [Read] {
    var records: [Read] = []
    var rest = Substring(text)
    var line = 1
    while !rest.isEmpty {
      var record = Read(line: line, values: [], isStray: false)
      var isDone = false
      let start = rest.startIndex
      while !isDone {
        let (value, isStray, length) = modelValue(rest)
        record.values.append(value)
        record.isStray = record.isStray || isStray
        line += rest.prefix(length).count { $0 == "\n" }
        rest = rest.dropFirst(length)
        isDone = rest.first != ","
        if !isDone { rest = rest.dropFirst() }
      }
      record.isBlank = rest.startIndex == start
      if rest.first == "\n" {
        rest = rest.dropFirst()
        line += 1
      }
      records.append(record)
    }
    return records
  }

  private func modelValue(_ text: Substring) -> (String, isStray: Bool, length: Int) {
    let characters = Array(text)
    var plain = ""
    for character in characters {
      if character == "," || character == "\n" { break }
      plain.append(character)
    }
    let literal = (plain, plain.contains("\""), plain.count)
    guard characters.first == "\"" else { return literal }
    var value = ""
    var isStray = false
    var hasLine = false
    var place = 1
    while place < characters.count {
      let character = characters[place]
      let next = place + 1 < characters.count ? characters[place + 1] : nil
      if character == "\n" {
        hasLine = true
        // A quote stood within the line.
        if isStray { return literal }
      }
      if character == "\"" {
        if next == "\"" {
          value.append("\"")
          place += 2
          continue
        }
        if next == nil || next == "," || next == "\n" { return (value, isStray, place + 1) }
        if hasLine || characters[place - 1] == "," { return literal }
        isStray = true
      }
      value.append(character)
      place += 1
    }
    return literal
  }

  @Test func recordsAreThoseOfTheModel() throws {
    var samples = FormatSamples()
    for _ in 0..<600 {
      let letters: [Character] =
        samples.below(2) == 0 ? ["\"", "\n", ",", "a"] : ["\"", ",", "a", "\n", "a", ",", "b"]
      let text = String((0..<samples.below(400)).map { _ in letters[samples.below(letters.count)] })
      let expected = model(text)
      let fits = expected.filter { $0.values.count == 2 }
      let whole = "item,count\n" + text
      let (size, rows) = (64 + samples.below(200), 1 + samples.below(9))
      let kept = try read(whole, keeping: true, windowSize: size, rows: rows)
      #expect(kept.rows == fits.map(\.values), "\(samples.seedText) \(text)")
      // Empty lines are no records.
      let refused = expected.filter { $0.values.count != 2 && !$0.isBlank }
      #expect(
        kept.report.refused.map(\.line) == refused.map { $0.line + 1 }.prefix(100).map { $0 },
        "\(samples.seedText) \(text)")
      #expect(kept.report.refusedCount == refused.count, "\(samples.seedText)")
      let strict = try read(whole, windowSize: size, rows: rows)
      #expect(
        strict.rows == fits.filter { !$0.isStray }.map(\.values), "\(samples.seedText) \(text)")
    }
  }
}
