internal import CHikidashiScan

/// The bytes that are searched for in text.
struct TextNeedle: Sendable {
  /// How many bytes behind a text a scan may read.
  static let margin = 64

  let bytes: [UInt8]
  private let loose: [UInt8]

  init(_ bytes: [UInt8]) { self.init(bytes, loose: [UInt8](repeating: 0, count: bytes.count)) }

  private init(_ bytes: [UInt8], loose: [UInt8]) {
    self.bytes = bytes
    self.loose = loose
  }

  var isEmpty: Bool { bytes.isEmpty }
  var isASCII: Bool { bytes.allSatisfy { $0 < 0x80 } }

  /// The same needle, which is in lower case, for text that also has upper case.
  var ignoringCase: TextNeedle {
    TextNeedle(bytes, loose: bytes.map { (0x61...0x7A).contains($0) ? 0x20 : 0 })
  }

  /// - Precondition: The needle is not empty.
  func withNeedle(_ body: (UnsafePointer<hk_needle>) -> Void) {
    bytes.withUnsafeBufferPointer { bytes in
      loose.withUnsafeBufferPointer { loose in
        guard let start = bytes.baseAddress, let looseStart = loose.baseAddress else { return }
        var needle = hk_needle(
          bytes: start, loose: looseStart, count: bytes.count, first_rare: 0, second_rare: 0)
        hk_needle_prepare(&needle)
        body(&needle)
      }
    }
  }
}

extension UTF8Bytes {
  @inline(__always)
  func begins(with needle: UnsafePointer<hk_needle>) -> Bool {
    count >= needle.pointee.count && holds(needle.pointee, at: 0)
  }

  @inline(__always)
  func ends(with needle: UnsafePointer<hk_needle>) -> Bool {
    count >= needle.pointee.count && holds(needle.pointee, at: count - needle.pointee.count)
  }

  @inline(__always)
  private func holds(_ needle: hk_needle, at place: Int) -> Bool {
    for index in 0..<needle.count
    where self[place + index] | needle.loose[index] != needle.bytes[index] {
      return false
    }
    return true
  }
}
