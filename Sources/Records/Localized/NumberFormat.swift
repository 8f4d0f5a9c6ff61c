internal import CHikidashiICU
internal import HikidashiBase

/// Writes and reads numbers in the form that the readers of a language use.
///
/// ```swift
/// NumberFormat(decimals: 2).text(1234.5)            // “1,234.50”, in German “1.234,50”
/// NumberFormat().text(3...5)                        // “3–5”, in Japanese “3～5”
/// NumberFormat().double("1.234,5")                  // 1234.5 for a reader of German
/// ```
///
/// - Complexity: Making the first format of a kind takes some 0.1 ms, others and using them a
///   microsecond. It may be used from any thread.
public struct NumberFormat: Sendable {
  private let format: Guarded<NativeNumberFormat?>
  private let locale: String

  /// Makes a format for numbers in a language.
  ///
  /// - Parameters:
  ///   - decimals: How many digits stand behind the decimal sign, at least and at most: 0 to 20.
  ///   - isPercent: Whether 0.5 is written as 50 %.
  ///   - isGrouped: Whether thousands are set apart.
  ///   - language: The name of a language, as in BCP 47 or POSIX; the reader's, if not given.
  public init(
    decimals: ClosedRange<Int> = 0...3, isPercent: Bool = false, isGrouped: Bool = true,
    language: String? = nil
  ) {
    let most = FieldFormat.mostDecimals
    let wanted = NumberFormatKey(
      locale: LocaleName.icu(language ?? LocaleName.reader(of: .numbers)), isPercent: isPercent,
      least: min(max(decimals.lowerBound, 0), most), most: min(max(decimals.upperBound, 0), most),
      isGrouped: isGrouped)
    locale = wanted.locale
    format = opened.withLock { opened in
      if let found = opened[wanted] { return found }
      let made = Guarded(NativeNumberFormat(wanted))
      opened[wanted] = made
      return made
    }
  }

  /// Makes a format with a fixed number of digits after the decimal sign.
  public init(decimals: Int, isGrouped: Bool = true, language: String? = nil) {
    self.init(decimals: decimals...decimals, isGrouped: isGrouped, language: language)
  }

  /// The number as text.
  public func text(_ number: Double) -> String {
    format.withLock { $0?.text { hk_number_format_write($0, number, 0, false, $1, $2, $3) } }
      ?? "\(number)"
  }

  /// The whole number as text, exact to its last digit.
  public func text(_ number: Int) -> String {
    format.withLock { $0?.text { hk_number_format_write($0, 0, Int64(number), true, $1, $2, $3) } }
      ?? "\(number)"
  }

  /// Returns two numbers as one text. Where both are written alike, that stands once.
  public func text(_ numbers: ClosedRange<Double>) -> String {
    format.withLock { $0?.text(numbers) }
      ?? "\(text(numbers.lowerBound))–\(text(numbers.upperBound))"
  }

  /// Reads a number as the language writes it; nil where the text as a whole is none.
  ///
  /// The signs between thousands may be left out, but otherwise stand where the language has them, and are the
  /// language’s own: 1.250 is no number in French. Any space or apostrophe is as good as another, so is any minus.
  /// Digits may be those of any script, letters and digits of double width too. Spaces around the number do not count.
  public func double(_ text: String) -> Double? { decimal(text)?.double }

  /// Reads a whole number; nil where the text as a whole is none, or a number that does not fit
  /// into 64 bits.
  public func integer(_ text: String) -> Int? { decimal(text)?.integer }

  /// Returns the numbers that a text which this format refuses is in other languages, the likeliest first: 1.25 and
  /// 1250 for 1.250 in French. Those that the format cannot write with all their digits are left out.
  public func numbersElsewhere(_ text: String) -> [Double] {
    guard decimal(text) == nil else { return [] }
    return NumberReader.numbersElsewhere(text).compactMap(\.double).filter {
      double(self.text($0)) == $0
    }
  }

  /// The number with all its digits; nil where the text as a whole is none.
  func decimal(_ text: String) -> DecimalText? { NumberReader.of(locale)?.number(text) }
}

/// The open formats by their options, which the number fields of forms share. The dictionary is
/// guarded, and has only as many entries as an app uses formats.
private let opened = Guarded<[NumberFormatKey: Guarded<NativeNumberFormat?>]>([:])

private struct NumberFormatKey: Hashable {
  let locale: String
  let isPercent: Bool
  let least: Int
  let most: Int
  let isGrouped: Bool

  /// The same as a skeleton of ICU's.
  var skeleton: String {
    let digits = String(repeating: "0", count: least) + String(repeating: "#", count: most - least)
    let precision = digits.isEmpty ? "precision-integer" : "." + digits
    return precision + " rounding-mode-half-up" + (isPercent ? " percent scale/100" : "")
      + (isGrouped ? "" : " group-off")
  }
}

/// ICU's formatter, for one thread at a time.
private final class NativeNumberFormat {
  private let own: OpaquePointer
  private let key: NumberFormatKey
  private lazy var ranges: OpaquePointer? = {
    var error: Int32 = 0
    return hk_ranges_of_numbers(key.locale, key.skeleton, &error)
  }()

  init?(_ key: NumberFormatKey) {
    var error: Int32 = 0
    guard
      let own = hk_number_format_open(
        key.locale, key.isPercent, Int32(key.least), Int32(key.most), key.isGrouped, &error)
    else { return nil }
    (self.own, self.key) = (own, key)
  }

  deinit {
    hk_ranges_close(ranges)
    hk_number_format_close(own)
  }

  func text(_ numbers: ClosedRange<Double>) -> String? {
    guard let ranges else { return nil }
    let (first, last) = (numbers.lowerBound, numbers.upperBound)
    return written(by: ranges) { hk_ranges_write($0, first, last, $1, $2, $3) }
  }

  func text(_ write: Writing) -> String? { written(by: own, write) }
}

typealias Writing = (
  OpaquePointer, UnsafeMutablePointer<CChar>?, Int32, UnsafeMutablePointer<Int32>
) -> Int32

/// The text that one of ICU's formatters writes; nil where it fails.
func written(by format: OpaquePointer, _ write: Writing) -> String? {
  var error: Int32 = 0
  let text = String(unsafeUninitializedCapacity: 1024) { buffer in
    buffer.withMemoryRebound(to: CChar.self) {
      Int(max(0, write(format, $0.baseAddress, Int32($0.count), &error)))
    }
  }
  return error > 0 || text.isEmpty ? nil : text
}

/// The text without spaces around it, and with the letters and digits that a Japanese keyboard
/// writes in double width in their common form.
func halfWidth(_ text: String) -> String {
  var scalars = String.UnicodeScalarView()
  for scalar in text.unicodeScalars {
    switch scalar.value {
    case 0xFF01...0xFF5E: scalars.append(Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar)
    case 0x3000: scalars.append(" ")
    default: scalars.append(scalar)
    }
  }
  while scalars.first?.properties.isWhitespace == true { scalars.removeFirst() }
  while scalars.last?.properties.isWhitespace == true { scalars.removeLast() }
  return String(scalars)
}

extension StringProtocol {
  /// The width of the text in columns of a terminal or a fixed-width font: two for a Chinese or
  /// Japanese character, none for a combining mark (UAX #11).
  ///
  /// - Complexity: O(*n*) in its scalars.
  public var columnCount: Int {
    unicodeScalars.reduce(0) { $0 + Int(hk_columns($1.value)) }
  }
}
