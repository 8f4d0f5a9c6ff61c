internal import Glibc
internal import HikidashiValues

/// The keys of JSON objects, found quickly where objects have their members in the same order.
struct JSONKeys: ~Copyable {
  private let names: [String]
  /// Each name as JSON with its quotes, one behind the other.
  private let quoted: UnsafeMutableBufferPointer<UInt8>
  private let ends: UnsafeMutablePointer<Int>
  /// The field that stood behind each field, as far as was seen, and behind the beginning at 0.
  private let followers: UnsafeMutablePointer<Int>

  init(_ fields: [String]) {
    names = fields
    var bytes: [UInt8] = []
    ends = .allocate(capacity: fields.count)
    followers = .allocate(capacity: fields.count + 1)
    for (index, name) in fields.enumerated() {
      bytes += JSONText.quoted(name).utf8
      (ends + index).initialize(to: bytes.count)
      (followers + index).initialize(to: index)
    }
    (followers + fields.count).initialize(to: 0)
    quoted = .allocate(capacity: bytes.count)
    _ = quoted.initialize(from: bytes)
  }

  deinit {
    quoted.deallocate()
    ends.deallocate()
    followers.deallocate()
  }

  subscript(index: Int) -> String { names[index] }

  /// Where the key stands among the fields.
  func index(of key: String) -> Int? { names.firstIndex(of: key) }

  /// Skips the key of a field, if it stands there as it is written by this module.
  ///
  /// - Parameter last: The field of the member before, -1 for the first.
  @inline(__always)
  func skip(after last: Int, _ scanner: inout JSONScanner) -> Int? {
    guard !names.isEmpty else { return nil }
    let expected = followers[last + 1]
    if stands(expected, at: &scanner) { return expected }
    for index in names.indices where stands(index, at: &scanner) {
      followers[last + 1] = index
      return index
    }
    return nil
  }

  @inline(__always)
  private func stands(_ index: Int, at scanner: inout JSONScanner) -> Bool {
    let start = index == 0 ? 0 : ends[index - 1]
    let count = ends[index] - start
    guard scanner.text.count - scanner.place >= count, let text = scanner.text.baseAddress,
      let key = quoted.baseAddress, memcmp(key + start, text + scanner.place, count) == 0
    else { return false }
    scanner.place += count
    return true
  }
}
