import RFCKit
import Testing

@Suite struct IndexParsingTests {
  @Test func readsTheIndexOf2002() throws {
    let index = try RFCIndex(parsing: Array(IndexSamples.year2002.utf8))
    #expect(index.created == RFCDate(year: 2002, month: 6, day: 10))
    #expect(index.entries.map(\.number) == [1, 9, 10, 12, 14, 3092])
    #expect(index.warnings.isEmpty)
    #expect(
      index[1]
        == RFCEntry(
          number: 1, title: "Host Software", authors: [RFCAuthor(name: "S. Crocker")],
          date: RFCDate(year: 1969, month: 4, day: 7),
          formats: [RFCFormat(name: "TXT", bytes: 21_088)], status: .unknown))
    #expect(index[9]?.formats == [])
    #expect(index[10]?.updatedBy.map(\.number) == [24, 27, 30])
    #expect(index[10]?.obsoletes == [DocumentReference(number: 3)])
    #expect(
      index[12]?.formats.map(\.description) == ["TXT=177", "PS=1489750", "PDF=1163721"])
    #expect(index[14]?.isIssued == false)
    #expect(index[3092]?.date == RFCDate(year: 2001, month: 4, day: 1))
    #expect(index[3092]?.authors.first?.name == "D. Eastlake 3rd")
  }

  @Test func readsTheIndexOf2018WithWindowsLineEnds() throws {
    let index = try RFCIndex(parsing: Array(IndexSamples.year2018.utf8))
    #expect(index.entries.count == 2)
    #expect(index.warnings.isEmpty)
    #expect(index[748]?.date == RFCDate(year: 1978, month: 4, day: 1))
    #expect(index[748]?.doi == "10.17487/RFC0748")
    #expect(index[2119]?.also == [DocumentReference(series: "BCP", number: 14)])
    #expect(index[2119]?.status == .bestCurrentPractice)
  }

  @Test func readsTheIndexOf2026() throws {
    let index = try RFCIndex(parsing: Array(IndexSamples.year2026.utf8))
    #expect(index.entries.map(\.number) == [14, 2560, 9999, 10027])
    #expect(index.warnings.isEmpty)
    let title = "X.509 Internet Public Key Infrastructure Online Certificate Status Protocol - OCSP"
    #expect(index[2560]?.title == title)
    #expect(index[2560]?.authors.count == 5)
    #expect(
      index[10027]?.title == "Best Current Practice for Security of Cross-Device Flows")
    #expect(index[10027]?.formats.map(\.name) == ["HTML", "TXT", "PDF", "XML"])
  }

  @Test func joinsHyphensOnlyWhereNumbersAreNotPadded() throws {
    let entries = """
      0001 Cross-
           Device Flows. A. Author. May 1999. (Status: UNKNOWN)
      """
    let padded = try RFCIndex(parsing: Array(IndexSamples.index(entries).utf8))
    #expect(padded.entries[0].title == "Cross- Device Flows")
    for number in ["1", "12", "123"] {
      let unpadded = entries.replacing("0001", with: number)
      let joined = try RFCIndex(parsing: Array(IndexSamples.index(unpadded).utf8))
      #expect(joined.entries[0].title == "Cross-Device Flows")
    }
  }

  @Test(arguments: [("05/19/2026", "Cross- Device"), ("05/20/2026", "Cross-Device")])
  func takesTheDateOfTheFileWhereNoNumberTells(created: String, title: String) throws {
    let entries = "2119 Cross-\n     Device. A. Author. May 1999. (Status: UNKNOWN)"
    let text = IndexSamples.index(entries, created: created)
    #expect(try RFCIndex(parsing: Array(text.utf8)).entries[0].title == title)
  }

  @Test func countsRunsOfBlanksAsOne() throws {
    let (entry, warnings) = try IndexSamples.entry(
      "Two  spaces\tand a\rreturn. J.   Doe. May 1999. (Format:   TXT=300844\r bytes)\n"
        + "     (Status: PROPOSED\n     STANDARD)")
    #expect(entry.title == "Two spaces and a return")
    #expect(entry.authors.map(\.name) == ["J. Doe"])
    #expect(entry.formats == [RFCFormat(name: "TXT", bytes: 300_844)])
    #expect(entry.status == .proposedStandard)
    #expect(warnings.isEmpty)
  }

  @Test func readsDocumentsOfOtherSeriesOnce() throws {
    let (entry, warnings) = try IndexSamples.entry(
      "Title. J. Doe. May 1973. (Obsoletes NIC 6716, RFC0010, RFC 10) (Updates IEN125, rtr0001)"
        + " (Obsoleted by STD0080) (Also FYI0004) (Status: UNKNOWN)")
    #expect(entry.obsoletes.map(\.description) == ["NIC 6716", "RFC 10"])
    #expect(entry.updates.map(\.description) == ["IEN 125", "RTR 1"])
    #expect(entry.obsoletedBy == [DocumentReference(series: "STD", number: 80)])
    #expect(entry.also.map(\.isRFC) == [false])
    #expect(warnings.isEmpty)
  }

  @Test func keepsEntriesWhoseTitlesLookLikeFields() throws {
    let (entry, warnings) = try IndexSamples.entry(
      "IP Version 6 (IPv6) over (Also) FDDI (Updates). M. Crawford. March 1997."
        + " (Status: PROPOSED STANDARD)")
    #expect(entry.title == "IP Version 6 (IPv6) over (Also) FDDI (Updates)")
    #expect(warnings.isEmpty)
  }

  @Test func findsEntriesOutOfOrder() throws {
    let text = IndexSamples.index(
      """
      0005 Five. A. Author. May 1999. (Status: UNKNOWN)

      0002 Two. A. Author. May 1999. (Status: UNKNOWN)

      0005 Five again. A. Author. May 1999. (Status: UNKNOWN)

      0009 Nine. A. Author. May 1999. (Status: UNKNOWN)

      0009 Nine again. A. Author. May 1999. (Status: UNKNOWN)
      """)
    let index = try RFCIndex(parsing: Array(text.utf8))
    #expect(index.entries.map(\.number) == [5, 2, 5, 9, 9])
    #expect(index[2]?.title == "Two")
    #expect(index[5]?.title == "Five")
    #expect(index.position(of: 9) == 3)
    #expect(index[3] == nil)
    #expect(index[10] == nil)
    #expect(index.warnings.map(\.kind) == [.duplicateNumber, .duplicateNumber])
    #expect(index.warnings.map(\.number) == [5, 9])
  }

  @Test func readsTheLargestNumbers() throws {
    let text = "999999999 T. A. Author. May 1999. (Format: TXT=999999999999999) (Status: UNKNOWN)"
    let index = try RFCIndex(parsing: Array(IndexSamples.index(text).utf8))
    #expect(index[999_999_999]?.formats.first?.bytes == 999_999_999_999_999)
    #expect(index.warnings.isEmpty)
  }

  @Test func looksNothingUpInAnEmptyIndex() {
    #expect(RFCIndex(entries: [])[1] == nil)
  }

  @Test func readsFromMemoryOfTheCaller() throws {
    let index = try Array(IndexSamples.year2002.utf8).withUnsafeBytes { bytes in
      try RFCIndex(parsing: bytes)
    }
    #expect(index.entries.count == 6)
  }
}
