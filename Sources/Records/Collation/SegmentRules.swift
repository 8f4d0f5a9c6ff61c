internal import CHikidashiICU

/// Where a string can be cut so that the collation elements of the pieces, one after the other, are
/// those of the string.
///
/// Before a scalar that could belong to what stands before it, a string must not be cut: those are
/// combining marks, whatever is not first in a contraction ("aa" in Danish, a Thai vowel and its
/// consonant) or depends on what stands before it (ー in Japanese), and digits where numbers are
/// compared by value.
///
/// - Source: UTS #10, section 9.3 (contractions, safe starts); ICU's `ucol_getContractionsAndExpansions`.
struct SegmentRules: Sendable {
  /// Scalars that stand second or later in a contraction.
  private let followers: Set<UInt32>
  /// Two scalars that stand side by side in one.
  private let pairs: Set<UInt64>
  private let numbers: Bool
  let order: PrimaryOrder

  /// Reads the rules from ICU; nil when the order of scripts cannot be determined.
  init?(_ collator: OpaquePointer, numbers: Bool) {
    var contractions = Contractions()
    var error: Int32 = 0
    withUnsafeMutablePointer(to: &contractions) {
      hk_collator_contractions(
        collator, $0,
        { context, scalars, count in
          guard let context, let scalars else { return }
          let string = UnsafeBufferPointer(start: scalars, count: Int(count))
          context.assumingMemoryBound(to: Contractions.self).pointee.add(string)
        }, &error)
    }
    guard error <= 0, let order = PrimaryOrder(collator, scripts: contractions.scripts) else {
      return nil
    }
    followers = contractions.followers
    pairs = contractions.pairs
    self.numbers = numbers
    self.order = order
  }

  private struct Contractions {
    var followers: Set<UInt32> = []
    var pairs: Set<UInt64> = []
    var scripts: [UInt32] = []

    mutating func add(_ scalars: UnsafeBufferPointer<UInt32>) {
      // U+FDD0 and U+FDD1 open contractions with nearly every script's letters, which need not be
      // looked up then: see `opens`. U+FDD1 and a letter stand for the beginning of its script.
      if scalars.count == 2, SegmentRules.openers.contains(scalars[0]) {
        if scalars[0] == 0xFDD1 { scripts.append(scalars[1]) }
        return
      }
      for (first, second) in zip(scalars, scalars.dropFirst()) {
        followers.insert(second)
        pairs.insert(UInt64(first) << 32 | UInt64(second))
      }
    }
  }

  /// How a scalar may stand in a piece.
  struct Standing: OptionSet {
    let rawValue: UInt8
    /// The scalar always belongs to the text before it.
    static let joins = Self(rawValue: 1)
    /// The scalar belongs to some scalars before it; ``SegmentRules/joins(_:_:_:_:)`` tells to
    /// which.
    static let follows = Self(rawValue: 2)
    /// It has combining marks, or can be taken apart, so that what a pair says is not all.
    static let compound = Self(rawValue: 4)
    static let digit = Self(rawValue: 8)
    /// The text after the scalar always belongs to it.
    static let opens = Self(rawValue: 16)
  }

  private static let openers: ClosedRange<UInt32> = 0xFDD0...0xFDD1

  func standing(of scalar: UInt32) -> Standing {
    // Nothing below U+00C0 is or has a combining mark.
    guard scalar >= 0x80 || followers.contains(scalar) || numbers else { return [] }
    var standing: Standing = []
    let classes = hk_combining_classes(scalar)
    var decomposes = false
    let start = hk_decomposition_start(scalar, &decomposes)
    if classes >> 8 != 0 { standing.insert(.joins) }
    if classes != 0 || decomposes { standing.insert(.compound) }
    if followers.contains(scalar) { standing.insert(.follows) }
    if start != scalar, followers.contains(start) { standing.insert(.joins) }
    if numbers, hk_is_digit(scalar) { standing.insert(.digit) }
    if Self.openers.contains(scalar) { standing.insert(.opens) }
    return standing
  }

  /// Whether a string must not be cut between two scalars that stand so.
  func joins(
    _ first: UInt32, _ firstStanding: Standing, _ second: UInt32, _ secondStanding: Standing
  ) -> Bool {
    if firstStanding.contains(.opens) || secondStanding.contains(.joins) { return true }
    if secondStanding.contains(.digit), firstStanding.contains(.digit) { return true }
    guard secondStanding.contains(.follows) else { return false }
    return firstStanding.contains(.compound) || secondStanding.contains(.compound)
      || pairs.contains(UInt64(first) << 32 | UInt64(second))
  }
}
