internal import CHikidashiGTK
internal import FoundationEssentials

/// Days in a time zone, for inputs of dates: a date is taken apart and moved as GLib's calendar has it.
struct ZonedDays {
  /// A time of a day.
  struct Time {
    var hour: Int32 = 0
    var minute: Int32 = 0
  }

  /// The name of the time zone; nil is the machine's.
  let zone: String?

  /// The date some days or months on, at the same time of the day. Nil where GLib's calendar does not reach.
  func date(_ date: Date, days: Int32 = 0, months: Int32 = 0) -> Date? {
    guard let start = native(date) else { return nil }
    defer { g_date_time_unref(start) }
    guard let month = g_date_time_add_months(start, months) else { return nil }
    defer { g_date_time_unref(month) }
    guard let other = g_date_time_add_days(month, days) else { return nil }
    defer { g_date_time_unref(other) }
    return self.date(on: other, at: time(of: date))
  }

  /// The midnight at which today began.
  var today: Date? {
    guard let now = native(.now) else { return nil }
    defer { g_date_time_unref(now) }
    return date(on: now)
  }

  /// The time of the day of a date; midnight for none.
  func time(of date: Date?) -> Time {
    guard let date, let native = native(date) else { return Time() }
    defer { g_date_time_unref(native) }
    return Time(hour: g_date_time_get_hour(native), minute: g_date_time_get_minute(native))
  }

  /// The moment of a day and a time.
  func date(on day: OpaquePointer, at time: Time = Time()) -> Date? {
    date(
      year: g_date_time_get_year(day), month: g_date_time_get_month(day),
      day: g_date_time_get_day_of_month(day), at: time)
  }

  /// The moment of a day, counted from 1, and a time.
  func date(year: Int32, month: Int32, day: Int32, at time: Time = Time()) -> Date? {
    withTimeZone { zone in
      guard let moment = g_date_time_new(zone, year, month, day, time.hour, time.minute, 0) else {
        return nil
      }
      defer { g_date_time_unref(moment) }
      return Date(timeIntervalSince1970: Double(g_date_time_to_unix(moment)))
    }
  }

  /// The date as GLib knows it; the caller releases it. Nil where its calendar does not reach.
  func native(_ date: Date) -> OpaquePointer? {
    guard let seconds = Int(exactly: date.timeIntervalSince1970.rounded(.down)),
      let moment = g_date_time_new_from_unix_utc(seconds)
    else { return nil }
    defer { g_date_time_unref(moment) }
    return withTimeZone { g_date_time_to_timezone(moment, $0) }
  }

  private func withTimeZone<Result>(_ body: (OpaquePointer?) -> Result?) -> Result? {
    guard let native = zone.map({ g_time_zone_new_identifier($0) }) ?? g_time_zone_new_local()
    else { return nil }
    defer { g_time_zone_unref(native) }
    return body(native)
  }
}
