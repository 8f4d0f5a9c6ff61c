/// Reads scalars out of UTF-8, of which it only trusts that it has so many bytes.
///
/// Ill-formed text gives some scalar or other, U+FFFD where its end is cut off, and never reads
/// beyond the end.
enum ScalarReader {
  /// The scalar that begins at `at`, which is moved behind it.
  @inline(__always)
  static func next(_ text: UnsafePointer<UInt8>, _ at: inout Int, _ end: Int) -> UInt32 {
    let first = UInt32(text[at])
    if first < 0x80 {
      at &+= 1
      return first
    }
    if first >= 0xE0 && first < 0xF0 {
      guard at &+ 3 <= end else { return cut(&at, end) }
      let second = UInt32(text[at &+ 1] & 0x3F)
      let third = UInt32(text[at &+ 2] & 0x3F)
      at &+= 3
      return (first & 0xF) << 12 | second << 6 | third
    }
    return rare(text, &at, end, first)
  }

  @inline(__always)
  private static func rare(
    _ text: UnsafePointer<UInt8>, _ at: inout Int, _ end: Int, _ first: UInt32
  ) -> UInt32 {
    if first < 0xE0 {
      guard at &+ 2 <= end else { return cut(&at, end) }
      let second = UInt32(text[at &+ 1] & 0x3F)
      at &+= 2
      return (first & 0x1F) << 6 | second
    }
    guard at &+ 4 <= end else { return cut(&at, end) }
    let second = UInt32(text[at &+ 1] & 0x3F)
    let third = UInt32(text[at &+ 2] & 0x3F)
    let fourth = UInt32(text[at &+ 3] & 0x3F)
    at &+= 4
    return (first & 0x7) << 18 | second << 12 | third << 6 | fourth
  }

  private static func cut(_ at: inout Int, _ end: Int) -> UInt32 {
    at = end
    return 0xFFFD
  }
}
