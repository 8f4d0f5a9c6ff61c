import Glibc

/// How a test's server compresses a body, by the libraries that everybody uses.
enum Compression: String, CaseIterable, Codable, Sendable {
  case gzip, zlib, deflate, br, zstd

  /// What the head of a response calls it.
  var coding: String { self == .zlib ? "deflate" : rawValue }

  /// The bytes compressed, as one stream.
  func encode(_ bytes: [UInt8]) throws -> [UInt8] {
    switch self {
    case .br: try Self.brotli(bytes)
    case .zstd: try Self.zstandard(bytes)
    case .zlib: try Self.deflated(bytes)
    // Without the head of two bytes and the checksum of four.
    case .deflate: Array(try Self.deflated(bytes).dropFirst(2).dropLast(4))
    case .gzip:
      [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + (try Self.deflate.encode(bytes))
        + Self.little(try Self.checksum(bytes))
        + Self.little(UInt32(truncatingIfNeeded: bytes.count))
    }
  }

  private struct Missing: Error {
    var name: String
  }

  private static func function<Function>(
    _ name: String, of library: String, as type: Function.Type
  ) throws -> Function {
    guard let library = dlopen(library, RTLD_NOW), let symbol = dlsym(library, name) else {
      throw Missing(name: name)
    }
    return unsafeBitCast(symbol, to: type)
  }

  private static func little(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  private static func checksum(_ bytes: [UInt8]) throws -> UInt32 {
    typealias CRC = @convention(c) (UInt, UnsafePointer<UInt8>?, UInt32) -> UInt
    let crc = try function("crc32", of: "libz.so.1", as: CRC.self)
    return UInt32(truncatingIfNeeded: crc(0, bytes, UInt32(bytes.count)))
  }

  private static func deflated(_ bytes: [UInt8]) throws -> [UInt8] {
    typealias Compress =
      @convention(c) (
        UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt>, UnsafePointer<UInt8>?, UInt, Int32
      ) -> Int32
    let compress = try function("compress2", of: "libz.so.1", as: Compress.self)
    var result = [UInt8](repeating: 0, count: bytes.count + bytes.count / 100 + 1_000)
    var count = UInt(result.count)
    guard compress(&result, &count, bytes, UInt(bytes.count), 9) == 0 else {
      throw Missing(name: "room")
    }
    return Array(result[..<Int(count)])
  }

  private static func brotli(_ bytes: [UInt8]) throws -> [UInt8] {
    typealias Compress =
      @convention(c) (
        Int32, Int32, Int32, Int, UnsafePointer<UInt8>?, UnsafeMutablePointer<Int>,
        UnsafeMutablePointer<UInt8>
      ) -> Int32
    let compress = try function("BrotliEncoderCompress", of: "libbrotlienc.so.1", as: Compress.self)
    var result = [UInt8](repeating: 0, count: bytes.count + bytes.count / 100 + 1_000)
    var count = result.count
    guard compress(5, 22, 0, bytes.count, bytes, &count, &result) == 1 else {
      throw Missing(name: "room")
    }
    return Array(result[..<count])
  }

  private static func zstandard(_ bytes: [UInt8]) throws -> [UInt8] {
    typealias Compress =
      @convention(c) (
        UnsafeMutablePointer<UInt8>, Int, UnsafePointer<UInt8>?, Int, Int32
      ) -> Int
    let compress = try function("ZSTD_compress", of: "libzstd.so.1", as: Compress.self)
    var result = [UInt8](repeating: 0, count: bytes.count + bytes.count / 100 + 1_000)
    let count = compress(&result, result.count, bytes, bytes.count, 3)
    guard count <= result.count else { throw Missing(name: "room") }
    return Array(result[..<count])
  }
}
