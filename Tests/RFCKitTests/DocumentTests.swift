import Foundation
import HikidashiBase
import RFCKit
import Testing

@Suite struct DocumentTests {
  struct Sample: CustomTestStringConvertible {
    var bytes: [UInt8]
    var encoding: RFCTextEncoding
    var text: String
    var testDescription: String { text }
  }

  static let samples = [
    Sample(bytes: [], encoding: .utf8, text: ""),
    Sample(bytes: Array("RFC\r\n\u{C}é".utf8), encoding: .utf8, text: "RFC\r\n\u{C}é"),
    Sample(bytes: [0xEF, 0xBB, 0xBF] + Array("née".utf8), encoding: .utf8WithBOM, text: "née"),
    Sample(bytes: [0x6E, 0xE9, 0x65], encoding: .latin1, text: "née"),
    Sample(bytes: [0x93, 0x61, 0x94, 0x80], encoding: .windows1252, text: "“a”€"),
    Sample(bytes: [0x93, 0x81], encoding: .latin1, text: "\u{93}\u{81}"),
    Sample(bytes: [0x00, 0x1B, 0x08, 0x41], encoding: .utf8, text: "\u{0}\u{1B}\u{8}A"),
    Sample(bytes: [0xEF, 0xBB, 0xBF, 0xE9], encoding: .latin1, text: "ï»¿é"),
    Sample(bytes: [0xC3], encoding: .latin1, text: "Ã"),
  ]

  @Test(arguments: samples)
  func readsAndGivesBack(_ sample: Sample) {
    let document = RFCDocument(sample.bytes)
    #expect(document.encoding == sample.encoding)
    #expect(Array(document.text.unicodeScalars) == Array(sample.text.unicodeScalars))
    #expect(document.encoded() == sample.bytes)
  }

  @Test func givesBackAnyBytes() {
    var random = seededGenerator()
    let seed = random.seed
    for _ in 0..<2_000 {
      let high = UInt8.random(in: 0x20...0xFF, using: &random)
      let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        UInt8.random(in: 0...high, using: &random)
      }
      let document = RFCDocument(bytes)
      #expect(document.encoded() == bytes, "seed \(seed): \(bytes)")
      let display = document.displayText().unicodeScalars
      #expect(display.count == document.text.unicodeScalars.count, "seed \(seed): \(bytes)")
    }
  }

  @Test func givesEveryByteOfWindowsBack() {
    let undefined: Set<UInt8> = [0x81, 0x8D, 0x8F, 0x90, 0x9D]
    let bytes = (UInt8.min...UInt8.max).filter { !undefined.contains($0) }
    let document = RFCDocument(bytes)
    #expect(document.encoding == .windows1252)
    #expect(document.encoded() == bytes)
    #expect(document.text == String(data: Data(bytes), encoding: .windowsCP1252))
  }

  @Test func showsControlCharactersAsPictures() {
    let document = RFCDocument(Array("a\u{0}b\u{1B}c\u{8}\u{7F}\td\r\ne\u{C}f".utf8))
    #expect(document.displayText() == "a␀b␛c␈␡\td\r\ne f")
    #expect(RFCDocument(Array("plain\n".utf8)).displayText() == "plain\n")
  }

  @Test func hasATitleForAWindow() {
    #expect(RFCDocument([], number: 2119).title == "RFC 2119")
    #expect(
      RFCDocument(Array("\n\n  A   Guide\tfor  Readers \nmore".utf8)).title == "A Guide for Readers"
    )
    #expect(RFCDocument(Array("Guide".utf8), number: 0).title == "Guide")
    #expect(!RFCDocument([]).title.isEmpty)
  }
}
