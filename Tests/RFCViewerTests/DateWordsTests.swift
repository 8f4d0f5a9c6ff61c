import RFCKit
import Testing

@testable import RFCViewer

@Suite struct DateWordsTests {
  @Test func datesAreWords() {
    #expect(RFCDate(year: 2022, month: 6).words == "June 2022")
    #expect(RFCDate(year: 1990, month: 4, day: 1).words == "April 1, 1990")
    #expect(RFCDate(year: 1969).words == "1969")
  }

  @Test func aDateThatIsNoneIsShownAsItIs() {
    let date = RFCDate(year: 2022, month: 13, day: 40)
    #expect(date.words == date.description)
  }
}
