import HikidashiBase
import Testing

@testable import HikidashiRecords

@Suite struct NumberTextTests {
  private func integer(_ text: String) -> Int? {
    var text = text
    return text.withUTF8 { NumberText.integer($0) }
  }

  private func double(_ text: String) -> Double? {
    var text = text
    return text.withUTF8 { NumberText.double($0) }
  }

  /// The number that the standard library reads from decimals; nil where it is infinite.
  private func libraryDouble(_ text: String) -> Double? {
    Double(text).flatMap { $0.isFinite ? $0 : nil }
  }

  private func written(_ write: (UnsafeMutablePointer<UInt8>) -> Int) -> String {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: NumberText.mostBytes) { buffer in
      guard let start = buffer.baseAddress else { return "" }
      let count = write(start)
      return String(decoding: buffer[..<count], as: UTF8.self)
    }
  }

  /// Whether a double was read and written as the standard library does.
  private func agrees(_ value: Double) -> Bool {
    let text = written { NumberText.write(value, to: $0) }
    if value.isNaN { return text == "nan" && double(text)?.isNaN == true }
    return text == value.description && double(text)?.bitPattern == value.bitPattern
  }

  @Test func doublesOfAnyBitsAreReadBack() {
    var generator = kernelGenerator()
    var wrong: [Double] = []
    for _ in 0..<100_000 {
      let value = Double(bitPattern: .random(in: 0 ... .max, using: &generator))
      if !agrees(value) { wrong.append(value) }
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(5)), HIKIDASHI_SEED=\(generator.seed)")
  }

  @Test func decimalsAreWrittenAndReadAsTheLibraryDoes() {
    var generator = kernelGenerator()
    var wrong: [Double] = []
    for _ in 0..<50_000 {
      let digits =
        Int.random(in: -(1 << 50)...1 << 50, using: &generator)
        >> Int.random(in: 0...50, using: &generator)
      let units: [Double] = [1, 10, 100, 1e3, 1e4, 1e5, 1e7, 1e9, 1e12]
      let unit = units.randomElement(using: &generator) ?? 1
      let value = Double(digits) / unit
      for value in [value, value.nextUp, value.nextDown] {
        if !agrees(value) { wrong.append(value) }
      }
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(5)), HIKIDASHI_SEED=\(generator.seed)")
  }

  @Test func edgesOfTheFormatsAreWrittenAsTheLibraryDoes() {
    let edges = [
      0, -0.0, 1, 1e11, 99_999_999_999.9999, 1e15, 0x1p53, 1e16, 1e-4, 1e-5, 0.00012, 0.000123456,
      1e6, 999_999.999999999, 0.1, 0.3, 1.0 / 3, 0x1p-1074, .leastNormalMagnitude,
      .greatestFiniteMagnitude, .infinity, .nan, 4.35, 0.5, 123_456.789,
    ]
    for edge in edges { #expect(agrees(edge) && agrees(-edge), "\(edge)") }
  }

  @Test func textsAreReadAsTheLibraryDoes() {
    var generator = kernelGenerator()
    let pieces = [
      "0", "1", "9", "5", "00", "123456789", ".", "e", "E", "-", "+", " ", "x", "e-3", ".",
    ]
    var wrong: [String] = []
    for _ in 0..<100_000 {
      let count = Int.random(in: 0...7, using: &generator)
      let text = (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
      let expected = text.contains("x") ? nil : libraryDouble(text)
      if double(text)?.bitPattern != expected?.bitPattern { wrong.append(text) }
      if integer(text) != Int(text) { wrong.append(text) }
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(5)), HIKIDASHI_SEED=\(generator.seed)")
  }

  @Test func longDecimalsAreReadAsTheLibraryDoes() {
    var generator = kernelGenerator()
    var wrong: [String] = []
    for _ in 0..<20_000 {
      let digits = (0..<Int.random(in: 1...40, using: &generator)).map { _ in
        String(Int.random(in: 0...9, using: &generator))
      }
      let point = Int.random(in: 0...digits.count, using: &generator)
      let text =
        digits[..<point].joined() + "." + digits[point...].joined()
        + (Bool.random(using: &generator)
          ? "e\(Int.random(in: -360...360, using: &generator))" : "")
      if double(text)?.bitPattern != libraryDouble(text)?.bitPattern { wrong.append(text) }
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(5)), HIKIDASHI_SEED=\(generator.seed)")
  }

  @Test(arguments: [
    "", "-", "+", ".", "-.", "e5", "1e", "1e+", " 1", "1 ", "0x10", "0x1p3", "1_000", "1,5", "１",
    "infinity", "INF", "Nan", "nan(0x1)", "snan", "--1", "1.2.3", "1\0", "inf ", "1e5.5",
  ])
  func whatIsNoNumberIsRefused(text: String) {
    #expect(double(text) == nil)
    #expect(integer(text) == nil)
  }

  @Test func infinityAndNotANumberAreReadAsWritten() {
    #expect(double("inf") == .infinity)
    #expect(double("+inf") == .infinity)
    #expect(double("-inf") == -.infinity)
    #expect(double("nan")?.isNaN == true)
    #expect(double("-nan")?.isNaN == true)
    #expect(double("1e400") == nil)
    #expect(double("-1e99999999999999999999999") == nil)
    #expect(double("0e99999999999999999999999") == 0)
    #expect(double("1e-99999999999999999999999") == 0)
  }

  @Test func integersAreReadToTheLastAndNoFurther() {
    for value in [0, 1, -1, .max, .min, .max - 1, .min + 1, 999_999_999_999_999_999] {
      #expect(written { NumberText.write(value, to: $0) } == value.description)
      #expect(integer(value.description) == value)
    }
    for text in [
      "9223372036854775808", "-9223372036854775809", "18446744073709551616",
      "99999999999999999999999999999999999999",
    ] {
      #expect(integer(text) == nil)
    }
    #expect(integer("00000000000000000000000000000000000007") == 7)
    #expect(integer("-0") == 0)
    #expect(integer("+5") == 5)
  }

  @Test func integersOfAnySizeAreReadBack() {
    var generator = kernelGenerator()
    var wrong: [Int] = []
    for _ in 0..<100_000 {
      let value =
        Int.random(in: .min ... .max, using: &generator)
        >> Int.random(in: 0...63, using: &generator)
      let text = written { NumberText.write(value, to: $0) }
      if text != value.description || integer(text) != value { wrong.append(value) }
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(5)), HIKIDASHI_SEED=\(generator.seed)")
  }
}
