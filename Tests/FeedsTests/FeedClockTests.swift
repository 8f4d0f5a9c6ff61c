import Foundation
import HikidashiFeeds
import Testing

/// Dates with clocks of twelve hours, in other languages, with zones by name, and in other orders.
struct FeedClockTests {
  @Test(arguments: [
    ("Fri, Jun 26 2026 10:04:03 AM", "2026-06-26T10:04:03Z"),
    ("Fri, Jun 26 2026 10:04:03 PM", "2026-06-26T22:04:03Z"),
    ("Sun, 15 Dec 2024 03:15 PM", "2024-12-15T15:15:00Z"),
    ("Sun, 15 Dec 2024 12:05 AM", "2024-12-15T00:05:00Z"),
    ("Sun, 15 Dec 2024 12:05 PM", "2024-12-15T12:05:00Z"),
    ("June 3, 2026 4:30 pm EDT", "2026-06-03T20:30:00Z"),
    ("2026-06-03 04:30 PM", "2026-06-03T16:30:00Z"), ("2026-06-03 12:00am", "2026-06-03T00:00:00Z"),
    ("Wed, 03 Jun 2026 4:30:00 p.m. +0200", "2026-06-03T14:30:00Z"),
    ("Wed, 03 Jun 2026 4:30 a. m.", "2026-06-03T04:30:00Z"),
    ("3 June 2026, 8:19 pm CEST", "2026-06-03T18:19:00Z"),
    ("June 3, 2026 at 4:30PM", "2026-06-03T16:30:00Z"),
    ("June 3, 2026 4:30\u{202F}PM UTC", "2026-06-03T16:30:00Z"),
    ("June 3, 2026 8 pm", "2026-06-03T20:00:00Z"),
    ("June 3, 2026 15:30 PM", "2026-06-03T15:30:00Z"),
    ("13/06/2026 4:30:00 PM", "2026-06-13T16:30:00Z"),
    ("June 3, 2026 12:00 noon", "2026-06-03T12:00:00Z"),
    ("3 Jun 2026 12:00 midnight", "2026-06-03T00:00:00Z"),
  ])
  func clocksOfTwelveHours(text: String, expected: String) {
    #expect(Feed.date(text) == moment(expected))
  }

  @Test(arguments: [
    ("Di, 05 Mai 2026 10:00:00 +0200", "2026-05-05T08:00:00Z"),
    ("Mittwoch, 4. März 2026 um 10:00 Uhr", "2026-03-04T10:00:00Z"),
    ("21. Dezember 2025, 18:05", "2025-12-21T18:05:00Z"),
    ("Sa 07 Mrz 2026 10:00 MEZ", "2026-03-07T09:00:00Z"),
    ("mar., 03 févr. 2026 10:00:00 +0100", "2026-02-03T09:00:00Z"),
    ("mardi 3 mars 2026", "2026-03-03T00:00:00Z"),
    ("1er août 2026 à 10h30", "2026-08-01T10:30:00Z"),
    ("mer. 15 juil. 2026 10:00", "2026-07-15T10:00:00Z"),
    ("5 déc. 2025 09:01", "2025-12-05T09:01:00Z"),
    ("lun, 07 dic 2026 10:00:00 +0100", "2026-12-07T09:00:00Z"),
    ("martes, 3 de marzo de 2026, 10:00", "2026-03-03T10:00:00Z"),
    ("21 de agosto de 2026 a las 4:30 p. m.", "2026-08-21T16:30:00Z"),
    ("mié 21 ene 2026", "2026-01-21T00:00:00Z"),
    ("lunedì 7 settembre 2026 10:00", "2026-09-07T10:00:00Z"),
    ("gio 4 giu 2026 10:00", "2026-06-04T10:00:00Z"),
    ("mar, 12 mag 2026 10:00", "2026-05-12T10:00:00Z"), ("21 ott 2026", "2026-10-21T00:00:00Z"),
    ("segunda-feira, 7 de setembro de 2026 às 10:00", "2026-09-07T10:00:00Z"),
    ("sex, 06 fev 2026 10:00:00 -0300", "2026-02-06T13:00:00Z"),
    ("1 out 2026", "2026-10-01T00:00:00Z"),
    ("vr 6 mrt 2026 10:00", "2026-03-06T10:00:00Z"),
    ("donderdag 14 mei 2026 om 10:00 uur", "2026-05-14T10:00:00Z"),
    ("tis 5 maj 2026 kl 10:00", "2026-05-05T10:00:00Z"),
    ("lördag 3 oktober 2026", "2026-10-03T00:00:00Z"),
    ("pt., 21 sierpnia 2026 10:00", "2026-08-21T10:00:00Z"),
    ("3 października 2026 r., 10:00", "2026-10-03T10:00:00Z"),
    ("śr, 04 lut 2026 10:00:00 +0100", "2026-02-04T09:00:00Z"),
    ("11 lis 2026", "2026-11-11T00:00:00Z"),
    ("Пт, 21 авг 2026 10:00:00 +0300", "2026-08-21T07:00:00Z"),
    ("21 августа 2026 г. в 10:00 MSK", "2026-08-21T07:00:00Z"),
    ("2026年8月21日", "2026-08-21T00:00:00Z"), ("2026年8月21日(金) 10時30分05秒", "2026-08-21T10:30:05Z"),
    ("2026年8月21日 午後4:30 JST", "2026-08-21T07:30:00Z"),
    ("2026年8月21日金曜日 10:30", "2026-08-21T10:30:00Z"),
    ("2026年8月21日 星期五 下午3:30", "2026-08-21T15:30:00Z"),
    ("2026年08月21日 周五 15:30:10", "2026-08-21T15:30:10Z"),
    ("2026년 8월 21일 오후 3:30", "2026-08-21T15:30:00Z"),
    ("2026년 8월 21일 금요일 오전 9시 5분", "2026-08-21T09:05:00Z"),
    ("金, 21 8月 2026 10:00:00 +0900", "2026-08-21T01:00:00Z"),
    ("21\u{A0}août\u{A0}2026", "2026-08-21T00:00:00Z"),
  ])
  func monthsAndDaysOfOtherLanguages(text: String, expected: String) {
    #expect(Feed.date(text) == moment(expected))
  }

