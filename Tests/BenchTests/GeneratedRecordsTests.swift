import Foundation
import Testing

@testable import Bench

/// The file that all sides of the records are measured on.
struct GeneratedRecordsTests {
  /// The text of a generated file.
  private func text(_ records: GeneratedRecords) throws -> String {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let file = folder.url.appendingPathComponent("records.tsv")
    try records.write(to: file)
    return try String(contentsOf: file, encoding: .utf8)
  }

  @Test func sameSeedSameBytes() throws {
    let text = try text(GeneratedRecords(count: 1_000, seed: 1))
    var checksum = CRC32()
    #expect(checksum.of(text.utf8) == 0xC4EC_DA0B)
    #expect(try text != self.text(GeneratedRecords(count: 1_000, seed: 2)))
  }

  @Test func recordsAreAsDescribed() throws {
    let records = GeneratedRecords(count: 3_000)
    let lines = try text(records).split(separator: "\n")
    #expect(lines.first == "id\trate\tactive\tname")
    let cells = lines.dropFirst().map { $0.split(separator: "\t").map(String.init) }
    #expect(cells.allSatisfy { $0.count == 4 })
    #expect(cells.compactMap { Int($0[0]) }.sorted() == Array(1...3_000))
    for row in cells {
      let rate = try #require(Double(row[1]))
      #expect((0...10).contains(rate))
      // As printed by Swift, so that every side can write the file as it was.
      #expect("\(rate)" == row[1])
      #expect(["true", "false"].contains(row[2]))
    }
    #expect(cells.enumerated().allSatisfy { $1[3] == records.name(at: $0) })
  }

  @Test func namesAreOfThreeKindsAndRepeat() {
    let records = GeneratedRecords(count: 3_000)
    let names = (0..<3_000).map(records.name(at:))
    let ascii = names.count { $0.utf8.allSatisfy { $0 < 0x80 } }
    let wide = names.count { $0.unicodeScalars.allSatisfy { $0 >= "！" && $0 <= "～" || $0 == "　" } }
    #expect((900...1_100).contains(ascii))
    #expect((900...1_100).contains(wide))
    #expect(names.contains { $0.contains("ー") })
    #expect(names.contains { $0.unicodeScalars.contains { $0 >= "ｦ" && $0 <= "ﾟ" } })
    #expect((2_100..<2_700).contains(Set(names).count))
  }

  @Test func checksumIsThatOfZip() {
    var checksum = CRC32()
    #expect(checksum.of("123456789".utf8) == 0xCBF4_3926)
  }
}
