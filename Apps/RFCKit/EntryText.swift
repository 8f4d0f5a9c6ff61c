/// What reading an entry from the right needs.
extension ByteSlice {
  /// The range without blanks at either end.
  func trimmingBlanks(_ range: Range<Int>) -> Range<Int> {
    var low = Swift.max(range.lowerBound, startIndex)
    var high = Swift.min(range.upperBound, endIndex)
    while low < high, isBlank(self[high - 1]) { high -= 1 }
    while low < high, isBlank(self[low]) { low += 1 }
    return low..<Swift.max(low, high)
  }

  /// Whether these bytes begin at `position` with `text` in small letters, whatever their case.
  func starts(with text: StaticString, at position: Int) -> Bool {
    guard position >= startIndex, position + text.utf8CodeUnitCount <= endIndex else {
      return false
    }
    return text.withUTF8Buffer { wanted in
      for (offset, byte) in wanted.enumerated() {
        let own = self[position + offset]
        if (isCapital(own) ? own | 0x20 : own) != byte { return false }
      }
      return true
    }
  }

  /// The position of the bracket that opens the group whose closing bracket ends before `last`.
  func openingBracket(before last: Int) -> Int? {
    guard last > startIndex, last <= endIndex, self[last - 1] == UInt8(ascii: ")") else {
      return nil
    }
    var depth = 0
    for position in stride(from: last - 1, through: 0, by: -1) {
      switch self[position] {
      case UInt8(ascii: ")"): depth += 1
      case UInt8(ascii: "("):
        depth -= 1
        if depth == 0 { return position }
      default: break
      }
    }
    return nil
  }

  /// The last opening bracket before `last` that nothing closes.
  func unclosedBracket(before last: Int) -> Int? {
    var depth = 0
    for position in stride(from: last - 1, through: 0, by: -1) {
      switch self[position] {
      case UInt8(ascii: ")"): depth += 1
      case UInt8(ascii: "("):
        if depth == 0 { return position }
        depth -= 1
      default: break
      }
    }
    return nil
  }

  /// The parts between commas, without blanks around them; empty ones are left out.
  func items(in range: Range<Int>) -> [ByteSlice] {
    self[range].split(separator: UInt8(ascii: ",")).compactMap {
      let trimmed = trimmingBlanks($0.indices)
      return trimmed.isEmpty ? nil : self[trimmed]
    }
  }
}

extension ByteSlice {
  /// The number these bytes write in decimal, or nil for anything else and past 15 digits.
  var decimalNumber: Int? {
    guard !isEmpty, count <= 15 else { return nil }
    var number = 0
    for byte in self {
      guard isDigit(byte) else { return nil }
      number = number * 10 + Int(byte - UInt8(ascii: "0"))
    }
    return number
  }
}
