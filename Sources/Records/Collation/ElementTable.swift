internal import CHikidashiICU

/// Receives the collation elements of a string, one after another.
protocol ElementSink {
  /// - Returns: Whether more are wanted.
  mutating func take(primary: UInt32, secondary: UInt32) -> Bool
}

/// Turns strings into collation elements by looking their scalars up.
///
/// The table is filled from ICU with the scalars that occur. Pieces of several scalars (a letter and
/// its combining marks, a contraction) are looked up by their bytes and remembered too, up to a
/// bound; what is longer goes to ICU each time.
///
/// - Source: UTS #10, section 7.2 ("Produce Collation Element Arrays").
// @unchecked: used by one thread at a time, to which the collator lends it.
final class ElementTable: @unchecked Sendable {
  /// What is known of one scalar: 32 bits of primary weight, 16 of secondary weight, 16 of flags.
  /// With ``several``, the weights are instead where in ``lists`` its elements begin and how many.
  typealias Entry = UInt64

  static let known: Entry = 1 << 15
  static let several: Entry = 1 << 14
  /// The lower bits are a ``SegmentRules/Standing``; these of them mean that a cut before the scalar
  /// must be looked into.
  static let attached = Entry(
    SegmentRules.Standing([.joins, .follows, .digit]).rawValue)
  static let opens = Entry(SegmentRules.Standing.opens.rawValue)
  /// The weight of the second level that nearly all elements have.
  static let commonSecondary: UInt32 = 0x0500

  let rules: SegmentRules
  private let elements: OpaquePointer
  /// Entries of U+0000 to U+FFFF.
  let plane: UnsafeMutablePointer<Entry>
  /// Entries of the scalars above, in pages of 4,096 that are made when needed.
  private let pages: UnsafeMutablePointer<UnsafeMutablePointer<Entry>?>
  private static let pageCount = 0x10_0000 >> 12
  let lists = ElementLists()
  let memo = SegmentMemo()
  private var scratch: UnsafeMutableBufferPointer<UInt64>

  init?(_ collator: OpaquePointer, rules: SegmentRules) {
    var error: Int32 = 0
    guard let elements = hk_elements_open(collator, &error) else { return nil }
    self.elements = elements
    self.rules = rules
    plane = .allocate(capacity: 1 << 16)
    plane.initialize(repeating: 0, count: 1 << 16)
    pages = .allocate(capacity: Self.pageCount)
    pages.initialize(repeating: nil, count: Self.pageCount)
    scratch = .allocate(capacity: 64)
  }

  deinit {
    for page in 0..<Self.pageCount { pages[page]?.deallocate() }
    pages.deallocate()
    plane.deallocate()
    scratch.deallocate()
    hk_elements_close(elements)
  }

  /// The entry of a scalar; for an invalid one, the entry of U+FFFD.
  @inline(__always)
  func entry(_ scalar: UInt32) -> Entry {
    if scalar < 1 << 16 {
      let entry = plane[Int(scalar)]
      return entry != 0 ? entry : learn(scalar)
    }
    return entryAbove(scalar)
  }

  private func entryAbove(_ scalar: UInt32) -> Entry {
    guard scalar < 0x11_0000 else { return entry(0xFFFD) }
    let entry = pages[Int(scalar - 0x1_0000) >> 12]?[Int(scalar & 0xFFF)] ?? 0
    return entry != 0 ? entry : learn(scalar)
  }

  @inline(never)
  private func learn(_ scalar: UInt32) -> Entry {
    let character = Unicode.Scalar(scalar) ?? "\u{FFFD}"
    let list = withBytes(of: String(Character(character))) { look(up: $0) }
    var entry = Self.known | Entry(rules.standing(of: scalar).rawValue)
    if list.count == 1 {
      entry |= list[0] & ~0xFFFF
    } else if let place = lists.add(list) {
      entry |= Self.several | Entry(place) << 32 | Entry(list.count) << 16
    }
    if scalar < 1 << 16 {
      plane[Int(scalar)] = entry
    } else {
      page(Int(scalar - 0x1_0000) >> 12)[Int(scalar & 0xFFF)] = entry
    }
    return entry
  }

  private func page(_ number: Int) -> UnsafeMutablePointer<Entry> {
    if let page = pages[number] { return page }
    let page = UnsafeMutablePointer<Entry>.allocate(capacity: 4096)
    page.initialize(repeating: 0, count: 4096)
    pages[number] = page
    return page
  }