  @Test(arguments: [
    ("CEST", 120), ("CET", 60), ("JST", 540), ("AEST", 600), ("AEDT", 660), ("BST", 60),
    ("MSK", 180),
    ("IST", 330), ("ACST", 570), ("NZDT", 780), ("HKT", 480), ("SAST", 120), ("AKST", -540),
    ("NST", -210),
    ("BRT", -180), ("MESZ", 120), ("UTC", 0), ("Z", 0), ("GMT+0530", 330), ("UTC+2", 120),
    ("UTC-03:30", -210),
    ("+0200 CEST", 120), ("CEST (summer)", 120), ("EST5EDT", -240), ("PST8PDT", -420), ("ET", -240),
    ("A", 0),
  ])
  func zonesByName(zone: String, minutes: Int) {
    let expected = moment("2026-06-03T10:00:00Z")?.addingTimeInterval(Double(-minutes) * 60)
    #expect(Feed.date("Wed, 03 Jun 2026 10:00:00 \(zone)") == expected)
    #expect(Feed.date("2026-06-03 10:00:00 \(zone)") == expected)
    #expect(Feed.date("June 3, 2026 10:00 AM \(zone)") == expected)
  }

  @Test(arguments: [
    ("10 Mar 2026 10:00 EST5EDT", -4), ("8 Mar 2026 01:59 EST5EDT", -5),
    ("8 Mar 2026 02:00 EST5EDT", -4),
    ("1 Nov 2026 01:59 ET", -4), ("1 Nov 2026 02:00 ET", -5), ("1 Apr 2006 10:00 PST8PDT", -8),
    ("3 Apr 2006 10:00 PST8PDT", -7), ("28 Oct 2006 10:00 CT", -5), ("30 Oct 2006 10:00 CT", -6),
  ])
  func summerTimeOfTheUnitedStates(text: String, hours: Int) {
    let words = text.split(separator: " ")
    let plain = words.dropLast().joined(separator: " ")
    #expect(Feed.date(text) == Feed.date(plain)?.addingTimeInterval(Double(-hours) * 3600))
  }

