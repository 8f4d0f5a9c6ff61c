import Foundation
import TestSupport
import Testing

/// The tables of features in the documentation: no row without tests, no test that is not there.
struct FeatureTableTests {
  private struct Row {
    let feature: String
    let cells: [String]
    let tests: [String]
  }

  /// A page with such a table, and how many readers it compares.
  struct Page: CustomStringConvertible {
    let name: String
    let readers: Int
    let leastRows: Int
    var description: String { name }

    static let all = [
      Page(name: "RFCViewerFeatures", readers: 8, leastRows: 30),
      Page(name: "TimelineFeatures", readers: 10, leastRows: 40),
    ]
  }

  private static func rows(of page: Page) throws -> [Row] {
    let file = Checkout.root.appendingPathComponent("Documentation.docc/\(page.name).md")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    return lines.filter { $0.hasPrefix("| ") && !$0.hasPrefix("| Feature |") }.map { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      let tests = (cells.last ?? "").split(separator: " ").map {
        String($0).trimmingCharacters(in: ["`"])
      }
      return Row(
        feature: cells.first ?? "", cells: Array(cells.dropFirst().dropLast()), tests: tests)
    }
  }

  /// The tests of a suite by `Suite/test`, as their sources have them.
  private static func testsThatAreThere() throws -> Set<String> {
    var found: Set<String> = []
    let rooms = [
      "RFCKitTests", "RFCViewerTests", "HikidashiToolTests", "WidgetsTests", "FeedsTests",
      "StorageTests", "TimelineKitTests", "TimelineTests",
    ]
    for room in rooms {
      let folder = Checkout.root.appendingPathComponent("Tests/\(room)").path
      for path in try FileManager.default.subpathsOfDirectory(atPath: folder)
      where path.hasSuffix(".swift") {
        let text = try String(contentsOfFile: folder + "/" + path, encoding: .utf8)
        var suite = ""
        for line in text.split(separator: "\n") {
          let words = line.split(separator: " ")
          if let name = word(behind: "func", in: words) {
            found.insert(suite + "/" + name)
          } else if line.first != " ", line.first != "/" {
            let kinds = ["struct", "class", "extension"]
            suite = kinds.lazy.compactMap { word(behind: $0, in: words) }.first ?? suite
          }
        }
      }
    }
    return found
  }

  private static func word(behind keyword: String, in words: [Substring]) -> String? {
    guard let place = words.firstIndex(where: { $0 == keyword }), place + 1 < words.count else {
      return nil
    }
    return String(words[place + 1].prefix { $0.isLetter || $0.isNumber || $0 == "_" })
  }

  @Test(arguments: Page.all) func everyRowNamesTestsThatAreThere(page: Page) throws {
    let rows = try Self.rows(of: page)
    let there = try Self.testsThatAreThere()
    #expect(rows.count > page.leastRows)
    #expect(Set(rows.map(\.feature)).count == rows.count, "a feature stands twice")
    for row in rows {
      #expect(!row.tests.isEmpty && row.tests != [""], "\(row.feature)")
      for test in row.tests {
        // The list of all tests is no help in a message.
        let isThere = there.contains(test)
        #expect(isThere, "\(row.feature): \(test)")
      }
    }
  }

  @Test(arguments: Page.all) func everyRowSaysWhatEachReaderHas(page: Page) throws {
    for row in try Self.rows(of: page) {
      #expect(row.cells.count == page.readers, "\(row.feature)")
      #expect(
        row.cells.allSatisfy { ["Y", "~", "–", "p", "?", "·"].contains($0) }, "\(row.feature)")
    }
  }
}
