/// The characters of a typed number, one after another.
struct NumberScalars {
  private let scalars: [Unicode.Scalar]
  private var at = 0
  /// The zero of the script that its first digit has.
  private(set) var firstZero: UInt32?

  init(_ text: String) {
    // Marks of direction cannot be seen.
    let seen = text.unicodeScalars.filter { !Self.isDirection($0.value) }
    scalars = Array(halfWidth(String(String.UnicodeScalarView(seen))).unicodeScalars)
    firstZero = scalars.lazy.compactMap(Self.zero).first
  }

  /// Reads all of it as a number; nil where it is none.
  mutating func number(_ signs: NumberSigns) -> DecimalText? {
    guard let zero = firstZero else { return nil }
    var number = DecimalText()
    if let first = next, signs.isMinus(first) {
      number.isNegative = true
      at += 1
    } else if next == 0x2B || next == 0xFE62 {
      at += 1
    }
    var groups = [takeDigits(zero, into: &number.whole)]
    while let sign = next, signs.isGroup(sign), isDigit(at + 1, zero) {
      at += 1
      groups.append(takeDigits(zero, into: &number.whole))
    }
    guard Self.isRight(groups, of: number.whole, signs) else { return nil }
    if let sign = next, signs.isDecimal(sign) {
      at += 1
      takeDigits(zero, into: &number.fraction)
    }
    guard !number.whole.isEmpty || !number.fraction.isEmpty else { return nil }
    // Languages with digits of their own have a word for the E.
    if zero == 0x30, !takeExponent(into: &number) { return nil }
    return at == scalars.count ? number : nil
  }

  /// Whether groups have the sizes that they have in the language. None begins with a zero: 0,250 is not 250.
  private static func isRight(_ groups: [Int], of digits: [UInt8], _ signs: NumberSigns) -> Bool {
    guard groups.count > 1, let first = groups.first, let last = groups.last else { return true }
    return last == signs.lastGroup && (1...max(signs.otherGroups, 1)).contains(first)
      && groups.dropFirst().dropLast().allSatisfy { $0 == signs.otherGroups } && digits.first != 0
  }

  /// Takes the power of ten of a number such as 1.5E9; false where the sign for it has no digits.
  private mutating func takeExponent(into number: inout DecimalText) -> Bool {
    guard next == 0x45 || next == 0x65 else { return true }
    at += 1
    let isNegative = next == 0x2D || next == 0x2212
    if isNegative || next == 0x2B { at += 1 }
    var digits: [UInt8] = []
    guard (1...4).contains(takeDigits(0x30, into: &digits)) else { return false }
    let exponent = digits.reduce(0) { $0 * 10 + Int($1) }
    number.exponent = isNegative ? -exponent : exponent
    return true
  }

  private var next: UInt32? { at < scalars.count ? scalars[at].value : nil }

  private func isDigit(_ place: Int, _ zero: UInt32) -> Bool {
    place < scalars.count && (zero..<zero + 10).contains(scalars[place].value)
  }

  /// Takes the digits that follow, and returns how many there are.
  @discardableResult
  private mutating func takeDigits(_ zero: UInt32, into digits: inout [UInt8]) -> Int {
    let start = at
    while isDigit(at, zero) {
      digits.append(UInt8(truncatingIfNeeded: scalars[at].value - zero))
      at += 1
    }
    return at - start
  }

  /// The zero of the script of a decimal digit; nil for other characters.
  private static func zero(_ scalar: Unicode.Scalar) -> UInt32? {
    if (0x30...0x39).contains(scalar.value) { return 0x30 }
    guard scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue
    else { return nil }
    return scalar.value - UInt32(value)
  }

  private static func isDirection(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
