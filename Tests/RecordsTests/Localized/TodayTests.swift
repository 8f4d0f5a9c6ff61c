import Foundation
import Testing

@testable import HikidashiRecords

@Suite struct TodayTests {
  @Test(arguments: [
    ("America/Los_Angeles", "2026-11-26T02:07:00Z", "2026-11-25T00:00:00Z"),
    ("Asia/Tokyo", "2026-11-25T15:00:00Z", "2026-11-26T00:00:00Z"),
    ("UTC", "1969-12-31T23:59:59Z", "1969-12-31T00:00:00Z"),
  ])
  func aDayIsThatOfTheReader(_ zone: String, _ moment: String, _ day: String) throws {
    let format = ISO8601DateFormatter()
    let moment = try #require(format.date(from: moment))
    let zone = try #require(TimeZone(identifier: zone))
    #expect(moment.day(in: zone) == format.date(from: day))
  }
}
