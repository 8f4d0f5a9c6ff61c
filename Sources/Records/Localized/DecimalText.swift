/// A decimal number with all its digits.
struct DecimalText: Equatable {
  var isNegative = false
  /// Digits from 0 to 9 before and behind the decimal sign.
  var whole: [UInt8] = []
  var fraction: [UInt8] = []
  /// The power of ten that it is to be multiplied by.
  var exponent = 0

  static func == (one: DecimalText, other: DecimalText) -> Bool { one.double == other.double }

  /// The nearest number; nil where it is greater than any.
  var double: Double? {
    let text = { (digits: [UInt8]) in String(decoding: digits.map { $0 + 0x30 }, as: UTF8.self) }
    let digits = "\(isNegative ? "-" : "")0\(text(whole)).\(text(fraction))0e\(exponent)"
    return Double(digits).flatMap { $0.isFinite ? $0 : nil }
  }

  /// The same where it is whole and fits into 64 bits; nil otherwise.
  var integer: Int? {
    // The digits as one whole number, which is to be moved by the power of ten.
    var digits = (whole + fraction)[...]
    var power = exponent - fraction.count
    while power < 0, digits.last == 0 {
      digits.removeLast()
      power += 1
    }
    digits = digits.drop { $0 == 0 }
    if digits.isEmpty { return 0 }
    guard power >= 0, power + digits.count <= 19 else { return nil }
    var value = 0
    for digit in digits + [UInt8](repeating: 0, count: power) {
      let (tens, isTooMuch) = value.multipliedReportingOverflow(by: 10)
      let step = isNegative ? -Int(digit) : Int(digit)
      let (sum, isTooGreat) = tens.addingReportingOverflow(step)
      guard !isTooMuch, !isTooGreat else { return nil }
      value = sum
    }
    return value
  }
}
