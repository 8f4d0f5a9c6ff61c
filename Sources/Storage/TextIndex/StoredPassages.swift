/// The passages of a document as the database has them, in a blob of eleven bytes a passage.
///
/// | bytes | what |
/// |--:|---|
/// | 0–3 | where it begins |
/// | 4–7 | where it ends |
/// | 8–9 | the bytes of its heading and body, in sixteens |
/// | 10 | its weight, 255 for 1 |
///
/// Numbers are little-endian.
enum StoredPassages {
  static let size = 11

  static func encode(_ passages: [IndexedPassage]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(passages.count * size)
    for passage in passages {
      append(UInt32(clamping: passage.place.lowerBound), to: &bytes)
      append(UInt32(clamping: passage.place.upperBound), to: &bytes)
      let length = passage.heading.utf8.count + passage.body.utf8.count
      append(UInt16(clamping: (length + 15) / 16), to: &bytes)
      let weight = passage.weight.isNaN ? 1 : min(max(passage.weight, 0), 1)
      bytes.append(UInt8(weight * 255 + 0.5))
    }
    return bytes
  }

  /// The labels, a line each.
  static func labels(_ passages: [IndexedPassage]) -> String {
    passages.map { passage in
      guard passage.label.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) else {
        return passage.label
      }
      return passage.label.split(whereSeparator: \.isNewline).joined(separator: " ")
    }.joined(separator: "\n")
  }

  /// The line of a passage; empty where there is none.
  static func label(_ labels: UnsafeBufferPointer<UInt8>, _ position: Int) -> String {
    var line = labels[...]
    for _ in 0..<position {
      guard let end = line.firstIndex(of: 0x0A) else { return "" }
      line = line[(end + 1)...]
    }
    return String(decoding: line.prefix { $0 != 0x0A }, as: UTF8.self)
  }

  private static func append(_ value: some FixedWidthInteger, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// How many passages a blob has; a rest is left out.
  static func count(_ blob: UnsafeRawBufferPointer) -> Int { blob.count / size }

  static func place(_ blob: UnsafeRawBufferPointer, _ position: Int) -> Range<Int> {
    let start = Int(word(blob, position * size))
    return start..<max(start, Int(word(blob, position * size + 4)))
  }

  static func length(_ blob: UnsafeRawBufferPointer, _ position: Int) -> UInt16 {
    UInt16(
      littleEndian: blob.loadUnaligned(fromByteOffset: position * size + 8, as: UInt16.self))
  }

  static func weight(_ blob: UnsafeRawBufferPointer, _ position: Int) -> UInt8 {
    blob[position * size + 10]
  }

  private static func word(_ blob: UnsafeRawBufferPointer, _ offset: Int) -> UInt32 {
    UInt32(littleEndian: blob.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }
}
