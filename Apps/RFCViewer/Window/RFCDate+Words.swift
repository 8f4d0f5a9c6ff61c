internal import FoundationEssentials
internal import HikidashiRecords
internal import RFCKit

extension RFCDate {
  /// The date as the reader's language writes it: `June 2022`, `April 1, 1990`, or the year alone.
  var words: String {
    guard month != nil else { return String(year) }
    let first = description + (day == nil ? "-01" : "") + "T00:00:00Z"
    guard let date = try? Date(first, strategy: .iso8601) else { return description }
    return DateFormat(
      day == nil ? .longMonth : .longDay, calendar: .gregorian, timeZone: "UTC"
    ).text(date)
  }
}
