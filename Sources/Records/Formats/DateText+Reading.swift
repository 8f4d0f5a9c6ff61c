extension DateText {
  /// The seconds since 2001 that the text writes, or nil when it is no date.
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
      reader.skip("-"), let day = reader.number(2),
      year >= 1, (1...12).contains(month), (1...length(of: month, in: year)).contains(day)
    else { return nil }
    var seconds =
      (days(year: year, month: month, day: day) - days(year: 2001, month: 1, day: 1))
      * 86_400
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

  private static func length(of month: Int, in year: Int) -> Int {
    switch month {
    case 2:
      year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
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

  /// Goes through the text of a date.
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

    /// A number of exactly so many digits.
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
