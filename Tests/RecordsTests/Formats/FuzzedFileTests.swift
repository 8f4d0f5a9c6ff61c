import Foundation
import Testing

@testable import HikidashiRecords

/// Files that were valid before something was done to them: reading never traps, and what it accepts
/// comes back.
@Suite struct FuzzedFileTests {
  @Test(arguments: [RecordFormat.tsv, .csv, .jsonLines])
  func whatIsAcceptedComesBack(_ format: RecordFormat) throws {
    var samples = FormatSamples()
    let schema = try FormatSamples.schema()
    let options = ReadingOptions(refusals: .collect(limit: 3), unknownFields: .ignore)
    var accepted = 0
    var refused = 0
    var valid: [[UInt8]] = []
    for _ in 0..<40 { valid.append(try samples.table(samples.below(5)).bytes(as: format)) }
    for round in 0..<5_000 {
      let text = mutated(valid[samples.below(valid.count)], &samples)
      let comment: Comment =
        "\(samples.seedText) round \(round): \(String(decoding: text, as: UTF8.self))"
      var table = RecordTable(schema)
      guard let report = try? table.append(from: .bytes(text), as: format, options: options) else {
        continue
      }
      #expect(report.appended == table.count, comment)
      accepted += report.appended
      refused += report.refusedCount
      guard table.count > 0 else { continue }
      let back = try RecordTable(schema, from: .bytes(try table.bytes(as: format)), as: format)
      expectSame(table, back, comment)
    }
    #expect(accepted > 500 && refused > 500, "\(accepted) accepted, \(refused) refused")
  }

  private static let splices = [
    "\"", "\"\"", "\\", "\\N", "\n", "\r\n", "\t", ",", "\0", "{", "}", ":", "é", "0", "-", "e9",
    "@",
    "=", "null", "\u{FEFF}",
  ]

  private func mutated(_ text: [UInt8], _ samples: inout FormatSamples) -> [UInt8] {
    var text = text
    for _ in 0...samples.below(3) where !text.isEmpty {
      let place = samples.below(text.count)
      switch samples.below(7) {
      case 0: text[place] = UInt8(samples.below(256))
      case 1: text.remove(at: place)
      case 2: text.insert(contentsOf: text[place...].prefix(samples.below(30)), at: place)
      case 3: text.removeSubrange(place..<min(text.count, place + samples.below(20)))
      case 4: text = Array(text[..<place])
      case 5: text.swapAt(place, samples.below(text.count))
      default:
        text.insert(
          contentsOf: Self.splices[samples.below(Self.splices.count)].utf8, at: place)
      }
    }
    return text
  }
}