  /// The elements of a piece from ICU, with weights as they are compared; valid until the next call.
  func look(up text: UTF8Bytes) -> UnsafeBufferPointer<UInt64> {
    var error: Int32 = 0
    let length = Int32(clamping: text.count)
    var count = Int(
      hk_elements_get(
        elements, text.baseAddress, length, scratch.baseAddress, Int32(scratch.count), &error))
    if count > scratch.count {
      scratch.deallocate()
      scratch = .allocate(capacity: count * 2)
      count = Int(
        hk_elements_get(
          elements, text.baseAddress, length, scratch.baseAddress, Int32(scratch.count), &error))
    }
    for index in 0..<count {
      let element = scratch[index]
      scratch[index] =
        UInt64(rules.order.reordered(UInt32(element >> 32))) << 32 | element & 0xFFFF_0000
    }
    return UnsafeBufferPointer(rebasing: UnsafeBufferPointer(scratch)[..<count])
  }

  /// The number of bytes allocated.
  var allocatedBytes: Int {
    let used = (0..<Self.pageCount).reduce(0) { $0 + (pages[$1] == nil ? 0 : 1) }
    return (1 << 19) + Self.pageCount * 8 + used << 15 + lists.allocatedBytes + memo.allocatedBytes
  }
}

// MARK: - Walk

extension ElementTable {
  /// Passes the elements of a string to `sink`, in order, until it asks for no more.
  @inline(__always)
  func walk(_ bytes: UTF8Bytes, into sink: inout some ElementSink) {
    guard let text = bytes.baseAddress, !bytes.isEmpty else { return }
    let end = bytes.count
    var start = 0
    var at = 0
    var scalar = ScalarReader.next(text, &at, end)
    var entry = entry(scalar)
    while at < end {
      let next = at
      let following = ScalarReader.next(text, &at, end)
      let followingEntry = self.entry(following)
      if (entry & Self.opens) | (followingEntry & Self.attached) != 0,
        joins(scalar, entry, following, followingEntry)
      {
        // The piece goes on to the next place where it can be cut.
        let piece = restOfPiece(text, from: following, followingEntry, &at, end)
        let length = piece.next - start
        if !give(piece: UTF8Bytes(start: text + start, count: length), to: &sink) { return }
        if piece.next == end { return }
        start = piece.next
        scalar = piece.scalar
        entry = piece.entry
        continue
      }
      if !give(entry, to: &sink) { return }
      start = next
      scalar = following
      entry = followingEntry
    }
    _ = give(entry, to: &sink)
  }

  @inline(__always)
  private func joins(
    _ first: UInt32, _ firstEntry: Entry, _ second: UInt32, _ secondEntry: Entry
  ) -> Bool {
    rules.joins(
      first, SegmentRules.Standing(rawValue: UInt8(truncatingIfNeeded: firstEntry)),
      second, SegmentRules.Standing(rawValue: UInt8(truncatingIfNeeded: secondEntry)))
  }

  /// Goes on to where the piece that `scalar` is part of ends, and reads the scalar that begins the
  /// next one, if there is one.
  @inline(never)
  private func restOfPiece(
    _ text: UnsafePointer<UInt8>, from scalar: UInt32, _ entry: Entry, _ at: inout Int, _ end: Int
  ) -> (next: Int, scalar: UInt32, entry: Entry) {
    var scalar = scalar
    var entry = entry
    while at < end {
      let next = at
      let following = ScalarReader.next(text, &at, end)
      let followingEntry = self.entry(following)
      let joined = joins(scalar, entry, following, followingEntry)
      scalar = following
      entry = followingEntry
      if !joined { return (next, scalar, entry) }
    }
    return (end, scalar, entry)
  }

  @inline(__always)
  private func give(_ entry: Entry, to sink: inout some ElementSink) -> Bool {
    if entry & Self.several == 0 {
      return sink.take(
        primary: UInt32(truncatingIfNeeded: entry >> 32),
        secondary: UInt32(truncatingIfNeeded: entry >> 16) & 0xFFFF)
    }
    let list = lists.start(Int(entry >> 32))
    return give(list, count: Int(entry >> 16 & 0xFFFF), to: &sink)
  }

  @inline(__always)
  private func give(
    _ list: UnsafePointer<UInt64>, count: Int, to sink: inout some ElementSink
  ) -> Bool {
    for index in 0..<count {
      let element = list[index]
      let more = sink.take(
        primary: UInt32(truncatingIfNeeded: element >> 32),
        secondary: UInt32(truncatingIfNeeded: element >> 16) & 0xFFFF)
      if !more { return false }
    }
    return true
  }

  /// Passes on the elements of a piece of several scalars.
  @inline(never)
  private func give(piece: UTF8Bytes, to sink: inout some ElementSink) -> Bool {
    guard let key = SegmentMemo.key(piece) else { return giveOnce(piece, to: &sink) }
    if let found = memo.find(key) { return give(found.list, count: found.count, to: &sink) }
    memo.add(key, look(up: piece))
    return giveOnce(piece, to: &sink)
  }

  private func giveOnce(_ piece: UTF8Bytes, to sink: inout some ElementSink) -> Bool {
    let list = look(up: piece)
    guard let start = list.baseAddress else { return true }
    return give(start, count: list.count, to: &sink)
  }
}
