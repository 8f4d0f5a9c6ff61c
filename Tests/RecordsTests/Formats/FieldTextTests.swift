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
}
