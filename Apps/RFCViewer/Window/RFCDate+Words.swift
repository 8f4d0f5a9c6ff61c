internal import CHikidashiGLib
internal import RFCKit

extension RFCDate {
  /// The date as the reader's language writes it: `June 2022`, `1 April 1990`, or the year alone.
  var words: String {
    guard let month else { return String(year) }
    guard
      let date = g_date_time_new_utc(
        gint(clamping: year), gint(clamping: month), gint(clamping: day ?? 1), 0, 0, 0)
    else { return description }
    defer { g_date_time_unref(date) }
    // In the notation of strftime; a language may put them in another order.
    guard let text = g_date_time_format(date, day == nil ? tr("%B %Y") : tr("%-d %B %Y")) else {
      return description
    }
    defer { g_free(text) }
    return String(cString: text)
  }
}
