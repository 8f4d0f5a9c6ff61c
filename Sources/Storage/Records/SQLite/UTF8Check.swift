extension UnsafeBufferPointer<UInt8> {
  /// Whether the bytes are UTF-8, which text from SQLite need not be.
  ///
  /// - Source: The Unicode Standard, table 3-7, “Well-Formed UTF-8 Byte Sequences”.
  /// - Complexity: O(*n*)
  var isUTF8: Bool {
    guard let start = baseAddress else { return true }
    let bytes = UnsafeRawPointer(start)
    var offset = 0
    while offset < count {
      if offset + 8 <= count,
        bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
      {
        offset += 8
        continue
      }
      let lead = start[offset]
      if lead < 0x80 {
        offset += 1
        continue
      }
      // How many bytes follow, and the least and the greatest that the first of them may be.
      let (more, least, greatest): (Int, UInt8, UInt8)
      switch lead {
      case 0xC2...0xDF: (more, least, greatest) = (1, 0x80, 0xBF)
      case 0xE0: (more, least, greatest) = (2, 0xA0, 0xBF)
      case 0xED: (more, least, greatest) = (2, 0x80, 0x9F)
      case 0xE1...0xEF: (more, least, greatest) = (2, 0x80, 0xBF)
      case 0xF0: (more, least, greatest) = (3, 0x90, 0xBF)
      case 0xF1...0xF3: (more, least, greatest) = (3, 0x80, 0xBF)
      case 0xF4: (more, least, greatest) = (3, 0x80, 0x8F)
      default: return false
      }
      guard offset + more < count, least <= start[offset + 1], start[offset + 1] <= greatest else {
        return false
      }
      if more > 1, start[offset + 2] & 0xC0 != 0x80 { return false }
      if more > 2, start[offset + 3] & 0xC0 != 0x80 { return false }
      offset += more + 1
    }
    return true
  }
}
