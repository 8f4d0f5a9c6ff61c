import RFCKit
import Testing

@Suite struct IndexWarningTests {
  @Test func keepsTheTextOfWhatCannotBeRead() throws {
    let (entry, warnings) = try IndexSamples.entry("Something, and no more of it")
    #expect(entry.title == "Something, and no more of it")
    #expect(entry.isIssued)
    #expect(warnings == [.unreadableEntry])
  }

  @Test func keepsAnEntryWithoutText() throws {
    let (entry, warnings) = try IndexSamples.entry("")
    #expect(entry.title.isEmpty)
    #expect(warnings == [.unreadableEntry])
  }

  @Test func readsWhatIsThereOfAnEntryWithoutDate() throws {
    let (entry, warnings) = try IndexSamples.entry("Title. J. Doe. (Status: HISTORIC)")
    #expect(entry.title == "Title")
    #expect(entry.authors == [RFCAuthor(name: "J. Doe")])
    #expect(entry.date == nil)
    #expect(warnings == [.missingDate])
  }

  @Test func readsAnEntryWithoutStatus() throws {
    let (entry, warnings) = try IndexSamples.entry("Title. J. Doe. May 1999. (Format: TXT)")
    #expect(entry.status == .other(""))
    #expect(warnings == [.missingStatus])
  }

  @Test func readsAnEntryWithoutFields() throws {
    let (entry, warnings) = try IndexSamples.entry("Title. J. Doe. May 1999.")
    #expect(entry.date == RFCDate(year: 1999, month: 5))
    #expect(warnings == [.missingStatus])
  }

  @Test func readsAnEntryWithoutAuthors() throws {
    let (entry, warnings) = try IndexSamples.entry("Title. May 1999. (Status: UNKNOWN)")
    #expect(entry.title == "Title")
    #expect(warnings == [.missingAuthors])
  }

  @Test func tellsWhereItGuessedTheAuthors() throws {
    let (entry, warnings) = try IndexSamples.entry(
      "U.S. Government Internet Domain Names. Federal Networking Council. June 1995."
        + " (Status: INFORMATIONAL)")
    #expect(entry.title == "U.S. Government Internet Domain Names")
    #expect(entry.authors.map(\.name) == ["Federal Networking Council"])
    #expect(warnings == [.guessedAuthors("Federal Networking Council")])
  }

  @Test func namesAStatusThatIsNotKnown() throws {
    let (entry, warnings) = try IndexSamples.entry("T. J. Doe. May 1999. (Status: On  Ice)")
    #expect(entry.status == .other("On Ice"))
    #expect(warnings == [.unknownStatus("On Ice")])
  }

  @Test func namesAFieldThatIsNotKnown() throws {
    let (entry, warnings) = try IndexSamples.entry(
      "T. J. Doe. May 1999. (Colour: red) (Format: TXT) (Shape: (round)) (Status: UNKNOWN)")
    #expect(entry.title == "T")
    #expect(entry.formats == [RFCFormat(name: "TXT")])
    #expect(warnings == [.unknownField("Shape: (round)"), .unknownField("Colour: red")])
  }

  @Test func readsPastAFieldThatIsNotClosed() throws {
    let (entry, warnings) = try IndexSamples.entry(
      "T. J. Doe. May 1999. (Format: TXT (Status: UNKNOWN)")
    #expect(entry.date == RFCDate(year: 1999, month: 5))
    #expect(entry.status == .unknown)
    #expect(warnings == [.unclosedField("Format: TXT")])
  }

  @Test func namesReferencesThatAreNone() throws {
    let (entry, warnings) = try IndexSamples.entry(
      "T. J. Doe. May 1999. (Updates RFC0010, 12, RFC, RFC1a, RFC99999999999999999999)"
        + " (Status: UNKNOWN)")
    #expect(entry.updates.map(\.number) == [10])
    #expect(
      warnings
        == ["12", "RFC", "RFC1a", "RFC99999999999999999999"].map { .unreadableReference($0) })
  }

  @Test func namesFormatsThatAreNone() throws {
    let (entry, warnings) = try IndexSamples.entry(
      "T. J. Doe. May 1999. (Format: TXT=1, =5, PS=much, PDF=99999999999999999999 bytes)"
        + " (Status: UNKNOWN)")
    #expect(entry.formats == [RFCFormat(name: "TXT", bytes: 1)])
    #expect(
      warnings
        == ["=5", "PS=much", "PDF=99999999999999999999 bytes"].map { .unreadableFormat($0) })
  }

  @Test func namesTextOfNoEntry() throws {
    let text = IndexSamples.index(
      """
      stray

      0001 T. J. Doe. May 1999.
      (Status: UNKNOWN)

      more

      1234567890 too long for a number

      0002 Not Issued.
      """)
    let index = try RFCIndex(parsing: Array(text.utf8))
    #expect(index.entries.map(\.number) == [1, 2])
    #expect(index.entries[0].status == .unknown)
    #expect(
      index.warnings.map(\.kind)
        == ["stray", "more", "1234567890 too long for a number"].map { .strayText($0) })
    #expect(index.warnings.map(\.number) == [0, 1, 1])
  }

  @Test(
    arguments: [
      RFCIndexWarning.Kind.unreadableEntry, .missingDate, .missingAuthors, .missingStatus,
      .guessedAuthors("a"), .unknownStatus("a"), .unknownField("a"), .unclosedField("a"),
      .unreadableReference("a"), .unreadableFormat("a"), .duplicateNumber, .strayText("a"),
    ])
  func saysWhereItIs(kind: RFCIndexWarning.Kind) {
    let text = RFCIndexWarning(kind: kind, number: 12, line: 345).description
    #expect(text.contains("12") && text.contains("345") && !text.contains("{}"))
  }
}
