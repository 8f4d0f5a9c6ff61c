internal import HikidashiBase

/// Reads and writes dates as ISO 8601, exact to the last bit of the double that stores them.
///
/// The decimals of the second are the fewest that read back as the same double. What that form does
/// not write, or not exactly (years before 1 and after 9999, tiny fractions, −0, infinity), is `@`
/// and the seconds since 2001-01-01 00:00:00 UTC.
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
    let date = CivilDate(daysSince1970: day + epoch)
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
    put(date.year, 4, "-")
    put(date.month, 2, "-")
    put(date.day, 2, "T")
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
}

// MARK: - Reading

extension DateText {
  /// Reads a date as seconds since 2001-01-01 UTC; nil when the text is no date.
  ///
  /// A date alone, minutes without seconds, a space or a small letter in place of `T`, a comma for
  /// the decimal point, and offsets (`+09:00`, `+0900`, `+09`) are read as well. Without an offset
  /// the time is UTC.
  package static func seconds(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    if text.first == UInt8(ascii: "@") {
      return FieldText.double(UnsafeBufferPointer(rebasing: text.dropFirst()))
    }
    var reader = Reader(text)
    guard let year = reader.number(4), reader.skip("-"), let month = reader.number(2),
      reader.skip("-"), let day = reader.number(2), year >= 1
    else { return nil }
    let date = CivilDate(year, month, day)
    guard date.isValid else { return nil }
    var seconds = (date.daysSince1970 - epoch) * 86_400
    guard !reader.isAtEnd else { return Double(seconds) }
    guard reader.skip("T") || reader.skip("t") || reader.skip(" "),
      let hour = reader.number(2), hour < 24, reader.skip(":"),
      let minute = reader.number(2), minute < 60
    else { return nil }
    seconds += hour * 3600 + minute * 60
    var fraction = text[..<0]
    if reader.skip(":") {
      guard let second = reader.number(2), second < 60 else { return nil }
      seconds += second
      if reader.skip(".") || reader.skip(",") {
        fraction = reader.digits()
        guard !fraction.isEmpty, fraction.count <= 40 else { return nil }
      }
    }
    guard let offset = reader.offset() else { return nil }
    return joined(seconds - offset, fraction)
  }

  /// The double nearest to whole seconds and a decimal fraction.
  private static func joined(
    _ seconds: Int, _ fraction: Slice<UnsafeBufferPointer<UInt8>>
  ) -> Double? {
    guard fraction.contains(where: { $0 != NumberText.zero }) else { return Double(seconds) }
    let most = NumberText.mostBytes + fraction.count
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: most) { text in
      guard let start = text.baseAddress else { return nil }
      // −3 + 0.25 is −(2 + 0.75): the number is written with its sign in front.
      let isNegative = seconds < 0
      start[0] = UInt8(ascii: isNegative ? "-" : "+")
      var count = 1 + NumberText.write(isNegative ? -seconds - 1 : seconds, to: start + 1)
      start[count] = UInt8(ascii: ".")
      count += 1
      var borrows = true
      for (index, digit) in fraction.enumerated().reversed() {
        guard isNegative else {
          start[count + index] = digit
          continue
        }
        var missing = 9 - (digit - NumberText.zero)
        if borrows { missing += 1 }
        borrows = missing == 10
        start[count + index] = NumberText.zero + (borrows ? 0 : missing)
      }
      count += fraction.count
      return NumberText.double(UnsafeBufferPointer(start: start, count: count))
    }
  }

  /// Reads the parts of a date from its text.
  private struct Reader {
    private let text: UnsafeBufferPointer<UInt8>
    private var place = 0

    init(_ text: UnsafeBufferPointer<UInt8>) { self.text = text }

    var isAtEnd: Bool { place == text.count }

    mutating func skip(_ wanted: Unicode.Scalar) -> Bool {
      guard place < text.count, text[place] == UInt8(ascii: wanted) else { return false }
      place += 1
      return true
    }

    /// Reads a number of exactly this many digits.
    mutating func number(_ digits: Int) -> Int? {
      guard text.count - place >= digits else { return nil }
      var value = 0
      for index in place..<place + digits {
        let digit = text[index] &- NumberText.zero
        guard digit < 10 else { return nil }
        value = value * 10 + Int(digit)
      }
      place += digits
      return value
    }

    mutating func digits() -> Slice<UnsafeBufferPointer<UInt8>> {
      let start = place
      while place < text.count, text[place] &- NumberText.zero < 10 { place += 1 }
      return text[start..<place]
    }

    /// Seconds that local time is ahead of UTC; nil when what is left is no offset.
    mutating func offset() -> Int? {
      if isAtEnd { return 0 }
      if skip("Z") || skip("z") { return isAtEnd ? 0 : nil }
      let isAhead = skip("+")
      guard isAhead || skip("-"), let hours = number(2), hours < 24 else { return nil }
      var minutes = 0
      if !isAtEnd {
        _ = skip(":")
        guard let found = number(2), found < 60 else { return nil }
        minutes = found
      }
      guard isAtEnd else { return nil }
      return (hours * 3600 + minutes * 60) * (isAhead ? 1 : -1)
    }
  }
}
