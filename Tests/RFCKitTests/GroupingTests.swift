import RFCKit
import Testing

@Suite struct GroupingTests {
  static let entries = [
    RFCEntry(number: 1, title: "a", date: RFCDate(year: 1969), status: .unknown),
    RFCEntry(number: 2, title: "b", date: RFCDate(year: 1999), status: .proposedStandard),
    RFCEntry(number: 3, isIssued: false, title: "Not Issued"),
    RFCEntry(number: 4, title: "d", status: .other("ODD")),
    RFCEntry(number: 5, title: "e", date: RFCDate(year: 1990), status: .internetStandard),
    RFCEntry(number: 6, title: "f", date: RFCDate(year: 2000), status: .proposedStandard),
    RFCEntry(number: 7, title: "g", date: RFCDate(year: 2001), status: .other("")),
  ]

  @Test func dividesByDecade() {
    let sections = RFCGrouping.decade.sections(of: Self.entries)
    #expect(
      sections.map(\.id)
        == ["decade-1960", "decade-1990", "decade-2000", "undated", "not-issued"])
    #expect(sections.map(\.positions) == [[0], [1, 4], [5, 6], [3], [2]])
    #expect(sections.map(\.title) == ["1960s", "1990s", "2000s", "No date", "Not issued"])
  }

  @Test func dividesByStatusInTheOrderOfWhatBinds() {
    let sections = RFCGrouping.status.sections(of: Self.entries)
    #expect(
      sections.map(\.key)
        == [
          .status(.internetStandard), .status(.proposedStandard), .status(.unknown),
          .status(.other("")), .status(.other("ODD")), .notIssued,
        ])
    #expect(sections[1].positions == [1, 5])
    #expect(sections[1].title == "Proposed Standard")
    #expect(sections[1].id == "status-PROPOSED STANDARD")
  }

  @Test func putsEveryEntryIntoOneSection() {
    for grouping in RFCGrouping.allCases {
      let positions = grouping.sections(of: Self.entries).flatMap(\.positions)
      #expect(positions.sorted() == Array(Self.entries.indices))
    }
    #expect(RFCGrouping.decade.sections(of: []).isEmpty)
  }
}
