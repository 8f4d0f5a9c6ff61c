import TestSupport
import Testing

@testable import RFCKit

@Suite struct ChangesTests {
  private let old = RFCIndex(entries: [
    RFCEntry(number: 1, title: "A", status: .proposedStandard),
    RFCEntry(number: 2, isIssued: false, title: "Not Issued"),
    RFCEntry(number: 3, title: "C", status: .historic),
  ])
  private let new = RFCIndex(entries: [
    RFCEntry(
      number: 1, title: "A", obsoletedBy: [DocumentReference(number: 6)],
      updatedBy: [DocumentReference(number: 7)], status: .internetStandard),
    RFCEntry(number: 2, isIssued: false, title: "Not Issued"),
    RFCEntry(number: 3, title: "C", status: .historic), RFCEntry(number: 6, title: "F"),
    RFCEntry(number: 8, title: "G"),
  ])

  @Test func tellsWhatHappened() {
    let changes = new.changes(since: old)
    #expect(changes.published == [6, 8])
    #expect(changes.obsoleted == [.init(number: 1, by: [DocumentReference(number: 6)])])
    #expect(changes.updated == [.init(number: 1, by: [DocumentReference(number: 7)])])
    #expect(
      changes.statuses == [.init(number: 1, before: .proposedStandard, now: .internetStandard)])
    #expect(new.changes(since: new).isEmpty)
  }

  @Test func tellsGaps() {
    #expect(new.gaps == RFCGaps(neverIssued: [2], notPublished: [4, 5, 7]))
    #expect(RFCIndex(entries: []).gaps == RFCGaps(neverIssued: [], notPublished: []))
  }

  @Test func choosesEntries() {
    let index = RFCIndex(entries: [
      RFCEntry(
        number: 1, title: "the Zoo", authors: [RFCAuthor(name: "J. Doe")],
        date: RFCDate(year: 2020, month: 5), status: .historic),
      RFCEntry(number: 2, title: "Ape", date: RFCDate(year: 2019), status: .historic),
      RFCEntry(
        number: 3, title: "Bear", authors: [RFCAuthor(name: "A. DOE")],
        date: RFCDate(year: 2020, month: 6, day: 1)),
      RFCEntry(number: 4, isIssued: false, title: "Not Issued", status: .historic),
    ])
    func numbers(_ change: (inout RFCSelection) -> Void) -> [Int] {
      var selection = RFCSelection()
      change(&selection)
      return selection.entries(of: index).map(\.number)
    }
    #expect(numbers { _ in } == [1, 2, 3, 4])
    #expect(numbers { $0.status = .historic } == [1, 2])
    #expect(numbers { $0.since = RFCDate("2020") } == [1, 3])
    #expect(numbers { $0.since = RFCDate("2020-06") } == [3])
    #expect(numbers { $0.until = RFCDate("2020-05") } == [1, 2])
    #expect(numbers { $0.until = RFCDate("2020") } == [1, 2, 3])
    #expect(numbers { $0.author = "doe" } == [1, 3])
    #expect(numbers { $0.order = .title } == [2, 3, 4, 1])
    #expect(numbers { $0.order = .date } == [4, 2, 1, 3])
    #expect(
      numbers {
        $0.order = .number
        $0.limit = 2
      } == [1, 2])
  }

  @Test func readsDatesAndStatuses() {
    #expect(RFCDate("1997") == RFCDate(year: 1997))
    #expect(RFCDate("1997-03-09") == RFCDate(year: 1997, month: 3, day: 9))
    for text in ["", "97", "1997-13", "1997-3", "1997-03-32", "1997-03-09-01", "x", "19९7"] {
      #expect(RFCDate(text) == nil, "\(text)")
    }
    #expect(RFCStatus(typed: "proposed-Standard") == .proposedStandard)
    #expect(RFCStatus(typed: "proposed") == nil)
  }

  @Test(.needsSharedData, .needs("xz")) func holdsForRealIndexes() throws {
    let data = try RealData()
    let old = try RFCIndex(parsing: data.unpack("index/rfc-index-2024-03-06.txt.xz"))
    let new = try RFCIndex(parsing: data.unpack("index/rfc-index-2026-08-21.txt.xz"))
    let changes = new.changes(since: old)
    #expect(
      changes.published.count == new.entries.count(where: \.isIssued)
        - old.entries.count(where: \.isIssued))
    #expect(changes.obsoleted.allSatisfy { (new[$0.number]?.obsoletedBy.isEmpty) == false })
    let gaps = new.gaps
    #expect(gaps.neverIssued.count == 188)
    #expect(gaps.notPublished.contains(9821) && !gaps.notPublished.contains(14))
  }
}
