import Foundation
import TestSupport
import Testing

/// The table of transitions in the documentation is the one that the machine is tested with, and its
/// examples are tests.
@Suite struct PublishedTableTests {
  /// The rows of every kind of load, one for each place and event.
  private var table: String {
    let tables = [(true, false), (true, true), (false, false), (false, true)].map {
      TransitionTable(waitsForNetwork: $0.0, hasCache: $0.1)
    }
    let rows = tables.flatMap(\.rows)
    var lines = ["| state | what happens | then |", "|---|---|---|"]
    for place in MachinePlace.allCases {
      var name = place.name
      for event in MachineEvent.allCases {
        var nexts: [String] = []
        for row in rows where row.place == place && row.event == event {
          if !nexts.contains(row.next.name) { nexts.append(row.next.name) }
        }
        guard !nexts.isEmpty else { continue }
        lines.append("| \(name) | \(event.rawValue) | \(nexts.joined(separator: ", or ")) |")
        name = ""
      }
    }
    return lines.map { $0.replacingOccurrences(of: "|  |", with: "| |") }.joined(separator: "\n")
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Checkout.root.appendingPathComponent(path), encoding: .utf8)
  }

  @Test(arguments: ["FetchingTests", "ShowingTests"])
  func thePageHasTheExample(name: String) throws {
    let test = try text("Tests/LoadingTests/\(name).swift")
    #expect(try text("Documentation.docc/Loading.md").contains("```swift\n\(test)```"))
  }

  @Test func thePageHasTheTable() throws {
    let page = try text("Documentation.docc/Loading.md")
    #expect(page.contains(table + "\n\n"), "the page should have this table:\n\(table)")
  }
}
