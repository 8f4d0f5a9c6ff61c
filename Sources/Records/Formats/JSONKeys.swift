internal import HikidashiValues

/// The keys of JSON objects, found quickly where they stand in the expected order.
final class JSONKeys {
  private let names: [String]
  /// Each name as JSON with its quotes, one behind the other.
  private let quoted: UnsafeMutableBufferPointer<UInt8>
  private let ends: UnsafeMutablePointer<Int>

  init(_ fields: [String]) {
    names = fields
    var bytes: [UInt8] = []
    ends = .allocate(capacity: fields.count)
    for (index, name) in fields.enumerated() {
      bytes += JSONText.quoted(name).utf8
      (ends + index).initialize(to: bytes.count)
    }
    quoted = .allocate(capacity: bytes.count)
    _ = quoted.initialize(from: bytes)
  }

  deinit {
    quoted.deallocate()
    ends.deallocate()
  }

  subscript(index: Int) -> String { names[index] }

  /// Where the key stands among the fields.
  func index(of key: String) -> Int? { names.firstIndex(of: key) }

  /// Skips the key of a field, if it stands there as it is written by this module.
  @inline(__always)
  func skip(_ index: Int, _ scanner: inout JSONScanner) -> Int? {
    guard index < names.count else { return nil }
    let start = index == 0 ? 0 : ends[index - 1]
    let count = ends[index] - start
    guard scanner.text.count - scanner.place >= count else { return nil }
    for offset in 0..<count where quoted[start + offset] != scanner.text[scanner.place + offset] {
      return nil
    }
    scanner.place += count
    return index
  }
}
