import Foundation
import RFCKit
import Testing

@Suite struct EntryValueTests {
  @Test func survivesCoding() throws {
    let index = try RFCIndex(parsing: Array(IndexSamples.year2026.utf8))
    let data = try JSONEncoder().encode(index.entries)
    #expect(try JSONDecoder().decode([RFCEntry].self, from: data) == index.entries)
  }

  @Test func readsWhatItPrints() {
    for status in RFCStatus.known + [.other("On Ice")] {
      #expect(RFCStatus(printed: status.printed) == status)
      #expect(!status.title.isEmpty)
      #expect(status.description == status.printed)
    }
    #expect(RFCStatus(printed: "historic") == .historic)
    #expect(!RFCStatus.other("").title.isEmpty)
  }

  @Test func describesItsParts() {
    #expect(DocumentReference(series: "BCP", number: 14).description == "BCP 14")
    #expect(RFCFormat(name: "TXT").description == "TXT")
    #expect(RFCAuthor(name: "J. Doe").isEditor == false)
  }
}
