/// A row of bits in 64-bit words. Bits past `count` are always clear.
struct Bits: Sendable, Equatable {
  var words: [UInt64] = []
  private(set) var count = 0

  init() {}

  init(count: Int, repeating value: Bool) {
    self.count = count
    words = Array(repeating: value ? .max : 0, count: (count + 63) / 64)
    if value { clearTail() }
  }

  /// Takes `words`, of which the first `count` bits count.
  init(words: [UInt64], count: Int) {
    self.words = words
    self.count = count
    clearTail()
  }

  private mutating func clearTail() {
    if count & 63 != 0 { words[count &>> 6] &= lowBits(count & 63) }
  }

  subscript(index: Int) -> Bool {
    get { words[index &>> 6] &>> UInt64(truncatingIfNeeded: index & 63) & 1 != 0 }
    set {
      let bit = 1 as UInt64 &<< UInt64(truncatingIfNeeded: index & 63)
      if newValue { words[index &>> 6] |= bit } else { words[index &>> 6] &= ~bit }
    }
  }

  mutating func append(_ value: Bool) {
    if count & 63 == 0 { words.append(0) }
    count += 1
    if value { self[count - 1] = true }
  }

  /// Appends the bits of `source` in `range`, a word at a time.
  mutating func append(_ source: Bits, _ range: Range<Int>) {
    var from = range.lowerBound
    while from < range.upperBound {
      let used = count & 63
      let length = min(64 - used, range.upperBound - from)
      let bits = source.bits(from: from, length: length)
      if used == 0 { words.append(bits) } else { words[words.count - 1] |= bits &<< UInt64(used) }
      count += length
      from += length
    }
  }

  private func bits(from: Int, length: Int) -> UInt64 {
    let word = from &>> 6
    let offset = UInt64(truncatingIfNeeded: from & 63)
    var bits = words[word] &>> offset
    if offset != 0, word + 1 < words.count { bits |= words[word + 1] &<< (64 - offset) }
    return length == 64 ? bits : bits & lowBits(length)
  }

  mutating func set(_ range: Range<Int>, to value: Bool) {
    guard !range.isEmpty else { return }
    for word in (range.lowerBound &>> 6)...((range.upperBound - 1) &>> 6) {
      let mask = mask(of: range, inWord: word)
      if value { words[word] |= mask } else { words[word] &= ~mask }
    }
  }

  /// How many bits are set. O(count / 64).
  var population: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  var firstSet: Int? {
    guard let word = words.firstIndex(where: { $0 != 0 }) else { return nil }
    return word * 64 + words[word].trailingZeroBitCount
  }

  /// Calls `body` with the index of each set bit, rising.
  @inline(__always)
  func forEachSet(_ body: (Int) -> Void) {
    for (word, bits) in words.enumerated() {
      var rest = bits
      while rest != 0 {
        body(word &<< 6 | rest.trailingZeroBitCount)
        rest &= rest &- 1
      }
    }
  }
}

/// The `count` lowest bits, `count` from 0 to 63.
@inline(__always)
func lowBits(_ count: Int) -> UInt64 {
  (1 as UInt64 &<< UInt64(truncatingIfNeeded: count)) &- 1
}

/// The bits of word number `word` that lie in `range`, which must touch that word.
@inline(__always)
func mask(of range: Range<Int>, inWord word: Int) -> UInt64 {
  let base = word &<< 6
  let from = max(range.lowerBound - base, 0)
  let to = min(range.upperBound - base, 64)
  return (to == 64 ? UInt64.max : lowBits(to)) & ~lowBits(from)
}

/// The position of the set bit of `word` that has `rank` set bits below it.
///
/// Sums the bits of all bytes at once, then looks into one byte.
///
/// - Source: Vigna, "Broadword implementation of rank/select queries", WEA 2008.
@inline(__always)
func selectBit(_ word: UInt64, rank: Int) -> Int {
  let ones: UInt64 = 0x0101_0101_0101_0101
  let highs: UInt64 = 0x8080_8080_8080_8080
  var sums = word &- (word &>> 1 & 0x5555_5555_5555_5555)
  sums = (sums & 0x3333_3333_3333_3333) &+ (sums &>> 2 & 0x3333_3333_3333_3333)
  sums = ((sums &+ sums &>> 4) & 0x0F0F_0F0F_0F0F_0F0F) &* ones
  let rank = UInt64(truncatingIfNeeded: rank)
  let passed = ((rank &* ones | highs) &- sums) & highs
  let place = (((passed &>> 7) &* ones) &>> 56) &* 8
  var rest = rank &- ((sums &<< 8) &>> place & 0xFF)
  var byte = word &>> place & 0xFF
  while rest > 0 {
    byte &= byte &- 1
    rest &-= 1
  }
  return Int(truncatingIfNeeded: place) + byte.trailingZeroBitCount
}

/// Which slots are selected and which can be, with the counts for the third state of a parent.
struct SelectionBits: Sendable {
  private(set) var selected: Bits
  let selectable: Bits
  /// How many slots are selected, shown or not.
  private(set) var count = 0
  var mode = SelectionMode.multiple
  /// Where a range begins.
  var anchor: Int?
  /// What the filter lets through; only that is counted below.
  private var pass: [UInt64]?
  private var selectedCounts: BlockCounts
  private var selectableCounts: BlockCounts

  init(selectable: Bits = Bits()) {
    self.selectable = selectable
    selected = Bits(count: selectable.count, repeating: false)
    selectedCounts = BlockCounts(selected.words, mask: nil)
    selectableCounts = BlockCounts(selectable.words, mask: nil)
  }

  /// Takes another filter. O(n / 64).
  mutating func recount(pass: Bits?) {
    self.pass = pass?.words
    selectedCounts = BlockCounts(selected.words, mask: self.pass)
    selectableCounts = BlockCounts(selectable.words, mask: self.pass)
  }

  /// Selects or deselects one slot that can be selected. O(log n).
  mutating func set(_ slot: Int, to value: Bool) {
    guard selected[slot] != value else { return }
    selected[slot] = value
    count += value ? 1 : -1
    if passes(slot) { selectedCounts.add(value ? 1 : -1, toBlock: slot &>> 6) }
  }

  /// Selects exactly `bits`, of which all must be selectable. O(n / 64).
  mutating func replace(with bits: Bits) {
    selected = bits
    count = bits.population
    selectedCounts = BlockCounts(bits.words, mask: pass)
  }

  private func passes(_ slot: Int) -> Bool {
    guard let pass else { return true }
    return pass[slot &>> 6] &>> UInt64(truncatingIfNeeded: slot & 63) & 1 != 0
  }

  /// How much of the slots in `subtree`, which begins with its root, is selected. O(log n).
  func state(of subtree: Range<Int>) -> SelectionState {
    let root = subtree.lowerBound
    if subtree.count == 1 || !passes(root) { return selected[root] ? .on : .off }
    let on = selectedCounts.count(of: selected.words, mask: pass, in: subtree)
    guard on > 0 else { return .off }
    return on == selectableCounts.count(of: selectable.words, mask: pass, in: subtree) ? .on : .some
  }
}
