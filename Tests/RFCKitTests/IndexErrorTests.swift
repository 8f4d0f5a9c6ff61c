import RFCKit
import Testing

@Suite struct IndexErrorTests {
  @Test(arguments: ["", "  \r\n\t\n"])
  func refusesNothing(text: String) {
    #expect(throws: RFCIndexError.empty) { try RFCIndex(parsing: Array(text.utf8)) }
  }

  @Test(
    arguments: [
      "<html>", "RFC INDEX", "RFC INDEX\n---\n".dropLast(2).description,
      "see the RFC INDEX\n-----\n1 A", "RFC INDEX\n- - -\n1 A", "RFC INDEX of\n-----\n1 A",
    ])
  func refusesWhatIsNoIndex(text: String) {
    #expect(throws: RFCIndexError.notAnIndex) { try RFCIndex(parsing: Array(text.utf8)) }
  }

  @Test func refusesAHeadingWithoutEntries() {
    #expect(throws: RFCIndexError.noEntries) {
      try RFCIndex(parsing: Array("RFC INDEX\n---------\n\nnothing\n".utf8))
    }
  }

  @Test(
    arguments: [
      "0002 Half a title", "0002", "0002 T. A. Author. May 1999. (Status: UNK",
      "0002 T. A. Author. May 1999. (Format: TXT=1 bytes)",
      "0002 T. A. Author. May 1999. (Status: UNKNOWN)", "0002 Not Iss",
    ])
  func tellsWhereAFileWasCutOff(last: String) {
    let text = IndexSamples.index(
      "0001 T. A. Author. May 1999. (Status: UNKNOWN) (DOI: 10.17487/RFC0001)\n\n" + last)
    let line =
      1 + text.split(separator: "\n", omittingEmptySubsequences: false)
      .firstIndex { $0.hasPrefix("0002") }!
    #expect(throws: RFCIndexError.truncated(number: 2, line: line)) {
      try RFCIndex(parsing: Array(text.utf8))
    }
  }

  @Test func losesNothingWhereverAFileIsCutOff() throws {
    let bytes = Array(IndexSamples.year2018.utf8)
    let whole = try RFCIndex(parsing: bytes)
    for length in bytes.indices {
      do throws(RFCIndexError) {
        let cut = try RFCIndex(parsing: Array(bytes[..<length]))
        let count = cut.entries.count
        #expect(cut.entries.dropLast() == whole.entries.prefix(count - 1), "cut at \(length)")
        // That a first entry had more fields cannot be known; all that is there is right.
        #expect(cut.entries.last?.title == whole.entries[count - 1].title, "cut at \(length)")
        #expect(cut.entries.last?.status == whole.entries[count - 1].status, "cut at \(length)")
      } catch {
        #expect(!error.description.isEmpty)
      }
    }
  }

  @Test func readsAnIndexWithOneHeading() throws {
    let text = "RFC INDEX\n---------\n\n7 Title. J. Doe. May 1999. (Status: HISTORIC)"
    let index = try RFCIndex(parsing: Array(text.utf8))
    #expect(index.created == nil)
    #expect(index.entries.map(\.status) == [.historic])
  }

  @Test(arguments: ["13/40/2002", "0/1/2002", "1/2", "tomorrow", "99999999999999999999/1/2002"])
  func doesWithoutADateThatIsNone(created: String) throws {
    let text = IndexSamples.index("0014 Not Issued.", created: created)
    #expect(try RFCIndex(parsing: Array(text.utf8)).created == nil)
  }

  @Test(
    arguments: [
      RFCIndexError.empty, .notAnIndex, .noEntries, .truncated(number: 9, line: 77),
    ])
  func saysWhatToDo(error: RFCIndexError) {
    #expect(error.description.contains("rfc-index.txt"))
    #expect(!error.description.contains("{}"))
  }
}
