import Foundation
import HikidashiBase
import HikidashiRecords
import TestSupport
import Testing

/// How languages write numbers, from CLDR’s `numbers.json`, the same in its versions 42 to 46.
private struct Writing: Sendable {
  var language: String
  var decimal: Character
  var group: Character
  /// The digits between two signs, but for the last group, which has three.
  var others = 3
  /// The zero of the language’s digits.
  var zero: UInt32 = 0x30

  static let all: [Writing] =
    rows("en en_GB es_MX ja zh zh_TW ko th he ur ms fil sw cy ga si am", ".", ",")
    + rows("en_IN hi ta te gu pa ml", ".", ",", others: 2)
    + rows("bn", ".", ",", others: 2, zero: 0x9E6) + rows("mr", ".", ",", others: 2, zero: 0x966)
    + rows("my", ".", ",", zero: 0x1040)
    + rows("de nl it es es_AR pt da is sl hr sr bs ro mk el tr az vi id ca eu ar_MA", ",", ".")
    + rows("fr fr_CA pt_PT sv nb fi pl cs sk hu bg ru uk be lt lv et kk ka hy sq af", ",", "\u{A0}")
    + rows("de_CH it_CH", ".", "’") + rows("ar_EG ar_SA", "٫", "٬", zero: 0x660)
    + rows("fa", "٫", "٬", zero: 0x6F0)

  private static func rows(
    _ languages: String, _ decimal: Character, _ group: Character, others: Int = 3,
    zero: UInt32 = 0x30
  ) -> [Writing] {
    languages.split(separator: " ").map {
      Writing(
        language: String($0), decimal: decimal, group: group, others: others, zero: zero)
    }
  }

  /// The language’s signs for the digits 0 to 9.
  var latin: Writing {
    guard zero == 0x660 || zero == 0x6F0 else { return self }
    var latin = self
    (latin.decimal, latin.group) = (".", ",")
    return latin
  }

  func text(_ whole: String, _ fraction: String, isGrouped: Bool) -> String {
    var groups: [Substring] = []
    var rest = whole[...]
    while isGrouped, rest.count > (groups.isEmpty ? 3 : others) {
      let count = groups.isEmpty ? 3 : others
      groups.insert(rest.suffix(count), at: 0)
      rest.removeLast(count)
    }
    groups.insert(rest, at: 0)
    let text =
      groups.joined(separator: String(group)) + (fraction.isEmpty ? "" : "\(decimal)\(fraction)")
    return inDigits(text)
  }

  private func inDigits(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let isDigit = (0x30...0x39).contains(scalar.value)
      scalars.append(isDigit ? Unicode.Scalar(scalar.value - 0x30 + zero) ?? scalar : scalar)
    }
    return String(scalars)
  }

  /// The number that a text is; nil where the language does not write it so.
  func number(_ text: String) -> Double? {
    let scalars = text.unicodeScalars.filter {
      !"\u{61C}\u{200E}\u{200F}".unicodeScalars.contains($0)
    }
    // Double width is a matter of the keyboard.
    let narrow = scalars.map { scalar in
      (0xFF01...0xFF5E).contains(scalar.value)
        ? Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar : scalar
    }
    var text = String(String.UnicodeScalarView(narrow))
    text = String(text.drop(while: \.isWhitespace))
    while text.last?.isWhitespace == true { text.removeLast() }
    for zero in [0x30, 0x660, 0x6F0, 0x966, 0x9E6, 0x1040] as [UInt32] {
      let isArabic = zero == 0x660 || zero == 0x6F0
      let isOwn = zero == self.zero || isArabic && self.latin.decimal != decimal
      guard let plain = Self.plain(text, zero: zero) else { continue }
      if zero != 0x30, plain.contains(where: { "eE".contains($0) }) { return nil }
      let signs = isOwn ? self : latin
      let decimals: [Character] = [signs.decimal] + (isArabic ? ["٫"] : [])
      return Self.number(plain, decimals, signs.groups + (isArabic ? ["٬"] : []), others)
    }
    return nil
  }

  private var groups: [Character] {
    switch group {
    case "\u{A0}": [" ", "\u{A0}", "\u{202F}", "\u{2009}", "\u{2007}"]
    case "’": ["'", "’", "‘", "ʼ"]
    default: [group]
    }
  }

  /// The text with its digits as 0 to 9; nil where it has others, or none.
  private static func plain(_ text: String, zero: UInt32) -> String? {
    var plain = ""
    var count = 0
    for character in text {
      if let digit = character.wholeNumberValue, character.unicodeScalars.count == 1 {
        guard character.unicodeScalars.first?.value == zero + UInt32(digit) else { return nil }
        count += 1
        plain += "\(digit)"
      } else {
        plain.append(character)
      }
    }
    return count > 0 ? plain : nil
  }

  private static func number(
    _ text: String, _ decimals: [Character], _ groups: [Character], _ others: Int
  ) -> Double? {
    var text = text[...]
    var sign = ""
    if let first = text.first, "-−‐–+".contains(first) {
      sign = first == "+" ? "" : "-"
      text.removeFirst()
    }
    var exponent = ""
    if let place = text.firstIndex(where: { "eE".contains($0) }) {
      exponent = String(text[text.index(after: place)...]).replacing("−", with: "-")
      text = text[..<place]
      let digits = exponent.drop { "+-".contains($0) && exponent.first == $0 }
      guard (1...4).contains(digits.count), digits.allSatisfy({ "0123456789".contains($0) })
      else { return nil }
    }
    let parts = text.split(
      maxSplits: 1, omittingEmptySubsequences: false, whereSeparator: decimals.contains)
    let fraction = parts.count > 1 ? parts[1] : ""
    let pieces = (parts.first ?? "").split(
      omittingEmptySubsequences: false, whereSeparator: groups.contains)
    guard (pieces + [fraction]).allSatisfy({ $0.allSatisfy { "0123456789".contains($0) } })
    else { return nil }
    if pieces.count > 1 {
      guard pieces.last?.count == 3, let first = pieces.first, (1...others).contains(first.count),
        first.first != "0", pieces.dropFirst().dropLast().allSatisfy({ $0.count == others })
      else { return nil }
    }
    let whole = pieces.joined()
    guard !whole.isEmpty || !fraction.isEmpty else { return nil }
    let number = Double("\(sign)0\(whole).\(fraction)0e\(exponent.isEmpty ? "0" : exponent)")
    return number.flatMap { $0.isFinite ? $0 : nil }
  }
}

