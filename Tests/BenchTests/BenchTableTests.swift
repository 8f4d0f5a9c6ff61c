import Testing

@testable import Bench

/// What the bench prints.
struct BenchTableTests {
  @Test(arguments: [
    (0, "0"), (1, "1.00"), (0.02345, "0.0235"), (12.345, "12.3"), (123.4, "123"), (999.6, "1,000"),
    (1_234_567.8, "1,234,568"), (-4.5, "-4.50"), (0.000_000_4, "0.000000"), (.infinity, "inf"),
  ])
  func numbersAreReadable(value: Double, text: String) {
    #expect(readable(value) == text)
  }

  @Test func columnsAreAligned() {
    var table = Table([("name", .left), ("value", .right)])
    table.append(["a", "1"])
    table.append(["longer", "1,000"])
    table.append(["alone"])
    #expect(table.text == "name    value\na           1\nlonger  1,000\nalone")
  }

  @Test func ratiosStandBesidePeersAndLimit() {
    let row = Row(
      group: "g", name: "case", value: 2, unit: "ms", spread: 1...4, peers: [("GTK", 20)],
      limit: 0.5)
    let line = Table([row]).text.split(separator: "\n").last
    #expect(
      line == "g      case   2.00  ms    1.00–4.00  GTK 20.0 (10.0 ×)  0.500 (0.250 ×)")
  }

  @Test func aReportNamesEachMissingPeerOnce() {
    var report = Report()
    report.leaveOut("Qt")
    report.leaveOut("Qt")
    #expect(report.missing == ["Qt"])
    #expect(JSONReport(report).missing == ["Qt"])
  }

  @Test func jsonHasOneObjectACase() throws {
    var report = Report()
    report.add(Row(group: "g", name: "c", value: 2, unit: "ms", spread: 1...4))
    let text = try JSONReport(report).text()
    #expect(text.contains("\"case\" : \"c\""))
    #expect(text.contains("\"missing\" : ["))
    #expect(!text.contains("limit"))
  }

  @Test func theMedianIsTheMiddle() {
    let measured = Measured([3, 1, 2])
    #expect(measured.median == 2)
    #expect(measured.spread == 1...3)
  }
}
