internal import CHikidashiICU
internal import HikidashiBase

/// Reads numbers as a language writes them, and refuses all else.
///
/// ICU’s parser takes any of the usual signs between thousands, wherever they stand: in French it reads 1.250 as
/// 1250. So this has a rule of its own: a sign in front, digits of one script, the language’s sign between groups of
/// the language’s size, or no such sign at all, and its decimal sign. Of the signs only the kind counts, where people
/// cannot tell or type it: any space, any apostrophe, any minus.
struct NumberReader: Sendable {
  /// What numbers are written with, for the digits of the language and for 0 to 9.
  private let own: NumberSigns
  private let latin: NumberSigns
  /// The zero of the language’s digits.
  private let zero: UInt32

  /// - Parameter locale: A name as ICU has it.
  init(locale: String) {
    own = NumberSigns(locale: locale, isLatin: false)
    latin = NumberSigns(locale: locale, isLatin: true)
    zero = own.zero
  }

  /// Reads a number that is written as the language does; nil for all else.
  ///
  /// - Complexity: O(*n*) in the text’s length.
  func number(_ text: String) -> DecimalText? {
    var text = NumberScalars(text)
    guard let first = text.firstZero else { return nil }
    let isArabic = NumberSigns.isArabic(first)
    var signs = first == zero || isArabic && NumberSigns.isArabic(zero) ? own : latin
    // No other language’s signs look like these.
    if isArabic { signs.takesArabic = true }
    return text.number(signs)
  }

  /// Returns the numbers that the text is in the writing of other languages, the likeliest first.
  func numbersElsewhere(_ text: String) -> [DecimalText] {
    let scalars = NumberScalars(text)
    var found: [DecimalText] = []
    for signs in NumberSigns.everywhere {
      var scalars = scalars
      if let number = scalars.number(signs), !found.contains(number) { found.append(number) }
    }
    return found
  }
}

/// The signs that a language writes numbers with, and the sizes of its groups.
struct NumberSigns: Sendable {
  private(set) var decimal: UInt32 = 0x2E
  private(set) var group: UInt32 = 0x2C
  private(set) var minus: UInt32 = 0x2D
  private(set) var zero: UInt32 = 0x30
  /// The digits of the last group, and of the others; 0 where the language has none.
  private(set) var lastGroup = 3
  private(set) var otherGroups = 3
  /// Whether the Arabic signs are as good as these.
  var takesArabic = false

  init(decimal: Unicode.Scalar, group: Unicode.Scalar, otherGroups: Int = 3) {
    self.decimal = decimal.value
    self.group = group.value
    self.otherGroups = otherGroups
  }

  /// The signs of a language, for its own digits or for those from 0 to 9; those of English where ICU fails.
  init(locale: String, isLatin: Bool) {
    var found = hk_number_signs()
    guard hk_find_number_signs(locale, isLatin, &found) else { return }
    decimal = found.decimal
    group = found.group
    minus = found.minus
    zero = found.zero
    lastGroup = Int(found.last_group)
    otherGroups = found.other_groups > 0 ? Int(found.other_groups) : lastGroup
  }

  /// The writing of all languages, by which a text may be what a reader meant.
  static let everywhere = [
    NumberSigns(decimal: ".", group: ","), NumberSigns(decimal: ",", group: "."),
    NumberSigns(decimal: ".", group: ",", otherGroups: 2),
    NumberSigns(decimal: ",", group: " "), NumberSigns(decimal: ".", group: " "),
    NumberSigns(decimal: ",", group: "'"), NumberSigns(decimal: ".", group: "'"),
    NumberSigns(decimal: "٫", group: "٬"),
  ]

  /// Whether digits with that zero are those of Arabic or of Persian.
  static func isArabic(_ zero: UInt32) -> Bool { zero == 0x0660 || zero == 0x06F0 }

  func isDecimal(_ scalar: UInt32) -> Bool {
    scalar == decimal || takesArabic && scalar == 0x066B
  }

  func isGroup(_ scalar: UInt32) -> Bool {
    if takesArabic, scalar == 0x066C { return true }
    guard scalar != group else { return true }
    if Self.isSpace(group) { return Self.isSpace(scalar) }
    return Self.isApostrophe(group) && Self.isApostrophe(scalar)
  }

  func isMinus(_ scalar: UInt32) -> Bool {
    switch scalar {
    case minus, 0x2D, 0x2010...0x2013, 0x2212, 0xFE63: true
    default: false
    }
  }

  /// Spaces that stand between thousands: an ordinary one, one that does not break, narrow ones.
  private static func isSpace(_ scalar: UInt32) -> Bool {
    [0x20, 0xA0, 0x2007, 0x2009, 0x202F].contains(scalar)
  }

  private static func isApostrophe(_ scalar: UInt32) -> Bool {
    [0x27, 0x2BC, 0x2018, 0x2019].contains(scalar)
  }
}

/// The characters of a typed number, one after another.
struct NumberScalars {
  private let scalars: [Unicode.Scalar]
  private var at = 0
  /// The zero of the script that its first digit has.
  private(set) var firstZero: UInt32?

  init(_ text: String) {
    // Marks of direction cannot be seen.
    scalars = halfWidth(text).unicodeScalars.filter { !Self.isDirection($0.value) }
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
