/// The date of publication, as exact as the index knows it.
public struct RFCDate: Sendable, Hashable, Codable {
  /// The year, four digits.
  public var year: Int
  /// The month, 1 to 12.
  public var month: Int?
  /// The day of the month, 1 to 31; the index has it for the oldest and for the April Fools' RFCs.
  public var day: Int?

  public init(year: Int, month: Int? = nil, day: Int? = nil) {
    self.year = year
    self.month = month
    self.day = day
  }
}

extension RFCDate: Comparable {
  /// Orders by year, month and day; what is not known comes first.
  public static func < (left: RFCDate, right: RFCDate) -> Bool {
    (left.year, left.month ?? 0, left.day ?? 0) < (right.year, right.month ?? 0, right.day ?? 0)
  }
}

extension RFCDate: CustomStringConvertible {
  /// The date in the form of ISO 8601: `1969-04-07`, `1997-03` or `1969`.
  public var description: String {
    var text = Self.padded(year, to: 4)
    guard let month else { return text }
    text += "-" + Self.padded(month, to: 2)
    guard let day else { return text }
    return text + "-" + Self.padded(day, to: 2)
  }

  private static func padded(_ number: Int, to width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
