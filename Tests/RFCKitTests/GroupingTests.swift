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

  @Test func putsEveryEntryIntoASection() {
    for grouping in RFCGrouping.allCases {
      let positions = grouping.sections(of: Self.entries).flatMap(\.positions)
      #expect(positions.sorted() == Array(Self.entries.indices))
      let sections = grouping.sections(of: Self.entries)
      #expect(Set(sections.map(\.id)).count == sections.count)
    }
    #expect(RFCGrouping.decade.sections(of: []).isEmpty)
  }

  private static let books = [
    RFCEntry(
      number: 1, title: "a",
      authors: ["S. Crocker", "J. van der Ende", "S. Crocker"].map { RFCAuthor(name: $0) },
      obsoletedBy: [DocumentReference(number: 4)]),
    RFCEntry(
      number: 2, title: "b", authors: [RFCAuthor(name: "A. Zed"), RFCAuthor(name: "IAB")],
      also: [
        DocumentReference(series: "STD", number: 97), DocumentReference(series: "BCP", number: 14),
      ]),
    RFCEntry(number: 3, isIssued: false, title: "Not Issued"),
    RFCEntry(number: 4, title: "d", also: [DocumentReference(series: "BCP", number: 9)]),
  ]

  private func headings(
    _ grouping: RFCGrouping, details: [Int: RFCDetails] = [:], marks: RFCMarks = RFCMarks()
  ) -> [String] {
    grouping.sections(of: Self.books, details: details, marks: marks).map { section in
      section.title + ": "
        + section.positions.map { "\(Self.books[$0].number)" }.joined(separator: " ")
    }
  }

  @Test func dividesByAuthorsInTheOrderOfTheirSurnames() {
    #expect(
      headings(.author)
        == [
          "S. Crocker: 1", "IAB: 2", "J. van der Ende: 1", "A. Zed: 2", "No author: 4",
          "Not issued: 3",
        ])
  }

  @Test func dividesBySeriesInTheOrderOfTheirNumbers() {
    #expect(
      headings(.series)
        == ["BCP 9: 4", "BCP 14: 2", "STD 97: 2", "In no other series: 1", "Not issued: 3"])
  }

  @Test func dividesByWhatIsKnownBeyond() {
    let details = [
      1: RFCDetails(stream: "IETF", area: "rtg", workingGroup: "babel"),
      2: RFCDetails(stream: "INDEPENDENT"),
    ]
    #expect(
      headings(.stream, details: details)
        == ["IETF: 1", "Independent: 2", "Stream not known: 4", "Not issued: 3"])
    #expect(
      headings(.area, details: details) == ["Routing (rtg): 1", "No area: 2 4", "Not issued: 3"])
    #expect(
      headings(.workingGroup, details: details)
        == ["babel: 1", "No working group: 2 4", "Not issued: 3"])
    for grouping in [RFCGrouping.stream, .area, .workingGroup] {
      #expect(grouping.isTold(by: details) && !grouping.isTold(by: [4: RFCDetails()]))
    }
    #expect(RFCGrouping.decade.isTold(by: [:]))
  }

  @Test func dividesByWhatAPersonHasDone() {
    let marks = RFCMarks(here: [1], read: [2], bookmarked: [1, 4])
    #expect(
      headings(.here, marks: marks)
        == ["On this computer: 1", "Not on this computer: 2 4", "Not issued: 3"])
    #expect(headings(.read, marks: marks) == ["Read: 2", "Not read yet: 1 4", "Not issued: 3"])
    #expect(
      headings(.bookmarked, marks: marks)
        == ["Bookmarked: 1 4", "Without a bookmark: 2", "Not issued: 3"])
    #expect(headings(.standing) == ["Current: 2 4", "Obsolete: 1", "Not issued: 3"])
  }
}
