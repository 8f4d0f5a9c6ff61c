internal import CICU
internal import Support

/// Compares strings by one localized collation: ICU's collator with its options set.
///
/// - Source: https://unicode-org.github.io/icu/userguide/collation/
// @unchecked: an ICU collator that is no longer changed may be used by several threads, and the
// tables are lent to one at a time.
final class Collator: @unchecked Sendable {
  /// What was asked for.
  let collation: Collation
  /// The locale in effect, as a BCP 47 tag: the nearest to what was asked for that ICU knows;
  /// `"und"` is the root order.
  let locale: String
  let ignoresAccents: Bool
  let distinguishesKana: Bool
  let comparesNumbers: Bool
  let traits: hk_traits
  /// How strings are cut into pieces whose collation elements do not depend on each other; nil when
  /// this collator's order is not one of elements alone, and sort keys are to be used.
  let rules: SegmentRules?

  let handle: OpaquePointer
  private let tables = Guarded<[ElementTable]>([])
  private let casePairs = Guarded<Bool?>(nil)

  /// Opens a collator.
  ///
  /// - Parameter collation: A localized one; for the binary one this is the root order.
  /// - Complexity: Some milliseconds; use ``shared(for:)``.
  init(_ collation: Collation) throws(CollationError) {
    let options = collation.options
    self.collation = collation
    ignoresAccents = options.accents == .ignored
    distinguishesKana = options.kana == .distinguished
    comparesNumbers = options.numbers == .byValue
    let name = LocaleName.icu(options.locale)
    var error: Int32 = 0
    let handle = hk_collator_open(
      name, distinguishesKana ? KanaRules.text : nil, ignoresAccents, comparesNumbers, &error)
    guard let handle else {
      throw .unavailable(locale: name, reason: String(cString: hk_error_name(error)))
    }
    self.handle = handle
    traits = hk_collator_traits(handle)
    locale = Self.locale(of: handle)
    rules = traits.ignores_punctuation ? nil : SegmentRules(handle, numbers: comparesNumbers)
  }

  deinit {
    // Elements must be closed before the collator that they belong to.
    tables.withLock { $0 = [] }
    hk_collator_close(handle)
  }

  private static func locale(of handle: OpaquePointer) -> String {
    String(unsafeUninitializedCapacity: 160) { buffer in
      buffer.withMemoryRebound(to: CChar.self) {
        Int(hk_collator_locale(handle, $0.baseAddress, Int32($0.count)))
      }
    }
  }

  /// Whether all texts are equal that differ only in the case of A–Z: in every pair of letters, as some
  /// languages have an I of their own, and some take two letters for one, but not in each case.
  ///
  /// - Complexity: O(1) once it was asked; the first time, two thousand comparisons.
  var ignoresASCIICase: Bool {
    casePairs.withLock { known in
      if let known { return known }
      let letters = (UInt8(ascii: "a")...UInt8(ascii: "z"))
      let ignores = letters.allSatisfy { first in
        letters.allSatisfy { second in
          let capitals = [[32, 0], [0, 32], [32, 32]] as [[UInt8]]
          return capitals.allSatisfy {
            areSame([first, second], [first - $0[0], second - $0[1]])
          }
        }
      }
      known = ignores
      return ignores
    }
  }

  private func areSame(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.withUnsafeBufferPointer { left in
      right.withUnsafeBufferPointer { right in areEqual(left, right) }
    }
  }

  /// Lends a table to `body`, one that was used before if there is one.
  func withTable<Result>(_ body: (ElementTable?) -> Result) -> Result {
    guard let rules else { return body(nil) }
    let table = tables.withLock { $0.popLast() } ?? ElementTable(handle, rules: rules)
    defer {
      if let table { tables.withLock { $0.append(table) } }
    }
    return body(table)
  }
}

extension Collation {
  typealias Options = (locale: String?, kana: Kana, accents: Accents, numbers: Numbers)

  var options: Options {
    switch self {
    case .binary: ("root", .ignored, .distinguished, .byDigit)
    case .localized(let locale, let kana, let accents, let numbers):
      (locale, kana, accents, numbers)
    }
  }
}
