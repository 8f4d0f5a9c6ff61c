/// Dates as ISO 8601, exact to the last bit of the double that keeps them.
///
/// The decimals of the second are the fewest that read back as the same double. What that form does
/// not write, or not exactly (years before 1 and after 9999, tiny fractions, −0, infinity), is `@`
/// and the seconds since 2001-01-01 00:00:00 UTC.
///
/// - Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", for days to dates and
///   back.
package enum DateText {
  /// Bytes that the longest date takes when written.
  static let mostBytes = 64

  /// Seconds since 2001 of 0001-01-01 and of the end of 9999.
  private static let written = -63_113_904_000.0..<252_423_993_600.0
  /// Days from 1970-01-01 to 2001-01-01.
  private static let epoch = 11_323

  /// Writes the date; returns how many bytes, at most ``mostBytes``, for which there must be room.
  static func write(_ seconds: Double, to target: UnsafeMutablePointer<UInt8>) -> Int {
    guard written.contains(seconds), seconds == 0 || seconds.magnitude >= 1e-4,
      seconds != 0 || seconds.sign == .plus
    else {
      target[0] = UInt8(ascii: "@")
      return 1 + NumberText.write(seconds, to: target + 1)
    }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: NumberText.mostBytes) { digits in
      guard let start = digits.baseAddress else { return 0 }
      let count = NumberText.write(seconds.magnitude, to: start)
      var (whole, point) = (0, 0)
      while point < count, start[point] != UInt8(ascii: ".") {
        whole = whole * 10 + Int(start[point] - NumberText.zero)
        point += 1
      }
      var fraction = UnsafeMutableBufferPointer(
        start: start + min(point + 1, count), count: max(0, count - point - 1))
      if fraction.allSatisfy({ $0 == NumberText.zero }) {
        fraction = UnsafeMutableBufferPointer(rebasing: fraction[..<0])
      }
      if seconds < 0 { whole = -whole - complement(fraction) }
      return write(whole, fraction, to: target)
    }
  }

  /// Replaces a fraction by what is missing to one; 1, or 0 when there is no fraction.
  private static func complement(_ fraction: UnsafeMutableBufferPointer<UInt8>) -> Int {
    guard let last = fraction.lastIndex(where: { $0 != NumberText.zero }) else { return 0 }
    for index in 0..<last { fraction[index] = 2 * NumberText.zero + 9 - fraction[index] }
    fraction[last] = 2 * NumberText.zero + 10 - fraction[last]
    return 1
  }

  private static func write(
    _ seconds: Int, _ fraction: UnsafeMutableBufferPointer<UInt8>,
    to target: UnsafeMutablePointer<UInt8>
  ) -> Int {
    let day = seconds.floored(by: 86_400)
    let time = seconds - day * 86_400
    let (year, month, date) = civil(day + epoch)
    var next = target
    func put(_ value: Int, _ digits: Int, _ end: Unicode.Scalar) {
      var rest = value
      for place in stride(from: digits - 1, through: 0, by: -1) {
        next[place] = NumberText.zero + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      }
      next[digits] = UInt8(ascii: end)
      next += digits + 1
    }
    put(year, 4, "-")
    put(month, 2, "-")
    put(date, 2, "T")
    put(time / 3600, 2, ":")
    put(time / 60 % 60, 2, ":")
    put(time % 60, 2, fraction.isEmpty ? "Z" : ".")
    if let start = fraction.baseAddress, !fraction.isEmpty {
      next.update(from: start, count: fraction.count)
      next[fraction.count] = UInt8(ascii: "Z")
      next += fraction.count + 1
    }
    return next - target
  }

  /// Year, month and day of a day counted from 1970-01-01.
  private static func civil(_ days: Int) -> (Int, Int, Int) {
    let shifted = days + 719_468
    let era = shifted.floored(by: 146_097)
    let day = shifted - era * 146_097
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365
    let dayOfYear = day - (365 * year + year / 4 - year / 100)
    let month = (5 * dayOfYear + 2) / 153
    let date = dayOfYear - (153 * month + 2) / 5 + 1
    return (year + era * 400 + (month >= 10 ? 1 : 0), month < 10 ? month + 3 : month - 9, date)
  }

  /// The day counted from 1970-01-01.
  static func days(year: Int, month: Int, day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted.floored(by: 400)
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}

extension Int {
  /// The quotient, rounded down.
  fileprivate func floored(by divisor: Int) -> Int {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
