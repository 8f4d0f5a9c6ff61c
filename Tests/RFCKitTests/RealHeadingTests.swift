import Foundation
import TestSupport
import Testing

@testable import RFCKit

/// Headings of all documents at hand, beside their own tables of contents and beside lists made by hand.
@Suite(.needsSharedData, .needs("xz", "tar")) struct RealHeadingTests {
  private struct Heading: Hashable {
    let number: String
    let title: String

    init(_ number: String, _ title: String) {
      self.number = SectionName.number(number)
      // A number without a title is its own.
      self.title = SectionName.folded(title == number ? "" : title)
    }
  }

  private func headings(_ file: URL) throws -> (text: String, found: [Heading]) {
    let document = RFCDocument(Array(try Data(contentsOf: file)))
    return (
      document.text, document.layout().headings.map { Heading($0.number ?? "", $0.title) }
    )
  }

  /// The numbers in a table of contents, read in another way than the scanner does: by a pattern.
  private func contents(_ text: String) -> [String] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map {
      $0.filter { $0 != "\r" }
    }
    guard
      let title = lines.firstIndex(where: {
        ["table of contents", "contents"].contains(SectionName.folded($0))
      })
    else { return [] }
    let pattern =
      /^\s*(?:Appendix\s+)?((?:\d{1,2}|[A-Z](?=\.))(?:\.\d{1,3})*)\.?\s+(\S.*?)(?:(?:[ .]{2,}|\.)(\d{1,4}))?\s*$/
    var entries: [(number: String, hasPage: Bool)] = []
    var strange = 0
    for line in lines[(title + 1)...] {
      if line.allSatisfy(\.isWhitespace) || line.contains("\u{C}") || line.contains("[Page")
        || line.hasPrefix("RFC ")
      {
        continue
      }
      if let match = line.firstMatch(of: pattern) {
        let number = String(match.1)
        if entries.contains(where: { $0.number == number }) { break }
        entries.append((number, match.3 != nil))
        strange = 0
      } else {
        strange += 1
        if strange > 6 { break }
      }
    }
    let pages = entries.filter(\.hasPage)
    let chosen = pages.count * 10 >= entries.count * 6 ? pages : entries
    return chosen.count < 3 ? [] : chosen.map(\.number)
  }

  @Test func areThoseOfTheContents() throws {
    let data = try RealData()
    var (found, wanted, documents) = (0, 0, 0)
    for file in try data.unpackArchive("rfc/rfc-documents.tar.xz") {
      // Unoptimized code takes its time.
      let size = try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
      guard size < 120_000 else { continue }
      let (text, headings) = try headings(file)
      let numbers = Set(headings.map(\.number))
      let listed = contents(text)
      if !listed.isEmpty { documents += 1 }
      wanted += listed.count
      found += listed.count { numbers.contains($0) }
    }
    print("headings of \(documents) tables of contents: \(found) of \(wanted)")
    #expect(documents > 400 && wanted > 8_000)
    #expect(found * 1_000 >= wanted * 990, "\(found) of \(wanted)")
  }

  /// RFC 468, 559, 663, 708, 819, 910, 975, 1027, 1144, 1196, 1950, 2782, 3042, 5161, 6305, 8905, 9412,
  /// 9659, 9945 and 10036 were read by hand.
  @Test func areThoseThatAPersonFinds() throws {
    let data = try RealData()
    let path = "Tests/RFCKitTests/Questions/headings.tsv"
    let list = try String(contentsOf: Checkout.root.appendingPathComponent(path), encoding: .utf8)
    let rows = list.split(separator: "\n").dropFirst().map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    let files = try data.unpackArchive("rfc/rfc-documents.tar.xz")
    var (hits, numbered) = (0, 0)
    for (number, rows) in Dictionary(grouping: rows, by: { $0[0] }) {
      let file = try #require(files.first { $0.lastPathComponent == "rfc\(number).txt" })
      let found = Set(try headings(file).found.map { $0.number + " " + $0.title })
      let wanted = rows.map { Heading($0[1], $0[2]) }
      let names = Set(wanted.map { $0.number + " " + $0.title })
      #expect(found.isSubset(of: names), "RFC \(number): \(found.subtracting(names))")
      let own = wanted.filter { !$0.number.isEmpty }
      numbered += own.count
      hits += own.count { found.contains($0.number + " " + $0.title) }
    }
    print("headings found by hand: \(hits) of \(numbered)")
    // The oldest have Roman numbers, and letters without a full stop.
    #expect(hits * 100 >= numbered * 90, "\(hits) of \(numbered)")
  }
}
