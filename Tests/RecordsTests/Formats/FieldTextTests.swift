import Foundation
import Testing

@testable import HikidashiRecords

@Suite struct FieldTextTests {
  @Test func dataIsWrittenAsFoundationDoes() {
    var samples = FormatSamples()
    for count in 0..<70 {
      let data = Data((0..<count).map { _ in UInt8(samples.below(256)) })
      let text = Array(data.base64EncodedString().utf8)
      var written = [UInt8](repeating: 0, count: Base64Text.textCount(count))
      let length = Array(data).withUnsafeBufferPointer { bytes in
        written.withUnsafeMutableBufferPointer { buffer in
          buffer.baseAddress.map { Base64Text.write(bytes, to: $0) } ?? 0
        }
      }
      #expect(Array(written.prefix(length)) == text)
      #expect(text.withUnsafeBufferPointer(Base64Text.data) == data)
    }
  }

  @Test(arguments: ["A", "AA", "AAA", "AA=A", "A===", "====", "AAAA=", "A@AA", "AB==", "AAB="])
  func whatIsNoBase64IsRefused(_ text: String) {
    #expect(Array(text.utf8).withUnsafeBufferPointer(Base64Text.data) == nil)
  }

  @Test func invalidBytesAreFoundWhereSwiftFindsThem() {
    var samples = FormatSamples()
    let pieces: [[UInt8]] = [
      [0x61], Array("é".utf8), Array("山".utf8), Array("🙂".utf8), Array(repeating: 0x62, count: 40),
      [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xFF], [0xE5, 0xB1], [0x80],
      [0xF0, 0x80, 0x80, 0x80], [0xE0, 0x9F, 0xBF],
    ]
    for _ in 0..<20_000 {
      var bytes: [UInt8] = []
      let most = samples.below(4) == 0 ? pieces.count : 5
      for _ in 0..<samples.below(40) { bytes += pieces[samples.below(most)] }
      if samples.below(3) == 0 { bytes = bytes.dropLast(1) }
      let isValid = String(validating: bytes, as: UTF8.self) != nil
      let found = bytes.withUnsafeBufferPointer(firstInvalidByte)
      #expect((found == nil) == isValid, "\(samples.seedText) \(bytes)")
      if let found {
        #expect(String(validating: bytes[..<found], as: UTF8.self) != nil, "\(bytes)")
      }
    }
  }

  @Test func linesAreCutOutsideOfQuotesOnly() throws {
    var samples = FormatSamples()
    for _ in 0..<400 {
      let text =
        (0..<samples.below(5000)).map { _ in
          [0x22, 0x0A, 0x61, 0x61, 0x61][samples.below(samples.below(2) == 0 ? 5 : 3)]
        } as [UInt8]
      var window = ReadWindow(capacity: text.count + 1)
      _ = try window.fill(from: SourceReader(.bytes(text)))
      let rows = 1 + samples.below(9)
      let cuts = window.cuts(quote: 0x22, first: 1 + samples.below(rows), rows: rows)
      var isInside = false
      var ends: [Int] = []
      for (place, byte) in text.enumerated() {
        if byte == 0x22 { isInside.toggle() }
        if byte == 0x0A, !isInside { ends.append(place + 1) }
      }
      if ends.last ?? 0 < text.count { ends.append(text.count) }
      #expect(cuts.reduce(0) { $0 + $1.rows } == ends.count, "\(samples.seedText)")
      var (row, place, line) = (0, 0, 1)
      for cut in cuts {
        row += cut.rows
        #expect(cut.firstLine == line, "\(samples.seedText)")
        #expect(place + cut.count == ends[row - 1], "\(samples.seedText)")
        line += cut.bytes.count { $0 == 0x0A }
        place = ends[row - 1]
      }
    }
  }
}
