internal import CHikidashiICU
internal import Glibc
internal import HikidashiBase

/// Compares strings by one localized collation: ICU's collator with its options set.
///
/// - Source: https://unicode-org.github.io/icu/userguide/collation/
// @unchecked: an ICU collator that is no longer changed may be used by several threads, and the
// tables are lent to one at a time.
final class Collator: @unchecked Sendable {
  /// The requested collation.
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

// MARK: - Compare

/// The bytes of a string in UTF-8.
typealias UTF8Bytes = UnsafeBufferPointer<UInt8>

extension Collator {
  /// Below zero when `left` comes before `right`, zero when they are equal, above when after:
  /// exactly `ucol_strcollUTF8`, but see ``comparesByKeys``.
  func compare(_ left: UTF8Bytes, _ right: UTF8Bytes) -> Int {
    if Self.sameBytes(left, right) { return 0 }
    if comparesByKeys, !(left.allSatisfy { $0 < 0x80 } && right.allSatisfy { $0 < 0x80 }) {
      return Self.compare(key(for: left), key(for: right))
    }
    var error: Int32 = 0
    let order = hk_compare(
      handle, left.baseAddress, Int32(clamping: left.count), right.baseAddress,
      Int32(clamping: right.count), &error)
    // ICU fails for want of memory only; any order that is one will do then.
    return error > 0 ? left.count - right.count : Int(order)
  }

  /// Whether strings beyond ASCII are compared by their sort keys.
  ///
  /// ICU's comparison of two strings skips what they have in common at the beginning, also where
  /// what it skips still matters: a number of full-width digits, a mark behind ignored punctuation,
  /// accents that count from the end, marks that are put in order. There it contradicts ICU's own
  /// sort keys (and itself: the order is not transitive), so the keys decide.
  var comparesByKeys: Bool {
    comparesNumbers || traits.backward_accents || traits.ignores_punctuation || traits.normalizes
  }

  private static func compare(_ left: [UInt8], _ right: [UInt8]) -> Int {
    let order = memcmp(left, right, min(left.count, right.count))
    return order != 0 ? Int(order.signum()) : (left.count - right.count).signum()
  }

  /// Whether the two are equal under the collation.
  func areEqual(_ left: UTF8Bytes, _ right: UTF8Bytes) -> Bool { compare(left, right) == 0 }

  private static func sameBytes(_ left: UTF8Bytes, _ right: UTF8Bytes) -> Bool {
    guard left.count == right.count else { return false }
    guard let first = left.baseAddress, let second = right.baseAddress else { return true }
    return first == second || memcmp(first, second, left.count) == 0
  }

  func compare(_ left: String, _ right: String) -> Int {
    withBytes(of: left) { left in withBytes(of: right) { right in compare(left, right) } }
  }

  /// Bytes that are equal for equal strings, and are ordered by `memcmp` as the strings are: ICU's
  /// sort key, which ends in a zero byte.
  func key(for text: UTF8Bytes) -> [UInt8] {
    var error: Int32 = 0
    let count = Int32(clamping: text.count)
    let guess = min(text.count * 3 + 32, Int(Int32.max))
    var needed = 0
    let key = [UInt8](unsafeUninitializedCapacity: guess) { buffer, initialized in
      needed = Int(
        hk_sort_key(handle, text.baseAddress, count, buffer.baseAddress, Int32(guess), &error))
      initialized = max(0, min(needed, guess))
    }
    guard needed > guess else { return key }
    return [UInt8](unsafeUninitializedCapacity: needed) { buffer, initialized in
      _ = hk_sort_key(
        handle, text.baseAddress, count, buffer.baseAddress, Int32(needed), &error)
      initialized = needed
    }
  }

  func key(for text: String) -> [UInt8] { withBytes(of: text) { key(for: $0) } }
}

/// Lends the UTF-8 of a string, which is contiguous or made so.
func withBytes<Result>(of text: String, _ body: (UTF8Bytes) -> Result) -> Result {
  var text = text
  return text.withUTF8 { body($0) }
}

// MARK: - Hash

extension Collator {
  /// A hash that is equal for strings that are equal under the collation.
  ///
  /// - Complexity: O(length).
  func hash(_ text: UTF8Bytes, seed: UInt64) -> UInt64 {
    withTable { hash(text, seed: seed, $0) }
  }