  @Test(arguments: [
    ("2003-07-01 T 01:55:07", "2003-07-01T01:55:07Z"),
    ("20021231T19:20:30", "2002-12-31T19:20:30Z"),
    ("20021231T192030Z", "2002-12-31T19:20:30Z"), ("20021231T1920+0100", "2002-12-31T18:20:00Z"),
    ("2003-07-01T01:55:07 Z", "2003-07-01T01:55:07Z"), ("2003-7-1 1:55", "2003-07-01T01:55:00Z"),
    ("2003/07/01 01:55:07", "2003-07-01T01:55:07Z"), ("2003.07.01", "2003-07-01T00:00:00Z"),
    ("2003-07-01T015507", "2003-07-01T01:55:07Z"), ("20021231", "2002-12-31T00:00:00Z"),
    ("20021231192030", "2002-12-31T19:20:30Z"), ("200212311920", "2002-12-31T19:20:00Z"),
    ("2026-Jun-03 10:00", "2026-06-03T10:00:00Z"),
    ("2003-07-01T01:55:07+02:00[Europe/Berlin]", "2003-06-30T23:55:07Z"),
  ])
  func otherFormsOfISO(text: String, expected: String) {
    #expect(Feed.date(text) == moment(expected))
  }

  @Test(arguments: [
    ("1780000000", 1_780_000_000), ("1780000000000", 1_780_000_000),
    ("1780000000123", 1_780_000_000.123),
    ("1780000000.5", 1_780_000_000.5), ("999999999", 999_999_999), ("100000000", 100_000_000),
    (" 1780000000 ", 1_780_000_000), ("946684800", 946_684_800), ("9999999999", 9_999_999_999),
    ("946684800000", 946_684_800),
  ])
  func numbers(text: String, seconds: Double) {
    #expect(Feed.date(text)?.timeIntervalSince1970 == seconds)
  }

  @Test(arguments: [
    ("21.08.2026 10:30", "2026-08-21T10:30:00Z"), ("03.06.2026", "2026-06-03T00:00:00Z"),
    ("21/08/2026", "2026-08-21T00:00:00Z"), ("08/21/2026 10:30", "2026-08-21T10:30:00Z"),
    ("08-21-2026", "2026-08-21T00:00:00Z"), ("21-08-2026 10:30 CEST", "2026-08-21T08:30:00Z"),
    ("06/06/2026", "2026-06-06T00:00:00Z"), ("31/12/25", "2025-12-31T00:00:00Z"),
    ("Fri 8/21/2026 4:30 PM", "2026-08-21T16:30:00Z"), ("1.2.99", "1999-02-01T00:00:00Z"),
    ("Mon, 03 Jun 26 10:00", "2026-06-03T10:00:00Z"),
    ("10:30, 21 August 2026", "2026-08-21T10:30:00Z"),
    ("5 November 2025 - 09:01", "2025-11-05T09:01:00Z"),
    ("August 21st, 2026", "2026-08-21T00:00:00Z"),
    ("Thu, 02 Sep 2021 20:0:0 Z", "2021-09-02T20:00:00Z"),
    ("Tue, 02 Sep 2021 20:00 GMT", "2021-09-02T20:00:00Z"),
  ])
  func ordersOfDayAndMonth(text: String, expected: String) {
    #expect(Feed.date(text) == moment(expected))
  }

  /// Better none than a wrong one.
  @Test(arguments: [
    "6/3/2026 4:30:00 PM", "03-06-2026", "3/6/26", "Sun, 06 Nov 1994 08:49:37 XYZ",
    "Sun, 06 Nov 1994 08:49:37 Europe/Berlin", "yesterday 10:00", "3 days ago",
    "Published 6 Nov 1994",
    "6 Foo 1994 10:00", "June 3, 2026 13:00 AM", "June 3, 2026 25:00 PM", "3 June 2026 10:00 sharp",
    "13/13/2026", "2026年13月1日", "2026年8月", "12345", "12345678901", "123456789012345", "20269999",
    "noon", "5 Jun 2026 pm", "2026-06-03 10:00 EST9XYZ", "EST5EDT", "Marz 3 2026", "1780000000 UTC",
  ])
  func whatIsNotKnownIsNotRead(text: String) {
    #expect(Feed.date(text) == nil)
  }

  /// What publishers write where there is no date: dates as others, for the app to judge.
  @Test func placeholdersAreDates() {
    #expect(Feed.date("0001-01-01T00:00:00Z")?.timeIntervalSince1970 == -62_135_596_800)
    #expect(Feed.date("1970-01-01T00:00:00Z")?.timeIntervalSince1970 == 0)
    #expect(Feed.date("Fri, 31 Dec 9999 23:59:00 +0900") == moment("9999-12-31T14:59:00Z"))
    #expect(Feed.date("31 Dec 9999 23:59 -2359") != nil)
  }
}
