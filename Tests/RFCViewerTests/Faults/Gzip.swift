import Foundation
import TestSupport

/// Streams of gzip, whole ones and others.
///
/// - Source: RFC 1951, 3.2.4 and RFC 1952.
enum Gzip {
  /// Bytes as they are, in blocks of at most a thousand.
  static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
    for start in stride(from: 0, to: bytes.count, by: 1_000) {
      let block = bytes[start..<min(start + 1_000, bytes.count)]
      let length = UInt16(block.count)
      stream.append(start + block.count == bytes.count ? 1 : 0)
      stream += little(length) + little(~length) + block
    }
    return stream + little(checksum(bytes)) + little(UInt32(bytes.count))
  }

  /// Some kilobytes that become more than any file may have.
  static let bomb: [UInt8] = {
    guard let folder = try? ScratchFolder(),
      let run = try? Run(
        "/bin/sh", ["-c", "head -c 100000000 /dev/zero | gzip -1 > bomb"], in: folder.url),
      run.wait() == 0,
      let data = try? Data(contentsOf: folder.url.appendingPathComponent("bomb"))
    else { return [] }
    return Array(data)
  }()

  private static func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in
        sum >> 1 ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0)
      }
    }
  }
}