  func hash(_ text: String, seed: UInt64) -> UInt64 {
    withBytes(of: text) { hash($0, seed: seed) }
  }

  @inline(__always)
  fileprivate func hash(_ text: UTF8Bytes, seed: UInt64, _ table: ElementTable?) -> UInt64 {
    var sink = HashSink(seed: seed)
    if let table {
      table.walk(text, into: &sink)
    } else {
      for byte in key(for: text) { _ = sink.take(primary: UInt32(byte) | 256, secondary: 0) }
    }
    return sink.value(accents: !ignoresAccents)
  }
}

extension PositionGroups {
  /// Groups the values of a column of strings that are equal under a localized collation; O(total
  /// length) on all processors.
  static func grouping(
    _ source: TextSource, by collator: Collator, membership: Membership = .never
  ) -> Self {
    let counts = source.counts(inChunks: 0..<source.chunkCount)
    let nulls = counts.nulls > 0 ? source.nullPositions() : []
    guard let few = grouping(few: source, count: counts.values, membership: membership) else {
      return hashing(source, counts.values, collator)
        .groups(below: source.count, nulls: nulls, membership: membership == .always)
    }
    // Of texts with the same bytes one is looked at.
    let firsts = TextSource(
      chunks: source.chunks, count: source.count,
      taken: RecordSet(few.representatives.map { RecordNumber(Int($0)) }))
    let groups = hashing(firsts, few.representatives.count, collator)
      .groups(below: source.count, nulls: [], membership: true)
    return few.joined(by: groups).with(nulls: nulls)
  }

  private static func hashing(
    _ source: TextSource, _ count: Int, _ collator: Collator
  ) -> HashGrouping {
    let seed = UInt64.random(in: 0 ... .max)
    let hashes = TextWords(source, by: collator) { collator.hash($0, seed: seed, $1) }
    let pointers = TextPointers(source)
    let texts = pointers.lookup
    return HashGrouping(hashes.stream(count: count)) { first, second in
      collator.areEqual(texts.bytes(at: first), texts.bytes(at: second))
    }
  }
}

// MARK: - Shared

/// The open collators by their requested options.
///
/// The one cache of the process here: opening a collator costs milliseconds, its tables as much
/// again, and every table of records with a field of the same collation can use the same one. It
/// is guarded, and as small as the number of collations that an app names.
private let opened = Guarded<[Key: Collator]>([:])

private struct Key: Hashable {
  let collation: Collation
  /// The user's locale can change with the environment.
  let locale: String
}

extension Collator {
  /// The collator for a localized collation, opened on first use; nil for the binary one.
  ///
  /// Where ICU cannot open what was asked for, the root order is used, as for unknown locales.
  static func shared(for collation: Collation) -> Collator? {
    guard collation != .binary else { return nil }
    let key = Key(collation: collation, locale: LocaleName.icu(collation.options.locale))
    if let found = opened.withLock({ $0[key] }) { return found }
    let collator = open(collation)
    return opened.withLock {
      if let found = $0[key] { return found }
      $0[key] = collator
      return collator
    }
  }

  private static func open(_ collation: Collation) -> Collator {
    if let collator = try? Collator(collation) { return collator }
    let options = collation.options
    let root = Collation.localized(
      locale: "root", accents: options.accents, numbers: options.numbers)
    do {
      return try Collator(root)
    } catch {
      // The root order is part of the library that this program is linked with: only a broken
      // installation is without it, and no string could be compared.
      fatalError(error.description)
    }
  }
}

extension Collation {
  /// The locale whose rules are in effect, as a BCP 47 tag; nil for the binary collation.
  ///
  /// A locale that ICU does not know falls back on a more general one (`"ja-JP"` on `"ja"`), in the
  /// end on the root order, `"und"`.
  ///
  /// ```swift
  /// Collation.localized(locale: "de_AT.UTF-8").effectiveLocale   // "de-AT"
  /// Collation.localized(locale: "x?").effectiveLocale            // "und"
  /// ```
  ///
  /// - Complexity: O(1) once the collation was used; the first time, milliseconds.
  public var effectiveLocale: String? { Collator.shared(for: self)?.locale }
}

extension Collation {
  /// What a text is sorted by: bytes that are compared one after another.
  ///
  /// - Complexity: O(length).
  package func sortKey(for text: String) -> [UInt8] {
    Collator.shared(for: self)?.key(for: text) ?? Array(text.utf8)
  }
}
