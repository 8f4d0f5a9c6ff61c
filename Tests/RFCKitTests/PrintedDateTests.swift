import RFCKit
import Testing

@Suite struct PrintedDateTests {
  @Test(
    arguments: [
      ("April 1969", "1969-04"), ("Apr-07-1969", "1969-04-07"), ("April-01-2001", "2001-04-01"),
      ("April 1 1978", "1978-04-01"), ("April 1, 1978", "1978-04-01"),
      ("1 April 1978", "1978-04-01"), ("Sept 1990", "1990-09"), ("may 1999", "1999-05"),
      ("1972", "1972"), ("December 2030", "2030-12"),
    ])
  func reads(printed: String, date: String) throws {
    let (entry, warnings) = try IndexSamples.entry("T. J. Doe. \(printed). (Status: UNKNOWN)")
    #expect(entry.date?.description == date)
    #expect(entry.authors.map(\.name) == ["J. Doe"])
    #expect(warnings.isEmpty)
  }

  @Test(arguments: ["Foo 1969", "April 32 1978x", "Apr 69", "April 19699", "Aprils 1969"])
  func takesNothingElseForADate(printed: String) throws {
    let (entry, _) = try IndexSamples.entry("T. J. Doe. \(printed). (Status: UNKNOWN)")
    #expect(entry.date == nil)
  }

  @Test func leavesADayThatBelongsToTheAuthors() throws {
    let (entry, _) = try IndexSamples.entry("T. Group 12 May 1999. (Status: UNKNOWN)")
    #expect(entry.date == RFCDate(year: 1999, month: 5))
  }

  @Test func ordersDates() {
    let dates = [
      RFCDate(year: 1998), RFCDate(year: 1999), RFCDate(year: 1999, month: 1),
      RFCDate(year: 1999, month: 1, day: 2), RFCDate(year: 1999, month: 2),
    ]
    #expect(dates.shuffled().sorted() == dates)
    #expect(RFCDate(year: 7, month: 1).description == "0007-01")
  }
}
