extension ElementTable {
  /// Gives the elements of a string to `sink`, in order, until it wants no more.
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

  /// Gives the elements of a piece of several scalars.
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
