import Foundation
import TestSupport
import Testing

@testable import RFCKit

/// The indexes that stood in a folder before, and which was seen last.
struct IndexArchiveTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private var archive: RFCIndexArchive { RFCIndexArchive(in: scratch.url.path) }

  /// An index of a date, with as many entries.
  private func index(_ date: String, _ count: Int = 1) -> [UInt8] {
    let parts = date.split(separator: "-")
    let entries = (1...count).map { "\($0) Title \($0). A. Author. April 1969. (Status: UNKNOWN)" }
    let text = """
      RFC INDEX
      (CREATED ON: \(parts[1])/\(parts[2])/\(parts[0]).)

                    RFC INDEX
                    ---------

      \(entries.joined(separator: "\n\n"))

      """
    return Array(text.utf8)
  }

  @Test func nothingIsMadeBeforeSomethingIsKept() throws {
    #expect(archive.dates.isEmpty)
    #expect(archive.seen == nil)
    #expect(archive.index(of: RFCDate(year: 2026, month: 1, day: 1)) == nil)
    #expect(!FileManager.default.fileExists(atPath: scratch.url.path + "/.indexes"))
  }

  @Test func whatIsReplacedIsFoundByItsDate() throws {
    archive.keep(index("2026-05-20", 3))
    archive.keep(index("2026-08-21", 4))
    archive.keep(Array("nothing".utf8))
    #expect(archive.dates.map(\.description) == ["2026-08-21", "2026-05-20"])
    let old = try #require(archive.index(of: RFCDate(year: 2026, month: 5, day: 20)))
    #expect(old.entries.count == 3)
    #expect(try RFCIndex(parsing: index("2026-08-21", 4)).changes(since: old).published == [4])
    archive.markSeen(RFCDate(year: 2026, month: 5, day: 20))
    #expect(archive.seen?.description == "2026-05-20")
    archive.markSeen(RFCDate(year: 2026, month: 8, day: 21))
    #expect(archive.seen?.description == "2026-08-21")
  }

  @Test func oldOnesGoButNotTheOneThatWasSeen() throws {
    archive.markSeen(RFCDate(year: 2026, month: 3, day: 2))
    for day in 1...9 { archive.keep(index("2026-03-0\(day)")) }
    #expect(
      archive.dates.map(\.description)
        == ["2026-03-09", "2026-03-08", "2026-03-07", "2026-03-06", "2026-03-02"])
  }

  /// Whatever comes, there are at most 17, among them the newest and the one that was seen.
  @Test func theArchiveStaysSmall() throws {
    var random = seededGenerator()
    for _ in 0..<200 {
      let dates = (0..<Int.random(in: 0...80, using: &random)).map { _ in
        RFCDate(
          year: 2024 + Int.random(in: 0...2, using: &random),
          month: Int.random(in: 1...12, using: &random), day: Int.random(in: 1...28, using: &random)
        )
      }
      let sorted = Array(Set(dates)).sorted(by: >)
      let seen = sorted.randomElement(using: &random)
      let kept = RFCIndexArchive.kept(of: sorted, seen: seen)
      #expect(kept.count <= 17)
      #expect(kept.isSuperset(of: sorted.prefix(4)))
      #expect(seen.map { kept.contains($0) } ?? true)
      for (place, date) in sorted.enumerated() where place >= 4 && date != seen {
        let isNewestOfMonth = !sorted[..<place].contains {
          $0.year == date.year && $0.month == date.month
        }
        if kept.contains(date) { #expect(isNewestOfMonth) }
      }
    }
  }
}
