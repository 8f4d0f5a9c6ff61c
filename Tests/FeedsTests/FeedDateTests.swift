import Foundation
import HikidashiFeeds
import HikidashiLoading
import Testing

/// The dates that feeds write, against those of Foundation.
struct FeedDateTests {
  private func date(_ text: String) throws -> Date? {
    try readFeed("<rss><item><pubDate>\(text)</pubDate></item></rss>").entries.first?.published
  }

  @Test(arguments: [
    ("Sun, 06 Nov 1994 08:49:37 GMT", "1994-11-06T08:49:37Z"),
    ("Mon, 06 Nov 1994 08:49:37 GMT", "1994-11-06T08:49:37Z"),
    ("6 Nov 1994 08:49 +0200", "1994-11-06T06:49:00Z"),
    ("06 Nov 94 08:49:37 EST", "1994-11-06T13:49:37Z"),
    ("06 Nov 49 00:00 UT", "2049-11-06T00:00:00Z"), ("06 Nov 50 00:00 UT", "1950-11-06T00:00:00Z"),
    ("06 Nov 103 00:00 UT", "2003-11-06T00:00:00Z"),
    ("Sunday, 06-Nov-94 08:49:37 GMT", "1994-11-06T08:49:37Z"),
    ("Sun Nov  6 08:49:37 1994", "1994-11-06T08:49:37Z"),
    ("Sun, 06 Nov 1994", "1994-11-06T00:00:00Z"),
    ("Sun, 06 November 1994 08:49:37 PDT", "1994-11-06T15:49:37Z"),
    ("Sun, 6 Nov 1994 8:9:7 Z (really)", "1994-11-06T08:09:07Z"),
    ("日曜, 06 Nov 1994 08:49:37 JST", "1994-11-05T23:49:37Z"),
    ("Sun, 06 Nov 1994 08:49:37 GMT+0100", "1994-11-06T07:49:37Z"),
    ("Sun, 06 Nov 1994 08:49:37-0530", "1994-11-06T14:19:37Z"),
    ("Sat, 31 Dec 2016 23:59:60 GMT", "2017-01-01T00:00:00Z"),
    ("29 Feb 2000 12:00 GMT", "2000-02-29T12:00:00Z"),
    ("2003", "2003-01-01T00:00:00Z"), ("2003-12", "2003-12-01T00:00:00Z"),
    ("2003-12-13", "2003-12-13T00:00:00Z"), ("2003-12-13T18:30Z", "2003-12-13T18:30:00Z"),
    ("2003-12-13T18:30:02Z", "2003-12-13T18:30:02Z"),
    ("2003-12-13t18:30:02z", "2003-12-13T18:30:02Z"),
    ("2003-12-13 18:30:02 +0100", "2003-12-13T17:30:02Z"),
    ("2003-12-13T18:30:02+01", "2003-12-13T17:30:02Z"),
    ("2003-12-13T18:30:02-04:30", "2003-12-13T23:00:02Z"),
    ("2003-12-13T24:00:00Z", "2003-12-14T00:00:00Z"),
    ("2003-12-13T18:30:02", "2003-12-13T18:30:02Z"),
    ("9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z"),
  ])
  func dates(_ text: String, _ expected: String) throws {
    let expected = try Date(expected, strategy: .iso8601)
    #expect(try date(text) == expected)
  }

  @Test func theFirstDay() throws {
    // Foundation's calendar is Julian there, RFC 3339 is not.
    #expect(try date(" 0001-01-01T00:00:00Z\n")?.timeIntervalSince1970 == -62_135_596_800)
  }

  @Test func fractions() throws {
    let base = try Date("2003-12-13T18:30:02Z", strategy: .iso8601)
    #expect(try date("2003-12-13T18:30:02.25Z") == base.addingTimeInterval(0.25))
    #expect(
      try date("2003-12-13T18:30:02.\(String(repeating: "5", count: 60))Z")?
        .timeIntervalSince(base).rounded(.up) == 1)
  }

  @Test(arguments: [
    "soon", "0000", "2003-13-01", "2003-00-10", "2003-02-30", "2003-12-13T25:00Z",
    "2003-12-13T24:00:01Z", "2003-12-13T18:60Z", "2003-12-13Tnoon", "2003-12-13T18:30:02.Z",
    "31 Jun 2003 00:00 GMT", "29 Feb 1900 00:00 GMT", "32 Jan 2003", "0 Jan 2003",
    "6 Nov 1994 08:49:37 +9999", "6 Nov 1994 25:00", "6 Nov 99999 08:49", "Nov 1994", "6 1994",
    "99999999999999999999", "6 Nov 1994 99999999999999999999:00", "1 2 3 4 5", "+", "(",
    "2003-12-13T18:30:02+", "\u{0661}\u{0662} Nov 1994",
  ])
  func whatIsNoDate(_ text: String) throws {
    #expect(try date(text) == nil)
  }

  @Test func longOnesAreNotRead() throws {
    #expect(try date(String(repeating: "1 ", count: 100_000)) == nil)
  }
}
