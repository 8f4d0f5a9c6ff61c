import Testing

@testable import Bench

/// The bench's command line.
struct BenchOptionsTests {
  private let known = ["outlines", "index", "start"]

  @Test func withoutGroupsEverythingIsMeasured() throws {
    let options = try BenchOptions([], known: known)
    #expect(options.groups == known)
    #expect(options.form == .table)
    #expect(options.action == .measure)
  }

  @Test func groupsAreRunOnceAndInOrder() throws {
    let options = try BenchOptions(["start", "--json", "outlines", "start"], known: known)
    #expect(options.groups == ["outlines", "start"])
    #expect(options.form == .json)
  }

  @Test(arguments: [("--list", BenchOptions.Action.list), ("--help", .help), ("-h", .help)])
  func actions(flag: String, action: BenchOptions.Action) throws {
    #expect(try BenchOptions([flag], known: known).action == action)
  }

  @Test func anotherBuildIsNamed() throws {
    let options = try BenchOptions(["start", "--beside", "/b", "--pairs", "3"], known: known)
    #expect(options.groups == ["start"] && options.other == "/b" && options.pairs == 3)
    for wrong in [["--beside"], ["--pairs"], ["--pairs", "1"], ["--pairs", "many"]] {
      #expect(throws: BenchOptions.Refusal.self) { try BenchOptions(wrong, known: known) }
    }
  }

  @Test func anUnknownGroupIsNamed() {
    let refusal = #expect(throws: BenchOptions.Refusal.self) {
      try BenchOptions(["outline"], known: known)
    }
    #expect(
      refusal?.description
        == "bench: there is no group outline; the groups are outlines, index, start")
  }

  @Test func anUnknownFlagIsNamed() {
    let refusal = #expect(throws: BenchOptions.Refusal.self) {
      try BenchOptions(["--jsn"], known: known)
    }
    #expect(refusal?.description == "bench: there is no flag --jsn; bench --help lists them")
  }
}
