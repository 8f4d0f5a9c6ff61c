import Testing

@testable import Bench

/// What peers in Python say.
struct PeerLineTests {
  @Test func aSearch() throws {
    let line = """
      {"peer": "duckdb", "note": "case alone", "row": "contains", "ms": [2.5, 1], "check": "3"}
      """
    #expect(
      try PeerLine(line, of: "duckdb")
        == .measured(
          PeerLine.Result(
            peer: "duckdb", note: "case alone", row: .contains, ms: [2.5, 1], check: "3")))
  }

  @Test func aSortNamesItsOrder() throws {
    let line = """
      {"peer": "p", "note": "", "row": "sort-int", "ms": [1], "order": "/a.u32", "check": ""}
      """
    guard case .measured(let result) = try PeerLine(line, of: "p") else {
      Issue.record("read as something else")
      return
    }
    #expect(result.row == .sortInt)
    #expect(result.order == "/a.u32")
  }

  @Test func memoryAfterLoading() throws {
    #expect(
      try PeerLine(#"{"peer": "polars", "version": "2.1.0", "bytes": 5}"#, of: "polars")
        == .loaded(peer: "polars", version: "2.1.0", bytes: 5))
  }

  @Test(arguments: [
    "", "Traceback", "{}", #"{"peer": "p", "note": "", "row": "dance", "ms": [1], "check": ""}"#,
    #"{"peer": "p", "note": "", "row": "load", "ms": [], "check": ""}"#,
  ])
  func whatIsNoResultIsNamed(line: String) {
    let failure = #expect(throws: RecordsFailure.self) { try PeerLine(line, of: "p") }
    #expect(failure?.description == "p said what is no result: \(line)")
  }

  @Test func theFastestWaysAreChosen() {
    func finding(_ side: String, _ note: String, _ time: Double) -> Finding {
      Finding(side: side, note: note, work: .contains, measured: Measured([time]), check: "")
    }
    let chosen = RecordsPeer.choose([
      (finding("a", "slow", 9), .same), (finding("a", "", 4), .same),
      (finding("a", "case alone", 2), .differs), (finding("b", "", 3), .same),
      (finding("b", "odd", 5), .otherTies),
    ])
    #expect(chosen.map(\.name) == ["a (case alone, another result)", "b", "a"])
    #expect(chosen.map(\.milliseconds) == [2, 3, 4])
  }
}