/// Numbers as people type them: in their own language’s form, in another’s, and with mistakes.
@Suite struct NumberReadingTests {
  static let seed = testSeed()
  static let steps = testSteps(2_000)

  /// Nothing is read as another number than the one that a slow reading by the rules gives.
  @Test(arguments: Writing.all.map(\.language)) func typedTexts(language: String) throws {
    print("seed \(Self.seed)")
    var random = SeededGenerator(seed: Self.seed)
    let own = try #require(Writing.all.first { $0.language == language })
    let format = NumberFormat(decimals: 0...3, language: language)
    let signs = Array("0123456789..,,''’٫٬--+eE \u{A0}\u{202F}٣۴４%x")
    for step in 0..<Self.steps {
      let whole = String(
        Int.random(in: 0...Int(1e9), using: &random) / [1, 1_000, 1_000_000][step % 3])
      let fraction = Bool.random(using: &random) ? "" : "\(Int.random(in: 1...9, using: &random))"
      let isMinus = Int.random(in: 0..<4, using: &random) == 0
      var text = ""
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<2:
        let number = (Double("\(isMinus ? "-" : "")\(whole).\(fraction)0") ?? 0)
        text = format.text(number)
        #expect(format.double(text) == number, "\(text)")
        #expect(
          NumberFormat(decimals: 0...3, isGrouped: false, language: language).text(number)
            == text || whole.count > 3, "\(text)")
      case 2..<4: text = own.text(whole, fraction, isGrouped: Bool.random(using: &random))
      case 4..<5: text = own.latin.text(whole, fraction, isGrouped: true)
      default:
        let other = Writing.all.randomElement(using: &random) ?? own
        text = other.text(whole, fraction, isGrouped: Bool.random(using: &random))
      }
      if isMinus { text = (["-", "−", "–"].randomElement(using: &random) ?? "-") + text }
      if step % 3 == 0 {
        var letters = Array(text)
        for _ in 0...Int.random(in: 0...2, using: &random) {
          let place = Int.random(in: 0...letters.count, using: &random)
          switch Int.random(in: 0..<3, using: &random) {
          case 0: letters.insert(signs.randomElement(using: &random) ?? ".", at: place)
          case 1 where place < letters.count: letters.remove(at: place)
          case 2 where place + 1 < letters.count: letters.swapAt(place, place + 1)
          default: break
          }
        }
        text = String(letters)
      }
      #expect(format.double(text) == own.number(text), "“\(text)” in \(language)")
    }
  }

  /// These languages have no point in numbers; the reading of other languages is offered.
  @Test(arguments: ["fr", "sv", "pl", "ru", "pt_PT"]) func aPointIsRefused(language: String) {
    let format = NumberFormat(language: language)
    for text in ["1.250", "12.500,5", "1.250.000", "1,250.5", "1.25"] {
      #expect(format.double(text) == nil, "\(text)")
    }
    #expect(format.numbersElsewhere("1.250") == [1.25, 1250])
    #expect(format.numbersElsewhere("1.25") == [1.25])
    #expect(format.numbersElsewhere("1,25") == [])
    #expect(format.numbersElsewhere("x") == [])
    #expect(format.double("1 250,5") == 1250.5)
    #expect(format.double("+5") == 5)
  }

  /// Every language of the library reads the numbers that it writes.
  @Test func allLanguagesReadTheirOwnNumbers() {
    for language in Locale.availableIdentifiers {
      let format = NumberFormat(decimals: 0...3, language: language)
      for number in [0, 5, -0.25, 1234.5, -1_234_567.875, 12_345_678_901] {
        let text = format.text(number)
        #expect(format.double(text) == number, "“\(text)” in \(language)")
      }
    }
  }

  @Test func onlyWhatALanguageWritesIsRead() {
    let rows: [(String, String, Double?)] = [
      ("en", "1,250", 1250), ("en", "0,250", nil), ("en", "12,50", nil), ("en", "1,2500", nil),
      ("en", "1,,250", nil), ("en", "1,250,", nil), ("en", ",250", nil), ("en", "1.250,5", nil),
      ("en", ".5", 0.5), ("en", "5.", 5), ("en", ".", nil), ("en", "-", nil), ("en", "", nil),
      ("en", "- 5", nil), ("en", "5-", nil), ("en", "(5)", nil), ("en", "1 250", nil),
      ("en", "1’250", nil), ("en", "1e5", 100_000), ("en", "1e400", nil), ("en", "1e", nil),
      ("en", "0x10", nil), ("en", "inf", nil), ("en", "NaN", nil), ("en", "½", nil),
      ("en", "1_000", nil), ("en", "１，２５０．５", 1250.5), ("en", "１２5", 125),
      ("en", "1٢", nil), ("en", "١٢٫٥", 12.5), ("en", "\u{200E}-5", -5),
      ("he", "\u{200E}\u{A0}-5", -5), ("en", "--5", nil),
      ("de", "1.250", 1250), ("de", "1,250", 1.25), ("de", "1.25", nil), ("de", "1 250", nil),
      ("de_CH", "1'250.5", 1250.5), ("de_CH", "1’250,5", nil), ("de_CH", "1,250", nil),
      ("en_IN", "12,34,567", 1_234_567), ("en_IN", "1,234,567", nil), ("en_IN", "123,456", nil),
      ("fr", "1 250", 1250), ("fr", "1\u{202F}250", 1250), ("fr", "1 25", nil),
      ("fr", "1 250 ", 1250),
      ("es", "1250", 1250), ("es", "1.250", 1250), ("pl", "1 250,5", 1250.5),
      ("sv", "−5", -5), ("sv", "-5", -5), ("sv", "–5", -5), ("ar_EG", "١٬٢٥٠٫٥", 1250.5),
      ("ar_EG", "1,250.5", 1250.5), ("ar_EG", "۱۲", 12), ("fa", "۱٫۵", 1.5), ("fa", "۱.۵", nil),
      ("hi", "१२", 12), ("ja", "1,234.5", 1234.5), ("ja", "1．5", 1.5), ("ja", "一", nil),
    ]
    for (language, text, right) in rows {
      #expect(NumberFormat(language: language).double(text) == right, "“\(text)” in \(language)")
    }
  }

  /// Whole numbers keep their last digit, also where a sign for decimals follows.
  @Test func wholeNumbersAreExact() {
    let format = NumberFormat(language: "en")
    #expect(format.integer("9007199254740993.0") == 9_007_199_254_740_993)
    #expect(format.integer("9,223,372,036,854,775,807") == .max)
    #expect(format.integer("-9223372036854775808") == .min)
    #expect(format.integer("9223372036854775808") == nil)
    #expect(format.integer("12.5e1") == 125)
    #expect(format.integer("12.55e1") == nil)
    #expect(format.integer("1e18") == 1_000_000_000_000_000_000)
    #expect(format.integer("1e19") == nil)
    #expect(format.integer("0e9999") == 0)
    #expect(format.integer("100e-2") == 1)
    #expect(format.integer("-0") == 0)
  }

  /// A share is the number that was typed, not one beside it, and its sign stands at an end.
  @Test func sharesAreExact() {
    let share = Field<Double>("share", format: .percent(decimals: 1))
    let reader = ReaderText(share, language: "en")
    #expect(reader.cell("12.3%") == .double(0.123))
    #expect(reader.cell("12.3 %") == .double(0.123))
    #expect(reader.cell("12.3") == .double(0.123))
    #expect(reader.cell("5%0") == nil)
    #expect(reader.cell("5%%") == nil)
    #expect(reader.cell("%") == nil)
    #expect(ReaderText(share, language: "tr").cell("%12,3") == .double(0.123))
    #expect(ReaderText(share, language: "tr").cell("-%12,3") == .double(-0.123))
    for thousandth in -1000...1000 {
      for language in ["en", "de", "fr", "tr", "eu", "ar_EG", "fa", "he", "sv"] {
        let reader = ReaderText(share, language: language)
        let number = Double(thousandth) / 1000
        let text = reader.text(.double(number))
        #expect(reader.cell(text) == .double(number), "\(text) in \(language)")
      }
    }
  }
}
