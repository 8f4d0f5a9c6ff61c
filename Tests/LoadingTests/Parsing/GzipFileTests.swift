import TestSupport
import Testing

@testable import HikidashiLoading

/// Files that were compressed with gzip.
struct GzipFileTests {
  private let text = Array(String(repeating: "a line of text\n", count: 20_000).utf8)

  @Test func whatWasCompressedComesBack() throws {
    for bytes in [text, [], Array("x".utf8)] {
      let file = GzipFile(try Compression.gzip.encode(bytes))
      #expect(file.isGzip)
      #expect(try file.contents(limit: text.count) == bytes)
    }
    let two = try Compression.gzip.encode(text) + Compression.gzip.encode(text)
    #expect(try GzipFile(two).contents(limit: 1 << 20) == text + text)
  }

  @Test func whatIsWrongIsTold() throws {
    let packed = try Compression.gzip.encode(text)
    #expect(throws: GzipError.notGzip) { try GzipFile(text).contents(limit: 100) }
    #expect(throws: GzipError.notGzip) { try GzipFile([]).contents(limit: 100) }
    #expect(throws: GzipError.tooLarge(limit: text.count - 1)) {
      try GzipFile(packed).contents(limit: text.count - 1)
    }
    for length in [3, 12, packed.count / 2, packed.count - 1] {
      #expect(throws: GzipError.cutOff) {
        try GzipFile(Array(packed.prefix(length))).contents(limit: 1 << 20)
      }
    }
    var damaged = packed
    damaged[damaged.count - 6] ^= 1
    #expect(throws: GzipError.self) { try GzipFile(damaged).contents(limit: 1 << 20) }
  }
}
