import Foundation
import Testing

@testable import HikidashiRecords

/// Collations as JSON.
struct CollationCodingTests {
  private func json(_ collation: Collation) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return String(decoding: try encoder.encode(collation), as: UTF8.self)
  }

  private func decoded(_ json: String) throws -> Collation {
    try JSONDecoder().decode(Collation.self, from: Data(json.utf8))
  }

  @Test
  func jsonIsShort() throws {
    #expect(try json(.binary) == #""binary""#)
    #expect(try json(.localized()) == #""localized""#)
    #expect(try json(.localized(locale: "ja")) == #"{"locale":"ja"}"#)
    let all = Collation.localized(
      locale: "de", kana: .distinguished, accents: .ignored, numbers: .byValue)
    #expect(
      try json(all)
        == #"{"accents":"ignored","kana":"distinguished","locale":"de","numbers":"byValue"}"#)
  }

  @Test
  func everyCollationComesBack() throws {
    for collation in CollationOrderTests.collations("ja") + [.binary, .localized()] {
      #expect(try decoded(try json(collation)) == collation)
    }
    #expect(try decoded("{}") == .localized())
  }

  @Test(arguments: [
    (#""alphabetic""#, "“alphabetic” is not a collation"), (#"{"local": "ja"}"#, "no “local”"),
  ])
  func wrongJSONIsRefusedWithAReason(json: String, reason: String) {
    do {
      _ = try decoded(json)
      Issue.record("It was taken.")
    } catch DecodingError.dataCorrupted(let context) {
      #expect(context.debugDescription.contains(reason))
    } catch {
      Issue.record(error)
    }
  }

  @Test
  func wrongOptionsAreRefused() {
    #expect(throws: DecodingError.self) { try decoded(#"{"kana": "sometimes"}"#) }
    #expect(throws: DecodingError.self) { try decoded("3") }
    #expect(throws: DecodingError.self) { try decoded("null") }
  }
}
